"""The examples of the README run as they stand.

Each ```sh block whose first command is hessianscope or ./app/run is run, and each ```python block,
in the order of the page, in one scratch folder, with the built program under both names.
"""

import os
import pathlib
import re
import subprocess
import sys
import unittest

from harness import PROGRAM, Case, environment

TOP = pathlib.Path(__file__).resolve().parents[2]


def runnable_blocks(text):
    """The command line that runs each block."""
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        commands = [line for line in block.splitlines() if line and not line.startswith("#")]
        if language == "python":
            yield [sys.executable, "-c", block]
        elif language == "sh" and commands[0].split()[0] in ("hessianscope", "./app/run"):
            yield ["bash", "-euo", "pipefail", "-c", block]


class ReadmeTest(Case):
    def test_examples(self):
        blocks = list(runnable_blocks((TOP / "README.md").read_text(encoding="utf-8")))
        self.assertGreater(len(blocks), 0)
        for name in ("app/run", "bin/hessianscope"):
            path = self.folder / name
            path.parent.mkdir()
            path.symlink_to(PROGRAM)
        (self.folder / "resources").symlink_to(TOP / "resources")
        env = environment({"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"})
        for command in blocks:
            with self.subTest(command[-1]):
                result = subprocess.run(command, cwd=self.folder, env=env,
                                        stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                        timeout=300)
                self.assertEqual(result.returncode, 0, f"{result.stdout}{result.stderr}")


if __name__ == "__main__":
    unittest.main()
