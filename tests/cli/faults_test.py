"""Files that cannot be written: an error with path and cause, exit code 1, an older file intact."""

import os
import pathlib
import pty
import re
import signal
import subprocess
import unittest

from harness import SANITIZED, SMALL, Case, changes, interrupt_after, start

SIZES = changes(SMALL)
SWEEP = ["--over", "data.scale", "--from", "0.1", "--to", "1", "--points", "2"]

# One command for each way in which the program writes a file.
COMMANDS = {
    "compute.npz": ["compute", "default", *SIZES],
    "render.png": ["render", "default", *SIZES, "--view", "overview"],
    "render.svg": ["render", "default", *SIZES, "--view", "overview"],
    "render.pdf": ["render", "default", *SIZES, "--view", "overview"],
    "render.csv": ["render", "default", *SIZES, "--view", "attention-heatmap"],
    "render.npz": ["render", "default", *SIZES, "--view", "attention-heatmap"],
    "sweep.csv": ["sweep", "default", *SIZES, *SWEEP],
    "sweep.npz": ["sweep", "default", *SIZES, *SWEEP],
}


class UnwritableTest(Case):
    def for_each_command(self, check):
        for name, words in COMMANDS.items():
            with self.subTest(name):
                check(name, words)

    def test_missing_folder(self):
        def check(name, words):
            path = self.folder / "no" / "such" / name
            result = self.refuse(1, *words, "-o", path)
            self.assertIn(f"{path} cannot be written: No such file or directory", result.stderr)
            self.assertEqual(self.leftovers(), [])
        self.for_each_command(check)

    def test_a_long_sweep_is_refused_before_it_starts(self):
        path = self.folder / "no" / "sweep.csv"
        result = self.refuse(1, *InterruptTest.LONG["sweep.csv"], "-o", path)
        self.assertIn(f"{path} cannot be written: No such file or directory", result.stderr)

    def test_folder_that_not_even_root_may_write(self):
        def check(name, words):
            path = pathlib.Path("/proc") / name
            result = self.refuse(1, *words, "-o", path)
            self.assertIn(f"{path} cannot be written: ", result.stderr)
        self.for_each_command(check)

    def test_path_that_is_a_folder(self):
        def check(name, words):
            path = self.folder / name
            path.mkdir()
            result = self.refuse(1, *words, "-o", path)
            self.assertIn(f"{path} cannot be written: Is a directory", result.stderr)
        self.for_each_command(check)

    def test_path_that_is_a_device(self):
        def check(name, words):
            path = self.folder / name
            path.symlink_to("/dev/full")
            result = self.refuse(1, *words, "-o", path)
            self.assertIn(str(path), result.stderr)
            self.assertTrue(path.is_symlink())
        self.for_each_command(check)

    def full_disk_keeps_the_older_file(self, folder, **options):
        def check(name, words):
            path = folder / name
            path.write_bytes(b"older")
            result = self.refuse(1, *words, "-o", path, **options)
            self.assertIn(f"{path} cannot be written: ", result.stderr)
            self.assertEqual(path.read_bytes(), b"older")
            path.unlink()
            self.assertEqual(list(folder.iterdir()), [])
        self.for_each_command(check)

    @unittest.skipIf(SANITIZED, "the OpenMP library of clang ends without its shared memory")
    def test_limit_on_the_size_of_files(self):
        self.full_disk_keeps_the_older_file(self.folder, limits={"fsize": 512})

    def test_full_disk(self):
        folder = self.folder / "disk"
        folder.mkdir()
        # One page in all: enough for the older file alone.
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(folder)],
                                 capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("only root may mount a small disk; the size limit stands in for it")
        self.addCleanup(subprocess.run, ["umount", str(folder)], check=True)
        self.full_disk_keeps_the_older_file(folder)


