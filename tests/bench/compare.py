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
LABELS = {"first_frame": "heatmaps and norms, painted", "frame": "with exact spectra, painted"}
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


def choose_threads(models):
    """The number of threads with which PyTorch is faster here."""

    def time_with(threads):
        torch.set_num_threads(threads)
        return min(timed(notebook_peer.complete_frame, models, 1.0) for _ in range(3))

    torch.set_num_threads(min((1, os.cpu_count()), key=time_with))


def median_of(runs, stage):
    return statistics.median(run["ms"][stage]["median"] for run in runs)


def sizes(run):
    return f"P = {run['P']['attention']} (attention) and {run['P']['mlp']} (MLP)"


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
    print(f"PyTorch {torch.__version__} on {torch.get_num_threads()} thread(s), the fastest here;")
    print(f"NumPy {numpy.__version__}, matplotlib {notebook_peer.matplotlib.__version__}")
    print(f"{arguments.rounds} rounds in alternation: {arguments.frames} frames of hessianscope,")
    print(f"{arguments.peer_frames} of each kind of the notebook\n")


class Results:
    """Everything that was timed, one entry a run."""

    def __init__(self):
        self.measured, self.large, self.spectra = [], [], []
        self.notebook = {"first_frame": [], "frame": []}

    def add_round(self, program, models, arguments, sigmas):
        self.measured.append(program.measure(arguments.frames))
        for sigma in sigmas:
            for stage, frame in (
                ("first_frame", notebook_peer.first_frame),
                ("frame", notebook_peer.complete_frame),
            ):
                self.notebook[stage].append(timed(frame, models, sigma))
        self.spectra.append(program.spectra())
        self.large.append(program.measure(3, LARGE))

    def median(self, stage):
        return median_of(self.measured, stage)

    def ratio(self, stage):
        return statistics.median(self.notebook[stage]) / self.median(stage)

    def of_spectra(self, counter):
        return statistics.median(run[counter] for run in self.spectra)

    def large_peak_mb(self):
        return statistics.median(run["peak_memory_mb"] for run in self.large)

    def large_matrices_mb(self):
        return sum(8 * size**2 for size in self.large[0]["P"].values()) / 1e6


def print_times(results):
    print(f"\nDefault scenario, {sizes(results.measured[0])}, medians in ms")
    print(f"  {'':<28}{'hessianscope':>14}{'notebook':>12}{'ratio':>9}")
    for stage, label in LABELS.items():
        notebook = statistics.median(results.notebook[stage])
        print(f"  {label:<28}{results.median(stage):>14.2f}{notebook:>12.1f}", end="")
        print(f"{results.ratio(stage):>8.1f}x")
    for stage, values in results.measured[0]["ms"].items():
        if values and stage not in LABELS:
            print(f"  {stage:<28}{results.median(stage):>14.2f}")
    print(f"\nExact spectra at P = {results.spectra[0]['P']:.0f}:", end=" ")
    print(f"both {results.of_spectra('pair_ms'):.1f} ms side by side,", end=" ")
    print(f"one single-threaded dsyevd {results.of_spectra('single_ms'):.1f} ms")
    print(f"{sizes(results.large[0])}, L = 32:", end=" ")
    print(f"assembly {median_of(results.large, 'assembly'):.1f} ms,", end=" ")
    print(f"peak memory {results.large_peak_mb():.0f} MB, one matrix for each model", end=" ")
    print(f"{results.large_matrices_mb():.0f} MB")


def check_requirements(results):
    print("\nRequirements")
    computing = sum(results.median(stage) for stage in ("draw", "factors", "assembly", "heatmap"))
    assembly = median_of(results.large, "assembly")
    memory = results.large_peak_mb() / results.large_matrices_mb()
    check = Requirements()
    check.at_least("complete frame, against the notebook", results.ratio("frame"), 8)
    check.at_least("heatmaps and norms, against the notebook", results.ratio("first_frame"), 20)
    check.at_most("computing up to heatmaps and norms", computing, 8, " ms")
    check.at_most("two spectra over one single dsyevd", results.of_spectra("ratio"), 1.2, "")
    check.at_most("assembly of both models at P = 3072, L = 32", assembly, 60, " ms")
    check.at_most("peak memory, in P x P matrices for each model", memory, 4, "")
    return not check.missed


def main():
    arguments = parse_arguments()
    program = Program(arguments.binaries)
    arrays = program.compute()
    models = notebook_peer.models_from(arrays)
    choose_threads(models)
    print_setting(arguments)
    check_same_function(models, arrays)
    results = Results()
    for number in range(arguments.rounds):
        first = number * arguments.peer_frames
        sigmas = [1 + 0.01 * frame for frame in range(first, first + arguments.peer_frames)]
        results.add_round(program, models, arguments, sigmas)
    print_times(results)
    return 0 if check_requirements(results) else 1


if __name__ == "__main__":
    sys.exit(main())
