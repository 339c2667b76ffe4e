"""Help, version, and everything a person may type wrongly."""

import json
import subprocess
import unittest

import numpy

from harness import Case, run, start


class HelpTest(Case):
    # A display that cannot be reached ends any program that asks for it.
    NOWHERE = {"DISPLAY": ":4711", "QT_QPA_PLATFORM": "xcb"}

    def test_help_names_every_command_without_a_display(self):
        text = self.succeed("--help", env=self.NOWHERE).stdout
        for command in ("compute", "render", "sweep", "measure", "fields"):
            self.assertIn(command, text)

    def test_each_command_has_help(self):
        for command in ("compute", "render", "sweep", "measure", "fields"):
            text = self.succeed(command, "--help", env=self.NOWHERE).stdout
            self.assertIn(f"hessianscope {command}", text)

    def test_version(self):
        text = self.succeed("--version", env=self.NOWHERE).stdout
        self.assertRegex(text, r"^hessianscope \d+\.\d+\.\d+\n$")

    def test_full_standard_output_is_a_failure(self):
        with open("/dev/full", "w") as full:
            process = start(["fields"], stdout=full, stderr=subprocess.PIPE)
            _, error = process.communicate()
        self.assertEqual(process.returncode, 1)
        self.assertIn(b"standard output cannot be written: No space left on device", error)


class WrongUsageTest(Case):
    def wrong(self, mention, *arguments, **options):
        result = self.refuse(2, *arguments, cwd=self.folder, **options)
        self.assertIn(mention, result.stderr)
        self.assertIn("--help", result.stderr)
        self.assertEqual(self.leftovers(), [])

    def test_unknown_command(self):
        self.wrong('"comput"', "comput", "default", "-o", "x.npz")
        self.wrong("the commands are compute, render, sweep, measure, fields", "nonsense")

    def test_unknown_option(self):
        self.wrong("--bogus", "--bogus")
        self.wrong("--bogus", "compute", "default", "-o", "x.npz", "--bogus")
        self.wrong("--frames", "compute", "default", "-o", "x.npz", "--frames", "3")

    def test_too_many_or_too_few_words(self):
        self.wrong("extra", "compute", "default", "extra", "-o", "x.npz")
        self.wrong("SCENARIO", "compute", "-o", "x.npz")
        self.wrong("output", "compute", "default")
        self.wrong("--view", "render", "default", "-o", "x.png")
        self.wrong("--points", "sweep", "default", "--over", "data.scale", "--from", "1", "--to",
                   "2", "-o", "x.csv")
        self.wrong("belongs to no command", "some.json", "compute", "default", "-o", "x.npz")

    def test_unknown_key_suggests_the_nearest(self):
        self.wrong("data.scale", "compute", "default", "-o", "x.npz", "--set", "data.scle=1")

    def test_bad_value_names_key_value_and_range(self):
        for text in ("abc", "1,5", "", "-1", "1001", "nan", "inf", "1e999", "0x10", "true", "[1]"):
            self.wrong("data.scale", "compute", "default", "-o", "x.npz", "--set",
                       f"data.scale={text}")
        self.wrong("1000", "compute", "default", "-o", "x.npz", "--set", "data.scale=-1")
        self.wrong("softmax, linear, sigmoid", "measure", "default", "--set",
                   "attention.kernel=softmx")
        self.wrong("d_model", "compute", "default", "-o", "x.npz", "--set",
                   "attention.d_model=1.5")
        self.wrong("KEY=VALUE", "compute", "default", "-o", "x.npz", "--set", "data.scale")

    def test_values_that_contradict_each_other(self):
        result = self.refuse(2, "compute", "default", "-o", "x.npz", "--set",
                             "data.source=digit_addition", "--set", "attention.d_model=8",
                             cwd=self.folder)
        self.assertIn("12", result.stderr)
        self.assertEqual(self.leftovers(), [])

    def test_bad_set_is_wrong_usage_even_when_the_scenario_is_missing(self):
        self.wrong("nonsense", "compute", "missing.json", "-o", "x.npz", "--set", "nonsense=1")

    def test_fields_takes_no_changes(self):
        self.wrong("--set", "fields", "--set", "data.scale=1")

    def test_bad_view_size_scale_and_format(self):
        draw = ("render", "default", "-o", "x.png")
        self.wrong("attention-heatmap", *draw, "--view", "overvew")
        for size in ("10x10", "0x100", "-5x100", "100", "100x", "x100", "100x100x100", "1e2x100",
                     "100*100", "99999x99999", "9999999999999999999x100", ""):
            mention = "a figure of" if size in ("10x10", "0x100") else "--size"
            self.wrong(mention, *draw, "--view", "overview", "--size", size)
        for scale in ("0", "-1", "nan", "two", "1,5", "100"):
            self.wrong("scale", *draw, "--view", "overview", "--scale", scale)
        self.wrong("svg", "render", "default", "--view", "overview", "-o", "x.bmp")
        self.wrong(".npz", "compute", "default", "-o", "x.csv")
        self.wrong(".csv", "sweep", "default", "--over", "data.scale", "--from", "1", "--to", "2",
                   "--points", "2", "-o", "x.json")

    def sweep_is_wrong(self, mention, **options):
        words = {"over": "data.scale", "from": "0.1", "to": "1", "points": "3", **options}
        pairs = [word for key, value in words.items() for word in (f"--{key}", value)]
        self.wrong(mention, "sweep", "default", *pairs, "-o", "x.csv")

    def test_bad_sweeps(self):
        self.sweep_is_wrong("attention.kernel", over="attention.kernel")
        self.sweep_is_wrong("data.scale_targets", over="data.scale_targets")
        self.sweep_is_wrong("view.range", over="view.range")
        self.sweep_is_wrong("data.scale", over="data.scal")
        self.sweep_is_wrong("data.scale", to="1e4")
        self.sweep_is_wrong("data.scale", **{"from": "0"})
        self.sweep_is_wrong("--from", **{"from": "a"})
        self.sweep_is_wrong("--points", points="0")
        self.sweep_is_wrong("--points", points="1.5")
        self.sweep_is_wrong("--seeds", seeds="0")

    def test_bad_frames(self):
        for frames in ("0", "-1", "1.5", "many"):
            self.wrong("--frames", "measure", "default", "--frames", frames)


