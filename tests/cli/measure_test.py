"""`measure`: the report is complete and its times make sense together."""

import json
import unittest

from harness import SMALL, Case, changes

STAGES = ["draw", "factors", "assembly", "heatmap", "spectrum_preview", "spectrum_exact", "paint",
          "first_frame", "frame"]


class MeasureTest(Case):
    def measure(self, fields, *words, **options):
        return json.loads(self.succeed("measure", "default", *changes(fields), *words,
                                       **options).stdout)

    def test_the_report_is_complete(self):
        report = self.measure({**SMALL, "data.scale": 0.5}, "--frames", "7")
        self.assertEqual(list(report), ["scenario", "frames", "threads", "P", "ms",
                                        "peak_memory_mb"])
        self.assertEqual(report["scenario"]["data"]["scale"], 0.5)
        self.assertEqual(report["frames"], 7)
        self.assertEqual(report["P"], {"attention": 40, "mlp": 40})
        self.assertEqual(list(report["ms"]), STAGES)
        self.assertIsNone(report["ms"]["spectrum_preview"])
        for stage in STAGES:
            if stage == "spectrum_preview":
                continue
            times = report["ms"][stage]
            self.assertEqual(list(times), ["p5", "median", "p95"])
            self.assertGreater(times["p5"], 0, stage)
            self.assertLessEqual(times["p5"], times["median"])
            self.assertLessEqual(times["median"], times["p95"])

    def test_one_frame(self):
        """With one frame the quantiles are its own times, so that they add up."""
        report = self.measure({}, "--frames", "1")
        ms = {stage: times and times["median"] for stage, times in report["ms"].items()}
        self.assertEqual(report["P"]["attention"], 768)
        computing = ms["draw"] + ms["factors"] + ms["assembly"] + ms["heatmap"]
        self.assertLess(computing, ms["first_frame"])
        self.assertLess(ms["first_frame"] + ms["spectrum_exact"] + ms["paint"], ms["frame"])
        # Two workspaces and a solver's triangle a model are at least this large.
        self.assertGreater(report["peak_memory_mb"], 20)

    def test_threads(self):
        for threads in (1, 2):
            report = self.measure(SMALL, "--frames", "1", env={"OMP_NUM_THREADS": str(threads)})
            self.assertEqual(report["threads"], threads)

    def test_all_scales_are_legal(self):
        for scale in (0, 1e-3, 1000):
            self.measure({**SMALL, "data.scale": scale}, "--frames", "3")


if __name__ == "__main__":
    unittest.main()
