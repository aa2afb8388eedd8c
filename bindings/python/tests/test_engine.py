"""Searches, solving, analyses, limits and stops."""

import contextlib
import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref

import pytest

import outflank
from outflank import Engine, Game, Position

ENDGAME = "-XO--OOOOXX--XOO-XOX-XOOOXOXXXXOOOXXXXOOOXOOOOOOXXXXXXXXXXXXXXX- X"


def test_a_search_ranks_moves_and_reports_them():
    infos = []
    report = Engine(hash=16).search(Game("f5d6c3d3c4"), depth=8, multi_pv=3, callback=infos.append)
    assert [line.rank for line in report.lines] == [1, 2, 3]
    best = report.lines[0]
    assert (report.best_move, report.score) == (best.move, best.score)
    assert best.pv[0] == best.move and (best.bound, best.certainty) == (None, "selective")
    assert 73 <= best.selectivity <= 100 and best.depth == 8
    assert infos[-1].nodes <= report.nodes and {info.line.depth for info in infos} >= {1, 8}
    assert report.time > 0 and report.deepest_ply >= 8 and report.hash_full >= 0


def test_one_thread_is_deterministic():
    def search():
        return Engine(hash=16).search(Position(), depth=9)

    first, second = search(), search()
    assert (first.nodes, first.score, first.lines[0].pv) == (
        second.nodes, second.score, second.lines[0].pv)


def test_limits_end_a_search():
    engine, position = Engine(hash=16), Game("f5d6c3").position
    assert engine.search(position, nodes=3000).nodes < 10_000
    begin = time.monotonic()
    assert engine.search(position, time=0.1).best_move
    assert engine.search(position, clock=(2.0, 0.1)).best_move
    assert time.monotonic() - begin < 5
    engine.set_option("level", 3)
    assert engine.search(position).lines[0].depth == 3


def test_any_finite_time_is_accepted():
    engine = Engine(hash=1)
    for limits in ({"time": 1e300}, {"clock": (1e300, 1e300)}, {"clock": (1.8e19, 1)}):
        assert engine.search(Position(), depth=3, **limits).lines[0].depth == 3


@pytest.mark.parametrize("options, has_score", [
    ({"skill": 9}, True), ({"strategy": "edge"}, False), ({"strategy": "deep-score"}, True)])
def test_skills_and_strategies_move_with_any_limits(options, has_score):
    report = Engine(hash=1, **options).search(Position(), depth=12, multi_pv=3)
    (line,) = report.lines
    assert line.depth <= 6 and (line.score is not None) == has_score
    assert len(Engine(hash=1, **options).solve(Position.parse(ENDGAME), multi_pv=3).lines) == 3


def test_limits_accept_any_integer_type():
    class Three:
        def __index__(self):
            return 3

    engine = Engine(hash=1)
    assert engine.search(Position(), depth=Three(), multi_pv=Three()).lines[2].depth == 3
    assert engine.analyse(Game("f5"), level=Three(), exact_from=Three()).left == 0
    assert engine.search(Position(), depth=True).lines[0].depth == 1
    assert outflank.perft(Position(), Three()) == 56


def test_positions_are_solved():
    engine, position = Engine(hash=16), Position.parse(ENDGAME)
    report = engine.solve(position)
    assert (report.score, report.lines[0].certainty) == (-8.0, "exact")
    assert report.best_move in ("a3", "d1")
    assert engine.solve(position, wld=True).score < 0
    assert len(engine.solve(position, multi_pv=64).lines) == len(position.legal_moves())