class FieldsTest(Case):
    def test_the_table_is_complete(self):
        table = json.loads(self.succeed("fields").stdout)
        fields = {field["key"]: field for field in table}
        for key in ("data.source", "data.scale", "data.scale_targets", "data.sequence_length",
                    "data.sequences", "data.seed", "data.file", "attention.d_model",
                    "attention.d_key", "attention.kernel", "attention.mask",
                    "attention.query_key", "attention.temperature", "attention.normalization",
                    "attention.query_scale", "attention.key_scale", "attention.value_scale",
                    "attention.seed", "mlp.depth", "mlp.activation", "mlp.width", "mlp.scale",
                    "mlp.seed", "loss", "view.part", "view.values", "view.range", "view.overlays",
                    "view.theme"):
            self.assertIn(key, fields)
            for property in ("label", "unit", "help"):
                self.assertIn(property, fields[key])
        self.assertEqual(fields["data.scale"]["minimum"], 0)
        self.assertEqual(fields["data.scale"]["maximum"], 1000)
        self.assertEqual(fields["data.scale"]["default"], 1)
        self.assertEqual(fields["attention.d_model"]["maximum"], 128)
        self.assertEqual(fields["data.seed"]["maximum"], 2**53 - 1)


class ScenarioArgumentTest(Case):
    """File, standard input and `default`, and where --set may stand."""

    TINY = ["--set", "attention.d_model=2", "--set", "attention.d_key=2", "--set",
            "data.sequence_length=3"]

    def scenario_of(self, *arguments, **options):
        path = self.folder / "scenario.npz"
        self.succeed(*arguments, "-o", path, **options)
        with numpy.load(path) as archive:
            return json.loads(bytes(archive["scenario_json"]))

    def test_set_before_and_after_the_command(self):
        for words in (["--set", "data.scale=0.25", "compute", "default", *self.TINY],
                      ["compute", "--set", "data.scale=0.25", "default", *self.TINY],
                      ["compute", "default", *self.TINY, "--set=data.scale=0.25"],
                      ["--set", "data.scale=9", "compute", "default", *self.TINY, "--set",
                       "data.scale=0.25"]):
            self.assertEqual(self.scenario_of(*words)["data"]["scale"], 0.25, words)

    def test_strings_need_no_quotes(self):
        scenario = self.scenario_of("compute", "default", *self.TINY, "--set",
                                    "attention.kernel=linear", "--set", "view.overlays=outer",
                                    "--set", "view.range=[-3,1]")
        self.assertEqual(scenario["attention"]["kernel"], "linear")
        self.assertEqual(scenario["view"]["overlays"], ["outer"])
        self.assertEqual(scenario["view"]["range"], [-3, 1])

    def test_file_and_standard_input_say_the_same(self):
        text = '{"hessianscope": 1, "data": {"scale": 0.5, "sequence_length": 3}, ' \
               '"attention": {"d_model": 2, "d_key": 2}}'
        path = self.write("scenario.json", text)
        from_file = self.scenario_of("compute", path)
        self.assertEqual(from_file["data"]["scale"], 0.5)
        self.assertEqual(from_file, self.scenario_of("compute", "-", stdin=text.encode()))

    def test_bad_scenario_files_fail_with_path_and_key(self):
        path = self.write("bad.json", '{"hessianscope": 1, "data": {"scale": -3}}')
        result = self.refuse(1, "compute", path, "-o", self.folder / "x.npz")
        for mention in (str(path), "data.scale", "-3", "1000"):
            self.assertIn(mention, result.stderr)
        result = self.refuse(1, "compute", "-", "-o", self.folder / "x.npz", stdin=b'{"a": 1')
        self.assertIn("standard input", result.stderr)
        result = self.refuse(1, "compute", self.folder / "none.json", "-o", self.folder / "x.npz")
        self.assertIn("none.json", result.stderr)
        self.assertIn("No such file or directory", result.stderr)
        self.assertEqual(self.leftovers(), ["bad.json"])

    def test_endless_standard_input_is_refused(self):
        result = self.refuse(1, "compute", "-", "-o", self.folder / "x.npz",
                             stdin=b" " * (3 << 20))
        self.assertIn("1 MiB", result.stderr)

    def test_a_file_named_like_a_command_opens_with_its_folder(self):
        self.write("fields", "{}")
        self.assertEqual(run("./fields", cwd=self.folder).code, 1)


if __name__ == "__main__":
    unittest.main()
