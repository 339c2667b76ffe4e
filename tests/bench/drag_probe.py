#!/usr/bin/env python3
"""How long events keep the window's thread while a person drags.

Starts the program on a display of its own (Xvfb), drags the slider of sigma to and fro with the
mouse (xdotool), closes the window and prints what the program's event probe measured:

    tests/bench/drag_probe.py build/bin/hessianscope [--seconds 10] [--screen 1280x720]

Exit code 1 when an event took more than 16 ms of the window thread's own time, or when the drag
never reached the program.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

BUDGET_MS = 16.0
STEP_SECONDS = 0.012
# The handle of the slider of sigma at its default, and how far the drag goes to the left.
HANDLE, REACH = (157, 104), 40


def display():
    """Starts Xvfb on a free display number and returns both."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{arguments.screen}x24"],
        pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as numbers:
        return server, ":" + numbers.readline().strip()


def xdotool(environment, *words):
    subprocess.run(["xdotool", *map(str, words)], env=environment, check=True)


def drag(environment, seconds):
    """One press, a move every few milliseconds to and fro, one release."""
    x, y = HANDLE
    xdotool(environment, "mousemove", x, y, "mousedown", 1)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        moves = []
        for step in range(2 * REACH):
            moves += ["mousemove", x - min(step, 2 * REACH - step), y, "sleep", STEP_SECONDS]
        xdotool(environment, *moves)
    xdotool(environment, "mousemove", x - REACH // 2, y, "mouseup", 1)


def probe(binary, seconds):
    with tempfile.TemporaryDirectory() as home:
        server, number = display()
        report = pathlib.Path(home, "probe.json")
        environment = dict(os.environ, DISPLAY=number, HOME=home, XDG_STATE_HOME=home,
                           XDG_CONFIG_HOME=home, XDG_RUNTIME_DIR=home, QT_QPA_PLATFORM="xcb",
                           HESSIANSCOPE_EVENT_PROBE=str(report))
        try:
            program = subprocess.Popen([binary], env=environment)
            window = subprocess.run(
                ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^hessianscope$"],
                env=environment, capture_output=True, text=True, check=True).stdout.split()[0]
            time.sleep(2)
            drag(environment, seconds)
            time.sleep(1)
            closed = time.monotonic()
            xdotool(environment, "windowfocus", "--sync", window, "key", "ctrl+q")
            code = program.wait(timeout=20)
            measured = json.loads(report.read_text())
            measured["exit_code"] = code
            measured["seconds_to_close"] = round(time.monotonic() - closed, 3)
            session = pathlib.Path(home, "hessianscope", "session.json")
            measured["sigma_at_the_end"] = json.loads(session.read_text())["data"]["scale"]
            return measured
        finally:
            server.terminate()


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("binary")
parser.add_argument("--seconds", type=float, default=10)
parser.add_argument("--screen", default="1280x720")
arguments = parser.parse_args()
result = probe(arguments.binary, arguments.seconds)
print(json.dumps(result, indent=2))
if result["sigma_at_the_end"] == 1.0:
    sys.exit("the drag did not reach the slider")
if result["own_ms_longest"] > BUDGET_MS:
    sys.exit(f"an event took more than {BUDGET_MS:g} ms")
