"""The results of a stream in files."""

import json
import os
import time
import zlib
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ._inputs import Input


class Dataset:
    """A folder of Parquet files, for one driver at a time. Needs pyarrow.

    The metadata of a file list its chunks: first input, number of inputs and their checksum.
    """

    ROWS, SECONDS = 1_000_000, 30.0  # limits of a file: rows, and time since the last file

    def __init__(self, folder: Any, settings: dict[str, Any], columns: Callable[[Any, Any], Any]):
        import pyarrow as arrow  # type: ignore[import-untyped, import-not-found, unused-ignore]
        import pyarrow.parquet as parquet  # type: ignore[import-untyped, import-not-found, unused-ignore]

        self.arrow, self.parquet, self.columns = arrow, parquet, columns
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = _lock(self.folder / "_lock")
        self.waiting: list[tuple[list[int], Any]] = []
        self.rows, self.since = 0, time.monotonic()
        try:
            path, text = self.folder / "_settings.json", json.dumps(settings, sort_keys=True)
            if path.exists() and path.read_text() != text:
                found = path.read_text()
                raise ValueError(f"{folder} has results of {found}: expected {text}; use a new folder")
            _write(path, lambda partial: partial.write_text(text))
            self.known: dict[int, list[int]] = {}
            for part in sorted(self.folder.glob("part-*")):
                if part.suffix == ".partial":  # an interrupted write
                    part.unlink()
                    continue
                chunks = json.loads(parquet.read_schema(part).metadata[b"outflank chunks"])
                self.known.update((chunk[0], chunk) for chunk in chunks)
        except BaseException:
            self.lock.close()
            raise
        self.firsts = deque(sorted(self.known))

    def skip(self, source: Input, size: int) -> tuple[int, int]:
        """Skips the next inputs if they are known. Returns their number, and the number to take next."""
        while self.firsts and self.firsts[0] < source.at:
            self.firsts.popleft()
        if not self.firsts or self.firsts[0] != source.at:
            return 0, min(size, self.firsts[0] - source.at) if self.firsts else size
        first, count, checksum = self.known[self.firsts.popleft()]
        if checksum_of(source.take(count)) != checksum:
            raise ValueError(
                f"{self.folder} has results of other inputs {first} to {first + count - 1}: "
                "expected the same inputs; use a new folder"
            )
        return count, size

    def read(self) -> list[dict[str, Any]]:
        """The rows of all files, in no order."""
        tables = (self.parquet.read_table(part) for part in self.folder.glob("part-*.parquet"))
        return [row for table in tables for row in table.to_pylist()]

    def put(self, first: int, batch: Any, results: Any) -> None:
        columns = {"index": np.arange(first, first + len(batch)), **self.columns(batch, results)}
        self.waiting.append(([first, len(batch), checksum_of(batch)], self.arrow.table(columns)))
        self.rows += len(batch)
        if self.rows >= self.ROWS or time.monotonic() >= self.since + self.SECONDS:
            self.flush()

    def flush(self) -> None:
        """Writes the waiting results to one file."""
        if self.waiting:
            chunks = [chunk for chunk, _ in self.waiting]
            table = self.arrow.concat_tables([table for _, table in self.waiting])
            table = table.replace_schema_metadata({"outflank chunks": json.dumps(chunks)})
            part = self.folder / f"part-{chunks[0][0]:012}-{time.time_ns():x}.parquet"
            _write(part, lambda file: self.parquet.write_table(table, file, compression="zstd"))
        self.waiting, self.rows, self.since = [], 0, time.monotonic()

    def close(self) -> None:
        self.flush()
        self.lock.close()


def _write(path: Path, write: Callable[[Path], object]) -> None:
    """Writes a file atomically."""
    partial = path.with_suffix(".partial")
    write(partial)
    os.replace(partial, path)


def checksum_of(batch: Any) -> int:
    return zlib.crc32(batch.tobytes() if isinstance(batch, np.ndarray) else repr(batch).encode())


def _lock(path: Path) -> Any:
    """The locked file. Closing it or the end of the process releases the lock."""
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
