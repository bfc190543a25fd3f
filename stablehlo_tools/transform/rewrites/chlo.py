"""Ops of CHLO as those of StableHLO that they are made of."""

from __future__ import annotations

from typing import Final

from stablehlo_tools.ir import Value
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.transform.rewrite import LOWER_HLO, Build, Match, rewrite
from stablehlo_tools.types import TensorType

# -- operands of several ranks ----------------------------------------------------------------------

_BROADCAST: Final = (
    "add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum", "multiply", "next_after",
    "or", "polygamma", "power", "remainder", "select", "shift_left", "shift_right_arithmetic",
    "shift_right_logical", "subtract", "xor", "zeta",
)  # fmt: skip


def _is_static(match: Match) -> bool:
    type = match.result.type
    return isinstance(type, TensorType) and type.is_static


def _spread(match: Match, operand: Value) -> Value:
    """An operand in the shape of the result: from the last dimension on, or where an attribute says."""
    type, result = operand.type, match.result.type
    assert isinstance(type, TensorType)
    assert isinstance(result, TensorType)
    if type.shape == result.shape:
        return operand
    behind = range(result.rank - type.rank, result.rank)
    given = match.attributes.get("broadcast_dimensions")
    dimensions = behind if given is None or type.rank == result.rank else given
    wide = TensorType(result.shape, type.element_type)
    dims = {"broadcast_dimensions": dimensions}
    return match.add("stablehlo.broadcast_in_dim", [operand], dims, results=[wide])


def _of_spread_operands(name: str) -> Build:
    """The op of that name, of operands in the shape of the result."""

    def build(match: Match) -> Value:
        operands = [_spread(match, operand) for operand in match.operands]
        own = match.own("broadcast_dimensions")
        return match.add(name, operands, results=[match.result.type], extra=own)

    return build


for _name in _BROADCAST:
    _plain = f"stablehlo.{_name}" if f"stablehlo.{_name}" in OPS else f"chlo.{_name}"
    rewrite(
        f"chlo.broadcast_{_name}",
        f"chlo.broadcast_{_name}(x, ...) -> {_name}(broadcast_in_dim(x), ...)  [the result is static]",
        stage=LOWER_HLO,
        when=_is_static,
    )(_of_spread_operands(_plain))


# -- of one operand ---------------------------------------------------------------------------------


def _is_complex(match: Match) -> bool:
    type = match.operands[0].type
    return isinstance(type, TensorType) and type.element_type.kind == "complex"


def _is_real(match: Match) -> bool:
    return not _is_complex(match)


@rewrite("chlo.square", "chlo.square(x) -> multiply(x, x)  [x is real]", stage=LOWER_HLO, when=_is_real)
def _square(match: Match) -> Value:
    return match.add("stablehlo.multiply", match.operands * 2)


@rewrite(
    "chlo.square",
    "chlo.square(x + yi) -> complex((x - y) * (x + y), x * y + x * y)",
    stage=LOWER_HLO,
    when=_is_complex,
    is_exact=False,
)
def _complex_square(match: Match) -> Value:
    x, y = match.add("stablehlo.real", match.operands), match.add("stablehlo.imag", match.operands)
    less, more = match.add("stablehlo.subtract", [x, y]), match.add("stablehlo.add", [x, y])
    both, product = match.add("stablehlo.multiply", [less, more]), match.add("stablehlo.multiply", [x, y])
    return match.add("stablehlo.complex", [both, match.add("stablehlo.add", [product, product])])


@rewrite("chlo.conj", "chlo.conj(x) -> x  [x is real]", stage=LOWER_HLO, when=_is_real)
def _conj(match: Match) -> Value:
    return match.operands[0]


@rewrite("chlo.conj", "chlo.conj(x + yi) -> complex(x, -y)", stage=LOWER_HLO, when=_is_complex)
def _complex_conj(match: Match) -> Value:
    x, y = match.add("stablehlo.real", match.operands), match.add("stablehlo.imag", match.operands)
    return match.add("stablehlo.complex", [x, match.add("stablehlo.negate", [y])])


@rewrite("chlo.tan", "chlo.tan(x) -> tan(x)", stage=LOWER_HLO)
def _tan(match: Match) -> Value:
    return match.add("stablehlo.tan", match.operands)