class WritableTest(Case):
    def test_unicode_path_with_spaces(self):
        folder = self.folder / "sigma_σ_测试 ü"
        folder.mkdir()
        for name, words in COMMANDS.items():
            path = folder / f"ΔH {name}"
            self.succeed(*words, "-o", path)
            self.assertGreater(path.stat().st_size, 0)
        self.assertEqual(len(list(folder.iterdir())), len(COMMANDS))

    def test_an_older_file_is_replaced_whole(self):
        for name, words in COMMANDS.items():
            path = self.folder / name
            path.write_bytes(b"x" * 5_000_000)
            path.chmod(0o640)
            self.succeed(*words, "-o", path)
            self.assertNotIn(b"xxxxxxxx", path.read_bytes())
            self.assertEqual(path.stat().st_mode & 0o777, 0o640)
            self.assertEqual(self.leftovers(), [name])
            path.unlink()

    def test_the_same_command_writes_the_same_bytes(self):
        for name, words in COMMANDS.items():
            path = self.folder / name
            self.succeed(*words, "-o", path)
            first = path.read_bytes()
            self.succeed(*words, "-o", path)
            self.assertEqual(path.read_bytes(), first, name)


class InterruptTest(Case):
    """Ctrl+C during long work: exit code 1, no file, an older one intact."""

    LONG = {
        "sweep.csv": ["sweep", "default", "--over", "data.scale", "--from", "0.1", "--to", "1",
                      "--points", "10000"],
        "compute.npz": ["compute", "default", *changes({"attention.d_model": 48,
                                                        "attention.d_key": 48})],
        "render.png": ["render", "default", "--view", "overview",
                       *changes({"attention.d_model": 48, "attention.d_key": 48})],
    }

    def interrupt(self, name, number):
        path = self.folder / name
        path.write_bytes(b"older")
        process = start([*self.LONG[name], "-o", path], stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        interrupt_after(process, 1.0, number)
        _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, error)
        self.assertIn(b"interrupted", error)
        self.assertEqual(path.read_bytes(), b"older")
        self.assertEqual(self.leftovers(), [name])
        path.unlink()

    def test_interrupted(self):
        for name in self.LONG:
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(name, signal=number):
                    self.interrupt(name, number)

    def test_measure_prints_nothing(self):
        process = start(["measure", "default", "--frames", "100000"], stdin=subprocess.DEVNULL,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        interrupt_after(process, 1.0)
        output, error = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output), (1, b""))
        self.assertIn(b"interrupted", error)


class ProgressTest(Case):
    def test_progress_only_on_a_terminal(self):
        short = [*InterruptTest.LONG["sweep.csv"][:-1], "30", "-o", self.folder / "sweep.csv"]
        self.assertEqual(self.succeed(*short).stderr, "")
        # How long a sweep takes depends on the machine: one too long to end is stopped once the
        # line has been seen, or, without a terminal, once the line would have been seen.
        words = [*InterruptTest.LONG["sweep.csv"], "-o", self.folder / "sweep.csv"]
        process = start(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE)
        interrupt_after(process, 1.5)
        output, error = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output), (1, b""))
        self.assertEqual(error.count(b"\n"), 1, error)
        self.assertNotIn(b"left", error)

        ours, theirs = pty.openpty()
        process = start(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        line = re.compile(rb"\rsweep over data\.scale  \d+ %  about [\d.]+ (ms|s|min|h) left")
        seen, stopped = b"", False
        try:
            while chunk := os.read(ours, 4096):
                seen += chunk
                if not stopped and line.search(seen):
                    process.send_signal(signal.SIGINT)
                    stopped = True
        except OSError:  # the terminal is gone with the program
            pass
        os.close(ours)
        self.assertEqual(process.wait(), 1)
        self.assertTrue(stopped, seen)
        erased, _, message = seen.rpartition(b"\r\x1b[K")
        self.assertTrue(erased, "the line is gone at the end")
        self.assertIn(b"interrupted", message)


if __name__ == "__main__":
    unittest.main()
