"""CHLO's binary ops with implicit broadcasting.

Shapes are aligned at the last dimension, as in numpy, or broadcast_dimensions maps the dimensions of the
operand of lower rank to those of the other. The specification has no constraints for these ops: the numbers
here are our own.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np

from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ops.chlo import (
    broadcast_rules as rules,
    chlo,  # noqa: F401 - they declare the ops that `_row` looks up
)
from stablehlo_tools.ops.model.choices import Choice, Kernel, Variant
from stablehlo_tools.ops.model.declare import (
    Array,
    BooleanTensor,
    ComplexTensor,
    PlainTensor,
    op,
    signature_of,
)
from stablehlo_tools.ops.model.facts import DECIDES, EXACT, Execution, moves
from stablehlo_tools.ops.model.rule_blocks import checked_by_kernel
from stablehlo_tools.ops.model.schema import (
    ANY,
    DECLARED,
    OPS,
    PER_AXIS,
    SIGNATURE,
    AttributeRule,
    Failed,
    OperandRule,
    Predicate,
    Unsupported,
)
from stablehlo_tools.ops.model.specialize import Site
from stablehlo_tools.ops.model.workspace import per_element
from stablehlo_tools.ops.stablehlo import arithmetic, bitwise  # noqa: F401 - they declare the ops that `_row` looks up
from stablehlo_tools.ops.stablehlo.comparison import CompareType, ComparisonDirection

Dimensions = Annotated[tuple[int, ...] | None, AttributeRule("integers", element_type="i64")]

# --- shapes -----------------------------------------------------------------------------------------


def broadcast(name: str, lhs: Array, rhs: Array, dimensions: tuple[int, ...] | None) -> Sequence[Array]:
    """Views of both operands with a common shape, for the op `name`."""
    if dimensions is not None:
        if not rules.are_legal(dimensions, (lhs.ndim, rhs.ndim)):
            message = (
                f"broadcast_dimensions {list(dimensions)} are invalid for ranks {lhs.ndim} and {rhs.ndim}"
            )
            raise Failed(f"{name}_c1", message)
        rank = max(lhs.ndim, rhs.ndim)
        lhs, rhs = (
            operand.reshape(rules.expand_shape(operand.shape, rank, dimensions)) for operand in (lhs, rhs)
        )
    return _with_common_shape(lhs, rhs)


def _with_common_shape(*operands: Array) -> Sequence[Array]:
    """Read-only views, which kernels may return: numpy warns of who looks at those of `broadcast_arrays`."""
    shape = np.broadcast_shapes(*(operand.shape for operand in operands))
    return [np.broadcast_to(operand, shape) for operand in operands]


# --- the ops ----------------------------------------------------------------------------------------

_SHAPES = """
C1  broadcast_dimensions ascend, and have a dimension of the operand of higher rank for each of the other's
C2  the shapes of lhs and rhs broadcast to that of result
"""
_SAME_ELEMENTS = (
    _SHAPES
    + """
C3  baseline_element_type(lhs) = baseline_element_type(rhs)
C4  baseline_element_type(lhs) = baseline_element_type(result)
"""
)
_ELEMENTS_OF_BASE = """
when strict:
    C5  the element types of lhs and rhs are those that the op on one shape takes