def test_only_proven_scores_are_exact():
    engine = Engine(hash=16)
    estimate = engine.search(Game("f5d6c3d3c4"), depth=8)
    (line,) = estimate.lines
    assert repr(line) == (
        f"<Line 1: {line.move} {line.score:+.2f}, selectivity {line.selectivity} %, depth 8>")
    assert repr(line) in repr(estimate) and "exact" not in repr(estimate)
    proof = engine.solve(Position.parse(ENDGAME)).lines[0]
    assert repr(proof) == f"<Line 1: {proof.move} -8.00, proven, depth {proof.depth}>"
    assert ", win, draw or loss proven, " in repr(engine.solve(Position.parse(ENDGAME), wld=True))
    unknown = engine.search(Position(), nodes=1).lines[0]
    assert repr(unknown) == f"<Line 1: {unknown.move} without a score, depth {unknown.depth}>"


@pytest.mark.parametrize("bound, text", [("lower", "at least +0.25"), ("upper", "at most +0.25")])
def test_bounds_print_as_bounds(bound, text):
    line = outflank.Line._restored(1, "f4", 0.25, bound, "selective", 73, 8, ["f4"], False)
    assert repr(line) == f"<Line 1: f4 {text}, selectivity 73 %, depth 8>"


@pytest.mark.parametrize("options, limits", [({}, {"nodes": 1}), ({"strategy": "random"}, {})])
def test_unsearched_moves_have_no_score_and_no_confidence(options, limits):
    report = Engine(**options).search(Position(), **limits)
    line = report.lines[0]
    assert line.move in Position().legal_moves() and (report.score, line.score) == (None, None)
    assert (line.bound, line.certainty, line.selectivity) == (None, "selective", 0)


def test_a_finished_game_has_no_move():
    game = Game("e6f4e3f6g5d6e7f5c5")
    report = Engine().search(game)
    assert report.best_move is None and report.score == -64.0 and report.lines[0].pv == []


def test_a_game_is_analysed():
    plies = []
    analysis = Engine(hash=16).analyse(
        Game("e6f4e3f6g5d6e7f5c5"), level=4, callback=plies.append)
    assert [ply.ply for ply in analysis.plies] == list(range(10))
    assert [ply.ply for ply in plies] == list(range(9, -1, -1))
    assert analysis.left == 0 and analysis.opening == "Perpendicular"
    last = analysis.plies[-2]
    assert (last.played, last.mark, last.loss, last.score) == ("c5", "best", 0.0, 64.0)
    assert analysis.plies[-1].played is None and analysis.plies[-1].mark is None
    assert analysis.white.blunders >= 1 and analysis.white.lost >= 16
    assert analysis.plies[1].position == Game("e6").position


def test_options():
    engine = Engine(hash=8, threads=2, strategy="random")
    assert engine.options["hash"] == 8 and engine.options["strategy"] == "random"
    engine.set_option("Strategy", "full")
    assert engine.options["strategy"] == "full"
    engine.new_game()
    assert engine.search(Position(), depth=4).best_move


def test_weak_play_varies_unless_there_is_a_seed():
    def play(engine):
        game = Game()
        engine.new_game()
        while not game.is_over():
            game.play(engine.search(game).best_move)
        return game.moves

    engine = Engine(hash=1, skill=4)
    assert len({tuple(play(engine)) for _ in range(20)}) >= 15
    assert engine.options["seed"] == 0
    seeded = [Engine(hash=1, skill=4, seed=7) for _ in range(2)]
    assert len({tuple(play(engine)) for engine in [*seeded, *seeded]}) == 1


def test_callbacks_can_stop_and_raise():
    engine = Engine(hash=16)

    def stop(info):
        if info.line.depth >= 5:
            engine.stop()

    assert engine.search(Position(), infinite=True, callback=stop).lines[0].depth >= 4

    def fail(info):
        raise KeyError(info.line.move)

    with pytest.raises(KeyError):
        engine.search(Position(), infinite=True, callback=fail)
    plies = []

    def stop_analysis(ply):
        plies.append(ply)
        if len(plies) == 3:
            engine.stop()

    analysis = engine.analyse(Game("f5d6c3d3c4"), depth=4, callback=stop_analysis)
    assert (len(analysis.plies), analysis.left) == (3, 3)


