"""Solves, evaluations, analyses, self-play, matches and book searches on many cores or machines.

Each function takes an `executor`: None for threads, any `concurrent.futures.Executor`, a function
that makes one, or a Dask client. An executor from a function is rebuilt after the death of
a worker, and closed at the end. A task is a batch of inputs on one thread. It depends on its arguments only,
so that a repeated task gives the same results.

    for chunk in map_solve(positions, executor=client, out="solved", progress=True):
        print(chunk.first, chunk.results.scores)

Inputs are read on demand, so an endless generator works. Ctrl-C ends the tasks within a second. Only
tasks on other machines without Dask run to their end.
"""

import itertools
import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from typing import Any, NamedTuple, TypeAlias

import outflank

from ._dataset import Dataset
from ._executors import Task
from ._inputs import Input, Progress, words
from ._stream import Chunk, Quarantined, Stream

__all__ = [
    "Chunk",
    "MatchState",
    "Quarantined",
    "iter_selfplay",
    "map_analyse",
    "map_book",
    "map_evaluate",
    "map_solve",
    "play_match",
]


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


# --- runs on a worker ---------------------------------------------------------------------------


def _solve(batch: Any, options: dict[str, Any], stop: Any) -> Any:
    return outflank.solve(batch, threads=1, stop=stop, **options)


def _evaluate(batch: Any, options: dict[str, Any], stop: Any) -> Any:
    return outflank.evaluate(batch, threads=1, stop=stop)


def _analyse(batch: Any, options: dict[str, Any], stop: Any) -> Any:
    def analysed(game: Any, engine: outflank.Engine) -> outflank.Analysis:
        engine.new_game()  # the analysis does not depend on earlier games
        return engine.analyse(game, stop=stop, **options["limits"])

    engine = outflank.Engine(hash=options["hash"])
    return [analysed(game, engine) for game in batch]


def _selfplay(batch: Any, options: dict[str, Any], stop: Any) -> Any:
    return [outflank.selfplay(number=number, stop=stop, **options) for number in batch]


def _match(batch: Any, options: dict[str, Any], stop: Any) -> Any:
    return outflank.match_games(first=batch[0], count=len(batch), stop=stop, **options)


def _book(batch: Any, options: dict[str, Any], stop: Any) -> Any:
    engine = outflank.Engine(hash=options["hash"], level=options["level"])

    def found(job: str) -> str | None:
        engine.new_game()  # as in `_analyse`
        return engine.run_book_job(job, selectivity=options["selectivity"], stop=stop)

    return [found(job) for job in batch]


# --- public functions ---------------------------------------------------------------------------


def _run(
    task: Task, options: dict[str, Any], items: Any, start: int, *, columns: Callable[[Any, Any], Any] | None,
    convert: Callable[[Any, int], Any] = lambda batch, _: batch, out: Any = None,
    executor: Any = None, chunk: int | str = "auto", ordered: bool = False, backlog: int | None = None,
    retries: int = 2, progress: Progress | None = None, dataset: Dataset | None = None,
) -> Generator[Chunk, None, None]:
    if out is not None and columns:
        dataset = _dataset(out, task, options, columns)
    try:
        stream = Stream(
            task, options, Input(items, convert), start, executor=executor, chunk=chunk,
            ordered=ordered, backlog=backlog, retries=retries, progress=progress, dataset=dataset,
        )
    except BaseException:
        if dataset:
            dataset.close()
        raise
    yield from stream.run()


def _dataset(out: Any, task: Task, options: dict[str, Any], columns: Callable[[Any, Any], Any]) -> Dataset:
    settings = {"task": task.__name__[1:], "options": options, "build": outflank.build[:3]}
    return Dataset(out, settings, columns)


def _flat(chunks: Iterator[Chunk]) -> Iterator[Any]:
    for chunk in chunks:
        yield from chunk.results


_STREAM = """

    Args of all functions:
        executor: None for threads, an `Executor`, a function that makes one, or a Dask client.
        chunk: inputs for each task; "auto" aims at two seconds.
        ordered: give results in the order of the inputs, not as they come.
        backlog: maximum number of pending and held tasks (default: three for each worker).
        retries: repetitions of a failed task. Tasks with invalid input are not repeated.
        progress: a function of the inputs done, their number and the seconds left (None if
            unknown); True uses tqdm, or standard error without it.

    Raises:
        ValueError: for invalid input, or a worker with another build.
        Quarantined: at the end, if tasks killed their workers; it names their inputs.
"""

_OUT = """
    out: a folder for Parquet files. The same call resumes there: known inputs are skipped, and
        their results are in the files only. Other inputs, options or builds raise ValueError, a
        second driver BlockingIOError."""


def _positions(positions: Any) -> Any:
    return positions.positions if isinstance(positions, outflank.Positions) else positions


def _solved_columns(batch: Any, results: Any) -> dict[str, Any]:
    names = ("score", "move", "solved", "nodes", "seconds")
    return {"player": batch[:, 0], "opponent": batch[:, 1], **dict(zip(names, results, strict=True))}


def map_solve(
    positions: Any, *, wld: bool = False, nodes: int | None = None, time: float | None = None,
    hash: int = 16, **stream: Any,
) -> Iterator[Chunk]:
    """Solves positions: an array, `read_positions(..)`, or an iterable of positions.

    Yields a `Chunk` with `Solutions` for each task. `wld`, `nodes`, `time` and `hash` are those of
    `outflank.solve`."""
    options = {"wld": wld, "nodes": nodes, "time": time, "hash": hash}
    return _run(
        _solve, options, _positions(positions), 4, convert=words, columns=_solved_columns, **stream
    )


