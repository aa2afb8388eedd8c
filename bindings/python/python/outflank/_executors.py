"""Executors for the tasks of a stream: threads, processes, any other executor, or Dask."""

import os
import socket
import tempfile
import time
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from typing import Any

import outflank

Task = Callable[..., Any]  # (batch, options, stop) -> results

_stopped: set[str] = set()  # names of the stops set in this process


class Stop:
    """Ends the tasks of a stream: on this machine by a file, on Dask workers by its name.

    Tasks poll it about 20 times a second. Terminating a worker could cut its answer short, and
    `ProcessPoolExecutor` would wait forever for the rest.
    """

    def __init__(self) -> None:
        self.name = str(Path(tempfile.gettempdir(), f"outflank-stop-{uuid.uuid4().hex}"))

    def is_set(self) -> bool:
        return self.name in _stopped or os.path.exists(self.name)


def timed(
    task: Task, batch: Any, options: dict[str, Any], build: Iterable[Any], stop: Stop
) -> tuple[Any, float]:
    """Runs a task on a worker. Returns its results and its seconds. Refuses another build."""
    if tuple(build) != outflank.build[:3]:
        raise ValueError(f"{socket.gethostname()} has outflank {outflank.build[:3]}: expected {build}")
    start = time.monotonic()
    return task(batch, options, stop), time.monotonic() - start


class Pool:
    """An executor, how to rebuild it, and its number of workers.

    `executor` is None for threads, an `Executor`, a function that makes one, or a Dask client.
    """

    def __init__(self, executor: Any):
        self.stop = Stop()
        self.client = executor if hasattr(executor, "get_executor") else None
        self.make: Callable[[], Executor] | None = None
        if executor is None:
            has_affinity = hasattr(os, "sched_getaffinity")
            threads = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count()
            self.make = lambda: ThreadPoolExecutor(threads)
        elif self.client is None and not isinstance(executor, Executor):
            self.make = executor
        self.executor: Any = self.make() if self.make else executor
        self.counted = (0.0, 0)

    def submit(self, task: Task, batch: Any, options: dict[str, Any]) -> Any:
        # The futures of `Client.get_executor` never end if a worker dies with a result and its task then
        # fails. Those of the client do.
        submit = partial(self.client.submit, pure=False) if self.client else self.executor.submit
        return submit(timed, task, batch, options, outflank.build[:3], self.stop)

    def workers(self) -> int:
        """The number of threads of all workers. Counts again from time to time: a Dask cluster may grow."""
        if self.client is None:
            return getattr(self.executor, "_max_workers", None) or os.cpu_count() or 1
        if time.monotonic() > self.counted[0] + 5 or not self.counted[1]:
            self.counted = (time.monotonic(), sum(self.client.nthreads().values()))
        return max(1, self.counted[1])

    def check(self) -> None:
        """Breaks a process pool that waits for the rest of an answer from a dead worker."""
        processes = list((getattr(self.executor, "_processes", None) or {}).values())
        if any(process.exitcode for process in processes):
            for process in processes:
                process.kill()
            self.executor._result_queue._writer.close()

    def rebuild(self, error: BaseException) -> None:
        if self.make is None:
            error.add_note("to continue after this, pass a function that makes the executor")
            raise error
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self.make()

    def close(self, pending: Iterable[Any]) -> None:
        """Stops the tasks of the `pending` futures. Shuts down an executor that the pool has made."""
        pending = list(pending)
        for future in pending:
            future.cancel()
        if pending:
            _stopped.add(self.stop.name)
            if self.client:
                self.client.run(_stopped_on_worker, self.stop.name, on_error="ignore")
            else:
                Path(self.stop.name).touch()
                if not self.make:
                    wait(pending, timeout=1)  # tasks on other machines do not see the file and may run longer
        if self.make:
            self.executor.shutdown(wait=True, cancel_futures=True)
        Path(self.stop.name).unlink(missing_ok=True)


def _stopped_on_worker(name: str) -> None:
    _stopped.add(name)
