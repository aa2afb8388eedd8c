"""Othello (Reversi): rules, game records, and the engine Outflank.

Values are in discs for the side to move, results in discs for Black. Moves are squares such as
"f5", or "pass". Invalid input raises ValueError with the offending text and what was expected.
The functions over arrays (`evaluate`, `solve`, `legal_moves`) need NumPy.
"""

from . import _cpu

_cpu.check(__path__)

from ._outflank import (  # noqa: E402
    BUILD,
    FORMATS,
    NO_MOVE,
    PASS,
    SQUARES,
    AnalysedPly,
    Analysis,
    Book,
    BookMove,
    Engine,
    Game,
    Line,
    Position,
    Records,
    SearchInfo,
    SearchReport,
    SideSummary,
    Sprt,
    __version__,
    divide,
    elo,
    evaluate,
    legal_moves,
    match_games,
    perft,
    read_positions,
    selfplay,
    solve,
    write_records,
    write_wthor,
)
from ._results import Build, MatchGame, Positions, Solutions, add_methods  # noqa: E402

add_methods()

build = Build(*BUILD)
"""What this package was built from."""

__all__ = [
    "FORMATS",
    "NO_MOVE",
    "PASS",
    "SQUARES",
    "AnalysedPly",
    "Analysis",
    "Book",
    "BookMove",
    "Build",
    "Engine",
    "Game",
    "Line",
    "MatchGame",
    "Position",
    "Positions",
    "Records",
    "SearchInfo",
    "SearchReport",
    "SideSummary",
    "Solutions",
    "Sprt",
    "__version__",
    "build",
    "divide",
    "elo",
    "evaluate",
    "legal_moves",
    "match_games",
    "perft",
    "read_positions",
    "selfplay",
    "solve",
    "write_records",
    "write_wthor",
]
