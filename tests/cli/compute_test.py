"""`compute`: every array of the file format, read back by NumPy and held against mathematics."""

import json
import unittest

import numpy

from harness import SMALL, Case

MODELS = ("attention_", "mlp_")
PARTS = ("hessian", "hessian_outer", "hessian_functional")

# Each differs from the default in one thing that changes which arrays there are or how they come.
VARIANTS = {
    "default sizes": {"data.sequence_length": 16},
    "small": SMALL,
    "cross entropy": {**SMALL, "loss": "cross_entropy"},
    "linear": {**SMALL, "attention.kernel": "linear"},
    "sigmoid, causal": {**SMALL, "attention.kernel": "sigmoid", "attention.mask": "causal"},
    "merged": {**SMALL, "attention.query_key": "merged"},
    "pre-LN": {**SMALL, "attention.normalization": "pre_ln"},
    "depth 1": {**SMALL, "mlp.depth": 1},
    "depth 4, tanh": {**SMALL, "mlp.depth": 4, "mlp.activation": "tanh"},
    "gelu, width 7": {**SMALL, "mlp.activation": "gelu", "mlp.width": 7},
    "digit addition": {"data.source": "digit_addition", "attention.d_model": 12,
                       "attention.d_key": 2, "loss": "cross_entropy"},
    "one token": {**SMALL, "data.sequence_length": 1, "data.sequences": 1},
    "no data": {**SMALL, "data.scale": 0},
    "saturated": {**SMALL, "data.scale": 1000},
}


def softmax(scores):
    weights = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def layer_norm(x):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / numpy.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)


def loss_of(outputs, arrays):
    """The loss as the format defines it, from the arrays alone."""
    weights = arrays["token_weights"]
    if "Y" in arrays:
        return (weights * ((outputs - arrays["Y"])**2).mean(axis=-1)).sum()
    chosen = numpy.take_along_axis(outputs, arrays["labels"][..., None], axis=-1)[..., 0]
    largest = outputs.max(axis=-1, keepdims=True)
    logsum = numpy.log(numpy.exp(outputs - largest).sum(axis=-1)) + largest[..., 0]
    return (weights * (logsum - chosen)).sum()


def attention_outputs(arrays, scenario):
    attention = scenario["attention"]
    tokens = arrays["X"]
    if attention["normalization"] == "pre_ln":
        tokens = layer_norm(tokens)
    d_key = attention["d_key"]
    bilinear = (arrays["W_QK"] if "W_QK" in arrays else
                arrays["W_Q"] @ arrays["W_K"].T / numpy.sqrt(d_key))
    scores = tokens @ bilinear @ tokens.transpose(0, 2, 1) / attention["temperature"]
    sees = arrays["mask"].astype(bool)
    if attention["kernel"] == "softmax":
        weights = softmax(numpy.where(sees, scores, -numpy.inf))
    elif attention["kernel"] == "linear":
        weights = numpy.where(sees, scores, 0)
    else:
        weights = numpy.where(sees, 1 / (1 + numpy.exp(-scores)), 0)
    return weights @ tokens @ arrays["W_V"]


def mlp_outputs(arrays, scenario):
    hidden = arrays["X"]
    if scenario["attention"]["normalization"] == "pre_ln":
        hidden = layer_norm(hidden)
    activation = {
        "identity": lambda z: z,
        "relu": lambda z: numpy.maximum(z, 0),
        "tanh": numpy.tanh,
        "gelu": lambda z: z * (1 + numpy.vectorize(__import__("math").erf)(z / numpy.sqrt(2))) / 2,
    }[scenario["mlp"]["activation"]]
    depth = scenario["mlp"]["depth"]
    for layer in range(1, depth + 1):
        hidden = hidden @ arrays[f"mlp_W_{layer}"]
        if layer < depth:
            hidden = activation(hidden)
    return hidden


