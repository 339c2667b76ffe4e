#!/usr/bin/python3
"""hessianscope beside a notebook (PyTorch functorch, NumPy, matplotlib), in alternation in one run.

    cmake -B build -DHESSIANSCOPE_BENCHMARKS=ON && cmake --build build
    tests/bench/compare.py

Needs python3-torch 1.13, python3-numpy and python3-matplotlib; neither the program nor its tests
do. Both programs get the same environment, whatever it says about OpenBLAS or OpenMP, and the same
cores. Prints medians, ratios and what is required of them; ends with 1 if a requirement is missed.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
import torch

import notebook_peer

ROOT = pathlib.Path(__file__).resolve().parents[2]
LARGE = ["attention.d_model=32", "attention.d_key=32", "data.sequence_length=32"]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / "build" / "bin")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--frames", type=int, default=20, help="of hessianscope in each round")
    parser.add_argument("--peer-frames", type=int, default=2, help="of the notebook in each round")
    return parser.parse_args()


def run(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


class Program:
    def __init__(self, binaries):
        self.program = str(binaries / "hessianscope")
        self.benchmarks = str(binaries / "hessianscope_bench")

    def compute(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "default.npz")
            run([self.program, "compute", "default", "-o", path])
            with numpy.load(path) as arrays:
                return dict(arrays)

    def measure(self, frames, settings=()):
        options = [part for setting in settings for part in ("--set", setting)]
        return json.loads(
            run([self.program, "measure", "default", "--frames", str(frames), *options])
        )

    def spectra(self):
        """Both exact spectra side by side and one single-threaded dsyevd, in alternation."""
        report = run(
            [self.benchmarks, "--benchmark_filter=^exact_spectra/d:16/", "--benchmark_format=json"]
        )
        return json.loads(report)["benchmarks"][0]


def check_same_function(models, arrays):
    for model, name in zip(models, ("attention", "mlp")):
        expected = arrays[f"{name}_hessian"]
        error = numpy.abs(model.hessian(1.0) - expected).max() / numpy.abs(expected).max()
        print(f"{name}: the two programs' Hessians differ by {error:.1e} of the largest entry")
        if not error < 1e-10:
            sys.exit("the programs do not compute the same Hessian")


def timed(frame, models, sigma):
    start = time.perf_counter()
    frame(models, sigma)
    return (time.perf_counter() - start) * 1e3


def median_of(runs, stage):
    return statistics.median(run["ms"][stage]["median"] for run in runs)


class Requirements:
    def __init__(self):
        self.missed = False

    def line(self, what, value, bound, met):
        self.missed |= not met
        print(f"  {what:<58} {value:>10}   required {bound:<10} {'met' if met else 'MISSED'}")

    def at_least(self, what, value, bound):
        self.line(what, f"{value:.1f}x", f">= {bound}x", value >= bound)

    def at_most(self, what, value, bound, unit):
        self.line(what, f"{value:.2f}{unit}", f"<= {bound}{unit}", value <= bound)


def print_setting(arguments):
    variables = [f"{k}={v}" for k, v in os.environ.items() if k.startswith(("OPENBLAS_", "OMP_"))]
    print(f"cores {os.cpu_count()}, environment of both: {' '.join(variables) or 'nothing set'}")
    print(f"PyTorch {torch.__version__} on {torch.get_num_threads()} threads, NumPy", end=" ")
    print(f"{numpy.__version__}, matplotlib {notebook_peer.matplotlib.__version__}")
    print(f"{arguments.rounds} rounds in alternation: {arguments.frames} frames of hessianscope,", end=" ")
    print(f"{arguments.peer_frames} of each kind of the notebook\n")


def main():
    arguments = parse_arguments()
    torch.set_num_threads(os.cpu_count())
    program = Program(arguments.binaries)
    arrays = program.compute()
    models = notebook_peer.models_from(arrays)
    print_setting(arguments)
    check_same_function(models, arrays)

    measured, large, spectra, first, complete = [], [], [], [], []
    for round_number in range(arguments.rounds):
        measured.append(program.measure(arguments.frames))
        for frame in range(arguments.peer_frames):
            sigma = 1.0 + 0.01 * (round_number * arguments.peer_frames + frame)
            first.append(timed(notebook_peer.first_frame, models, sigma))
            complete.append(timed(notebook_peer.complete_frame, models, sigma))
        spectra.append(program.spectra())
        large.append(program.measure(3, LARGE))

    print(f"\nDefault scenario, P = {measured[0]['P']}, medians in ms")
    print(f"  {'':<28}{'hessianscope':>14}{'notebook':>12}{'ratio':>9}")
    requirements_of = {"first_frame": first, "frame": complete}
    labels = {"first_frame": "heatmaps and norms, painted", "frame": "with exact spectra, painted"}
    ratios = {}
    for stage, peer in requirements_of.items():
        ours, theirs = median_of(measured, stage), statistics.median(peer)
        ratios[stage] = theirs / ours
        print(f"  {labels[stage]:<28}{ours:>14.2f}{theirs:>12.1f}{ratios[stage]:>8.1f}x")
    for stage, values in measured[0]["ms"].items():
        if values and stage not in labels:
            print(f"  {stage:<28}{median_of(measured, stage):>14.2f}")

    single = statistics.median(run["single_ms"] for run in spectra)
    pair = statistics.median(run["pair_ms"] for run in spectra)
    print(f"\nExact spectra at P = {spectra[0]['P']:.0f}: both {pair:.1f} ms side by side,", end=" ")
    print(f"one single-threaded dsyevd {single:.1f} ms")
    peak = statistics.median(run["peak_memory_mb"] for run in large)
    matrices = sum(8 * size**2 for size in large[0]["P"].values()) / 1e6
    print(f"P = {large[0]['P']}, L = 32: assembly {median_of(large, 'assembly'):.1f} ms,", end=" ")
    print(f"peak memory {peak:.0f} MB, one matrix for each model {matrices:.0f} MB")

    computing = sum(median_of(measured, s) for s in ("draw", "factors", "assembly", "heatmap"))
    print("\nRequirements")
    requirements = Requirements()
    requirements.at_least("complete frame, against the notebook", ratios["frame"], 8)
    requirements.at_least("heatmaps and norms, against the notebook", ratios["first_frame"], 20)
    requirements.at_most("computing up to heatmaps and norms", computing, 8, " ms")
    ratio = statistics.median(run["ratio"] for run in spectra)
    requirements.at_most("two exact spectra over one single-threaded dsyevd", ratio, 1.2, "")
    assembly = median_of(large, "assembly")
    requirements.at_most("assembly of both models at P = 3072, L = 32", assembly, 60, " ms")
    requirements.at_most("peak memory, in P x P matrices for each model", peak / matrices, 4, "")
    return 1 if requirements.missed else 0


if __name__ == "__main__":
    sys.exit(main())
