"""Distributed work: each input has one result, equal on every executor."""

import itertools
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import distributed as dask
import numpy as np
import pyarrow.parquet as parquet
import pytest

import outflank
from outflank import Game, Position, _stream
from outflank import distributed as work

processes = partial(ProcessPoolExecutor, 2, mp_context=multiprocessing.get_context("forkserver"))


def random_positions(count, empties):
    draw, words = random.Random(1), []
    while len(words) < count:
        game = Game()
        while game.position.empty_count > empties and not game.is_over():
            game.play(draw.choice(game.position.legal_moves()))
        if not game.is_over():
            words.append((game.position.player, game.position.opponent))
    return np.array(words, dtype=np.uint64)


@pytest.fixture(scope="module")
def positions():
    return random_positions(400, 11)


@pytest.fixture(scope="module")
def client():
    with dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:
        with dask.Client(cluster) as client:
            yield client


@pytest.fixture(params=["threads", "pool", "processes", "dask"])
def executor(request):
    """None, a given executor, a function that makes one, and a Dask client."""
    kinds = {"threads": lambda: None, "pool": lambda: ThreadPoolExecutor(2), "processes": lambda: processes}
    return request.getfixturevalue("client") if request.param == "dask" else kinds[request.param]()


def check(chunks, positions):
    """Asserts one result for each position, with its score."""
    expected, seen = outflank.solve(positions).scores, np.zeros(len(positions), int)
    for first, solutions in chunks:
        rows = slice(first, first + len(solutions.scores))
        seen[rows] += 1
        assert solutions.solved.all() and (solutions.scores == expected[rows]).all()
    assert (seen == 1).all(), (seen != 1).nonzero()


# From: outflank book work --level 3
JOBS = [
    '{"position":"8/8/3O4/2XOX3/3OO3/3O4/8/8 X"}\n',
    '{"position":"8/8/3X4/3XX3/2OOO3/8/8/8 X","without":["d6"]}\n',
]
OUTSIDE = '"outside":{"move":"e6","score":%s,"certainty":"selective","selectivity":87,"depth":3}}'
FOUND = [
    job.rstrip("}\n") + "," + OUTSIDE % score for job, score in zip(JOBS, ("0.6", "-2.12"), strict=True)
]


@pytest.mark.parametrize("ordered", [False, True])
def test_every_executor_solves(executor, ordered, positions):
    chunks = list(work.map_solve(positions, executor=executor, chunk=50, ordered=ordered))
    check(chunks, positions)
    if ordered:
        assert [chunk.first for chunk in chunks] == list(range(0, 400, 50))


def test_games_and_scores_are_equal_on_every_executor(executor, positions):
    short = {"depth": (1, 2), "exact": (4, 6)}
    games = list(work.iter_selfplay(6, seed=3, executor=executor, **short))
    assert games == [outflank.selfplay(3, number, **short) for number in range(6)]
    match = work.play_match("style:shallow-score", "style:edge", depth=1, executor=executor,
        sprt=outflank.Sprt(0, 300))
    # The counts, the ratio and the end equal those of the program (see test_results.py).
    last = list(match)[-1]
    assert (last.pairs, last.verdict) == ((1, 0, 9, 0, 5), "lower")
    assert last.llr == pytest.approx(-3.3512, abs=1e-4)
    assert last.elo == pytest.approx((-8.1847, 94.9444, 218.2968), abs=1e-4)
    found = list(work.map_analyse(["f5d6c3", Game("f5f6")], executor=executor, depth=4, hash=1))
    direct = [outflank.Engine(hash=1).analyse(game, depth=4) for game in ("f5d6c3", "f5f6")]
    assert [[ply.score for ply in one] for one in found] == [[ply.score for ply in one] for one in direct]
    values = [chunk.results for chunk in work.map_evaluate(positions, executor=executor, ordered=True, chunk=100)]
    assert (np.concatenate(values) == outflank.evaluate(positions)).all()
    assert list(work.map_book(JOBS, executor=executor, level=3, hash=1)) == FOUND


@pytest.mark.parametrize("ordered", [False, True])
def test_an_endless_input_is_read_only_up_to_the_backlog(ordered, positions):
    read = itertools.count()
    endless = (Position(*map(int, positions[next(read) % 400])) for _ in itertools.count())
    results = work.map_solve(endless, executor=ThreadPoolExecutor(2), chunk=5, backlog=6, ordered=ordered)
    for taken in range(1, 20):
        next(results)
        assert next(read) <= (taken + 6) * 5 + taken
    results.close()


