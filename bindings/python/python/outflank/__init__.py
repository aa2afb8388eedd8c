"""Othello (Reversi): rules, game records, and the engine Outflank.

Values are in discs for the side to move, results in discs for Black. Moves are squares such as
"f5", or "pass". Invalid input raises ValueError with the offending text and what was expected.
The functions over arrays (`evaluate`, `solve`, `legal_moves`) need NumPy.
"""

from ._outflank import (
    FORMATS,
    NO_MOVE,
    PASS,
    SQUARES,
    AnalysedPly,
    Analysis,
    Engine,
    Game,
    Line,
    Position,
    Records,
    SearchInfo,
    SearchReport,
    SideSummary,
    __version__,
    divide,
    evaluate,
    legal_moves,
    perft,
    solve,
    write_records,
    write_wthor,
)

__all__ = [
    "FORMATS",
    "NO_MOVE",
    "PASS",
    "SQUARES",
    "AnalysedPly",
    "Analysis",
    "Engine",
    "Game",
    "Line",
    "Position",
    "Records",
    "SearchInfo",
    "SearchReport",
    "SideSummary",
    "__version__",
    "divide",
    "evaluate",
    "legal_moves",
    "perft",
    "solve",
    "write_records",
    "write_wthor",
]
