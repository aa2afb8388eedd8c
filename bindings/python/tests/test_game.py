"""Games and files of games."""

import copy
import inspect
import pickle
import subprocess
import sys

import pytest

import outflank
from outflank import Game, Position, Records


def test_moves_can_be_played_and_undone():
    game = Game()
    for move in ("f5", "d6", "c3"):
        game.play(move)
    assert game.moves == ["f5", "d6", "c3"]
    assert game == Game("f5d6c3") == Game.parse("1. F5 d6 2. c3")
    assert game.undo() == "c3"
    assert game.moves == ["f5", "d6"] and game.position.side == "black"
    assert [game.undo(), game.undo(), game.undo()] == ["d6", "f5", None]
    assert game.at(0) == Game()


def test_forced_passes_are_played_automatically():
    start = Position(0b10, 0b01, "white")
    game = Game(start=start)
    game.play("c1")
    assert game.moves == ["pass", "c1"] and game.start == start
    assert game.is_over() and game.result() == 64
    assert len(game.positions()) == 3 and game.positions()[-1] == game.position


@pytest.mark.parametrize("format", outflank.FORMATS)
def test_every_format_is_written_and_read(format):
    game = Game("f5d6c3d3c4")
    game.black, game.white, game.event = "ann", "bob", "Cup"
    data = outflank.write_records([game, game], format)
    found = list(Records(data))
    assert len(found) == 2
    lost = game.lost_in(format)
    assert (found[0].moves == game.moves) == ("moves" not in lost)
    if format == "wthor":  # the names are in other files
        with pytest.raises(ValueError, match="wthor is binary"):
            game.to_text(format)
    else:
        assert (found[0].black == "ann") == ("players" not in lost)
        assert Game.parse(game.to_text(format)).position == game.position


def test_wthor_files_have_names():
    game = Game("f5d6c3d3c4")
    game.black, game.white, game.event = "ann", "bob", "Cup"
    games, players, tournaments = outflank.write_wthor([game])
    (found,) = Records(games, names=[players, tournaments])
    assert (found.black, found.white, found.event) == ("ann", "bob", "Cup")
    with pytest.raises(ValueError, match="found 3"):
        Records(games, names=[b"bad"])


def test_records_continue_after_a_bad_one():
    records = Records(b"f5d6\nf5d3\nf5f6\n")
    assert next(records).moves == ["f5", "d6"]
    with pytest.raises(ValueError, match='2:3: move 2, "d3", is illegal'):
        next(records)
    assert [game.moves for game in records] == [["f5", "f6"]]


def test_the_data_of_a_game():
    text = "e6f4e3f6g5d6e7f5c5 % a comment"
    game = Game.parse(text)
    assert game.comment == "a comment" and game.opening == "Perpendicular"
    stated = Game.parse('[Black "ann"] [Result "0-64"] 1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5')
    assert stated.stated_result == "0-64"
    with pytest.raises(ValueError, match='invalid result "0-64": expected .*black wins by 64'):
        stated.check_result()
    stated.undo()
    assert stated.stated_result is None
    stated.check_result()


def test_games_can_be_copied_and_pickled():
    game = Game("f5d6c3")
    game.black, game.comment = "ann", "why"
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game and other is not game
        other.play("d3")
        assert game.moves == ["f5", "d6", "c3"] != other.moves
    assert eval(repr(game), vars(outflank)).moves == game.moves


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: Game("f5d3"), 'move 2, "d3", is illegal: d3 flips nothing for white'),
        (lambda: Game().play("i9"), 'invalid move "i9"'),
        (lambda: Game("f5").at(2), "invalid plies 2: expected 0 to 1"),
        (lambda: Game("f5").at(-1), "-1: expected 0 to"),
        (lambda: Game.parse("f5 f6\nd6"), "after the record"),
        (lambda: Game.parse(""), "no record found"),
        (lambda: outflank.write_records([Game()], "transcript"), "game without moves"),
        (lambda: outflank.write_records([], "doc"), 'invalid format "doc": expected'),
    ],
)
def test_errors_quote_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_wrong_types_raise_type_errors():
    with pytest.raises(TypeError, match="^int: expected a str, bytes or a Path"):
        Records(5)
    with pytest.raises(TypeError, match="^str: expected the bytes of a .jou or .trn file"):
        Records(b"", names=["abc"])
    with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
        Records("\ud800")