def test_a_stop_before_a_search_does_nothing():
    engine = Engine(hash=1)
    engine.stop()
    assert engine.search(Position(), depth=4).lines[0].depth == 4
    engine.stop()
    assert engine.analyse(Game("f5d6c3"), depth=2).left == 0


def test_other_threads_run_and_stop_a_search():
    engine, begun, reports = Engine(hash=16, threads=2), threading.Event(), []

    def search():
        reports.append(
            engine.search(Position(), infinite=True, callback=lambda info: begun.set()))

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    assert begun.wait(60)
    for call in (engine.new_game, lambda: engine.search(Position()), lambda: engine.options):
        with pytest.raises(RuntimeError, match="another search"):
            call()
    assert "at a search" in repr(engine)
    # The search releases the interpreter lock, so this thread can count.
    assert sum(range(1000)) == 499500 and thread.is_alive()
    engine.stop()
    thread.join(60)
    assert reports[0].best_move in Position().legal_moves()


def test_a_stack_of_512_kib_suffices():
    def search():
        engine = Engine(hash=4, threads=2)
        position = Game("f5d6c3d3c4").position
        for limits in ({}, {"multi_pv": 3}):
            infos = []
            engine.search(position, infinite=True, selectivity=73, time=1.5, callback=infos.append,
                **limits)
            engine.solve(position, time=0.5, callback=infos.append, **limits)
            assert infos
        engine.analyse(Game("f5d6c3"), time=0.5)
        done.append(True)

    done, before = [], threading.stack_size(512 << 10)
    try:
        thread = threading.Thread(target=search)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert done


FORKED = """
import os

from outflank import Engine, Position

engines = [Engine(hash=1, threads=3) for _ in range(3)]
for engine in engines:
    engine.search(Position(), depth=6)
if os.fork() == 0:
    print(engines[0].search(Position(), time=0.2).best_move in Position().legal_moves(), flush=True)
    engines[1].set_option("threads", 1)
    del engines[2], engine
    print("freed", flush=True)
    os._exit(0)
print(os.waitstatus_to_exitcode(os.wait()[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_an_engine_works_after_a_fork():
    # In a separate process: this one may have threads, and a hanging child must be killed.
    with subprocess.Popen(
        [sys.executable, "-c", FORKED], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=60)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert output.splitlines() == ["True", "freed", "0"]


def fields(value):
    """The attributes of a result, nested to plain values."""
    if isinstance(value, (list, tuple)):
        return [fields(part) for part in value]
    if type(value).__module__ != "outflank" or isinstance(value, Position):
        return value
    names = [name for name in dir(value) if not (name.startswith("_") or name.startswith("to_"))]
    return {name: fields(getattr(value, name)) for name in names}


def test_results_can_be_copied_and_pickled():
    engine, infos = Engine(hash=1), []
    unknown = engine.search(Position(), nodes=1)
    report = engine.search(Position.parse(ENDGAME), multi_pv=2, callback=infos.append)
    analysis = engine.analyse(Game("e6f4e3f6g5d6e7f5c5"), level=2)
    assert analysis.opening and fields(analysis)["plies"][0]["position"] == Position()
    for result in (unknown, report, report.lines[1], infos[0], analysis):
        copies = [pickle.loads(pickle.dumps(result, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        for other in (*copies, copy.copy(result), copy.deepcopy(result)):
            assert type(other) is type(result) and fields(other) == fields(result)


def interrupted(call):
    """The time that `call` takes to end after Ctrl-C, in seconds."""
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    timer.join()
    return time.monotonic() - sent[0]


@pytest.fixture
def heeded_ctrl_c():
    """Restores Ctrl-C as in a terminal: background jobs ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="no signals to send")
@pytest.mark.usefixtures("heeded_ctrl_c")
def test_ctrl_c_ends_every_long_call():
    engine = Engine(hash=16)
    assert interrupted(lambda: engine.search(Position(), infinite=True)) < 2
    assert interrupted(lambda: engine.solve(Position())) < 2
    assert interrupted(lambda: engine.analyse(Game("f5d6c3d3c4"), time=5)) < 2
    assert interrupted(lambda: outflank.perft(Position(), 20, threads=2)) < 2
    # The engine works as before.
    assert engine.search(Position(), depth=4).best_move


