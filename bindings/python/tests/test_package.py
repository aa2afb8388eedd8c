"""Types, documentation and version of the package."""

import subprocess
import sys

import outflank


def test_the_stubs_match_the_module():
    command = [sys.executable, "-m", "mypy.stubtest", "outflank"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_is_documented():
    for name in outflank.__all__:
        value = getattr(outflank, name)
        if not callable(value):
            continue
        assert value.__doc__, name
        if not isinstance(value, type):
            continue
        assert value.__module__ == "outflank", name
        for member in vars(value):
            if not member.startswith("_"):
                assert getattr(value, member).__doc__, f"{name}.{member}"


def test_the_versions_agree():
    from importlib.metadata import version

    assert outflank.__version__ == version("outflank")
