"""Solves, evaluations, analyses, self-play and matches on many cores or machines.

Each function takes an `executor`: None for threads, any `concurrent.futures.Executor`, a function
that makes one, or a Dask client. An executor that the function makes is rebuilt after a worker died,
and closed at the end. A task is a batch of inputs on one thread. It depends on its arguments only,
so that a repeated task gives the same results.

    for chunk in map_solve(positions, executor=client, out="solved", progress=True):
        print(chunk.first, chunk.results.scores)

Inputs are read as they are needed, so an endless generator works. Ctrl-C ends threads and processes
at once; tasks that run on Dask go on to their end, for which `nodes` sets a bound.
"""

import itertools
import json
import os
import queue
import socket
import sys
import threading
import time as clock
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

import outflank

__all__ = [
    "Chunk",
    "MatchState",
    "Quarantined",
    "iter_selfplay",
    "map_analyse",
    "map_evaluate",
    "map_solve",
    "play_match",
]

_Executor: TypeAlias = Any  # an Executor, a function that makes one, or a Dask client
_Task: TypeAlias = Callable[..., tuple[Any, float]]
_Progress: TypeAlias = bool | Callable[[int, int | None, float | None], object]

SECONDS = 2.0
"""The duration of a task for which `chunk="auto"` aims."""


class Chunk(NamedTuple):
    """The results of consecutive inputs, of which `first` is the index of the first."""

    first: int
    results: Any


class MatchState(NamedTuple):
    """A match after a pair of games. `pairs` counts them by the points of A: 0, 0.5, 1, 1.5, 2.

    `llr` and `verdict` ("lower", "open", "higher") are those of the SPRT; None without one.
    """

    pairs: tuple[int, ...]
    llr: float | None
    verdict: str | None
    games: list[outflank.MatchGame]

    @property
    def elo(self) -> tuple[float, float, float] | None:
        """The Elo difference of A: the lower end of the 95 % interval, the value, the upper end."""
        return outflank.elo(self.pairs)


class Quarantined(RuntimeError):
    """Raised at the end, if tasks killed their workers. `ranges` has their first inputs and sizes."""

    def __init__(self, ranges: list[tuple[int, int]]):
        names = ", ".join(f"{first} to {first + count - 1}" for first, count in ranges)
        super().__init__(f"inputs {names}: each killed its worker several times; the others are done")
        self.ranges = ranges

    def __reduce__(self) -> tuple[Any, ...]:
        return Quarantined, (self.ranges,)


# --- what runs on a worker: (results, seconds) --------------------------------------------------


def _timed(build: Sequence[Any], work: Callable[[], Any]) -> tuple[Any, float]:
    if tuple(build) != outflank.build[:3]:
        raise ValueError(f"{socket.gethostname()} has outflank {outflank.build[:3]}: expected {build}")
    start = clock.monotonic()
    return work(), clock.monotonic() - start


def _solve(batch: Any, options: dict[str, Any], build: Any, stop: Any = None) -> tuple[Any, float]:
    return _timed(build, lambda: outflank.solve(batch, threads=1, stop=stop, **options))


def _evaluate(batch: Any, options: dict[str, Any], build: Any, stop: Any = None) -> tuple[Any, float]:
    return _timed(build, lambda: outflank.evaluate(batch, threads=1, stop=stop, **options))


def _analyse(batch: Any, options: dict[str, Any], build: Any, stop: Any = None) -> tuple[Any, float]:
    engine = outflank.Engine(threads=1, hash=options["hash"])

    def analysed(game: Any) -> outflank.Analysis:
        engine.new_game()  # the analysis does not depend on earlier games
        return engine.analyse(game, stop=stop, **options["limits"])

    return _timed(build, lambda: [analysed(game) for game in batch])


def _selfplay(batch: Any, options: dict[str, Any], build: Any, stop: Any = None) -> tuple[Any, float]:
    return _timed(build, lambda: [outflank.selfplay(number=n, stop=stop, **options) for n in batch])


def _match(batch: Any, options: dict[str, Any], build: Any, stop: Any = None) -> tuple[Any, float]:
    first, count = batch[0], len(batch)
    play = lambda: outflank.match_games(first=first, count=count, stop=stop, **options)  # noqa: E731
    return _timed(build, play)


