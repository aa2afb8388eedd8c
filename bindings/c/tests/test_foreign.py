"""The shared library through a foreign function interface: plain types and pointers."""

import ctypes
import os
import pathlib
import subprocess
import sys

import pytest

c = ctypes.CDLL(os.environ["OUTFLANK_LIBRARY"])
c.outflank_last_error.restype = ctypes.c_char_p


class Score(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_int32) for name in ("centidiscs", "bound", "certainty", "selectivity")
    ]


class Line(ctypes.Structure):
    _fields_ = [
        ("rank", ctypes.c_uint32),
        ("depth", ctypes.c_uint32),
        ("mv", ctypes.c_int32),
        ("score", Score),
        ("pv", ctypes.POINTER(ctypes.c_int32)),
        ("pv_length", ctypes.c_size_t),
    ]


CALLBACK = ctypes.CFUNCTYPE(None, ctypes.POINTER(Line), ctypes.c_void_p, ctypes.c_void_p)


def ok(status):
    assert status == 0, c.outflank_last_error().decode()


@pytest.mark.skipif(sys.platform != "linux", reason="only libraries of ELF have such a name")
def test_the_library_name_contains_the_interface_version():
    c.outflank_version.restype = ctypes.c_char_p
    major, minor, *_ = c.outflank_version().split(b".")
    version = b"0." + minor if major == b"0" else major
    library = pathlib.Path(os.environ["OUTFLANK_LIBRARY"]).read_bytes()
    assert b"\0liboutflank.so." + version + b"\0" in library


@pytest.mark.parametrize("limits", [b"depth 6 multipv 2", None])
def test_a_search_with_a_callback(limits):
    engine, game, report = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    ok(c.outflank_engine_new(ctypes.byref(engine)))
    ok(c.outflank_game_parse(b"f5d6c3", ctypes.byref(game)))
    depths = []
    callback = CALLBACK(lambda line, usage, user: depths.append(line.contents.depth))
    ok(c.outflank_engine_search(engine, game, limits, callback, None, ctypes.byref(report)))
    line = Line()
    ok(c.outflank_report_line(report, ctypes.c_size_t(0), ctypes.byref(line)))
    assert (line.rank, line.pv[0]) == (1, line.mv)
    assert depths[-1] == line.depth
    c.outflank_report_free(report)
    c.outflank_game_free(game)
    c.outflank_engine_free(engine)


def test_errors_have_a_text():
    game = ctypes.c_void_p()
    assert c.outflank_game_parse(b"f5d3", ctypes.byref(game)) == 2
    assert b'move 2, "d3", is illegal' in c.outflank_last_error()


LITTLE_MEMORY = """
import ctypes, os, resource

c = ctypes.CDLL(os.environ["OUTFLANK_LIBRARY"])
c.outflank_last_error.restype = ctypes.c_char_p
MIB = 1 << 20
count = 8 * MIB
discs, results = (ctypes.c_uint64 * count)(), (ctypes.c_uint64 * count)()
for name in ("legal_moves", "evaluate", "solve"):
    function = getattr(c, f"outflank_batch_{name}")
    hash = [1] if name == "solve" else []
    arguments = [discs, discs, ctypes.c_size_t(count), 1, *hash, results, None]
    assert function(discs, discs, ctypes.c_size_t(1), *arguments[3:]) == 0
    for allowed in (64, 132):  # too little for the positions of 128 MiB, and for the results
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + allowed * MIB, resource.RLIM_INFINITY))
        status = function(*arguments)
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        print(status, c.outflank_last_error().decode())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as on Linux")
def test_too_many_positions_are_refused():
    command = [sys.executable, "-c", LITTLE_MEMORY]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    positions = "5 no memory for 8388608 positions: try fewer at a time"
    results = "5 no memory for the results of 8388608 positions: try fewer at a time"
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [positions, results] * 3
