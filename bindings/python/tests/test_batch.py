"""Functions over arrays."""

import random
import subprocess
import sys
import threading

import numpy as np
import pytest

import outflank
from outflank import Position


def positions(games, most_empties=60):
    """The positions of random games."""
    choice = random.Random(1).choice
    found = []
    for _ in range(games):
        game = outflank.Game()
        while not game.is_over():
            game.play(choice(game.position.legal_moves()))
        found += [p for p in game.positions() if p.empty_count <= most_empties]
    return found


def array(of):
    return np.array([(position.player, position.opponent) for position in of], dtype=np.uint64)


def mask(position):
    moves = position.legal_moves()
    return sum(1 << outflank.SQUARES.index(move) for move in moves if move != "pass")


@pytest.mark.parametrize("threads", [None, 1, 3])
def test_batches_equal_single_positions(threads):
    some = positions(100)
    moves = outflank.legal_moves(array(some), threads=threads)
    assert moves.dtype == np.uint64 and moves.tolist() == [mask(position) for position in some]
    scores = outflank.evaluate(array(some), threads=threads)
    assert scores.dtype == np.float32
    np.testing.assert_allclose(scores, [position.evaluate() for position in some], atol=1e-5)


def test_solutions_equal_those_of_the_engine():
    some = positions(5, most_empties=9)
    scores, moves, solved, nodes, seconds = outflank.solve(array(some), threads=2, hash=1)
    assert solved.all() and solved.dtype == bool and nodes.dtype == np.uint64
    assert seconds.dtype == np.float32 and (seconds >= 0).all()
    assert scores.dtype == moves.dtype == np.int8
    engine = outflank.Engine(hash=1)
    for position, score, move in zip(some, scores, moves, strict=True):
        report = engine.solve(position)
        assert report.score == score
        names = {outflank.PASS: "pass", outflank.NO_MOVE: None}
        name = names[int(move)] if move < 0 else outflank.SQUARES[move]
        assert (name is None) == position.is_over()
        assert name is None or -engine.solve(position.play(name)).score == score


def test_limits_and_stops_leave_positions_unsolved():
    some = array([p for p in positions(2) if 28 <= p.empty_count <= 30])
    limited = outflank.solve(some, nodes=1000, hash=1)
    assert not limited.solved.any() and (limited.nodes > 0).all()
    easy = array(positions(20, most_empties=10))
    exact, wld = outflank.solve(easy, hash=1), outflank.solve(easy, hash=1, wld=True)
    assert wld.solved.all() and (np.sign(wld.scores) == np.sign(exact.scores)).all()
    assert wld.nodes.sum() < exact.nodes.sum()
    stop = threading.Event()
    stop.set()
    rest = outflank.solve(some, stop=stop)
    assert not rest.solved.any() and not rest.nodes.any() and (rest.moves == outflank.NO_MOVE).all()
    assert np.isnan(outflank.evaluate(some, stop=stop)).all()