# --- executors --------------------------------------------------------------------------------


class _Pool:
    """An executor, how to rebuild it, and its number of workers."""

    def __init__(self, executor: _Executor):
        self.stop = threading.Event()
        self.client = executor if hasattr(executor, "get_executor") else None
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        if executor is None:
            self.make: Callable[[], Executor] | None = lambda: ThreadPoolExecutor(threads)
        else:
            is_given = self.client is not None or isinstance(executor, Executor)
            self.make = None if is_given else executor
        if self.make:
            self.executor = self.make()
        else:
            self.executor = self.client.get_executor(pure=False) if self.client else executor
        self.counted = (0.0, 0)

    def submit(self, task: _Task, *arguments: Any) -> "Future[Any]":
        # Threads of this process share the event; other workers are ended or run to the end.
        event = self.stop if isinstance(self.executor, ThreadPoolExecutor) else None
        return self.executor.submit(task, *arguments, event)

    def workers(self) -> int:
        """The number of threads of all workers. A Dask cluster may grow, so it is counted again."""
        if self.client is None:
            return getattr(self.executor, "_max_workers", None) or os.cpu_count() or 1
        if clock.monotonic() > self.counted[0] + 5 or not self.counted[1]:
            self.counted = (clock.monotonic(), sum(self.client.nthreads().values()))
        return max(1, self.counted[1])

    def rebuild(self, error: BaseException) -> None:
        if self.make is None:
            error.add_note("to go on after this, pass a function that makes the executor")
            raise error
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self.make()

    def close(self, pending: Iterable["Future[Any]"], is_early: bool) -> None:
        for future in pending:
            future.cancel()
        self.stop.set()
        if self.make is None:
            return
        for process in list((getattr(self.executor, "_processes", None) or {}).values()):
            if is_early:
                process.terminate()
        self.executor.shutdown(wait=True, cancel_futures=True)


# --- inputs and progress ------------------------------------------------------------------------


class _Input:
    """Takes batches of an array, a range, or whatever yields items, in order."""

    def __init__(self, items: Any, convert: Callable[[Any, int], Any]):
        self.items, self.convert, self.at = items, convert, 0
        self.total = len(items) if hasattr(items, "__len__") else None
        self.rest = None if isinstance(items, (np.ndarray, range)) else iter(items)

    def take(self, count: int) -> Any:
        """The next `count` items, fewer at the end."""
        if self.rest is None:
            batch = self.items[self.at : self.at + count]
        else:
            batch = list(itertools.islice(self.rest, count))
        first, self.at = self.at, self.at + len(batch)
        return self.convert(batch, first)


def _words(batch: Any, first: int) -> Any:
    """Positions as an array of two columns. `first` is the index of the first one, for errors."""
    if not isinstance(batch, np.ndarray):
        pairs = [_pair(item, first + index) for index, item in enumerate(batch)]
        batch = np.array(pairs, dtype=np.uint64).reshape(-1, 2)
    shared = (batch[:, 0] & batch[:, 1]).nonzero()[0]
    if len(shared):
        player, opponent = batch[shared[0]].tolist()
        raise ValueError(
            f"position {first + shared[0]}: player {player:#018x} and opponent {opponent:#018x} "
            "share a square: expected no square with both"
        )
    return batch


def _pair(item: Any, index: int) -> tuple[int, int]:
    try:
        if isinstance(item, str):
            item = outflank.Position.parse(item)
        if isinstance(item, outflank.Game):
            item = item.position
        player, opponent = (item.player, item.opponent) if isinstance(item, outflank.Position) else item
        return int(player), int(opponent)
    except (TypeError, ValueError) as error:
        error.add_note(f"position {index}")
        raise


