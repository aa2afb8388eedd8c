"""Positions: rules, texts and errors."""

import copy
import pickle

import pytest

import outflank
from outflank import Position


def test_the_start():
    start = Position()
    assert start.legal_moves() == ["d3", "c4", "f5", "e6"]
    assert (start.player, start.opponent) == (start.black, start.white)
    assert (start.side, start.empty_count) == ("black", 60)
    assert start.player == sum(1 << outflank.SQUARES.index(name) for name in ("e4", "d5"))
    assert not start.is_over() and not start.must_pass() and start.result() is None


def test_playing_returns_a_new_position():
    start = Position()
    after = start.play("F5")
    assert start == Position() and after != start
    assert after.side == "white"
    assert start.flips("f5") == 1 << outflank.SQUARES.index("e5")
    assert after.player.bit_count() == 1 and after.opponent.bit_count() == 4


def test_a_pass_must_be_played():
    # X O . with White to move: only Black can move.
    position = Position(0b10, 0b01, "white")
    assert position.must_pass() and position.legal_moves() == ["pass"]
    assert position.flips("pass") == 0
    after = position.play("pass")
    assert after.legal_moves() == ["c1"]
    end = after.play("c1")
    assert end.is_over() and end.legal_moves() == []
    assert end.result() == 64 and end.evaluate() == -64.0


@pytest.mark.parametrize("format", ["board", "fen", "obf", "position", "pgn", "ggf", "json"])
def test_texts_read_back(format):
    position = outflank.Game("f5d6c3d3c4").position
    assert Position.parse(position.to_text(format)) == position
    assert Position.parse(str(position)) == position


def test_positions_are_values():
    position = Position().play("f5")
    assert eval(repr(position), vars(outflank)) == position
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(position, protocol)) == position
    assert copy.copy(position) == copy.deepcopy(position) == position
    assert len({position, Position().play("f5"), Position()}) == 2
    assert position.canonical() == Position().play("d3").canonical()
    with pytest.raises(AttributeError):
        position.side = "black"


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: Position().play("a1"), 'illegal move "a1": a1 flips nothing for black'),
        (lambda: Position().play("pass"), 'illegal move "pass": black has a move and may not pass'),
        (lambda: Position().play("z9"), 'invalid move "z9": expected a square a1-h8 or pass'),
        (lambda: Position().flips("d4"), 'illegal move "d4": d4 is taken'),
        (lambda: Position(3, 1), "0x0000000000000001 share a1: expected no square with both"),
        (lambda: Position(-1, 0), "-1: expected 0 to 2\\*\\*64 - 1"),
        (lambda: Position(10**5000), r"0x31e2.*\.\.: expected 0 to 2\*\*64 - 1"),
        (lambda: Position().play("x" * 5000), f'^invalid move "{"x" * 40}..": expected'),
        (lambda: Position(1, 2, "x" * 5000), f'^invalid side "{"x" * 40}..": expected'),
        (lambda: Position(1, 2, "red"), 'invalid side "red": expected black or white'),
        (lambda: Position.parse("hello"), '1:1: invalid record "hello": expected moves'),
        (lambda: Position().to_text("png"), 'invalid format "png": expected transcript'),
        (lambda: Position().to_text("transcript"), "cannot hold a game without moves"),
    ],
)
def test_errors_quote_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_wrong_types_raise_type_errors():
    for call in (Position().play, Position().flips, outflank.Game().play):
        with pytest.raises(TypeError, match='NoneType: expected a str such as "f5"') as error:
            call(None)
        assert not hasattr(error.value, "__notes__")