def test_file_names_must_be_path_objects(tmp_path, monkeypatch):
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nf5f6\n")
    assert [len(game) for game in Records(path)] == [3, 2]
    with pytest.raises(ValueError, match=r'is the name of a file: expected its contents, or pathlib.Path'):
        Records(str(path))
    with pytest.raises(FileNotFoundError, match="none.txt"):
        Records(tmp_path / "none.txt")
    assert list(Records("f5d6c3"))[0].moves == ["f5", "d6", "c3"]


def test_positions_are_read_into_arrays(tmp_path):
    import numpy as np

    path = tmp_path / "boards.obf"
    endgame = "-XO--OOOOXX--XOO-XOX-XOOOXOXXXXOOOXXXXOOOXOOOOOOXXXXXXXXXXXXXXX- X"
    path.write_text(f"{endgame}; A3:-8; D1:-12;\n{Position().to_text('obf')}\n")
    positions, scores = outflank.read_positions(path)
    first = Position.parse(endgame)
    assert positions.tolist() == [[first.player, first.opponent], [Position().player, Position().opponent]]
    assert scores[0] == -8 and np.isnan(scores[1])
    assert outflank.solve(positions[:1]).scores[0] == -8
    assert list(outflank.read_positions(path).to_frame("pandas").columns) == ["player", "opponent", "score"]
    path.write_text("e6f4e3f6g5d6e7f5c5\n")
    every = outflank.read_positions(path, every_ply=True)
    assert len(every.positions) == 9 and every.scores.tolist()[:2] == [64, -64]
    path.write_text("f5d6\nf5d3\n")
    with pytest.raises(ValueError, match='2:3: move 2, "d3", is illegal'):
        outflank.read_positions(path)


def test_a_game_is_a_sequence_of_moves():
    game = Game("f5d6c3")
    assert (len(game), list(game), game[0], game[-1], game[1:]) == (
        3, ["f5", "d6", "c3"], "f5", "c3", ["d6", "c3"])
    with pytest.raises(IndexError):
        game[3]
    assert game.scores == [None] * 3
    assert Game.parse(game.to_text("json")).to_dict() == game.to_dict()


def test_records_accept_any_buffer():
    for data in (b"f5d6", bytearray(b"f5d6"), memoryview(b"f5d6")):
        assert [game.moves for game in Records(data)] == [["f5", "d6"]]


def test_a_false_length_of_written_data_is_harmless():
    class Games(list):
        def __len__(self):
            return sys.maxsize

    games = Games([Game("f5d6")] * 2)
    assert outflank.write_records(games, "transcript") == b"f5d6\nf5d6\n"
    games, players, tournaments = outflank.write_wthor(games)
    assert len(list(Records(games, names=Games([players, tournaments])))) == 2
    with pytest.raises(TypeError, match="'str' object is not an instance of 'Game'"):
        outflank.write_records(["f5"], "transcript")


def test_signatures_show_the_defaults():
    assert str(inspect.signature(Records)) == "(data, *, names=())"


LITTLE_MEMORY = """
import resource

import outflank

MIB = 1 << 20
game = outflank.Game("f5d6")
game.comment = "a" * MIB
data = bytes(128 * MIB)


def limited(mib, call):
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + mib * MIB, resource.RLIM_INFINITY))
    try:
        call()
    except MemoryError as error:
        print(error)
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


limited(1, lambda: outflank.perft(outflank.Position(), 1))
limited(64, lambda: outflank.Records(data))
limited(64, lambda: outflank.write_records([game] * 128, "transcript"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as on Linux")
def test_too_little_memory_is_an_error():
    command = [sys.executable, "-c", LITTLE_MEMORY]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    thread, records, written = done.stdout.splitlines()
    assert thread.startswith("cannot start a thread: ")
    assert records == f"no memory for {128 << 20} values: try fewer at a time"
    assert "memory" in written