class _Reporter:
    """Progress for a function of done, total and seconds left; with True in tqdm or on stderr."""

    def __init__(self, progress: _Progress | None, total: int | None):
        self.total, self.done, self.start, self.shown = total, 0, clock.monotonic(), 0.0
        self.call, self.bar = progress if callable(progress) else None, None
        self.is_text = progress is True
        if progress is True:
            try:
                from tqdm.auto import tqdm  # type: ignore[import-untyped, import-not-found, unused-ignore]

                self.bar, self.is_text = tqdm(total=total), False
            except ImportError:
                pass

    def skip(self, count: int) -> None:
        """Leaves out inputs that are known from an earlier run: they say nothing about the speed."""
        self.total = None if self.total is None else self.total - count

    def add(self, count: int) -> None:
        self.done += count
        passed = clock.monotonic() - self.start
        left = None if self.total is None else passed / self.done * (self.total - self.done)
        if self.call:
            self.call(self.done, self.total, left)
        if self.bar is not None:
            self.bar.update(count)
        if self.is_text and clock.monotonic() > self.shown + 1:
            self.shown = clock.monotonic()
            rest = "" if left is None else f" of {self.total}, {left:.0f} s left"
            print(f"\r{self.done}{rest}", end="\x1b[K", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
        if self.is_text and self.shown:
            print(file=sys.stderr)


# --- results on disc ----------------------------------------------------------------------------


class _Dataset:
    """A folder of Parquet files, for one driver at a time.

    The metadata of a file list its chunks: first input, number of inputs and their checksum.
    """

    ROWS, SECONDS = 1_000_000, 30.0  # a file is written after this many rows or this time

    def __init__(self, folder: Any, settings: dict[str, Any], columns: Callable[[Any, Any], Any]):
        import pyarrow as arrow  # type: ignore[import-untyped, import-not-found, unused-ignore]
        import pyarrow.parquet as parquet  # type: ignore[import-untyped, import-not-found, unused-ignore]

        self.arrow, self.parquet, self.columns = arrow, parquet, columns
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = _lock(self.folder / "_lock")
        self.waiting: list[tuple[list[int], Any]] = []
        self.rows, self.since = 0, clock.monotonic()
        try:
            path, text = self.folder / "_settings.json", json.dumps(settings, sort_keys=True)
            if path.exists() and path.read_text() != text:
                found = path.read_text()
                raise ValueError(f"{folder} has results of {found}: expected {text}; use a new folder")
            _write(path, lambda partial: partial.write_text(text))
            self.known: dict[int, list[int]] = {}
            for part in sorted(self.folder.glob("part-*")):
                if part.suffix == ".partial":  # the driver ended while it wrote this
                    part.unlink()
                    continue
                chunks = json.loads(parquet.read_schema(part).metadata[b"outflank chunks"])
                self.known.update((chunk[0], chunk) for chunk in chunks)
        except BaseException:
            self.lock.close()
            raise
        self.firsts = deque(sorted(self.known))

    def skip(self, source: _Input, size: int) -> tuple[int, int]:
        """Skips the next inputs if they are known. Returns how many, and how many to take next."""
        while self.firsts and self.firsts[0] < source.at:
            self.firsts.popleft()
        if not self.firsts or self.firsts[0] != source.at:
            return 0, min(size, self.firsts[0] - source.at) if self.firsts else size
        first, count, checksum = self.known[self.firsts.popleft()]
        if _checksum(source.take(count)) != checksum:
            raise ValueError(
                f"{self.folder} has results of other inputs {first} to {first + count - 1}: "
                "expected the same inputs; use a new folder"
            )
        return count, size

    def put(self, first: int, batch: Any, results: Any) -> None:
        columns = {"index": np.arange(first, first + len(batch)), **self.columns(batch, results)}
        self.waiting.append(([first, len(batch), _checksum(batch)], self.arrow.table(columns)))
        self.rows += len(batch)
        if self.rows >= self.ROWS or clock.monotonic() >= self.since + self.SECONDS:
            self.flush()

    def flush(self) -> None:
        """Writes what waits to one file."""
        if self.waiting:
            chunks = [chunk for chunk, _ in self.waiting]
            table = self.arrow.concat_tables([table for _, table in self.waiting])
            table = table.replace_schema_metadata({"outflank chunks": json.dumps(chunks)})
            part = self.folder / f"part-{chunks[0][0]:012}-{clock.time_ns():x}.parquet"
            _write(part, lambda file: self.parquet.write_table(table, file, compression="zstd"))
        self.waiting, self.rows, self.since = [], 0, clock.monotonic()

    def close(self) -> None:
        self.flush()
        self.lock.close()


def _write(path: Path, write: Callable[[Path], object]) -> None:
    """Writes a file that exists whole or not at all."""
    partial = path.with_suffix(".partial")
    write(partial)
    os.replace(partial, path)


def _checksum(batch: Any) -> int:
    return zlib.crc32(batch.tobytes() if isinstance(batch, np.ndarray) else repr(batch).encode())


def _lock(path: Path) -> Any:
    """The locked file, until it is closed or the process ends."""
    file = open(path, "w")
    try:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except OSError as error:
        file.close()
        raise BlockingIOError(error.errno, "another driver writes this folder", str(path.parent)) from None
    return file


# --- the stream of tasks ------------------------------------------------------------------------


class _Job(NamedTuple):
    first: int
    batch: Any
    tries: int = 0


class _Stream:
    """Hands out jobs, and gives back their results.

    After a worker of an own executor died, its jobs run in smaller and smaller groups, until the one
    at fault is alone.
    """

    def __init__(
        self, task: _Task, options: dict[str, Any], source: _Input, start: int, *,
        executor: _Executor, chunk: int | str, ordered: bool, backlog: int | None, retries: int,
        progress: _Progress | None, dataset: _Dataset | None,
    ):
        if chunk != "auto" and not (isinstance(chunk, int) and chunk >= 1):
            raise ValueError(f'invalid chunk {chunk!r}: expected "auto" or an integer from 1')
        self.task, self.options, self.source = task, options, source
        self.size, self.is_auto = (start, True) if chunk == "auto" else (int(chunk), False)
        self.ordered, self.backlog, self.retries, self.dataset = ordered, backlog, retries, dataset
        self.reporter = _Reporter(progress, source.total)
        self.pool = _Pool(executor)
        self.pending: dict[Future[Any], _Job] = {}
        self.done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self.again: deque[_Job] = deque()
        self.suspects = 0  # the size of a group after a worker died; 0 if none did
        self.order: deque[int] = deque()  # the jobs not given back yet
        self.held: dict[int, Chunk] = {}
        self.lost: list[tuple[int, int]] = []

    def run(self) -> Iterator[Chunk]:
        is_early = True
        try:
            while self.fill():
                job, results, seconds = self.next_result()
                if results is not None:
                    if self.dataset:
                        self.dataset.put(job.first, job.batch, results)
                    self.reporter.add(len(job.batch))
                    self.adapt(len(job.batch), seconds)
                    self.held[job.first] = Chunk(job.first, results)
                yield from self.ready()
            is_early = False
        finally:  # also if the caller closed the generator, and on Ctrl-C
            try:
                self.pool.close(self.pending, is_early)
            finally:
                if self.dataset:
                    self.dataset.close()
                self.reporter.close()
        if self.lost:
            raise Quarantined(sorted(self.lost))

    def fill(self) -> bool:
        """Hands out jobs up to the backlog. Returns whether any is running."""
        limit = self.backlog or 3 * self.pool.workers()
        if self.suspects and not self.again and not self.pending:
            self.suspects = 0
        # A Dask cluster that lost workers has a lower limit, but one job always runs.
        while not self.pending or len(self.pending) + len(self.held) < limit:
            if self.suspects and (not self.again or len(self.pending) >= self.suspects):
                break
            job = self.again.popleft() if self.again else self.next_job()
            if job is None:
                break
            try:
                future = self.pool.submit(self.task, job.batch, self.options, outflank.build[:3])
            except BrokenExecutor as error:
                self.again.appendleft(job)
                self.rebuild(error)
                continue
            self.pending[future] = job
            future.add_done_callback(self.done.put)
        return bool(self.pending)

    def next_job(self) -> _Job | None:
        count, size = self.size, self.size
        while self.dataset:
            skipped, count = self.dataset.skip(self.source, size)
            if not skipped:
                break
            self.reporter.skip(skipped)
        first, batch = self.source.at, self.source.take(count)
        if not len(batch):
            return None
        self.order.append(first)
        return _Job(first, batch)

    def next_result(self) -> tuple[_Job, Any, float]:
        """A finished job with its results; without results if it goes on or is given up."""
        while (future := self.done.get()) not in self.pending:
            pass  # of an executor that broke
        job = self.pending.pop(future)
        try:
            results, seconds = future.result()
            return job, results, seconds
        except BrokenExecutor as error:
            self.pending[future] = job
            self.rebuild(error)
        except Exception as error:
            name = type(error).__name__
            if name == "KilledWorker":  # Dask has tried it on several workers
                self.give_up(job)
            elif isinstance(error, (ValueError, TypeError)) or job.tries >= self.retries:
                end = job.first + len(job.batch) - 1
                error.add_note(f"in inputs {job.first} to {end}, after {job.tries + 1} tries")
                raise
            else:
                self.again.append(job._replace(tries=job.tries + 1))
        return job, None, 0.0

    def rebuild(self, error: BaseException) -> None:
        """Takes back all jobs of a broken executor. A job that was alone is at fault."""
        jobs = sorted(self.pending.values())
        self.pending.clear()
        if len(jobs) == 1:
            job = jobs[0]._replace(tries=jobs[0].tries + 1)
            if job.tries > self.retries:
                self.give_up(job)
                jobs = []
            else:
                jobs = [job]
        self.suspects = max(1, len(jobs) // 2)
        self.again.extendleft(reversed(jobs))
        self.pool.rebuild(error)

    def give_up(self, job: _Job) -> None:
        self.lost.append((job.first, len(job.batch)))
        self.order.remove(job.first)

    def adapt(self, count: int, seconds: float) -> None:
        """Sets the size of the next chunks, so that they take `SECONDS`."""
        if self.is_auto:
            fitting = int(SECONDS * count / max(seconds, 1e-6))
            self.size = max(1, min(fitting, 4 * self.size, (self.size + fitting) // 2 + 1))

    def ready(self) -> Iterator[Chunk]:
        while self.held and (not self.ordered or self.order[0] in self.held):
            first = self.order[0] if self.ordered else next(iter(self.held))
            self.order.remove(first)
            yield self.held.pop(first)


def _run(
    task: _Task, options: dict[str, Any], items: Any, start: int, *, out: Any = None,
    convert: Callable[[Any, int], Any] = lambda batch, _: batch,
    columns: Callable[[Any, Any], Any] | None = None, chunk: int | str = "auto",
    executor: _Executor = None, ordered: bool = False, backlog: int | None = None, retries: int = 2,
    progress: _Progress | None = None,
) -> Iterator[Chunk]:
    dataset = None
    if out is not None and columns:
        settings = {"task": task.__name__[1:], "options": options, "build": outflank.build[:3]}
        dataset = _Dataset(out, settings, columns)
    try:
        stream = _Stream(
            task, options, _Input(items, convert), start, executor=executor, chunk=chunk,
            ordered=ordered, backlog=backlog, retries=retries, progress=progress, dataset=dataset,
        )
    except BaseException:
        if dataset:
            dataset.close()
        raise
    yield from stream.run()


# --- what users call ----------------------------------------------------------------------------

_STREAM = """

    Args of all functions:
        executor: None for threads, an `Executor`, a function that makes one, or a Dask client.
        chunk: inputs for each task; "auto" aims at two seconds.
        ordered: give results in the order of the inputs, not as they come.
        backlog: tasks to hand out or hold at a time; three for each worker by default.
        retries: how often to repeat a failed task. Invalid input is not repeated.
        progress: a function of the inputs done, their number and the seconds left (None if
            unknown); True uses tqdm, or standard error without it.

    Raises:
        ValueError: for invalid input, or a worker with another build.
        Quarantined: at the end, if tasks killed their workers; it names their inputs.
"""

_OUT = """
    out: a folder for Parquet files. The same call resumes there: known inputs are skipped. Other
        inputs, options or builds raise ValueError, a second driver BlockingIOError."""


def _positions(positions: Any) -> Any:
    return positions.positions if isinstance(positions, outflank.Positions) else positions


def _solved_columns(batch: Any, results: Any) -> dict[str, Any]:
    names = ("score", "move", "solved", "nodes", "seconds")
    return {"player": batch[:, 0], "opponent": batch[:, 1], **dict(zip(names, results, strict=True))}


def map_solve(
    positions: Any, *, wld: bool = False, nodes: int | None = None, time: float | None = None,
    hash: int = 16, out: Any = None, **stream: Any,
) -> Iterator[Chunk]:
    """Solves positions: an array, `read_positions(..)`, or whatever yields positions.

    Yields a `Chunk` with `Solutions` for each task. `wld`, `nodes`, `time` and `hash` are those of
    `outflank.solve`."""
    options = {"wld": wld, "nodes": nodes, "time": time, "hash": hash}
    return _run(
        _solve, options, _positions(positions), 16, convert=_words, columns=_solved_columns, out=out,
        **stream,
    )


def map_evaluate(positions: Any, *, out: Any = None, **stream: Any) -> Iterator[Chunk]:
    """Evaluates positions statically. Yields a `Chunk` with an array of values for each task."""

    def columns(batch: Any, values: Any) -> dict[str, Any]:
        return {"player": batch[:, 0], "opponent": batch[:, 1], "value": values}

    return _run(
        _evaluate, {}, _positions(positions), 100_000, convert=_words, columns=columns, out=out, **stream
    )


def map_analyse(
    games: Iterable[Any], *, hash: int = 64, ordered: bool = True, chunk: int | str = "auto",
    executor: _Executor = None, backlog: int | None = None, retries: int = 2,
    progress: _Progress | None = None, **limits: Any,
) -> Iterator[Chunk]:
    """Analyses games or texts. Yields a `Chunk` with a list of analyses for each task.

    `limits` are the keywords of `Engine.analyse`: `level`, `depth`, `nodes`, `time`, `exact_from`."""
    options = {"hash": hash, "limits": limits}
    return _run(
        _analyse, options, games, 1, ordered=ordered, chunk=chunk, executor=executor, backlog=backlog,
        retries=retries, progress=progress,
    )


def iter_selfplay(
    games: int | None = None, *, seed: int = 1, opening: tuple[int, int] = (8, 14),
    depth: tuple[int, int] = (5, 6), exact: tuple[int, int] = (13, 16), ordered: bool = True,
    out: Any = None, **stream: Any,
) -> Iterator[outflank.Game]:
    """Plays games of the engine against itself; without `games` they do not end.

    Yields each `Game`. Game n is `outflank.selfplay(seed, n, ..)`, on every executor."""

    def columns(numbers: Any, played: list[outflank.Game]) -> dict[str, Any]:
        return {
            "moves": [game.to_text() for game in played],
            "scores": [game.scores for game in played],
            "result": [game.result() for game in played],
        }

    options = {"seed": seed, "opening": opening, "depth": depth, "exact": exact}
    numbers = itertools.count() if games is None else range(games)
    chunks = _run(_selfplay, options, numbers, 4, ordered=ordered, columns=columns, out=out, **stream)
    return (game for chunk in chunks for game in chunk.results)


def play_match(
    a: str, b: str, *, pairs: int = 20_000, seed: int = 1, plies: int = 8, depth: int | None = None,
    nodes: int | None = None, time: float | None = None, sprt: outflank.Sprt | None = None,
    **stream: Any,
) -> Iterator[MatchState]:
    """Plays pairs of games between two players, each from one opening with colours swapped.

    Players and limits are those of `outflank.match_games`. Yields a `MatchState` after each pair, in
    the order of the openings: pairs that end early do not count earlier. Ends when the SPRT has
    decided."""
    options = {
        "a": a, "b": b, "seed": seed, "plies": plies, "depth": depth, "nodes": nodes, "time": time,
    }
    counts, points = [0] * 5, {"A": 2, None: 1, "B": 0}
    chunks = _run(_match, options, range(pairs), 1, **{**stream, "ordered": True})
    try:
        for chunk in chunks:
            for first, second in zip(chunk.results[::2], chunk.results[1::2], strict=True):
                counts[points[first.winner] + points[second.winner]] += 1
                llr, verdict = (sprt.llr(counts), sprt.verdict(counts)) if sprt else (None, None)
                yield MatchState(tuple(counts), llr, verdict, [first, second])
                if verdict in ("lower", "higher"):
                    return
    finally:
        chunks.close()  # type: ignore[attr-defined]


for _function, _rest in (
    (map_solve, _OUT), (map_evaluate, _OUT), (map_analyse, ""), (iter_selfplay, _OUT), (play_match, ""),
):
    _function.__doc__ = (_function.__doc__ or "") + _rest + _STREAM