def test_a_chunk_takes_about_the_set_time(monkeypatch):
    monkeypatch.setattr(_stream, "SECONDS", 0.2)
    positions = random_positions(300, 12)
    chunks = list(work.map_solve(positions, executor=ThreadPoolExecutor(1), ordered=True))
    check(chunks, positions)
    sizes = {len(chunk.results.scores) for chunk in chunks[:-1]}
    assert 4 in sizes and len(sizes) > 1


def test_progress_has_the_time_left(positions, capsys):
    told = []
    list(work.map_solve(positions, chunk=100, progress=lambda *values: told.append(values)))
    assert [done for done, _, _ in told] == [100, 200, 300, 400]
    assert told[-1][1:] == (400, 0.0) and all(left > 0 for _, _, left in told[:-1])
    list(work.map_solve(iter(positions), chunk=400, progress=lambda *values: told.append(values)))
    assert told[-1] == (400, None, None)
    list(work.map_solve(positions, chunk=100, progress=True))
    assert "400" in capsys.readouterr().err


def test_a_limit_gives_up():
    [chunk] = work.map_solve(random_positions(3, 30), nodes=1000, chunk=3)
    assert not chunk.results.solved.any()


def test_bad_input_is_quoted(positions):
    bad = positions.copy()
    bad[42] = 1, 1
    with pytest.raises(ValueError, match="position 42: player 0x.*1 and opponent .* share a square"):
        list(work.map_solve(bad, chunk=10))
    with pytest.raises(ValueError, match="d3 flips nothing") as caught:
        list(work.map_solve(["f5d6", "f5d3"]))
    assert caught.value.__notes__ == ["position 1"]
    with pytest.raises(ValueError, match="invalid depth") as caught:
        list(work.map_analyse(["f5d6"], depth=0))
    assert "in inputs 0 to 0, after 1 tries" in caught.value.__notes__
    with pytest.raises(ValueError, match="no move to search"):
        list(work.map_book(['{"position":"8/8/8/3OX3/3XO3/8/8/8 X","without":["d3","c4","f5","e6"]}']))
    with pytest.raises(ValueError, match='invalid chunk 0: expected "auto" or an integer from 1'):
        list(work.map_solve(positions, chunk=0))


def fail_twice(batch, options, stop):
    """A task that fails with an error of the system."""
    folder = Path(options["folder"])
    tries = len(list(folder.iterdir()))
    (folder / str(tries)).touch()
    if tries < options["faults"]:
        raise OSError("no room")
    return list(batch)


@pytest.mark.parametrize("faults", [2, 3])
def test_a_failed_task_is_repeated_twice(faults, tmp_path):
    run = work._run(fail_twice, {"folder": str(tmp_path), "faults": faults}, range(4), 4, columns=None)
    if faults == 2:
        assert [chunk.results for chunk in run] == [[0, 1, 2, 3]]
    else:
        with pytest.raises(OSError, match="no room") as caught:
            list(run)
        assert caught.value.__notes__ == ["in inputs 0 to 3, after 3 tries"]


def kill_worker(batch, options, stop):
    """A task that kills its worker."""
    if options["killer"] in batch:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return list(batch)