class ArraysTest(Case):
    computed = {}  # arrays of each variant, made once

    def for_each_variant(self, check):
        for name, fields in VARIANTS.items():
            with self.subTest(name):
                if name not in self.computed:
                    self.computed[name] = self.compute(fields)
                arrays = self.computed[name]
                check(arrays, json.loads(bytes(arrays["scenario_json"])))

    def test_names_types_and_shapes(self):
        def check(arrays, scenario):
            sequences, length, d_model = arrays["X"].shape
            self.assertEqual(d_model, scenario["attention"]["d_model"])
            d_key, d_out = scenario["attention"]["d_key"], d_model
            depth = scenario["mlp"]["depth"]
            shapes = {"X": (sequences, length, d_model), "token_weights": (sequences, length),
                      "mask": (length, length), "W_V": (d_model, d_out)}
            types = {"mask": "|u1", "scenario_json": "|u1"}
            if scenario["loss"] == "mse":
                shapes["Y"] = (sequences, length, d_out)
            else:
                shapes["labels"] = (sequences, length)
                types["labels"] = "<i8"
            merged = scenario["attention"]["query_key"] == "merged"
            blocks = ["W_QK", "W_V"] if merged else ["W_Q", "W_K", "W_V"]
            if merged:
                shapes["W_QK"] = (d_model, d_model)
            else:
                shapes["W_Q"] = shapes["W_K"] = (d_model, d_key)
            layers = [f"W_{layer}" for layer in range(1, depth + 1)]
            for layer in layers:
                shapes[f"mlp_{layer}"] = arrays[f"mlp_{layer}"].shape
            shapes["version"] = shapes["loss_formula"] = ()
            self.assertEqual(f"hessianscope {arrays['version']}",
                             self.succeed("--version").stdout.strip())
            self.assertIn("Σᵢ wᵢ", str(arrays["loss_formula"]))
            names = set(shapes) | {"scenario_json"}
            for prefix, wanted in (("attention_", blocks), ("mlp_", layers)):
                self.assertEqual(list(arrays[f"{prefix}block_names"]), wanted)
                sizes = [arrays[block if prefix == "attention_" else f"mlp_{block}"].size
                         for block in wanted]
                self.assertEqual(list(arrays[f"{prefix}block_offsets"]),
                                 [0, *numpy.cumsum(sizes)])
                parameters = sum(sizes)
                shapes[f"{prefix}loss"] = ()
                shapes[f"{prefix}gradient"] = shapes[f"{prefix}eigenvalues"] = (parameters,)
                for part in PARTS:
                    shapes[prefix + part] = (parameters, parameters)
                types[f"{prefix}block_offsets"] = "<i8"
                names |= {f"{prefix}block_names", f"{prefix}block_offsets"}
            self.assertEqual(set(arrays), names | set(shapes))
            for name, shape in shapes.items():
                self.assertEqual(arrays[name].shape, shape, name)
            for name, array in arrays.items():
                if name not in ("version", "loss_formula") and not name.endswith("block_names"):
                    self.assertEqual(array.dtype.str, types.get(name, "<f8"), name)
                self.assertTrue(array.flags["C_CONTIGUOUS"], name)
        self.for_each_variant(check)

    def test_symmetric_bit_for_bit_and_finite(self):
        def check(arrays, _):
            for prefix in MODELS:
                for part in PARTS:
                    hessian = arrays[prefix + part]
                    self.assertTrue(numpy.isfinite(hessian).all())
                    self.assertEqual(hessian.tobytes(), hessian.T.tobytes())
        self.for_each_variant(check)

    def test_outer_and_functional_add_up(self):
        def check(arrays, _):
            for prefix in MODELS:
                outer, functional = (arrays[prefix + part] for part in PARTS[1:])
                total = arrays[f"{prefix}hessian"]
                self.assertTrue((total == outer + functional).all())
        self.for_each_variant(check)

    def test_outer_part_is_positive_semidefinite(self):
        def check(arrays, _):
            for prefix in MODELS:
                values = numpy.linalg.eigvalsh(arrays[f"{prefix}hessian_outer"])
                self.assertGreaterEqual(values[0], -1e-12 * max(values[-1], 1e-300))
        self.for_each_variant(check)

    def test_eigenvalues_agree_with_numpy(self):
        def check(arrays, _):
            for prefix in MODELS:
                hessian, values = arrays[f"{prefix}hessian"], arrays[f"{prefix}eigenvalues"]
                self.assertTrue((numpy.diff(values) >= 0).all())
                expected = numpy.linalg.eigvalsh(hessian)
                scale = numpy.abs(expected).max()
                self.assertLessEqual(numpy.abs(values - expected).max(), 1e-12 * scale)
                self.assertLessEqual(abs(values.sum() - numpy.trace(hessian)),
                                     1e-11 * numpy.abs(values).sum())
                norm = (hessian**2).sum()
                self.assertLessEqual(abs((values**2).sum() - norm), 1e-11 * norm)
        self.for_each_variant(check)

    def test_weights_and_mask(self):
        def check(arrays, scenario):
            self.assertAlmostEqual(arrays["token_weights"].sum(), 1, delta=1e-14)
            length = arrays["X"].shape[1]
            causal = scenario["attention"]["mask"] == "causal"
            wanted = numpy.tril(numpy.ones((length, length))) if causal else numpy.ones((length,) * 2)
            self.assertTrue((arrays["mask"] == wanted).all())
        self.for_each_variant(check)

    def test_loss_follows_from_the_arrays(self):
        def check(arrays, scenario):
            for prefix, outputs in (("attention_", attention_outputs), ("mlp_", mlp_outputs)):
                expected = loss_of(outputs(arrays, scenario), arrays)
                self.assertAlmostEqual(float(arrays[f"{prefix}loss"]), expected,
                                       delta=1e-12 * max(1, abs(expected)))
        self.for_each_variant(check)

    def test_gradient_is_the_slope_of_the_loss(self):
        """Richardson-extrapolated differences of the loss above, at every parameter."""
        for fields in (SMALL, {**SMALL, "loss": "cross_entropy", "attention.kernel": "sigmoid"}):
            arrays = self.compute(fields)
            scenario = json.loads(bytes(arrays["scenario_json"]))
            blocks = {"attention_": ["W_Q", "W_K", "W_V"], "mlp_": ["mlp_W_1", "mlp_W_2"]}
            for prefix, outputs in (("attention_", attention_outputs), ("mlp_", mlp_outputs)):
                slopes = []
                for block in blocks[prefix]:
                    for place in numpy.ndindex(arrays[block].shape):
                        def loss_at(shift):
                            moved = arrays[block].copy()
                            moved[place] += shift
                            return loss_of(outputs({**arrays, block: moved}, scenario), arrays)
                        wide, narrow = ((loss_at(step) - loss_at(-step)) / (2 * step)
                                        for step in (2e-4, 1e-4))
                        slopes.append((4 * narrow - wide) / 3)
                gradient = arrays[f"{prefix}gradient"]
                self.assertLess(numpy.abs(gradient - slopes).max(),
                                1e-9 * max(1, numpy.abs(gradient).max()))