"""
# Programs that violate (C1) are accepted, as in MLIR, where only the lowering of CHLO finds the violation.
_PREDICATES: dict[str, Predicate] = {"C1": checked_by_kernel, "C2": rules.pair_matches}


def _row(base: str, *, is_narrower: bool = False) -> None:
    """Declare `chlo.broadcast_<name>` from the op on operands of equal shape.

    With `is_narrower`, that op takes fewer element types than CHLO's.
    """
    base_op = DECLARED[base]
    name = f"broadcast_{base.partition('.')[2]}"
    base_rule = OperandRule(signature_of(base_op)["operands"][0].rule.kinds - PER_AXIS)

    def kernel(lhs: Array, rhs: Array, *, broadcast_dimensions: Dimensions = None) -> Array:
        element_type = element_type_of(lhs.dtype)
        if element_type.kind not in base_rule.kinds:
            raise Unsupported(f"{base} of {element_type} is not supported")
        return base_op.kernel(*broadcast(name, lhs, rhs, broadcast_dimensions))  # type: ignore[no-any-return]

    def broadcast_choice(choice: Choice) -> Choice:
        variants = {words: broadcasting(variant) for words, variant in choice.variants.items()}
        return replace(choice, variants=variants, elements=None)  # which is of operands of one shape

    def broadcasting(variant: Variant) -> Variant:
        def make_kernel(_: Kernel, site: Site) -> Kernel:
            computing = variant(lambda *operands, **named: base_op.kernel(*operands), site)
            return lambda lhs, rhs: computing(*broadcast(name, lhs, rhs, site.named["broadcast_dimensions"]))

        return make_kernel

    for operand in ("lhs", "rhs"):
        rule = OperandRule(ANY - PER_AXIS) if is_narrower else base_rule
        kernel.__annotations__[operand] = Annotated[Array, rule]
    kernel.__name__ = kernel.__qualname__ = name
    kernel.__doc__ = f"{inspect.getdoc(base_op.kernel)} The operands are broadcast to a common shape first."
    op(
        _SAME_ELEMENTS + _ELEMENTS_OF_BASE * is_narrower,
        dialect="chlo",
        predicates=_PREDICATES | ({"C5": rules.OF_KINDS[base_rule.kinds]} if is_narrower else {}),
        base=base,
        numerics=replace(
            base_op.numerics, leaves_open=tuple(map(broadcast_choice, base_op.numerics.leaves_open))
        ),
        execution=Execution(is_numeric=True, workspace=base_op.execution.workspace or per_element()),
        format=SIGNATURE,
    )(kernel)


for _base in (
    "stablehlo.add", "stablehlo.and", "stablehlo.maximum", "stablehlo.minimum", "stablehlo.multiply",
    "stablehlo.or", "stablehlo.xor", "chlo.zeta",
):  # fmt: skip
    _row(_base)
for _base in (
    "stablehlo.atan2", "stablehlo.divide", "chlo.next_after", "chlo.polygamma", "stablehlo.power",
    "stablehlo.remainder", "stablehlo.shift_left", "stablehlo.shift_right_arithmetic",
    "stablehlo.shift_right_logical", "stablehlo.subtract",
):  # fmt: skip
    _row(_base, is_narrower=True)


@op(_SHAPES + """
C3  baseline_element_type(lhs) = baseline_element_type(rhs)
""", dialect="chlo", outputs={"result": BooleanTensor}, predicates=_PREDICATES,
base="stablehlo.compare", numerics=DECIDES, execution=Execution(is_numeric=True),
format=SIGNATURE)  # fmt: skip
def broadcast_compare(
    lhs: PlainTensor,
    rhs: PlainTensor,
    *,
    broadcast_dimensions: Dimensions = None,
    comparison_direction: ComparisonDirection,
    compare_type: CompareType = "NOTYPE",
) -> Array:
    """Whether each pair of elements compares as requested.

    The operands are broadcast to a common shape first.
    """
    return OPS["stablehlo.compare"].kernel(  # type: ignore[no-any-return]
        *broadcast("broadcast_compare", lhs, rhs, broadcast_dimensions),
        comparison_direction=comparison_direction,
        compare_type=compare_type,
    )


@op(_SHAPES + """
C3  element_type(lhs) = element_type(rhs)
C4  element_type(result) = complex<E>
E := element_type(lhs)
""", dialect="chlo", outputs={"result": ComplexTensor}, predicates=_PREDICATES,
base="stablehlo.complex", numerics=EXACT, format=SIGNATURE)  # fmt: skip
def broadcast_complex(
    lhs: arithmetic.PartTensor, rhs: arithmetic.PartTensor, *, broadcast_dimensions: Dimensions = None
) -> Array:
    """Complex numbers from real and imaginary parts, which are broadcast to a common shape first."""
    return arithmetic.complex_(*broadcast("broadcast_complex", lhs, rhs, broadcast_dimensions))


@op("""
C1  the shapes of pred, on_true and on_false broadcast to that of result
C2  baseline_element_type(on_true) = baseline_element_type(on_false)
C3  baseline_element_type(on_true) = baseline_element_type(result)
""", dialect="chlo", predicates={"C1": rules.branches_match},
base="stablehlo.select", numerics=moves("on_true", "on_false"),
execution=Execution(aliases="seldom", is_numeric=True, workspace=per_element(arrays=1)),
format=SIGNATURE)  # fmt: skip
def broadcast_select(pred: BooleanTensor, on_true: PlainTensor, on_false: PlainTensor) -> Array:
    """Elements of on_true where pred is true, else of on_false; all are broadcast to a common shape first."""
    return OPS["stablehlo.select"].kernel(  # type: ignore[no-any-return]
        *_with_common_shape(pred, on_true, on_false)
    )
