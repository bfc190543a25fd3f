"""The constraints of quantized types (`ops.model.constructs`), evaluated on types."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from stablehlo_tools.formula.check import Violation, check
from stablehlo_tools.ir.types import FunctionType, FutureType, QuantizedType, TensorType, TupleType, Type

# Rules that depend only on the element type, not on the tensor's shape.
OF_ELEMENT_TYPES = ("C3", "C4", "C5", "C6", "C11")


def violations(type: Type) -> Sequence[Violation]:
    """The constraints that a type, or a type nested in it, violates."""
    if isinstance(type, TensorType):
        return _quantized_violations(type) if isinstance(type.element_type, QuantizedType) else ()
    if isinstance(type, FunctionType):
        parts = (*type.inputs, *type.results)
    else:
        parts = type.types if isinstance(type, TupleType | FutureType) else ()
    return [violation for part in parts for violation in violations(part)]


@functools.lru_cache(maxsize=1 << 8)
def _quantized_violations(type: TensorType) -> tuple[Violation, ...]:
    from stablehlo_tools.ops.model.constructs import CONSTRUCTS  # few programs have quantized types

    element = type.element_type
    assert isinstance(element, QuantizedType)
    dimension = element.quantization_dimension
    names = {part.name: getattr(element, part.name, None) for part in CONSTRUCTS["quantized"].attributes}
    names |= {"self": type, "quantization_dimension": () if dimension is None else dimension}
    return tuple(check(CONSTRUCTS["quantized"], names).violations)
