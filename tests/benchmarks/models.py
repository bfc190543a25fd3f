"""The models to test and to measure: those of testdata/, and larger ones where they are present."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import element_type_named

Array = npt.NDArray[Any]

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "testdata" / "models"
# Not part of the project: it may stand beside a checkout, or where the variable says.
MATERIAL = Path(os.environ.get("SHLO_SHARED") or ROOT.parent / "shared")
SHARED = MATERIAL / "models"
FORMS = {"pretty": ".mlir", "generic": ".generic.mlir", "debug": ".debug.mlir"}

# The inputs of the shared models are too large to store: export_models.py of their folder, run with jax,
# writes them to a directory, which this variable names.
INPUTS_VARIABLE = "SHLO_SHARED_MODELS"


@dataclass(frozen=True)
class Model:
    """An exported program in three forms, with its inputs if there are any."""

    name: str
    directory: Path
    inputs_directory: Path | None

    @property
    def label(self) -> str:
        """The name, and where the model is from if it is none of ours."""
        return self.name if self.directory == OWN else f"shared/{self.name}"

    def path(self, form: str = "pretty") -> Path:
        """The file of a form: pretty, generic or debug."""
        return self.directory / (self.name + FORMS[form])

    def text(self, form: str = "pretty") -> str:
        """The program."""
        return self.path(form).read_text(encoding="utf-8")

    def text_in(self, element_type: str) -> str:
        """The program with this type in place of other floats, and of the parts of complex numbers."""
        literal = r'"?0x([0-9A-F]+)"?(?=(?:, 0x[0-9A-F]+)*>\s*:\s*tensor<[0-9x]*(b?f(?:16|32))>)'
        text = re.sub(literal, functools.partial(_literal_in, element_type), self.text())
        return re.sub(r"(?:(?<=x)|(?<![a-z]))b?f(?:16|32)\b", element_type, text)

    @property
    def inputs_path(self) -> Path | None:
        """The file of the inputs; None where they have not been made."""
        path = (self.inputs_directory or self.directory) / f"{self.name}.inputs.npz"
        return path if path.is_file() else None

    @cached_property
    def inputs(self) -> list[Array] | None:
        """The arguments in order; None where they have not been made."""
        return None if self.inputs_path is None else arrays(self.inputs_path)

    @cached_property
    def expected(self) -> list[Array]:
        """The stored results of XLA:CPU."""
        return arrays(self.directory / f"{self.name}.expected.npz")


def _literal_in(element_type: str, literal: re.Match[str]) -> str:
    """The bits of a number, or in quotes, of several: the latter are in the order of memory."""
    is_blob = literal[0].startswith('"')
    order = slice(None, None, 1 if is_blob else -1)
    numbers = np.frombuffer(bytes.fromhex(literal[1])[order], dtype_of(element_type_named(literal[2])))
    other = numbers.astype(dtype_of(element_type_named(element_type)))
    bits = other.tobytes()[order].hex().upper()
    return f'"0x{bits}"' if is_blob else f"0x{bits}"


def arrays(path: Path) -> list[Array]:
    """The arrays of an .npz file, in the order in which they were saved."""
    with np.load(path, allow_pickle=False) as data:
        return [data[name] for name in data.files]


def own_models() -> list[Model]:
    """The models of testdata/, by name."""
    return [Model(name, OWN, OWN) for name in _names(OWN)]


def shared_models() -> list[Model]:
    """The larger models beside the checkout, by name; none where they are absent."""
    inputs = os.environ.get(INPUTS_VARIABLE)
    return [Model(name, SHARED, Path(inputs) if inputs else None) for name in _names(SHARED)]


def _names(directory: Path) -> Iterator[str]:
    return iter(sorted(path.name.removesuffix(".generic.mlir") for path in directory.glob("*.generic.mlir")))


def largest_error(actual: Array, expected: Array) -> float:
    """How far `actual` is off, in units of the largest finite magnitude in `expected`.

    Infinite where shapes, element types, NaNs or infinities differ, or numbers that are not floats.
    """
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return np.inf
    if expected.dtype.name in ("bfloat16", "float16"):  # one that numpy does not know, one that overflows
        actual, expected = actual.astype(np.float32), expected.astype(np.float32)
    if not np.issubdtype(expected.dtype, np.inexact):
        return 0.0 if np.array_equal(actual, expected) else np.inf
    finite = np.isfinite(expected)
    if not np.array_equal(actual[~finite], expected[~finite], equal_nan=True):
        return np.inf
    if not np.isfinite(actual[finite]).all():
        return np.inf
    scale = np.abs(expected[finite]).max(initial=0.0) or 1.0
    return float(np.abs(actual[finite] - expected[finite]).max(initial=0.0) / scale)
