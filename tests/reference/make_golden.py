#!/usr/bin/env python3
"""Golden files for the Hessians: a second, independent program vouches for the core.

Writes one .npz per case beside this script: inputs, loss, gradient and the Hessian in its parts,
all in double precision by PyTorch's automatic differentiation (1.13, with functorch), from models
written straight from their definitions. Nothing here is shared with the C++ code.

    ./make_golden.py            writes every file
    ./make_golden.py --check    computes everything again and compares it with the files
"""

import argparse
import math
import pathlib
import sys
import zlib

import functorch
import numpy as np
import torch

HERE = pathlib.Path(__file__).resolve().parent

ATTENTION = [
    dict(kernel="softmax", mask="none", loss="mse", query_key="separate"),
    dict(kernel="softmax", mask="causal", loss="cross_entropy", query_key="separate", normalization="pre_ln"),
    dict(kernel="softmax", mask="none", loss="mse", query_key="merged", normalization="pre_ln", temperature=2.0),
    dict(kernel="softmax", mask="causal", loss="cross_entropy", query_key="merged"),
    dict(kernel="linear", mask="none", loss="cross_entropy", query_key="separate"),
    dict(kernel="linear", mask="causal", loss="mse", query_key="merged"),
    dict(kernel="sigmoid", mask="causal", loss="mse", query_key="separate", temperature=0.5),
    dict(kernel="sigmoid", mask="none", loss="cross_entropy", query_key="merged", normalization="pre_ln"),
]

MLP = [
    dict(activation="identity", loss="mse", widths=[]),
    dict(activation="relu", loss="mse", widths=[6]),
    dict(activation="gelu", loss="cross_entropy", widths=[6]),
    dict(activation="identity", loss="cross_entropy", widths=[4, 3], normalization="pre_ln"),
    dict(activation="tanh", loss="mse", widths=[4, 3]),
    dict(activation="relu", loss="cross_entropy", widths=[4, 3, 4]),
    dict(activation="gelu", loss="mse", widths=[3, 4, 2, 3, 3]),
]

SEQUENCES, LENGTH, D_MODEL, D_KEY, D_OUT = 2, 4, 5, 3, 4


def case_name(model, case):
    words = [case[key] for key in ("kernel", "mask", "query_key", "activation", "loss", "normalization") if key in case]
    if "widths" in case:
        words.append(f"depth{len(case['widths']) + 1}")
    return "_".join([model] + [word for word in words if word != "none"])