@pytest.mark.parametrize("ordered", [False, True])
def test_a_task_that_kills_workers_is_quarantined(ordered):
    run = work._run(kill_worker, {"killer": 17}, range(40), 2, columns=None, executor=processes, chunk=2,
        ordered=ordered)
    done = []
    with pytest.raises(work.Quarantined, match="inputs 16 to 17: each killed its worker") as caught:
        for chunk in run:
            done += chunk.results
    assert caught.value.ranges == [(16, 2)] and sorted(done) == [n for n in range(40) if n // 2 != 8]
    if ordered:
        assert done == sorted(done)


def cut_answer_short(batch, options, stop):
    """A task that kills its worker during the first answer."""
    def send(self, data):
        os.write(self.fileno(), bytes(data)[:2])
        os.kill(os.getpid(), signal.SIGKILL)

    if not Path(options["mark"]).exists():
        Path(options["mark"]).touch()
        Connection._send = send
    return list(batch)


def test_killing_a_worker_during_its_answer_loses_nothing(tmp_path):
    # Without `Pool.check`, the pool would wait forever for the rest of the answer.
    options = {"mark": str(tmp_path / "mark")}
    run = work._run(cut_answer_short, options, range(9), 3, columns=None, executor=processes, chunk=3)
    assert sorted(number for chunk in run for number in chunk.results) == [*range(9)]


def large_answer(batch, options, stop):
    return bytes(10_000_000)


def test_a_pool_can_be_closed_during_answers():
    for _ in range(5):
        run = work._run(large_answer, {}, itertools.count(), 1, columns=None, executor=processes, chunk=1)
        next(run)
        run.close()


def test_closing_a_stream_ends_its_dask_tasks(client):
    stream = work.map_solve(itertools.chain([(1, 2)], itertools.repeat(Position())), chunk=1, executor=client)
    next(stream)
    stream.close()
    begin = time.monotonic()
    while any(client.run(lambda dask_worker: len(dask_worker.active_threads)).values()):
        assert time.monotonic() < begin + 10, "a task still runs"
        time.sleep(0.05)


def test_killing_a_pool_process_loses_nothing(positions):
    pools, results = [], []

    def make():
        pools.append(processes())
        return pools[-1]

    for chunk in work.map_solve(positions, executor=make, chunk=5):
        results.append(chunk)
        if len(results) == 10:
            os.kill(next(iter(pools[-1]._processes)), signal.SIGKILL)
    assert len(pools) >= 2
    check(results, positions)
    with processes() as given, pytest.raises(Exception, match="terminated") as caught:
        for number, chunk in enumerate(work.map_solve(positions, executor=given, chunk=5)):
            if number == 0:
                os.kill(next(iter(given._processes)), signal.SIGKILL)
    assert "pass a function that makes the executor" in caught.value.__notes__[0]


def test_killing_a_dask_worker_loses_nothing(client):
    positions, results = random_positions(200, 14), []
    for chunk in work.map_solve(positions, executor=client, chunk=5):
        results.append(chunk)
        if len(results) == 5:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
    check(results, positions)


def ended(run):
    """The standard error of a process up to its end."""
    try:
        return run.communicate(timeout=30)[1]
    finally:
        run.kill()


RUN = """
import numpy as np, signal, sys, time
from outflank import _dataset, distributed as work
signal.signal(signal.SIGINT, signal.default_int_handler)
_dataset.Dataset.ROWS = 100
chunks = work.map_solve(np.load(sys.argv[1]), chunk=5, out=sys.argv[2])
for count, chunk in enumerate(chunks, 1):
    print(chunk.first, flush=True)
    while count == 30 and sys.argv[3:]:
        time.sleep(0.1)  # a signal just before a sleep does not end it
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_a_run_continues_after_an_interruption(end, tmp_path):
    positions = random_positions(300, 14)
    np.save(tmp_path / "in.npy", positions)
    command = [sys.executable, "-c", RUN, str(tmp_path / "in.npy"), str(tmp_path / "out")]
    with subprocess.Popen([*command, "wait"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        first = [int(run.stdout.readline()) for _ in range(30)]
        with pytest.raises(BlockingIOError, match="another driver writes this folder"):
            list(work.map_solve(positions, chunk=5, out=tmp_path / "out"))
        run.send_signal(end)
        ended(run)
    assert run.returncode != 0
    again = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.split()
    assert len(again) == (30 if end == signal.SIGINT else 40)
    if end == signal.SIGINT:
        assert not {*map(int, again)} & {*first}, "yielded results were written"
    table = parquet.read_table(tmp_path / "out").sort_by("index")
    assert (table["index"].to_numpy() == np.arange(300)).all()
    assert (table["player"].to_numpy() == positions[:, 0]).all()
    assert (table["score"].to_numpy() == outflank.solve(positions).scores).all()
    # Nothing is left to do, with chunks of any size.
    assert not list(work.map_solve(positions, chunk=7, out=tmp_path / "out"))
    for call, message in (
        (lambda out: work.map_solve(positions[::-1].copy(), out=out), "results of other inputs 0 to 4"),
        (lambda out: work.map_solve(positions, nodes=1, out=out), "expected .*nodes.*use a new folder"),
        (lambda out: work.map_evaluate(positions, out=out), "use a new folder"),
    ):
        with pytest.raises(ValueError, match=message):
            list(call(tmp_path / "out"))


def test_games_are_written(tmp_path):
    short = {"depth": (1, 1), "exact": (4, 4), "out": tmp_path / "games"}
    games = list(work.iter_selfplay(4, **short))
    more = list(work.iter_selfplay(6, **short))
    assert len(more) == 2
    table = parquet.read_table(tmp_path / "games").sort_by("index")
    assert table["moves"].to_pylist() == [game.to_text() for game in games + more]
    assert table["scores"].to_pylist()[0] == games[0].scores


def test_analyses_and_lines_of_books_are_written(tmp_path):
    [analysis] = work.map_analyse(["f5d6"], depth=1, out=tmp_path / "analyses")
    row = parquet.read_table(tmp_path / "analyses").to_pylist()[0]
    assert row["game"] == "f5d6" and json.loads(row["analysis"]) == analysis.to_dict()
    assert list(work.map_book(JOBS, level=3, hash=1, out=tmp_path / "book")) == FOUND
    assert parquet.read_table(tmp_path / "book").sort_by("index")["line"].to_pylist() == FOUND
    assert not list(work.map_book(JOBS, level=3, hash=1, out=tmp_path / "book"))


def test_a_match_continues_with_its_known_pairs(tmp_path):
    match = partial(work.play_match, "style:shallow-score", "style:edge", depth=1, sprt=outflank.Sprt(0, 300))
    expected = list(match())
    states = match(out=tmp_path / "match", chunk=2)
    assert [next(states).pairs for _ in range(5)] == [state.pairs for state in expected[:5]]
    states.close()
    known = len(parquet.read_table(tmp_path / "match"))
    assert 5 <= known < len(expected)
    tasks = []
    states = list(match(out=tmp_path / "match", progress=lambda done, *_: tasks.append(done)))
    assert [state[:3] for state in states] == [state[:3] for state in expected]
    for state, other in zip(states, expected, strict=True):
        assert [game[:5] for game in state.games] == [game[:5] for game in other.games]
        assert [game.game.moves for game in state.games] == [game.game.moves for game in other.games]
    assert tasks, "the rest was played"
    # All pairs are known now, so that none is played.
    again = list(match(out=tmp_path / "match", executor=forbidden))
    assert [state.pairs for state in again] == [state.pairs for state in expected]
    with pytest.raises(ValueError, match="seed.*use a new folder"):
        next(match(out=tmp_path / "match", seed=2))


def forbidden():
    raise AssertionError("no executor is needed")


def test_another_build_is_refused(positions, monkeypatch, tmp_path):
    list(work.map_solve(positions, out=tmp_path / "out"))
    monkeypatch.setattr(outflank, "build", outflank.build._replace(commit="0000000"))
    with pytest.raises(ValueError, match="0000000.*use a new folder"):
        list(work.map_solve(positions, out=tmp_path / "out"))
    with pytest.raises(ValueError, match="expected .*0000000"):
        list(work.map_solve(positions, executor=processes))


CTRL_C = """
import signal, outflank, test_distributed
from outflank import distributed as work
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print(1, flush=True)
    list(work.map_solve([outflank.Position()] * 40, chunk=1, executor={}))
"""


@pytest.mark.parametrize("executor", ["None", "test_distributed.processes"])
def test_ctrl_c_ends_a_long_search(executor, tmp_path):
    (tmp_path / "main.py").write_text(CTRL_C.format(executor))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    command = [sys.executable, str(tmp_path / "main.py")]
    # In a new process group. Ctrl-C goes to the whole group, as from a terminal.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
            text=True, start_new_session=True) as run:
        run.stdout.readline()
        time.sleep(3)
        os.killpg(run.pid, signal.SIGINT)
        begin = time.monotonic()
        assert "KeyboardInterrupt" in ended(run)
        assert time.monotonic() - begin < 3


def test_closing_a_stream_stops_its_threads():
    before = threading.active_count()
    hard = itertools.chain([Position.parse("f5d6c3")] * 0, itertools.repeat(Position()))
    easy = random_positions(1, 4)[0]
    stream = work.map_solve(itertools.chain([tuple(easy)], hard), chunk=1)
    next(stream)
    begin = time.monotonic()
    stream.close()
    assert time.monotonic() - begin < 5 and threading.active_count() <= before