def test_texts_are_accepted_as_positions_and_games():
    engine = Engine(hash=1)
    assert engine.search("f5d6c3", depth=2).best_move in Game("f5d6c3").position.legal_moves()
    assert engine.solve(ENDGAME).score == -8.0
    assert len(engine.analyse("f5d6c3", depth=2)) == 4
    assert engine.evaluate("f5d6c3") == Game("f5d6c3").position.evaluate()
    with pytest.raises(ValueError, match='move 2, "d3", is illegal'):
        engine.search("f5d3")


@pytest.mark.parametrize("search", [
    lambda engine, stop: engine.search(Position(), infinite=True, stop=stop),
    lambda engine, stop: engine.solve(Position(), stop=stop),
    lambda engine, stop: engine.analyse(Game("f5d6c3"), time=600, stop=stop)])
def test_an_event_stops_a_search_before_and_while_it_runs(search):
    engine, stop = Engine(hash=1), threading.Event()
    stop.set()
    search(engine, stop)
    stop.clear()
    threading.Timer(0.2, stop.set).start()
    begin = time.monotonic()
    search(engine, stop)
    assert time.monotonic() - begin < 30


def test_excluded_moves_are_not_searched():
    engine = Engine(hash=1)
    report = engine.search(Position(), depth=4, multi_pv=4, exclude=["f5", "d3"])
    assert sorted(line.move for line in report) == ["c4", "e6"]
    best = engine.solve(ENDGAME).best_move
    assert engine.solve(ENDGAME, exclude=[best]).best_move != best
    for exclude, message in ((["a1"], 'illegal move "a1"'), (["f5", "d3", "c4", "e6"], "at least one legal move left")):
        with pytest.raises(ValueError, match=message):
            engine.search(Position(), exclude=exclude)


def test_a_known_move_is_not_searched():
    engine = Engine(hash=1)
    position = Position.parse(ENDGAME)
    best = engine.solve(position)
    other = next(move for move in position.legal_moves() if move not in ("a3", "d1"))
    # A known move below the best one changes nothing. With a known move above it, the others stay below.
    assert engine.solve(position, known=(other, -20)).score == best.score
    line = engine.solve(position, known=(other, 2)).lines[0]
    assert line.move != other and line.bound == "upper" and line.score <= 2
    with pytest.raises(ValueError, match="invalid value 65 of the known move"):
        engine.solve(position, known=(other, 65))


def test_a_solve_answers_whether_a_score_is_reached():
    engine = Engine(hash=1)
    best = engine.solve(ENDGAME)
    for least, bound in ((best.score, "lower"), (best.score + 1, "upper"), (64, "upper"), (-63, "lower")):
        engine.new_game()
        line = engine.solve(ENDGAME, at_least=int(least)).lines[0]
        assert line.bound in (bound, "exact") and (line.score >= least) == (bound == "lower")
        assert line.selectivity == 100
    for invalid, wld in ((-64, False), (65, False), (2, True)):
        with pytest.raises(ValueError, match=f"invalid at_least {invalid}: expected -63 to 64 discs, without wld"):
            engine.solve(ENDGAME, at_least=invalid, wld=wld)


def test_an_engine_supports_weak_references():
    engine = Engine(hash=1)
    reference = weakref.ref(engine)
    assert reference() is engine
    del engine
    assert reference() is None


def test_the_book_is_used_only_on_request():
    assert not Engine(hash=1).search(Position(), depth=4).lines[0].book
    line = Engine(hash=1, ownbook=True).search(Position(), depth=4).lines[0]
    assert line.book and line.depth > 4 and ", book, " in repr(line)


