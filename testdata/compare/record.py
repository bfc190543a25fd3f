"""Writes `recorded.npz`: what a device recorded that computes tanh in bf16, on the inputs of seed 0."""

from __future__ import annotations

from pathlib import Path

import ml_dtypes
import numpy as np

import stablehlo_tools
from stablehlo_tools.interpret.random_values import generated_input

HERE = Path(__file__).parent


def main() -> None:
    """Write the file."""
    module = stablehlo_tools.load(HERE / "model.mlir")
    function = module.functions[0]
    x, w = (generated_input(value.type, 0, value.index) for value in function.arguments)
    product = x @ w
    activated = np.tanh(product).astype(ml_dtypes.bfloat16).astype(np.float32)
    doubled = activated * 2
    values = {"product": product, "activated": activated, "doubled": doubled, "result": doubled - x}
    np.savez(HERE / "recorded.npz", **{f"main/%{name}": array for name, array in values.items()})


if __name__ == "__main__":
    main()
