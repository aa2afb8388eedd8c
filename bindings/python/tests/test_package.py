"""What users and their tools see: types, documentation, names."""

import subprocess
import sys

import outflank


def test_stubs_are_those_of_the_module():
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


def test_the_version_is_that_of_the_package():
    from importlib.metadata import version

    assert outflank.__version__ == version("outflank")