def test_progress_is_reported_and_can_stop():
    told, stop = [], threading.Event()
    easy = array(positions(5, most_empties=10))
    outflank.solve(easy, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (len(easy), len(easy)) and told == sorted(told)

    def enough(done, total):
        stop.set()

    hard = array([p for p in positions(1) if p.empty_count == 50])
    assert not outflank.solve(hard, stop=stop, progress=enough).solved.any()
    with pytest.raises(ZeroDivisionError):
        outflank.solve(hard, progress=lambda done, total: 1 / 0)


def test_results_convert_to_frames():
    solutions = outflank.solve(array(positions(1, most_empties=6)))
    for library in ("pandas", "polars"):
        frame = solutions.to_frame(library)
        assert list(frame.columns) == ["scores", "moves", "solved", "nodes", "seconds"]
        assert len(frame) == len(solutions.scores)
    with pytest.raises(ValueError, match='invalid library "excel": expected pandas or polars'):
        solutions.to_frame("excel")


def test_positions_are_written_to_parquet(tmp_path):
    some = array(positions(1))
    kept = outflank.Positions(some, outflank.evaluate(some))
    kept.to_parquet(tmp_path / "some.parquet")
    read = outflank.read_positions(tmp_path / "some.parquet")
    assert (read.positions == some).all() and (read.scores == kept.scores).all()
    assert (outflank.read_positions(tmp_path).positions == some).all()
    kept.to_frame()[["player"]].to_parquet(tmp_path / "half.parquet")
    with pytest.raises(ValueError, match='half.parquet: no column "opponent": expected player and opponent'):
        outflank.read_positions(tmp_path / "half.parquet")
    with pytest.raises(FileNotFoundError):
        outflank.read_positions(tmp_path / "none.parquet")


def test_arrays_may_have_any_layout():
    some = array(positions(2))
    expected = outflank.legal_moves(some).tolist()
    assert outflank.legal_moves(np.asfortranarray(some)).tolist() == expected
    assert outflank.legal_moves(np.repeat(some, 2, axis=0)[::2]).tolist() == expected
    assert outflank.legal_moves(some[::-1]).tolist() == expected[::-1]
    some.setflags(write=False)
    assert outflank.legal_moves(some).tolist() == expected
    shifted = np.frombuffer(b"1234" + some.tobytes(), dtype=np.uint64, offset=4).reshape(-1, 2)
    packed = np.zeros(len(some), dtype=[("id", "u1"), ("position", "u8", 2)])
    packed["position"] = some
    for misaligned in (shifted, packed["position"]):
        assert not misaligned.flags.aligned
        assert outflank.legal_moves(misaligned).tolist() == expected
    nothing = np.empty((0, 2), dtype=np.uint64)
    assert outflank.evaluate(nothing).shape == (0,)
    assert [part.shape for part in outflank.solve(nothing)] == [(0,)] * 5


@pytest.mark.parametrize(
    "bad, message",
    [
        (np.zeros((3, 2)), r"found an array of float64 of shape \(3, 2\)"),
        (np.zeros((3, 3), dtype=np.uint64), r"of shape \(3, 3\): expected .* \(n, 2\)"),
        (np.zeros(2, dtype=np.uint64), r"of shape \(2,\)"),
        (np.zeros((3, 2), dtype=np.dtype("u8").newbyteorder()), r"array of [<>]u8 of shape \(3, 2\)"),
        (
            np.zeros(3, dtype=[("id", "u1"), ("position", ">u8", 2)])["position"],
            r"found an array of >u8 of shape \(3, 2\)",
        ),
        ([(1, 2)], "found list: expected an array of uint64"),
        (np.array([(1, 2), (3, 1)], dtype=np.uint64), r"positions\[1\]: player 0x0000000000000003"),
    ],
)
def test_errors_quote_the_input(bad, message):
    for function in (outflank.evaluate, outflank.legal_moves, outflank.solve):
        with pytest.raises(ValueError, match=message):
            function(bad)


def test_zero_threads_are_refused():
    for threads in (0, -1, -10**5000):
        with pytest.raises(ValueError, match=r"threads (0|-1|-0x.*): expected 1 to 2\*\*\d\d - 1"):
            outflank.evaluate(array([Position()]), threads=threads)
    with pytest.raises(ValueError, match='invalid Hash "0"'):
        outflank.solve(array([Position()]), hash=0)


LITTLE_MEMORY = """
import resource

import numpy as np

import outflank

MIB = 1 << 20
positions = np.zeros((8 * MIB, 2), dtype=np.uint64)  # 128 MiB, and as much for each copy
outflank.legal_moves(positions[:1])
for function in (outflank.legal_moves, outflank.evaluate, outflank.solve):
    for allowed in (64, 192):  # too little for the first copy, and for the second
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + allowed * MIB, resource.RLIM_INFINITY))
        try:
            function(positions)
        except MemoryError as error:
            print(error)
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as on Linux")
def test_too_many_positions_are_a_memory_error():
    command = [sys.executable, "-c", LITTLE_MEMORY]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    words, positions = ("no memory for %d values: try fewer at a time" % (n << 20) for n in (16, 8))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [words, positions] * 3
