"""Runs the real program and looks at what it leaves behind.

    HESSIANSCOPE=$PWD/build/bin/hessianscope python3 tests/cli/compute_test.py
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import numpy

PROGRAM = os.environ["HESSIANSCOPE"]
SANITIZED = bool(os.environ.get("HESSIANSCOPE_SANITIZED"))
MEGABYTE = 1 << 20

# A P = 40 problem: every size different, so that a mixed-up shape cannot hide.
SMALL = {
    "data.sequence_length": 5, "data.sequences": 2,
    "attention.d_model": 4, "attention.d_key": 3,
}


class Result:
    def __init__(self, code, stdout, stderr, seconds, peak_bytes):
        self.code = code
        self.stdout = stdout
        self.stderr = stderr
        self.seconds = seconds
        self.peak_bytes = peak_bytes

    def __str__(self):
        return (f"exit code {self.code} after {self.seconds:.2f} s, peak "
                f"{self.peak_bytes / MEGABYTE:.0f} MiB\n{self.stdout[-2000:]}\n{self.stderr[-2000:]}")


def environment(changes=None):
    """What the program sees: no display, C locale, and `changes` (None removes a variable)."""
    result = dict(os.environ)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LC_ALL", "LANG"):
        result.pop(name, None)
    for name, value in (changes or {}).items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = value
    return result


def start(arguments, env=None, cwd=None, limits=None, **streams):
    """Starts the program; `limits` are options of prlimit, as in {"fsize": 512}."""
    restricted = ["prlimit", *(f"--{kind}={value}" for kind, value in limits.items())] \
        if limits else []
    return subprocess.Popen([*restricted, PROGRAM, *map(str, arguments)], env=environment(env),
                            cwd=cwd, **streams)


def run(*arguments, stdin=b"", env=None, cwd=None, limits=None, timeout=60):
    """Runs the program to its end; one that hangs is killed and has the code -SIGKILL."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, \
            tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        begin = time.monotonic()
        process = start(arguments, env, cwd, limits, stdin=given, stdout=out, stderr=err)
        killer = threading.Timer(timeout, process.kill)
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Result(process.returncode, out.read().decode(errors="replace"),
                      err.read().decode(errors="replace"), time.monotonic() - begin,
                      usage.ru_maxrss * 1024)


def changes(fields):
    """--set for each field of a dictionary."""
    words = []
    for key, value in fields.items():
        text = value if isinstance(value, str) else json.dumps(value)
        words += ["--set", f"{key}={text}"]
    return words


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hessianscope-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def succeed(self, *arguments, **options):
        result = run(*arguments, **options)
        self.assertEqual(result.code, 0, f"{arguments}: {result}")
        return result

    def refuse(self, code, *arguments, **options):
        """The program must fail with that code and say why."""
        result = run(*arguments, **options)
        self.assertEqual(result.code, code, f"{arguments}: {result}")
        self.assertTrue(result.stderr.startswith("hessianscope: "), result.stderr)
        self.assertEqual(result.stdout, "")
        return result

    def compute(self, fields=None, source="default", name="out.npz", **options):
        """The arrays of one computation."""
        path = self.folder / name
        self.succeed("compute", source, "-o", path, *changes(fields or {}), **options)
        with numpy.load(path, allow_pickle=False) as archive:
            return {key: archive[key] for key in archive.files}

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def leftovers(self):
        """The names in the folder: a failed command must add none."""
        return sorted(path.name for path in self.folder.iterdir())


GERMAN = {"LOCPATH": os.environ.get("HESSIANSCOPE_TEST_LOCALES", ""), "LC_ALL": "de_DE.UTF-8"}


def interrupt_after(process, seconds, number=signal.SIGINT):
    time.sleep(seconds)
    process.send_signal(number)
