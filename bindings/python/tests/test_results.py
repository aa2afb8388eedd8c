"""Results as dictionaries, tables and drawings; the build of the package."""

import json
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

import outflank
from outflank import Engine, Game, Position, _cpu

PACKAGE = Path(outflank.__file__).parent


def test_results_are_dictionaries():
    engine = Engine(hash=1)
    report = engine.search("f5d6c3", depth=4, multi_pv=2)
    fields = json.loads(json.dumps(report.to_dict()))
    assert fields["best_move"] == report.best_move and fields["lines"][1]["rank"] == 2
    analysis = engine.analyse("f5d6c3", depth=2)
    fields = json.loads(json.dumps(analysis.to_dict()))
    assert Position.parse(fields["plies"][1]["position"]) == Game("f5").position
    assert fields["black"]["choices"] == analysis.black.choices
    assert outflank.Book().lookup(Position())[0].to_dict()["depth"] > 0
    assert Game("f5d6").to_dict()["moves"]


def test_reports_are_sequences_and_frames():
    engine = Engine(hash=1)
    report, analysis = engine.search("f5d6c3", depth=4, multi_pv=2), engine.analyse("f5d6", depth=2)
    assert len(report) == 2 and report[0].move == report.best_move and [*report] == report.lines
    assert len(analysis) == 3 and analysis[-1].played is None and len(analysis[:2]) == 2
    for library in ("pandas", "polars"):
        assert list(report.to_frame(library)["rank"]) == [1, 2]
        assert list(analysis.to_frame(library)["ply"]) == [0, 1, 2]


def test_boards_are_drawn():
    game = Game("f5d6")
    for drawing in (game._repr_svg_(), game.position._repr_svg_(), Position()._repr_svg_()):
        svg = xml.fromstring(drawing)
        discs = [c for c in svg.iter("{http://www.w3.org/2000/svg}circle") if c.get("r") == "17"]
        assert len(discs) in (4, 6) and "prefers-color-scheme:dark" in drawing
    # The last move d6 has a ring in column d, row 6.
    assert '<circle cx="160" cy="240" r="18"' in game._repr_svg_()
    game.black = "<ann>"
    assert "&lt;ann&gt;" in game._repr_html_() and "f5 d6" in game._repr_html_()
    engine = Engine(hash=1)
    report, analysis = engine.search(game, depth=2), engine.analyse(game, depth=2)
    assert report._repr_html_().count("<tr>") == len(report) + 1
    # No search has a bound, and each has a selectivity.
    assert "bound" not in report._repr_html_() and "<th>selectivity</th>" in report._repr_html_()
    # The totals of both sides are a second table.
    assert analysis._repr_html_().count("<tr>") == len(analysis) + 1 + 3
    assert "<td>0.00</td>" in analysis._repr_html_()
    assert "inaccuracies=0 mistakes=0 blunders=0>" in repr(analysis.black)


def test_the_build_is_reported():
    version, commit, weights, level = outflank.build
    assert version == outflank.__version__ and weights and level
    assert commit is None or len(commit) >= 7


def test_a_cpu_without_the_instructions_is_an_import_error(tmp_path):
    library = next(PACKAGE.glob("_outflank*"))
    assert _cpu.missing_features(str(library)) == []
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text("flags\t\t: fpu sse sse2 avx512f avx512_vbmi2 abm\n")
    other = tmp_path / "library"
    other.write_bytes(b"\0outflank needs: fxsr,sse2,avx512f,avx512vbmi2,lzcnt,avx2,bmi1\n\0")
    assert _cpu.missing_features(str(other), str(cpuinfo)) == ["avx2", "bmi1"]
    # A build for a CPU of the future refuses to load.
    copied = Path(shutil.copytree(PACKAGE, tmp_path / "outflank"))
    library = next(copied.glob("_outflank*"))
    data = library.read_bytes()
    start = data.index(_cpu.MARK) + len(_cpu.MARK)
    library.write_bytes(data[:start] + b"avx9," + data[start + 5 :])
    done = subprocess.run([sys.executable, "-c", "import outflank"], cwd=tmp_path, capture_output=True,
        text=True, check=False)
    assert "ImportError: this build of outflank needs a CPU with avx9" in done.stderr
    assert done.returncode == 1


def test_a_self_play_game_depends_on_seed_and_number():
    limits = {"depth": (1, 2), "exact": (4, 6)}
    games = [outflank.selfplay(seed, number, **limits) for seed in (1, 2) for number in (0, 1)]
    assert len({tuple(game.moves) for game in games}) == 4 and all(game.is_over() for game in games)
    assert outflank.selfplay(2, 1, **limits) == games[3]
    assert any(score is not None for score in games[0].scores)
    with pytest.raises(ValueError, match=r"invalid opening \(9, 8\): expected two integers in order, from 0 to 60"):
        outflank.selfplay(1, 0, opening=(9, 8))


def test_a_match_equals_that_of_the_program():
    # From: outflank match --a style:shallow-score --b style:edge --depth 1 --sprt 0 300 --json
    pairs, llr, interval = [1, 0, 9, 0, 5], -3.3512, (-8.1847, 94.9444, 218.2968)
    counts, points = [0] * 5, {"A": 2, None: 1, "B": 0}
    games = outflank.match_games("style:shallow-score", "style:edge", 0, 15, depth=1)
    assert [game.pair for game in games] == [pair for pair in range(15) for _ in range(2)]
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert (first.black, second.black) == ("A", "B")
        assert first.game.moves[:8] == second.game.moves[:8]
        counts[points[first.winner] + points[second.winner]] += 1
    assert counts == pairs and sum(game.winner == "A" for game in games) == 19
    sprt = outflank.Sprt(0, 300)
    assert sprt.llr(counts) == pytest.approx(llr, abs=1e-4) and sprt.verdict(counts) == "lower"
    assert sprt.bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert outflank.elo(counts) == pytest.approx(interval, abs=1e-4)
    # Any part of the match has the same games.
    again = outflank.match_games("style:shallow-score", "style:edge", 7, 2, depth=1)
    assert [game.game.moves for game in again] == [game.game.moves for game in games[14:18]]


@pytest.mark.parametrize("call, message", [
    (lambda: outflank.match_games("outflank --level 3", "style:edge", 0), "expected the path of the program"),
    (lambda: outflank.match_games("style:bold", "style:edge", 0), 'invalid Strategy "bold"'),
    (lambda: outflank.match_games("./no-such-program", "style:edge", 0), "no-such-program"),
    (lambda: outflank.match_games("style:edge", "style:edge", 0, plies=41), "expected 0 to 40 plies"),
    (lambda: outflank.Sprt(5, 0), "invalid hypotheses 5 and 0"),
    (lambda: outflank.Sprt(0, 5, alpha=0.5), "invalid error probabilities 0.5 and 0.05"),
])
def test_errors_say_what_was_expected(call, message):
    with pytest.raises(ValueError, match=message):
        call()
