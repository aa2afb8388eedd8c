"""The inputs of a stream, and its progress."""

import itertools
import sys
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

import outflank

Progress: TypeAlias = bool | Callable[[int, int | None, float | None], object]


class Input:
    """Takes batches from an array, a range or any iterable, in order."""

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


def words(batch: Any, first: int) -> Any:
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


class Reporter:
    """Reports progress to a function of done, total and seconds left; for True, to tqdm or stderr."""

    def __init__(self, progress: Progress | None, total: int | None):
        self.total, self.done, self.start, self.shown = total, 0, time.monotonic(), 0.0
        self.call, self.bar = progress if callable(progress) else None, None
        self.is_text = progress is True
        if progress is True:
            try:
                from tqdm.auto import tqdm  # type: ignore[import-untyped, import-not-found, unused-ignore]

                self.bar, self.is_text = tqdm(total=total), False
            except ImportError:
                pass

    def skip(self, count: int) -> None:
        """Excludes inputs known from an earlier run, which would distort the speed."""
        self.total = None if self.total is None else self.total - count

    def add(self, count: int) -> None:
        self.done += count
        passed = time.monotonic() - self.start
        left = None if self.total is None else passed / self.done * (self.total - self.done)
        if self.call:
            self.call(self.done, self.total, left)
        if self.bar is not None:
            self.bar.update(count)
        start, end, pause = ("\r", "\x1b[K", 1) if sys.stderr.isatty() else ("", "\n", 30)
        if self.is_text and (not self.shown or time.monotonic() > self.shown + pause):
            self.shown = time.monotonic()
            rest = "" if left is None else f" of {self.total}, {left:.0f} s left"
            print(f"{start}{self.done}{rest}", end=end, file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
        if self.is_text and self.shown and sys.stderr.isatty():
            print(file=sys.stderr)
