"""Submits tasks to an executor and collects their results."""

import queue
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from typing import Any, NamedTuple

from ._dataset import Dataset
from ._executors import Pool, Task
from ._inputs import Input, Progress, Reporter

SECONDS = 2.0
"""The target duration of a task with `chunk="auto"`."""

MOST = 100_000
"""The maximum number of inputs of such a task."""


class Chunk(NamedTuple):
    """The results of consecutive inputs; `first` is the index of the first input, from 0."""

    first: int
    results: Any


class Quarantined(RuntimeError):
    """Raised at the end if tasks killed their workers. `ranges` has their first inputs and sizes."""

    def __init__(self, ranges: list[tuple[int, int]]):
        names = ", ".join(f"{first} to {first + count - 1}" for first, count in ranges)
        super().__init__(f"inputs {names}: each killed its worker several times; the others are done")
        self.ranges = ranges

    def __reduce__(self) -> tuple[Any, ...]:
        return Quarantined, (self.ranges,)


class Job(NamedTuple):
    first: int
    batch: Any
    tries: int = 0


class Stream:
    """Submits jobs and yields their results.

    When a worker of a rebuilt executor has died, its jobs run in ever smaller groups, until the job at
    fault runs alone.
    """

    def __init__(
        self, task: Task, options: dict[str, Any], source: Input, start: int, *,
        executor: Any, chunk: int | str, ordered: bool, backlog: int | None, retries: int,
        progress: Progress | None, dataset: Dataset | None,
    ):
        if chunk != "auto" and not (isinstance(chunk, int) and chunk >= 1):
            raise ValueError(f'invalid chunk {chunk!r}: expected "auto" or an integer from 1')
        self.task, self.options, self.source = task, options, source
        self.size, self.is_auto = (start, True) if chunk == "auto" else (int(chunk), False)
        self.ordered, self.backlog, self.retries, self.dataset = ordered, backlog, retries, dataset
        self.reporter = Reporter(progress, source.total)
        self.pool = Pool(executor)
        self.pending: dict[Any, Job] = {}  # by future
        self.done: queue.SimpleQueue[Any] = queue.SimpleQueue()  # futures
        self.again: deque[Job] = deque()
        self.suspects = 0  # the size of a group after the death of a worker; otherwise 0
        self.order: deque[int] = deque()  # the jobs without yielded results
        self.held: dict[int, Chunk] = {}
        self.lost: list[tuple[int, int]] = []

    def run(self) -> Iterator[Chunk]:
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
        finally:  # also if the caller closed the generator, and on Ctrl-C
            try:
                self.pool.close(self.pending)
            finally:
                if self.dataset:
                    self.dataset.close()
                self.reporter.close()
        if self.lost:
            raise Quarantined(sorted(self.lost))

    def fill(self) -> bool:
        """Submits jobs up to the backlog. Returns whether any is running."""
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
                future = self.pool.submit(self.task, job.batch, self.options)
            except BrokenExecutor as error:
                self.again.appendleft(job)
                self.rebuild(error)
                continue
            self.pending[future] = job
            future.add_done_callback(self.done.put)
        return bool(self.pending)

    def next_job(self) -> Job | None:
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
        return Job(first, batch)

    def next_result(self) -> tuple[Job, Any, float]:
        """A job with its results; without results if it has to run again or was given up."""
        future = self.next_future()
        job = self.pending.pop(future)
        try:
            results, seconds = future.result()
            return job, results, seconds
        except BrokenExecutor as error:
            self.pending[future] = job
            self.rebuild(error)
        except Exception as error:
            name = type(error).__name__
            if name == "KilledWorker":  # after several tries on Dask workers
                self.give_up(job)
            elif isinstance(error, (ValueError, TypeError)) or job.tries >= self.retries:
                end = job.first + len(job.batch) - 1
                error.add_note(f"in inputs {job.first} to {end}, after {job.tries + 1} tries")
                raise
            else:
                self.again.append(job._replace(tries=job.tries + 1))
        return job, None, 0.0

    def next_future(self) -> Any:
        while True:
            try:
                future = self.done.get(timeout=1)
            except queue.Empty:
                self.pool.check()
                continue
            if future in self.pending:  # the futures of a broken executor are gone
                return future

    def rebuild(self, error: BaseException) -> None:
        """Requeues the jobs of a broken executor. A job that ran alone is at fault."""
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

    def give_up(self, job: Job) -> None:
        self.lost.append((job.first, len(job.batch)))
        self.order.remove(job.first)

    def adapt(self, count: int, seconds: float) -> None:
        """Sets the size of the next chunks to take `SECONDS`."""
        if self.is_auto:
            fitting = int(SECONDS * count / max(seconds, 1e-6))
            self.size = max(1, min(fitting, 4 * self.size, (self.size + fitting) // 2 + 1, MOST))

    def ready(self) -> Iterator[Chunk]:
        while self.held and (not self.ordered or self.order[0] in self.held):
            first = self.order[0] if self.ordered else next(iter(self.held))
            self.order.remove(first)
            yield self.held.pop(first)
