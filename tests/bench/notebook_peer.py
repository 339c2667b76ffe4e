"""What a notebook would do for the same picture: functorch, NumPy and matplotlib.

The default scenario only: softmax attention beside a ReLU MLP of depth 2, both with mean squared
error, in double precision. The numbers come from an .npz that `hessianscope compute` wrote, so that
both programs differentiate the same functions. Only the total Hessian is computed here, where
hessianscope also gives its outer-product and functional parts.
"""

import warnings

import matplotlib

matplotlib.use("Agg")

import functorch
import numpy as np
import torch
from matplotlib import pyplot

warnings.filterwarnings("ignore", category=UserWarning, module="functorch")


class Model:
    """A loss of one flat parameter vector, with the offsets of its weight matrices."""

    def __init__(self, loss, weights):
        self.loss = loss
        self.theta = torch.cat([weight.reshape(-1) for weight in weights])
        self.offsets = np.cumsum([0] + [weight.numel() for weight in weights])

    def hessian(self, sigma):
        return functorch.hessian(lambda theta: self.loss(theta, sigma))(self.theta).numpy()

    def block_norms(self, hessian):
        ranges = [slice(a, b) for a, b in zip(self.offsets, self.offsets[1:])]
        return np.array([[np.linalg.norm(hessian[r, c]) for c in ranges] for r in ranges])


def split(theta, shapes):
    parts = torch.split(theta, [rows * columns for rows, columns in shapes])
    return [part.reshape(shape) for part, shape in zip(parts, shapes)]


def models_from(arrays):
    """Attention and MLP of the default scenario, from the arrays of `hessianscope compute`."""
    X = torch.tensor(arrays["X"][0])
    Y = torch.tensor(arrays["Y"][0])
    attention = [torch.tensor(arrays[name]) for name in ("W_Q", "W_K", "W_V")]
    mlp = [torch.tensor(arrays[name]) for name in ("mlp_W_1", "mlp_W_2")]
    attention_shapes = [tuple(weight.shape) for weight in attention]
    mlp_shapes = [tuple(weight.shape) for weight in mlp]

    def attention_loss(theta, sigma):
        W_Q, W_K, W_V = split(theta, attention_shapes)
        tokens = sigma * X
        scores = tokens @ W_Q @ (tokens @ W_K).T / W_Q.shape[1] ** 0.5
        # PyTorch 1.13 has no forward derivative of the backward pass of torch.softmax.
        weights = torch.exp(scores)
        outputs = weights / weights.sum(dim=1, keepdim=True) @ tokens @ W_V
        return ((outputs - Y) ** 2).mean()

    def mlp_loss(theta, sigma):
        W_1, W_2 = split(theta, mlp_shapes)
        outputs = torch.relu(sigma * X @ W_1) @ W_2
        return ((outputs - Y) ** 2).mean()

    return Model(attention_loss, attention), Model(mlp_loss, mlp)


def pooled(hessian, cells=384):
    """log10 of the largest magnitude in each cell."""
    step = -(-len(hessian) // cells)
    padded = np.pad(np.abs(hessian), (0, -len(hessian) % step))
    side = len(padded) // step
    largest = padded.reshape(side, step, side, step).max(axis=(1, 3))
    with np.errstate(divide="ignore"):
        return np.log10(largest)


def paint(hessians, spectra=()):
    """A 1280 x 720 figure: two heatmaps, and two histograms when there are spectra."""
    figure, axes = pyplot.subplots(
        2 if spectra else 1, 2, figsize=(12.8, 7.2), dpi=100, squeeze=False
    )
    for axis, hessian in zip(axes[0], hessians):
        axis.imshow(pooled(hessian))
    for axis, eigenvalues in zip(axes[-1], spectra):
        axis.hist(np.arcsinh(eigenvalues * 1e4), bins=100, log=True)
    figure.canvas.draw()
    pyplot.close(figure)


def first_frame(models, sigma):
    """Heatmaps and block norms of both models, painted."""
    hessians = [model.hessian(sigma) for model in models]
    for model, hessian in zip(models, hessians):
        model.block_norms(hessian)
    paint(hessians)


def complete_frame(models, sigma):
    """The same with both exact spectra."""
    hessians = [model.hessian(sigma) for model in models]
    for model, hessian in zip(models, hessians):
        model.block_norms(hessian)
    paint(hessians, [np.linalg.eigvalsh(hessian) for hessian in hessians])