def test_the_book_is_read(tmp_path):
    book = outflank.Book()
    moves = book.lookup(Position())
    assert {move.move for move in moves} == {"d3", "c4", "f5", "e6"} and moves[0].inside
    assert len(moves[0].pv) > 1 and moves[0].games == (0, 0, 0)
    assert Position() in book and Position.parse(ENDGAME) not in book
    assert book.lookup(ENDGAME) == [] and len(book) > 1000 and book.path is None
    with pytest.raises(FileNotFoundError, match="none.book"):
        outflank.Book(tmp_path / "none.book")
    (tmp_path / "bad.book").write_text("bad")
    with pytest.raises(ValueError, match="bad.book"):
        outflank.Book(tmp_path / "bad.book")


def test_perft():
    assert [outflank.perft(Position(), depth) for depth in range(1, 7)] == [
        4, 12, 56, 244, 1396, 8200]
    assert outflank.perft(Position(), 9, passes="free", threads=2, table=1) == 3005320
    assert outflank.divide(Position(), 6) == {move: 2050 for move in ("d3", "c4", "f5", "e6")}


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: Engine(hash=0), 'invalid Hash "0": expected an integer from 1'),
        (lambda: Engine(hash=5, Hash=6), 'repeated option "Hash": expected it once'),
        (lambda: Engine(hsah=1), 'unknown option "hsah": expected one of Hash'),
        (lambda: Engine().set_option("level", "high"), 'invalid Level "high"'),
        (lambda: Engine().search(Position(), depth=0), 'invalid depth "0"'),
        (lambda: Engine().search(Position(), depth=-1), 'invalid depth "-1"'),
        (lambda: Engine().search(Position(), nodes=2**127), f'invalid nodes "{2**127}"'),
        (lambda: Engine().search(Position(), depth=-(2**127) - 1), f'invalid depth "{-(2**127) - 1}"'),
        (lambda: Engine().search(Position(), time=-1), "time -1.0: expected a finite number of s"),
        (lambda: Engine().search(Position(), time=float("nan")), "time NaN: expected a finite"),
        (lambda: Engine().search(Position(), time=float("inf")), "time inf: expected a finite n"),
        (lambda: Engine().search(Position(), time=-1e300), "time -1e300: expected a finite num"),
        (lambda: Engine().search(Position(), time=10**400), "time inf: expected a finite number"),
        (lambda: Engine().search(Position(), clock=(9, -(10**400))), "increment -inf: expected"),
        (lambda: Engine().search(Position(), selectivity=101), 'invalid selectivity "101"'),
        (lambda: Engine().solve(Position(), multi_pv=65), 'invalid multi_pv "65"'),
        (lambda: Engine().solve(Position(), multi_pv=10**99), 'invalid multi_pv "1000.*"'),
        (lambda: Engine().solve(Position(), multi_pv=10**5000), 'invalid multi_pv "0x31e2.*"'),
        (lambda: Engine().analyse(Game(), level=61), 'invalid level "61"'),
        (lambda: Engine().analyse(Game(), exact_from=2**200), 'invalid exact_from'),
        (lambda: outflank.perft(Position(), -1), "-1: expected 0 to"),
        (lambda: outflank.perft(Position(), 1, passes="no"), 'invalid passes "no": expected ply or free'),
        (lambda: outflank.perft(Position(), 1, threads=0), "threads 0: expected 1 to 2"),
        (lambda: outflank.perft(Position(), 1, threads=-1), "threads -1: expected 1 to 2"),
        (lambda: outflank.perft(Position(), 1, passes="x" * 99), f'invalid passes "{"x" * 40}.."'),
    ],
)
def test_errors_quote_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_wrong_types_raise_type_errors():
    with pytest.raises(TypeError, match="int: expected a Position, a Game or a str"):
        Engine().search(5)
    with pytest.raises(TypeError, match="Position: expected a Game or a str"):
        Engine().analyse(Position())
    for limits in ({"depth": "4"}, {"depth": 4.0}, {"time": "1"}, {"clock": (1, None)}):
        with pytest.raises(TypeError):
            Engine().search(Position(), **limits)