class ScenarioJsonTest(Case):
    def test_every_key_is_there_and_reads_back(self):
        fields = {**SMALL, "view.part": "functional", "view.overlays": "outer"}
        arrays = self.compute(fields)
        text = bytes(arrays["scenario_json"]).decode()
        scenario = json.loads(text)
        keys = {f"{section}.{key}" if isinstance(value, dict) else section
                for section, value in scenario.items()
                for key in (value if isinstance(value, dict) else [""])}
        table = {field["key"] for field in json.loads(self.succeed("fields").stdout)}
        self.assertEqual(keys, table | {"hessianscope"})
        again = self.compute(source=self.write("again.json", text), name="again.npz")
        for name in arrays:
            self.assertEqual(arrays[name].tobytes(), again[name].tobytes(), name)

    def test_eigenvalues_are_those_of_the_total_whatever_is_viewed(self):
        plain, viewed = self.compute(SMALL), self.compute({**SMALL, "view.part": "outer"})
        self.assertEqual(plain["attention_eigenvalues"].tobytes(),
                         viewed["attention_eigenvalues"].tobytes())


class LayerFileTest(Case):
    """What compute writes is a valid layer file, and a real layer may come from elsewhere."""

    HESSIANS = [prefix + part for prefix in MODELS for part in PARTS]

    def test_the_same_hessian_comes_back(self):
        for fields in (SMALL, {**SMALL, "loss": "cross_entropy"},
                       {**SMALL, "attention.query_key": "merged"},
                       {**SMALL, "attention.mask": "causal", "attention.normalization": "pre_ln"}):
            fields = {**fields, "data.scale": 0.7, "attention.query_scale": 1.5}
            first = self.compute(fields)
            scales = {"data.source": "file", "data.file": str(self.folder / "out.npz"),
                      "data.scale": 1, "attention.query_scale": 1}
            again = self.compute({**fields, **scales}, name="again.npz")
            for name in self.HESSIANS:
                self.assertEqual(first[name].tobytes(), again[name].tobytes(), name)

    def test_compute_reads_what_it_wrote_as_a_scenario(self):
        first = self.compute({**SMALL, "data.scale": 0.7})
        again = self.compute(source=self.folder / "out.npz", name="again.npz")
        for name in self.HESSIANS:
            self.assertEqual(first[name].tobytes(), again[name].tobytes(), name)

    def test_any_float_and_memory_order(self):
        generator = numpy.random.default_rng(1)
        layer = {"X": generator.normal(size=(2, 5, 4)), "W_Q": generator.normal(size=(4, 3)),
                 "W_K": generator.normal(size=(4, 3)), "W_V": generator.normal(size=(4, 6))}
        layer = {name: array.astype(numpy.float32) for name, array in layer.items()}
        results = []
        for kind, convert in {
                "f4": lambda a: a, "f8": lambda a: a.astype(numpy.float64),
                "fortran": lambda a: numpy.asfortranarray(a.astype(numpy.float64)),
                "big-endian": lambda a: a.astype(">f8")}.items():
            path = self.folder / f"{kind}.npz"
            numpy.savez_compressed(path, **{name: convert(array) for name, array in layer.items()})
            results.append(self.compute({"data.source": "file", "data.file": str(path)},
                                        name=f"{kind}-out.npz"))
        self.assertEqual(results[0]["X"].shape, (2, 5, 4))
        self.assertEqual(results[0]["attention_hessian"].shape, (4 * 3 + 4 * 3 + 4 * 6,) * 2)
        self.assertTrue((results[0]["W_Q"] == layer["W_Q"].astype(numpy.float64)).all())
        for result in results[1:]:
            for name in self.HESSIANS:
                self.assertEqual(result[name].tobytes(), results[0][name].tobytes(), name)

    def test_a_relative_file_lies_beside_its_scenario(self):
        inner = self.folder / "inner"
        inner.mkdir()
        numpy.savez(inner / "layer.npz", X=numpy.eye(3))
        text = json.dumps({"hessianscope": 1, "data": {"source": "file", "file": "layer.npz"}})
        path = inner / "scenario.json"
        path.write_text(text)
        arrays = self.compute(source=path)
        self.assertTrue((arrays["X"][0] == numpy.eye(3)).all())
        result = self.refuse(1, "compute", "-", "-o", self.folder / "x.npz", stdin=text.encode(),
                             cwd=self.folder)
        self.assertIn("layer.npz", result.stderr)

    def test_not_a_number_is_refused_by_name(self):
        for name, value in (("X", numpy.nan), ("W_V", numpy.inf), ("W_Q", -numpy.inf)):
            layer = {"X": numpy.ones((5, 4)), "W_Q": numpy.ones((4, 3)),
                     "W_K": numpy.ones((4, 3)), "W_V": numpy.ones((4, 4))}
            layer[name][1, 2] = value
            path = self.folder / "layer.npz"
            numpy.savez(path, **layer)
            result = self.refuse(1, "compute", "default", "-o", self.folder / "x.npz", "--set",
                                 "data.source=file", "--set", f"data.file={path}")
            self.assertIn(str(path), result.stderr)
            self.assertRegex(result.stderr, rf"\b{name}\b")
            self.assertLess(result.seconds, 1)

    def test_contradictions_name_both_shapes(self):
        path = self.folder / "layer.npz"
        numpy.savez(path, X=numpy.ones((5, 4)), W_Q=numpy.ones((3, 2)))
        result = self.refuse(1, "compute", "default", "-o", self.folder / "x.npz", "--set",
                             "data.source=file", "--set", f"data.file={path}")
        for mention in ("X", "W_Q", "4", "3"):
            self.assertIn(mention, result.stderr)


class SizeTest(Case):
    def test_a_hessian_too_large_is_refused_with_numbers(self):
        result = self.refuse(1, "compute", "default", "-o", self.folder / "x.npz", "--set",
                             "attention.d_model=128", "--set", "attention.d_key=128")
        self.assertIn("49152", result.stderr)
        self.assertRegex(result.stderr, r"\d (GB|TB)")
        self.assertLess(result.seconds, 10)
        self.assertEqual(self.leftovers(), [])


if __name__ == "__main__":
    unittest.main()
