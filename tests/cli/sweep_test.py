"""`sweep`: the table in both formats, its slopes fitted anew, and the powers the theory predicts."""

import csv
import io
import json
import unittest

import numpy

from harness import SMALL, Case, changes

MODELS = ("attention", "mlp")
PARTS = ("total", "outer", "functional")


class Table:
    """A sweep table read by someone who knows only the file format."""

    def __init__(self, text):
        comments = [line[1:].strip() for line in text.splitlines() if line.startswith("#")]
        self.slopes = {}
        self.comments = []
        for comment in comments:
            if comment.startswith("slope,"):
                row = next(csv.reader([comment[len("slope,"):]]))
                self.slopes[tuple(row[:4])] = [float(text) for text in row[4:]]
            else:
                self.comments.append(comment)
        body = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
        self.rows = list(csv.DictReader(io.StringIO(body)))

    def series(self, model, part, row, column):
        """Values and norms of one block pair, over all seeds."""
        chosen = [entry for entry in self.rows if (entry["model"], entry["part"], entry["row"],
                                                   entry["column"]) == (model, part, row, column)]
        return (numpy.array([float(entry["value"]) for entry in chosen]),
                numpy.array([float(entry["frobenius_norm"]) for entry in chosen]))


class SweepTest(Case):
    def sweep(self, fields, *words, name="sweep.csv"):
        path = self.folder / name
        self.succeed("sweep", "default", *changes({**SMALL, **fields}), *words, "-o", path)
        if path.suffix == ".csv":
            return Table(path.read_text(encoding="utf-8"))
        with numpy.load(path, allow_pickle=False) as archive:
            return {key: archive[key] for key in archive.files}

    SCALES = ("--over", "data.scale", "--from", "1e-3", "--to", "1e-2", "--points", "5",
              "--seeds", "2")

    def test_the_table_is_complete(self):
        table = self.sweep({"mlp.depth": 3}, *self.SCALES)
        self.assertEqual(list(table.rows[0]), ["value", "seed", "model", "part", "row", "column",
                                               "frobenius_norm"])
        blocks = {"attention": ["W_Q", "W_K", "W_V"], "mlp": ["W_1", "W_2", "W_3"]}
        pairs = {(model, part, names[i], names[j]) for model, names in blocks.items()
                 for part in PARTS for i in range(3) for j in range(i, 3)}
        self.assertEqual({(row["model"], row["part"], row["row"], row["column"])
                          for row in table.rows}, pairs)
        self.assertEqual(len(table.rows), len(pairs) * 5 * 2)
        self.assertEqual({row["seed"] for row in table.rows}, {"1", "2"})
        self.assertEqual(set(table.slopes), pairs)

    def test_values_are_log_spaced_for_log_fields_and_even_for_others(self):
        values = sorted({float(row["value"]) for row in self.sweep({}, *self.SCALES).rows})
        self.assertTrue(numpy.allclose(values, numpy.geomspace(1e-3, 1e-2, 5), rtol=1e-14))
        self.assertEqual((values[0], values[-1]), (1e-3, 1e-2))
        lengths = self.sweep({}, "--over", "data.sequence_length", "--from", "2", "--to", "8",
                             "--points", "4")
        texts = sorted({row["value"] for row in lengths.rows}, key=int)
        self.assertEqual((texts[0], texts[-1]), ("2", "8"))
        self.assertTrue(all(text.isdigit() for text in texts), texts)

    def test_provenance(self):
        table = self.sweep({"data.seed": 77}, *self.SCALES)
        text = "\n".join(table.comments)
        start = text.index("{")
        scenario, _ = json.JSONDecoder().raw_decode(text[start:])
        self.assertEqual(scenario["data"]["seed"], 77)
        self.assertEqual(scenario["hessianscope"], 1)
        self.assertRegex(text, r"hessianscope \d+\.\d+\.\d+")
        self.assertIn("loss", text)

    def test_norms_are_those_of_the_computed_hessian(self):
        table = self.sweep({"data.seed": 5}, *self.SCALES)
        value = sorted({row["value"] for row in table.rows}, key=float)[2]
        for seed in (1, 2):
            shift = seed - 1
            arrays = self.compute({**SMALL, "data.scale": value, "data.seed": 5 + shift,
                                   "attention.seed": 2 + shift, "mlp.seed": 3 + shift})
            for row in table.rows:
                if row["value"] != value or row["seed"] != str(seed):
                    continue
                prefix = row["model"] + "_"
                names = list(arrays[f"{prefix}block_names"])
                offsets = arrays[f"{prefix}block_offsets"]
                spans = [slice(offsets[i], offsets[i + 1])
                         for i in (names.index(row["row"]), names.index(row["column"]))]
                suffix = "" if row["part"] == "total" else "_" + row["part"]
                block = arrays[f"{prefix}hessian{suffix}"][spans[0], spans[1]]
                expected = numpy.linalg.norm(block)
                self.assertAlmostEqual(float(row["frobenius_norm"]), expected,
                                       delta=1e-12 * expected, msg=row)

    def test_slopes_are_least_squares(self):
        table = self.sweep({}, *self.SCALES)
        for key, (slope, error, r_squared, first, last, used, left_out) in table.slopes.items():
            values, norms = table.series(*key)
            kept = norms > 0
            self.assertEqual((used, left_out), (kept.sum(), (~kept).sum()))
            if not kept.any():
                self.assertTrue(numpy.isnan(slope))
                continue
            self.assertEqual((first, last), (values[kept].min(), values[kept].max()))
            x, y = numpy.log(values[kept]), numpy.log(norms[kept])
            (expected, _), residual, *_ = numpy.polyfit(x, y, 1, full=True)
            self.assertAlmostEqual(slope, expected, delta=1e-9)
            residual = residual[0] if residual.size else 0.0
            spread = ((x - x.mean())**2).sum()
            self.assertAlmostEqual(error, numpy.sqrt(residual / (len(x) - 2) / spread), delta=1e-8)
            self.assertAlmostEqual(r_squared, 1 - residual / ((y - y.mean())**2).sum(), delta=1e-8)

    def test_growth_with_the_data_scale(self):
        """Small sigma, fixed targets: the powers of the theory, nothing floored."""
        table = self.sweep({"data.sequence_length": 8, "data.sequences": 1, "attention.d_key": 4},
                           *self.SCALES)
        for row, column, power, tolerance in (
                ("W_Q", "W_Q", 5, 0.1), ("W_K", "W_K", 5, 0.1), ("W_Q", "W_K", 3, 0.01),
                ("W_Q", "W_V", 3, 0.01), ("W_K", "W_V", 3, 0.01), ("W_V", "W_V", 2, 0.01)):
            slope = table.slopes["attention", "total", row, column][0]
            self.assertAlmostEqual(slope, power, delta=tolerance, msg=(row, column))
        self.assertTrue(all(float(row["frobenius_norm"]) > 0 for row in table.rows
                            if (row["model"], row["part"], row["row"], row["column"]) ==
                            ("attention", "total", "W_Q", "W_Q")))

    def test_exact_zeros_are_written_as_zero_and_leave_a_gap(self):
        table = self.sweep({}, *self.SCALES)
        functional = [row for row in table.rows
                      if (row["model"], row["part"], row["row"], row["column"]) ==
                      ("attention", "functional", "W_V", "W_V")]
        self.assertEqual({row["frobenius_norm"] for row in functional}, {"0"})
        slope = table.slopes["attention", "functional", "W_V", "W_V"]
        self.assertTrue(numpy.isnan(slope[0]))
        self.assertEqual(slope[5:], [0, 10])

    def test_numbers_are_the_shortest_that_read_back(self):
        for row in self.sweep({}, *self.SCALES).rows:
            for text in (row["value"], row["frobenius_norm"]):
                number = float(text)
                digits = len(text.lower().split("e")[0].replace(".", "").replace("-", "").strip("0"))
                shortest = len(repr(number).split("e")[0].replace(".", "").replace("-", "")
                               .strip("0"))
                self.assertEqual(digits, shortest, text)

    def test_npz_holds_the_same_numbers(self):
        words = self.SCALES
        fields = {"mlp.depth": 2}
        table, arrays = self.sweep(fields, *words), self.sweep(fields, *words, name="sweep.npz")
        self.assertEqual(list(arrays["seeds"]), [1, 2])
        norms = arrays["norms"]
        names = arrays["block_names"]
        self.assertEqual(norms.shape, (5, 2, 2, 3, 3, 3))
        values = list(arrays["values"])
        blocks = {"attention": ["W_Q", "W_K", "W_V"], "mlp": ["W_1", "W_2"]}
        seen = numpy.zeros(norms.shape, dtype=bool)
        for row in table.rows:
            model, part = MODELS.index(row["model"]), PARTS.index(row["part"])
            i, j = (blocks[row["model"]].index(row[side]) for side in ("row", "column"))
            place = (values.index(float(row["value"])), int(row["seed"]) - 1, model, part)
            for pair in ((i, j), (j, i)):
                seen[place + pair] = True
            self.assertEqual(norms[place + (i, j)], float(row["frobenius_norm"]))
        self.assertTrue(numpy.isnan(norms[:, :, 1, :, 2, :]).all(), "the padding of the MLP")
        self.assertTrue(numpy.isfinite(norms[:, :, 0][..., 0, 1]).all())
        for model, wanted in enumerate(blocks.values()):
            self.assertEqual([name for name in names.reshape(2, -1)[model] if name], wanted)


if __name__ == "__main__":
    unittest.main()
