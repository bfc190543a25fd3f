"""The narrowest float types that the intermediate values of a result were rounded to.

An f32 result that was computed in bf16 has the precision of bf16. The analysis propagates types through
calls, loops, branches and the bodies of reductions. Integers and booleans end a path, since they have no
rounding errors that a tolerance could cover. Inputs and constants begin one: they are exact in any type.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from stablehlo_tools.ir import types
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Value
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.ops.stablehlo.control import BRANCHES
from stablehlo_tools.rewrite.value_flow import ValueFlow

# By decreasing precision; all other types have less.
_BY_PRECISION = ("f64", "f32", "f16", "bf16")


def precision_rank(type: types.ElementType) -> int:
    """The rank of a float type, or of the parts of a complex one, by decreasing precision."""
    name = types.part_of(type).name
    return _BY_PRECISION.index(name) if name in _BY_PRECISION else len(_BY_PRECISION)


def narrowest_types(module: Module, function: Function) -> list[types.ElementType | None]:
    """For each result, the narrowest float type that a value it depends on was rounded to; None if exact."""
    narrowest = _propagate(_DataFlow(module))
    return [narrowest.get(value) for value in function.returned]


class _DataFlow:
    """The edges from each value to the values that depend on it, and the types that values are rounded to."""

    def __init__(self, module: Module) -> None:
        self.dependents: defaultdict[Value, list[Value]] = defaultdict(list)
        self.rounded: dict[Value, types.ElementType] = {}
        flow = ValueFlow(module)
        for operation in module.walk():
            receivers = flow.receivers(operation)
            if receivers is not None:
                for value, received in zip(operation.operands, receivers, strict=False):
                    self.dependents[value] += received
            elif operation.name not in BRANCHES and not isinstance(operation, (Function, Module)):
                self._add_op(operation)

    def _add_op(self, operation: Operation) -> None:
        """Connect operands and values returned by regions with all results and region arguments."""
        entries = [region.entry for region in operation.regions if region.entry]
        inside = [argument for entry in entries for argument in entry.arguments]
        for value in (*operation.operands, *(value for entry in entries for value in _returned(entry))):
            self.dependents[value] += [*operation.results, *inside]
        for result in operation.results:
            rounded = rounding_type(operation, result)
            if rounded is not None:
                self.rounded[result] = rounded


def _returned(block: Block) -> Sequence[Value]:
    return block.operations[-1].operands if block.operations else ()


def rounding_type(operation: Operation, result: Value) -> types.ElementType | None:
    """The float type that an op rounds its result to; None if it is exact, or computed by its regions."""
    type = _float_of(result)
    if type is None or operation.regions:
        return None
    if operation.name == "stablehlo.convert":
        source = _float_of(operation.operands[0])
        return type if source is None or precision_rank(source) < precision_rank(type) else None
    if operation.name == "stablehlo.reduce_precision":
        return _type_of_mantissa(operation.attributes.get("mantissa_bits"), type)
    return None if is_exact(operation) or source_of(result) is not None else type


def is_exact(operation: Operation) -> bool:
    """Whether an op is known not to round, for the element types of its operands."""
    op = OPS.get(operation.name)
    return op is not None and op.numerics.is_exact and not rounds_complex(operation)


def rounds_complex(operation: Operation) -> bool:
    """Whether an op that is exact for real numbers has complex operands, and rounds: |x| is a root."""
    op = OPS.get(operation.name)
    is_for_reals = op is not None and op.numerics.rounds_complex
    return is_for_reals and types.element_kind(operation.operands[0].type) == "complex"


def _type_of_mantissa(bits: object, type: types.ElementType) -> types.ElementType:
    """The narrowest type with at least this many mantissa bits; `type` itself if that is narrower."""
    count = bits.value if isinstance(bits, Integer) else 52
    name = next((name for name, limit in (("f8E5M2", 2), ("bf16", 7), ("f16", 10)) if count <= limit), None)
    narrow = types.ELEMENT_TYPES[name] if name else type
    return max(narrow, type, key=precision_rank)


def _float_of(value: Value) -> types.ElementType | None:
    if not isinstance(value.type, types.TensorType) or isinstance(
        value.type.element_type, types.QuantizedType
    ):
        return None
    element_type = value.type.element_type
    return types.part_of(element_type) if element_type.kind in ("float", "complex") else None


def _may_have_floats(value: Value) -> bool:
    """Whether a value consists of floats, or may contain them, as a tuple does."""
    return not isinstance(value.type, (types.TensorType, types.TokenType)) or _float_of(value) is not None


def _propagate(flow: _DataFlow) -> dict[Value, types.ElementType]:
    """For each value, the narrowest type on a path to it. Narrow types go first, to visit each value once."""
    narrowest: dict[Value, types.ElementType] = {}
    for start, type in sorted(flow.rounded.items(), key=lambda entry: -precision_rank(entry[1])):
        pending = [start]
        while pending:
            value = pending.pop()
            if value not in narrowest and _may_have_floats(value):
                narrowest[value] = type
                pending += flow.dependents.get(value, ())
    return narrowest
