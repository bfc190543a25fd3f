"""Random numbers."""

from __future__ import annotations

from typing import Annotated

from stablehlo_tools.ops.declare import (
    BOOLEAN,
    FLOAT,
    INTEGER,
    Array,
    AttributeRule,
    OperandRule,
    ResultType,
    ShapeTensor,
    Unsupported,
    op,
)

RealScalar = Annotated[Array, OperandRule(BOOLEAN | INTEGER | FLOAT, rank=0)]
RealTensor = Annotated[Array, OperandRule(BOOLEAN | INTEGER | FLOAT)]
# The specification has states be of type ui64; MLIR reads i64 too.
State = Annotated[Array, OperandRule(frozenset({"ui64", "i64"}), rank=1)]
Distribution = Annotated[str, AttributeRule("choice", ("UNIFORM", "NORMAL"))]
Algorithm = Annotated[str, AttributeRule("choice", ("DEFAULT", "THREE_FRY", "PHILOX"))]


@op("""
C1  element_type(a) = element_type(b) = element_type(result)
C2  If rng_distribution = NORMAL, then is_float(a)
C3  shape(result) = shape
""", outputs={"result": RealTensor})  # fmt: skip
def rng(
    a: RealScalar, b: RealScalar, shape: ShapeTensor, *, rng_distribution: Distribution, result: ResultType
) -> Array:
    """Random numbers: uniform from a up to but not including b, or normal with mean a and deviation b."""
    raise Unsupported("rng")


@op("""
C1  type(initial_state) = type(output_state)
C2  If rng_algorithm = THREE_FRY, then size(initial_state) = 2
C2  If rng_algorithm = PHILOX, then size(initial_state) in [2, 3]
""", inputs="rng_algorithm initial_state", outputs={
    "output_state": State,
    "output": Annotated[Array, OperandRule(INTEGER | FLOAT, dynamic_dimensions=0)],
})  # fmt: skip
def rng_bit_generator(
    initial_state: State, *, rng_algorithm: Algorithm, output: ResultType
) -> tuple[Array, ...]:
    """Uniform random bits, and the state that follows initial_state."""
    raise Unsupported("rng_bit_generator")
