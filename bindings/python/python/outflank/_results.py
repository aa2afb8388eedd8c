"""Results as named tuples, dictionaries, tables and drawings."""

import json
from collections.abc import Callable, Iterator
from html import escape
from importlib import import_module
from os import PathLike
from typing import Any, NamedTuple

from . import (
    SQUARES,
    AnalysedPly,
    Analysis,
    BookMove,
    Game,
    Line,
    Position,
    SearchInfo,
    SearchReport,
    SideSummary,
)


class Build(NamedTuple):
    """What this package was built from. The commit is None outside a clone."""

    version: str
    commit: str | None
    weights: str
    level: str


class Solutions(NamedTuple):
    """The results of `solve`: arrays with a value for each position.

    `scores` are in discs for the side to move, with empty squares counted for the winner; an estimate
    where `solved` is False, 0 without a search. `moves` are indices of `outflank.SQUARES`, `PASS` or
    `NO_MOVE`. With `wld`, only the sign of a score is proven.
    """

    scores: Any
    moves: Any
    solved: Any
    nodes: Any
    seconds: Any

    def to_frame(self, library: str = "pandas") -> Any:
        """A data frame of "pandas" or "polars", with a row for each position."""
        return _frame(self._asdict(), library)


class Positions(NamedTuple):
    """Positions as an array of uint64 of shape (n, 2), and their values in discs, NaN if unknown."""

    positions: Any
    scores: Any

    def to_frame(self, library: str = "pandas") -> Any:
        """A data frame of "pandas" or "polars", with a row for each position."""
        player, opponent = self.positions.T
        columns = {"player": player.copy(), "opponent": opponent.copy(), "score": self.scores}
        return _frame(columns, library)

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Writes a Parquet file, which `read_positions` reads. Needs pyarrow."""
        player, opponent = self.positions.T
        columns = {"player": player, "opponent": opponent, "score": self.scores}
        import_module("pyarrow.parquet").write_table(import_module("pyarrow").table(columns), path)


def read_parquet(path: PathLike[str]) -> Positions:
    """The positions in a Parquet file or a folder of such files, sorted by `index` if they have one."""
    table = import_module("pyarrow.parquet").read_table(path)
    if "index" in table.column_names:
        table = table.sort_by("index")
    numpy = import_module("numpy")
    positions = numpy.empty((len(table), 2), dtype=numpy.uint64)
    for column, name in enumerate(("player", "opponent")):
        if name not in table.column_names:
            raise ValueError(f'{path}: no column "{name}": expected player and opponent')
        positions[:, column] = table[name].to_numpy()
    scores = numpy.full(len(table), numpy.nan, dtype=numpy.float32)
    if "score" in table.column_names:
        scores[:] = table["score"].to_numpy()
    return Positions(positions, scores)


class MatchGame(NamedTuple):
    """A game of a match. `black` and `winner` are "A" or "B"; `winner` is None for a draw.

    `discs` is the result of A; None if the loser forfeited, for the reason `forfeit`.
    """

    pair: int
    black: str
    winner: str | None
    discs: int | None
    forfeit: str | None
    game: Game


def _frame(data: Any, library: str) -> Any:
    if library not in ("pandas", "polars"):
        raise ValueError(f'invalid library "{library}": expected pandas or polars')
    return import_module(library).DataFrame(data)


# --- dictionaries and tables ------------------------------------------------------------------

_FIELDS: dict[type, str] = {
    Line: "rank move score bound certainty selectivity depth pv book",
    SearchInfo: "line nodes time deepest_ply hash_full",
    SearchReport: "best_move score lines nodes time deepest_ply hash_full",
    AnalysedPly: "ply position played best score loss mark certainty selectivity pv nodes time",
    SideSummary: "choices lost average best inaccuracies mistakes blunders",
    Analysis: "plies left solved_from opening black white",
    BookMove: "move score certainty selectivity depth pv inside games",
}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, Position):
        return value.to_text("board")
    return value.to_dict() if type(value) in _FIELDS else value


def to_dict(self: Any) -> dict[str, Any]:
    """The fields by name, nested to plain values. Positions are texts that `Position.parse` reads."""
    return {name: _plain(getattr(self, name)) for name in _FIELDS[type(self)].split()}


def _game_dict(self: Game) -> dict[str, Any]:
    """The game as in the format "json"."""
    fields: dict[str, Any] = json.loads(self.to_text("json"))
    return fields


def to_frame(self: Any, library: str = "pandas") -> Any:
    """A data frame of "pandas" or "polars", with a row for each line or ply."""
    return _frame([row.to_dict() for row in self], library)


# --- drawings ---------------------------------------------------------------------------------

_STYLE = (
    ".outflank{font:14px sans-serif}.outflank .b{fill:#2e8b57;stroke:#1d5c39}.outflank .n{fill:#555}"
    "@media(prefers-color-scheme:dark){.outflank .b{fill:#256b45;stroke:#123422}.outflank .n{fill:#bbb}}"
)


def _squares(mask: int) -> Iterator[tuple[int, int]]:
    """The centres of the squares in `mask`."""
    return ((40 + square % 8 * 40, 40 + square // 8 * 40) for square in range(64) if mask >> square & 1)


def _board(position: Position, mark: str | None = None) -> str:
    """The board as SVG: a dot on each legal move, a ring around the square `mark`."""
    parts = ['<rect class="b" x="20" y="20" width="320" height="320"/>']
    parts += [
        f'<path class="b" d="M{at} 20V340M20 {at}H340"/>'
        f'<text class="n" x="{at + 20}" y="15" text-anchor="middle">{"abcdefgh"[at // 40]}</text>'
        f'<text class="n" x="10" y="{at + 25}" text-anchor="middle">{at // 40 + 1}</text>'
        for at in range(20, 340, 40)
    ]
    for mask, fill in ((position.black, "#111"), (position.white, "#fafafa")):
        parts += [f'<circle cx="{x}" cy="{y}" r="17" fill="{fill}"/>' for x, y in _squares(mask)]
    moves = sum(1 << SQUARES.index(move) for move in position.legal_moves() if move != "pass")
    dot = "#111" if position.side == "black" else "#fafafa"
    parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{dot}"/>' for x, y in _squares(moves)]
    for x, y in _squares(1 << SQUARES.index(mark) if mark in SQUARES else 0):
        parts.append(f'<circle cx="{x}" cy="{y}" r="18" fill="none" stroke="#e8a33d" stroke-width="3"/>')
    title = f"Othello board, {position.side} to move"
    return (
        f'<svg class="outflank" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 350 350" width="350" '
        f'height="350" role="img"><title>{title}</title><style>{_STYLE}</style>{"".join(parts)}</svg>'
    )


def _position_svg(self: Position) -> str:
    """The board as SVG, with the legal moves."""
    return _board(self)


def _game_svg(self: Game) -> str:
    """The last position as SVG, with the last move."""
    return _board(self.position, self.moves[-1] if self.moves else None)


def _table(rows: list[dict[str, Any]], text: str) -> str:
    """The columns named in `text`, without empty ones. Only scores have a sign."""

    def cell(name: str, value: Any) -> str:
        if isinstance(value, float):
            value = f"{value:+.2f}" if name == "score" else f"{value:.2f}"
        return "" if value is None else escape(" ".join(value) if isinstance(value, list) else str(value))

    names = [name for name in text.split() if any(row[name] is not None for row in rows)]
    head = "".join(f"<th>{name}</th>" for name in names)
    lines = ("".join(f"<td>{cell(name, row[name])}</td>" for name in names) for row in rows)
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _game_html(self: Game) -> str:
    """The last position and the moves."""
    names = f"{self.black or 'black'} – {self.white or 'white'}"
    return f"{_game_svg(self)}<p>{escape(names)}: {' '.join(self.moves)}</p>"


def _report_html(self: SearchReport) -> str:
    """The lines as a table."""
    table = _table([line.to_dict() for line in self.lines], "rank move score bound certainty selectivity depth pv")
    return f"{table}<p>{self.nodes} nodes in {self.time:.3f} s</p>"


def _analysis_html(self: Analysis) -> str:
    """The plies and the totals of each side as tables."""
    plies = _table([ply.to_dict() for ply in self.plies], "ply played score best loss mark")
    sides = [{"side": name, **getattr(self, name).to_dict()} for name in ("black", "white")]
    return plies + _table(sides, "side choices lost average best inaccuracies mistakes blunders")


def _add_sequence(cls: Any, items: Callable[[Any], list[Any]], name: str) -> None:
    """Makes `cls` a sequence of its `items`."""

    def length(self: Any) -> int:
        return len(items(self))

    def item(self: Any, index: Any) -> Any:
        return items(self)[index]

    def iterate(self: Any) -> Iterator[Any]:
        return iter(items(self))

    length.__doc__ = f"The number of {name}."
    cls.__len__, cls.__getitem__, cls.__iter__ = length, item, iterate


def add_methods() -> None:
    """Adds the methods above to the classes of the extension module, and sets the module of the others."""
    for public in (Build, MatchGame, Positions, Solutions):
        public.__module__ = "outflank"
    for cls in _FIELDS:
        setattr(cls, "to_dict", to_dict)
    for target, name, method in (
        (Game, "to_dict", _game_dict),
        (SearchReport, "to_frame", to_frame),
        (Analysis, "to_frame", to_frame),
        (Position, "_repr_svg_", _position_svg),
        (Game, "_repr_svg_", _game_svg),
        (Game, "_repr_html_", _game_html),
        (SearchReport, "_repr_html_", _report_html),
        (Analysis, "_repr_html_", _analysis_html),
    ):
        setattr(target, name, method)
    _add_sequence(Game, lambda game: game.moves, "moves")
    _add_sequence(SearchReport, lambda report: report.lines, "lines")
    _add_sequence(Analysis, lambda analysis: analysis.plies, "plies")
