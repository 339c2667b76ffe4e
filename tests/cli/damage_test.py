"""Damaged scenario files and .npz archives: the program says no, or computes what still makes
sense; it never crashes, hangs, or takes memory without bound.

    HESSIANSCOPE_FUZZ_SEED=123 repeats the run that printed that seed.
"""

import concurrent.futures
import os
import random
import subprocess
import unittest

import numpy

from harness import MEGABYTE, SANITIZED, SMALL, Case, changes, run

CASES = os.environ["HESSIANSCOPE_FUZZ_CASES"]
SEED = int(os.environ.get("HESSIANSCOPE_FUZZ_SEED") or random.SystemRandom().randrange(2**63))
# Every kind runs with ten variants in the tests of the core under the sanitizers; starting a
# sanitized program for each of them again takes too long.
VARIANTS = 3 if SANITIZED else 10
SECONDS = 60
PEAK = 500 * MEGABYTE
# The sanitizers reserve terabytes of addresses and keep freed memory for a while.
LIMITS = {} if SANITIZED else {"as": 4096 * MEGABYTE}

# Whatever a damaged scenario still says, what is computed stays small.
SIZES = changes({**SMALL, "data.source": "gaussian", "attention.query_key": "separate",
                 "mlp.depth": 2, "mlp.width": 0})


def kinds(file_format):
    listed = subprocess.run([CASES, "--list"], check=True, capture_output=True, text=True).stdout
    return [kind for line in listed.splitlines() for name, kind in [line.split()]
            if name == file_format]


def make(file_format, kind, variant, path):
    subprocess.run([CASES, file_format, kind, str(variant), str(SEED), str(path)], check=True)


class DamageTest(Case):
    @classmethod
    def setUpClass(cls):
        print(f"HESSIANSCOPE_FUZZ_SEED={SEED}", flush=True)

    def survive(self, file_format, suffix, words):
        """Runs words(path) on every variant of every kind of damage, some side by side; returns
        the share of them that was refused."""
        self.assertGreaterEqual(len(kinds(file_format)), 20)
        jobs = [(kind, variant) for kind in kinds(file_format) for variant in range(VARIANTS)]

        def try_one(job):
            kind, variant = job
            path = self.folder / f"{kind}-{variant}{suffix}"
            make(file_format, kind, variant, path)
            output = path.with_suffix(".out.npz")
            result = run(*words(path), "-o", output, limits=LIMITS, timeout=SECONDS,
                         cwd=self.folder)
            return f"{file_format} {kind} {variant} seed {SEED}", path, output, result

        refused = 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, path, output, result in pool.map(try_one, jobs):
                with self.subTest(name):
                    self.check(path, output, result)
                refused += result.code == 1
                path.unlink()
                output.unlink(missing_ok=True)
        self.assertEqual(self.leftovers(), [])
        return refused / len(jobs)

    def check(self, path, output, result):
        self.assertIn(result.code, (0, 1), result)
        if not SANITIZED:
            self.assertLess(result.peak_bytes, PEAK, result)
        if result.code == 1:
            self.assertFalse(output.exists())
            self.assertTrue(result.stderr.startswith(f"hessianscope: {path}"), result)
            self.assertEqual(result.stderr.count("\n"), 1, result)
            self.assertLess(len(result.stderr), 1000 + len(str(path)), result)
        else:
            with numpy.load(output, allow_pickle=False) as archive:
                self.assertTrue(numpy.isfinite(archive["attention_hessian"]).all())

    def test_the_undamaged_files_are_good(self):
        for file_format, words in (("scenario", self.scenario_words), ("npz", self.layer_words),
                                   ("archive", self.scenario_words)):
            path = self.folder / f"whole.{file_format}"
            make(file_format, "whole", 0, path)
            self.succeed(*words(path), "-o", self.folder / "out.npz", limits=LIMITS)

    @staticmethod
    def scenario_words(path):
        return ["compute", path, *SIZES]

    @staticmethod
    def layer_words(path):
        return ["compute", "default", "--set", "data.source=file", "--set", f"data.file={path}"]

    # Most damage must be noticed, or the damages would be no test.

    def test_scenarios(self):
        self.assertGreater(self.survive("scenario", ".json", self.scenario_words), 0.5)

    def test_layer_files(self):
        self.assertGreater(self.survive("npz", ".npz", self.layer_words), 0.5)

    def test_scenarios_in_archives(self):
        self.assertGreater(self.survive("archive", ".npz", self.scenario_words), 0.5)

    def test_archives_opened_as_scenarios(self):
        # Most of this damage is in arrays that are not read here: how much of it is refused says
        # nothing.
        self.survive("npz", ".npz", self.scenario_words)


if __name__ == "__main__":
    unittest.main()