def draw_inputs(name, case, shapes):
    """Inputs of one case; the numbers follow from its name alone."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    weights = rng.integers(0, 4, (SEQUENCES, LENGTH)).astype(float)
    weights[0, 0] = 3  # never all zero; some tokens carry no loss
    inputs = dict(
        X=rng.standard_normal((SEQUENCES, LENGTH, D_MODEL)),
        token_weights=weights / weights.sum(),
        loss_kind=np.array(case["loss"]),
        normalization=np.array(case.get("normalization", "none")),
    )
    if case["loss"] == "mse":
        inputs["Y"] = rng.standard_normal((SEQUENCES, LENGTH, D_OUT))
    else:
        inputs["labels"] = np.where(weights > 0, rng.integers(0, D_OUT, weights.shape), 0)
    for key, shape in shapes.items():
        inputs[key] = rng.standard_normal(shape) / math.sqrt(shape[0])
    return inputs


def normed(inputs):
    X = torch.tensor(inputs["X"])
    if inputs["normalization"] == "none":
        return X
    centred = X - X.mean(-1, keepdim=True)
    return centred / torch.sqrt((centred**2).mean(-1, keepdim=True) + 1e-5)


def attention_outputs(case, X, parameters):
    if case["query_key"] == "merged":
        W_QK, W_V = parameters
        scores = X @ W_QK @ X.transpose(1, 2)
    else:
        W_Q, W_K, W_V = parameters
        scores = (X @ W_Q) @ (X @ W_K).transpose(1, 2) / math.sqrt(D_KEY)
    scores = scores / case.get("temperature", 1.0)
    visible = torch.ones(LENGTH, LENGTH)
    if case["mask"] == "causal":
        visible = torch.tril(visible)
    if case["kernel"] == "softmax":
        attention = torch.softmax(scores.masked_fill(visible == 0, -math.inf), -1)
    elif case["kernel"] == "sigmoid":
        attention = torch.sigmoid(scores) * visible
    else:
        attention = scores * visible
    return attention @ (X @ W_V)


def mlp_outputs(case, X, parameters):
    activations = {
        "identity": lambda z: z,
        "relu": torch.relu,
        "gelu": lambda z: z * 0.5 * (1 + torch.erf(z / math.sqrt(2))),
        "tanh": torch.tanh,
    }
    h = X
    for W in parameters[:-1]:
        h = activations[case["activation"]](h @ W)
    return h @ parameters[-1]


def loss_of(inputs, F):
    if "Y" in inputs:
        per_token = ((F - torch.tensor(inputs["Y"])) ** 2).mean(-1)
    else:
        labels = torch.tensor(inputs["labels"]).unsqueeze(-1)
        per_token = torch.logsumexp(F, -1) - torch.gather(F, -1, labels).squeeze(-1)
    return (torch.tensor(inputs["token_weights"]) * per_token).sum()


def hessian(function):
    # Reverse over reverse: PyTorch 1.13 has no forward mode through the backward pass of softmax.
    return functorch.jacrev(functorch.grad(function))


def differentiate(inputs, keys, outputs):
    """Loss, gradient and the Hessian in its parts, each from its own definition."""
    matrices = [torch.tensor(inputs[key]) for key in keys]
    theta = torch.cat([matrix.reshape(-1) for matrix in matrices])
    X = normed(inputs)

    def forward(vector):
        pieces = torch.split(vector, [matrix.numel() for matrix in matrices])
        return outputs(X, [piece.reshape(matrix.shape) for piece, matrix in zip(pieces, matrices)])

    def loss(vector):
        return loss_of(inputs, forward(vector))

    F = forward(theta)
    r = functorch.grad(lambda f: loss_of(inputs, f))(F)
    Lambda = hessian(lambda f: loss_of(inputs, f))(F).reshape(F.numel(), F.numel())
    J = functorch.jacrev(forward)(theta).reshape(F.numel(), theta.numel())
    return dict(
        loss=loss(theta).numpy(),
        gradient=functorch.grad(loss)(theta).numpy(),
        hessian=hessian(loss)(theta).numpy(),
        hessian_outer=(J.T @ Lambda @ J).numpy(),
        hessian_functional=hessian(lambda vector: (r * forward(vector)).sum())(theta).numpy(),
    )


def attention_case(case):
    name = case_name("attention", case)
    shapes = dict(W_Q=(D_MODEL, D_KEY), W_K=(D_MODEL, D_KEY), W_V=(D_MODEL, D_OUT))
    inputs = draw_inputs(name, case, shapes)
    keys = ["W_Q", "W_K", "W_V"]
    if case["query_key"] == "merged":
        inputs["W_QK"] = inputs.pop("W_Q") @ inputs.pop("W_K").T / math.sqrt(D_KEY)
        keys = ["W_QK", "W_V"]
    inputs["d_key"] = np.array(float(D_KEY))
    inputs["temperature"] = np.array(case.get("temperature", 1.0))
    for key in ("kernel", "mask", "query_key"):
        inputs[key] = np.array(case[key])
    results = differentiate(inputs, keys, lambda X, parameters: attention_outputs(case, X, parameters))
    return name, {**inputs, **results}


def mlp_case(case):
    name = case_name("mlp", case)
    sizes = [D_MODEL, *case["widths"], D_OUT]
    keys = [f"mlp_W_{layer}" for layer in range(1, len(sizes))]
    inputs = draw_inputs(name, case, dict(zip(keys, zip(sizes, sizes[1:]))))
    inputs["activation"] = np.array(case["activation"])
    results = differentiate(inputs, keys, lambda X, parameters: mlp_outputs(case, X, parameters))
    return name, {**inputs, **results}


def differences(arrays, path):
    """What differs from a stored file, in words."""
    found = []
    with np.load(path) as stored:
        if sorted(stored.files) != sorted(arrays):
            found.append(f"{path.name}: holds {sorted(stored.files)} instead of {sorted(arrays)}")
            return found
        for key, value in arrays.items():
            if value.dtype.kind in "Ui" or stored[key].shape != value.shape:
                equal = np.array_equal(stored[key], value)
            else:
                equal = np.linalg.norm(stored[key] - value) <= 1e-13 * np.linalg.norm(value)
            if not equal:
                found.append(f"{path.name}: {key} differs")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the files instead of writing them")
    arguments = parser.parse_args()
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(1)

    found = []
    for name, arrays in [*map(attention_case, ATTENTION), *map(mlp_case, MLP)]:
        path = HERE / f"{name}.npz"
        if arguments.check:
            found += differences(arrays, path)
        else:
            np.savez_compressed(path, **arrays)
        parts = np.linalg.norm(arrays["hessian_outer"] + arrays["hessian_functional"] - arrays["hessian"])
        if parts > 1e-13 * np.linalg.norm(arrays["hessian"]):
            found.append(f"{name}: the parts do not add up to the Hessian")
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