def map_evaluate(positions: Any, **stream: Any) -> Iterator[Chunk]:
    """Evaluates positions statically. Yields a `Chunk` with an array of values for each task."""

    def columns(batch: Any, values: Any) -> dict[str, Any]:
        return {"player": batch[:, 0], "opponent": batch[:, 1], "value": values}

    return _run(
        _evaluate, {}, _positions(positions), 100_000, convert=words, columns=columns, **stream
    )


def map_analyse(
    games: Iterable[Any], *, hash: int = 64, level: int | None = None, depth: int | None = None,
    nodes: int | None = None, time: float | None = None, exact_from: int | None = None,
    ordered: bool = True, **stream: Any,
) -> Iterator[outflank.Analysis]:
    """Analyses games or texts. Yields each `Analysis`. The limits are those of `Engine.analyse`."""

    def columns(games: Any, analyses: Any) -> dict[str, Any]:
        return {
            "game": [str(game) for game in games],
            "analysis": [json.dumps(analysis.to_dict()) for analysis in analyses],
        }

    limits = {"level": level, "depth": depth, "nodes": nodes, "time": time, "exact_from": exact_from}
    options = {"hash": hash, "limits": limits}
    return _flat(_run(_analyse, options, games, 1, columns=columns, ordered=ordered, **stream))


def iter_selfplay(
    games: int | None = None, *, seed: int = 1, opening: tuple[int, int] = (8, 14),
    depth: tuple[int, int] = (5, 6), exact: tuple[int, int] = (13, 16), ordered: bool = True,
    **stream: Any,
) -> Iterator[outflank.Game]:
    """Plays games of the engine against itself, without end if `games` is None.

    Yields each `Game`. Game n is `outflank.selfplay(seed, n, ..)`, on every executor."""

    def columns(numbers: Any, played: list[outflank.Game]) -> dict[str, Any]:
        return {
            "moves": [game.to_text() for game in played],
            "scores": [game.scores for game in played],
            "result": [game.result() for game in played],
        }

    options = {"seed": seed, "opening": opening, "depth": depth, "exact": exact}
    numbers = itertools.count() if games is None else range(games)
    return _flat(_run(_selfplay, options, numbers, 4, columns=columns, ordered=ordered, **stream))


def map_book(
    jobs: Iterable[str], *, level: int = 10, selectivity: int | None = None, hash: int = 64,
    ordered: bool = True, **stream: Any,
) -> Iterator[str]:
    """Runs the jobs of `outflank book jobs`: an open file, or an iterable of its lines.

    Yields a line for each, which `outflank book merge` reads. The options are those of the engine and
    of `Engine.run_book_job`."""

    def columns(_: Any, lines: list[str]) -> dict[str, Any]:
        return {"line": lines}

    options = {"level": level, "selectivity": selectivity, "hash": hash}
    return _flat(_run(_book, options, jobs, 1, columns=columns, ordered=ordered, **stream))


def play_match(
    a: str, b: str, *, pairs: int = 20_000, seed: int = 1, plies: int = 8, depth: int | None = None,
    nodes: int | None = None, time: float | None = None, sprt: outflank.Sprt | None = None,
    out: Any = None, **stream: Any,
) -> Iterator[MatchState]:
    """Plays pairs of games between two players, each from one opening with colours swapped.

    Players and limits are those of `outflank.match_games`. Yields a `MatchState` after each pair, in
    the order of the openings: pairs that end early do not count earlier. Ends when the SPRT has
    decided. With `out` it also yields the known pairs; `sprt` may change there, and `pairs` may grow."""
    options = {
        "a": a, "b": b, "seed": seed, "plies": plies, "depth": depth, "nodes": nodes, "time": time,
    }
    counts, points = [0] * 5, {"A": 2, None: 1, "B": 0}
    with ExitStack() as stack:
        dataset, known = None, {}
        if out is not None:
            dataset = stack.enter_context(closing(_dataset(out, _match, options, _match_columns)))
            known = {row["index"]: _match_games(row["games"]) for row in dataset.read()}
        parts = _run(
            _match, options, range(pairs), 1, columns=None, ordered=True, dataset=dataset, **stream
        )
        for games in _pairs(stack.enter_context(closing(parts)), known, pairs):
            counts[sum(points[game.winner] for game in games)] += 1
            llr, verdict = (sprt.llr(counts), sprt.verdict(counts)) if sprt else (None, None)
            yield MatchState(tuple(counts), llr, verdict, games)
            if verdict in ("lower", "higher"):
                return


_Games: TypeAlias = list[outflank.MatchGame]


def _pairs(parts: Iterator[Chunk], known: dict[int, _Games], pairs: int) -> Iterator[_Games]:
    """The games of each pair, in order. `parts` has those that are not known, without lost ones."""
    for pair in range(pairs):
        if pair not in known and (part := next(parts, None)):
            known.update(enumerate(_in_pairs(part.results), part.first))
        if pair in known:
            yield known.pop(pair)
    next(parts, None)  # raises `Quarantined`


def _in_pairs(games: _Games) -> list[_Games]:
    return [games[at : at + 2] for at in range(0, len(games), 2)]


def _match_columns(_: Any, games: _Games) -> dict[str, Any]:
    """A row for each pair. `_match_games` reads the column."""
    rows = [[{**game._asdict(), "game": game.game.to_dict()} for game in pair] for pair in _in_pairs(games)]
    return {"games": [json.dumps(row) for row in rows]}


def _match_games(text: str) -> _Games:
    games = [{**game, "game": outflank.Game.parse(json.dumps(game["game"]))} for game in json.loads(text)]
    return [outflank.MatchGame(**game) for game in games]


for _function in (map_solve, map_evaluate, map_analyse, iter_selfplay, map_book, play_match):
    _function.__doc__ = (_function.__doc__ or "") + _OUT + _STREAM
