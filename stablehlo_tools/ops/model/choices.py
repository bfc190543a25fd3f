"""Choices that the specification leaves to the implementation of an op, with those of other implementations.

A choice is declared with the op that makes it, in `Numerics.leaves_open`. It names the sentences of the
specification that leave it open (`testdata/spec/text/open.jsonl`). Each of these is named by a choice, or
`untried.json` has the reason why no alternative is tried.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.host import resources
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.ir.arrays import is_inexact
from stablehlo_tools.ir.types import ElementType, TensorType, element_kind, integer_range
from stablehlo_tools.ops.model.schema import QUANTIZED, Op

if TYPE_CHECKING:
    from stablehlo_tools.ops.model.declare import Argument
    from stablehlo_tools.ops.model.specialize import Site

Kernel = Callable[..., Any]
# Makes the kernel of another implementation from the kernel of an operation, bound to its attributes.
Variant = Callable[[Kernel, "Site"], Kernel]
# From the operands and the type of the result: a mask of the elements, or whether all are.
Elements = Callable[[Sequence[npt.NDArray[Any]], TensorType], Any]


@record(frozen=True)
class Choice:
    """A choice that the specification leaves to the implementation of an op.

    `code` is the code of findings, `sentences` are names of those that leave it open, `here` describes this
    implementation. `variants` are other implementations, in words and as kernels, for operations `when` it
    is open. `elements` finds the elements of the result that depend on it.
    """

    code: Code
    sentences: tuple[str, ...]
    here: str
    variants: Mapping[str, Variant]
    when: Callable[[Site], bool] = lambda site: True
    elements: Elements | None = None


def only_where(elements: Elements, value: Callable[..., Any]) -> Variant:
    """Another `value` of certain elements, computed from the operands and the result."""

    def variant(kernel: Kernel, site: Site) -> Kernel:
        (type,) = site.results
        assert isinstance(type, TensorType)

        def computing(*operands: Any, **named: Argument) -> Any:
            result = np.asarray(kernel(*operands, **named))
            mask = elements(operands, type)
            if not np.any(mask):
                return result
            return np.where(mask, np.asarray(value(operands, result)).astype(result.dtype), result)

        return computing

    return variant


def with_operands(change: Callable[..., Sequence[Any]]) -> Variant:
    """The kernel on other operands."""

    def variant(kernel: Kernel, site: Site) -> Kernel:
        return lambda *operands, **named: kernel(*change(site, *operands), **named)

    return variant


# -- sentences ---------------------------------------------------------------------------------------


class Sentence(NamedTuple):
    """A sentence of the specification that leaves something open; the `subject` is an op or a section."""

    subject: str
    text: str

    @property
    def plain(self) -> str:
        """The text without links to issues."""
        return _ISSUE.sub("", self.text)


_ISSUE: Final = re.compile(r" \(\[#\d+\]\([^)]*\)\)")


@functools.cache
def sentences() -> Mapping[str, Sentence]:
    """The sentences that leave something to implementations, by their names: `reduce_s1`."""
    lines = (resources.folder("specification") / "open.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    return {f"{row['of']}_{row['id'].lower()}": Sentence(row["of"], row["text"]) for row in rows}


@functools.cache
def untried() -> Mapping[str, str]:
    """The reasons that no other choice is tried, by the names of sentences."""
    text = Path(__file__).with_name("untried.json").read_text(encoding="utf-8")
    reasons: Mapping[str, str] = json.loads(text)
    return reasons


# -- choices of many ops -----------------------------------------------------------------------------

OVERFLOW = Code(
    "integer_overflow",
    "A result depends on what happens to integers that overflow, which the specification leaves to the "
    "implementation. They wrap here, as on all engines that we know.",
    "Use a wider type if the overflow is not intended. That of unsigned integers in hashes and random "
    "numbers usually is.",
    command="run --sanitize",
)


def _saturated(exact: Callable[..., Any]) -> Variant:
    """The exact integer, or the nearest one that the type has."""

    def variant(kernel: Kernel, site: Site) -> Kernel:
        element_type = site.tensors[-1].element_type
        assert isinstance(element_type, ElementType)
        least, greatest = integer_range(element_type)

        def computing(*operands: Any, **named: Argument) -> Any:
            result = np.asarray(kernel(*operands, **named))
            size = exact(*(np.asarray(operand).astype(np.float64) for operand in operands))
            size = np.where(np.isfinite(size), size, 0)
            suspicious = (size >= greatest / 2) | (size <= least / 2 - 1)
            if not suspicious.any():
                return result
            selected = (np.broadcast_to(operand, result.shape)[suspicious] for operand in operands)
            numbers = exact(*(values.astype(object) for values in selected))
            result = result.copy()
            result[suspicious] = np.clip(numbers, least, greatest).astype(result.dtype)
            return result

        return computing

    return variant


def _is_of_integers(site: Site) -> bool:
    return element_kind(site.results[0]) in ("signed", "unsigned")


def overflow(exact: Callable[..., Any]) -> Choice:
    """The choice for integers that overflow, of an op that computes `exact` of unlimited ones."""
    variants = {"the number becomes the nearest one of the type": _saturated(exact)}
    return Choice(OVERFLOW, ("errors_s1",), "integers wrap", variants, _is_of_integers)


_ACCURACY = Code(
    "accuracy",
    "A result depends on the last place of a function, whose accuracy the specification leaves open.",
    "Compare with a tolerance. `shlo run --uncertainty` estimates how far results may be off.",
    command="run --sanitize",
)


def _next_towards(towards: float) -> Variant:
    """The next number in a direction; zeros, infinities and NaN stay."""

    def variant(kernel: Kernel, site: Site) -> Kernel:
        def computing(*operands: Any, **named: Argument) -> Any:
            out = kernel(*operands, **named)
            return tuple(map(next_number, out)) if isinstance(out, tuple | list) else next_number(out)

        return computing

    def next_number(value: Any) -> Any:
        array = np.asarray(value)
        if array.dtype.kind == "c":
            moved = np.empty_like(array)
            moved.real, moved.imag = next_number(array.real), next_number(array.imag)
            return moved
        if not is_inexact(array.dtype):
            return array
        moved = np.nextafter(array, np.asarray(towards).astype(array.dtype))
        is_kept = (array == 0) | ~np.isfinite(array) | ~np.isfinite(moved)
        return np.where(is_kept, array, moved)

    return variant


def _has_floats(site: Site) -> bool:
    return any(element_kind(type) in ("float", "complex") for type in site.results)


ACCURACY: Final = Choice(
    _ACCURACY,
    ("accuracy_s1",),
    "functions have the errors measured in docs/accuracy.md",
    {
        "the result is one unit in the last place more": _next_towards(np.inf),
        "the result is one unit in the last place less": _next_towards(-np.inf),
    },
    _has_floats,
)

_QUANTIZED = Code(
    "quantized_rounding",
    "A result depends on how quantized elements are computed, which is up to the implementation: integer "
    "arithmetic and dequantized floats round differently.",
    "Compare results of quantized programs with a tolerance of at least one quantum.",
    command="run --sanitize",
)


def _one_quantum_more(kernel: Kernel, site: Site) -> Kernel:
    def computing(*operands: Any, **named: Argument) -> Any:
        result = np.asarray(kernel(*operands, **named))
        type = site.results[0]
        assert isinstance(type, TensorType)
        greatest = getattr(type.element_type, "storage_max", None)
        limit = np.iinfo(result.dtype).max if greatest is None else greatest
        return np.where(result < limit, result + np.ones((), result.dtype), result).astype(result.dtype)

    return computing


def _is_quantized(site: Site) -> bool:
    return len(site.results) == 1 and element_kind(site.results[0]) == "quantized"


QUANTIZED_ROUNDING: Final = Choice(
    _QUANTIZED,
    ("execution_semantics_of_quantized_operation_s1", "execution_semantics_of_quantized_operation_s2"),
    "elements are dequantized, computed as floats, and quantized again",
    {"the result is one quantum more": _one_quantum_more},
    _is_quantized,
)


def choices_of(op: Op) -> tuple[Choice, ...]:
    """The choices that the specification leaves to the implementation of an op."""
    is_of_tensors = bool(op.outputs) and not (op.outputs[0].rule.token or op.outputs[0].rule.value)
    is_inexact = bool(op.numerics.error) and not op.numerics.accumulates and is_of_tensors
    is_quantized = (
        op.is_numeric and not op.numerics.is_exact and not op.outputs[0].rule.kinds.isdisjoint(QUANTIZED)
    )
    of_many = [ACCURACY] * is_inexact + [QUANTIZED_ROUNDING] * is_quantized
    return (*op.numerics.leaves_open, *of_many)
