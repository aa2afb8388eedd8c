"""Checks whether this CPU can run the extension module, before it is loaded."""

import mmap
import re
from importlib.machinery import PathFinder

# The extension module holds this text, followed by the CPU features of its build.
MARK = b"outflank needs: "

# Features with another name in Linux. Only the families of `CHECKED` count: others do not matter.
NAMES = {"lzcnt": "abm"}
CHECKED = re.compile("avx|bmi|fma|gfni|lzcnt|movbe|popcnt|sse4|vaes|vpclmul")


def missing_features(library: str, cpuinfo: str = "/proc/cpuinfo") -> list[str]:
    """The features that the build needs and the CPU lacks. Empty if the system lists no features."""
    try:
        with open(cpuinfo) as file:
            flags = re.search(r"^flags\s*:(.*)$", file.read(1 << 14), re.MULTILINE)
    except OSError:
        return []
    if not flags:
        return []
    has = {re.sub("[._]", "", flag) for flag in flags[1].split()}
    with open(library, "rb") as code, mmap.mmap(code.fileno(), 0, access=mmap.ACCESS_READ) as data:
        start = data.find(MARK) + len(MARK)
        needs = data[start : data.find(b"\n", start)].decode().split(",")
    return [
        name for name in needs
        if CHECKED.match(name) and re.sub("[._]", "", NAMES.get(name, name)) not in has
    ]


def check(path: list[str]) -> None:
    """Raises ImportError unless this CPU can run the extension module of the package at `path`."""
    found = PathFinder.find_spec("outflank._outflank", path)
    missing = missing_features(found.origin) if found and found.origin else []
    if missing:
        raise ImportError(
            f"this build of outflank needs a CPU with {', '.join(missing)}: build it on this machine, "
            'or with RUSTFLAGS="-C target-cpu=x86-64" for any x86-64 CPU'
        )
