"""Numbers never depend on the locale: not those read, not those written."""

import json
import os
import subprocess
import sys
import unittest

from harness import GERMAN, SMALL, Case, changes

COMMANDS = {
    "compute.npz": ["compute"],
    "heatmap.png": ["render", "--view", "attention-heatmap"],
    "overview.svg": ["render", "--view", "overview"],
    "overview.pdf": ["render", "--view", "overview"],
    "spectrum.csv": ["render", "--view", "attention-spectrum"],
    "norms.csv": ["render", "--view", "block-norms"],
    "norms.npz": ["render", "--view", "block-norms"],
    "sweep.csv": ["sweep", "--over", "data.scale", "--from", "0.5", "--to", "1.5", "--points", "3"],
    "sweep.npz": ["sweep", "--over", "data.scale", "--from", "0.5", "--to", "1.5", "--points", "3"],
}


class GermanTest(Case):
    def test_the_locale_is_really_there(self):
        # Else the tests below would compare C with C.
        text = "import locale; locale.setlocale(locale.LC_ALL, ''); " \
               "print(locale.localeconv()['decimal_point'])"
        shown = subprocess.run([sys.executable, "-c", text], env={**os.environ, **GERMAN},
                               capture_output=True, check=True)
        self.assertEqual(shown.stdout, b",\n")

    def test_files_are_identical(self):
        sizes = changes({**SMALL, "data.scale": 0.5})
        for name, (command, *words) in COMMANDS.items():
            written = []
            for env in ({"LC_ALL": "C"}, GERMAN):
                path = self.folder / name
                self.succeed(command, "default", *words, *sizes, "-o", path, env=env)
                written.append(path.read_bytes())
            self.assertEqual(written[0], written[1], name)

    def test_numbers_of_the_command_line(self):
        def scale(text):
            path = self.folder / "out.npz"
            result = self.compute({**SMALL, "data.scale": text}, env=GERMAN)
            path.unlink()
            return json.loads(bytes(result["scenario_json"]))["data"]["scale"]

        self.assertEqual(scale("0.5"), 0.5)
        self.assertEqual(scale("1e-3"), 0.001)
        for text in ("0,5", "1.000,5", "1,000.5"):
            result = self.refuse(2, "compute", "default", "-o", self.folder / "x.npz", "--set",
                                 f"data.scale={text}", env=GERMAN)
            self.assertIn(text, result.stderr)
        for option in ("--from", "--to"):
            words = {"--from": "0.5", "--to": "1.5", option: "0,7"}
            self.refuse(2, "sweep", "default", "--over", "data.scale", "--points", "2",
                        *(word for pair in words.items() for word in pair), "-o",
                        self.folder / "x.csv", env=GERMAN)

    def test_numbers_of_a_scenario_file(self):
        text = json.dumps({"hessianscope": 1, "data": {"scale": 0.5, "sequence_length": 4},
                           "attention": {"d_model": 3, "temperature": 1.5e-2}})
        arrays = self.compute(source=self.write("scenario.json", text), env=GERMAN)
        scenario = json.loads(bytes(arrays["scenario_json"]))
        self.assertEqual(scenario["data"]["scale"], 0.5)
        self.assertEqual(scenario["attention"]["temperature"], 0.015)

    def test_printed_numbers(self):
        fields = self.succeed("fields", env=GERMAN).stdout
        self.assertEqual(fields, self.succeed("fields", env={"LC_ALL": "C"}).stdout)
        report = self.succeed("measure", "default", "--frames", "2", *changes(SMALL),
                              env=GERMAN).stdout
        self.assertGreater(json.loads(report)["ms"]["frame"]["median"], 0)


if __name__ == "__main__":
    unittest.main()
