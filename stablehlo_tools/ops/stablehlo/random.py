"""Random number generation: rng and rng_bit_generator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.arrays import dtype_of, element_type_of, from_bits, round_to, to_float64
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.choices import Choice, only_where
from stablehlo_tools.ops.model.declare import Array, ResultType, ShapeTensor, op
from stablehlo_tools.ops.model.facts import Execution, History, Numerics
from stablehlo_tools.ops.model.processes import MaybeProcess
from stablehlo_tools.ops.model.schema import (
    BOOLEAN,
    FLOAT,
    INTEGER,
    AttributeRule,
    Failed,
    OperandRule,
    Unsupported,
)
from stablehlo_tools.ops.model.specialize import Kernel, Site
from stablehlo_tools.ops.numerics.counter_based import philox_bits, threefry_bits

RealScalar = Annotated[Array, OperandRule(BOOLEAN | INTEGER | FLOAT, rank=0)]
RealTensor = Annotated[Array, OperandRule(BOOLEAN | INTEGER | FLOAT)]
# In the specification, states are of type ui64. MLIR also accepts i64, and floats, which fail at run time.
State = Annotated[Array, OperandRule(FLOAT | {"i64", "ui64"})]
Distribution = Annotated[str, AttributeRule("choice", ("UNIFORM", "NORMAL"))]
Algorithm = Annotated[str, AttributeRule("choice", ("DEFAULT", "THREE_FRY", "PHILOX"))]


def _all_bits(operands: Sequence[Array], result: TensorType) -> bool:
    """All: the variant of an algorithm is the implementation's."""
    return True


class _AnotherProcess:
    """A process that draws other numbers."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(1)


def _with_another_generator(kernel: Kernel, site: Site) -> Kernel:
    return lambda a, b, shape, process=None: kernel(a, b, shape, process=_AnotherProcess())


def _is_empty_interval(operands: Sequence[Array], result: TensorType) -> Any:
    return ~(operands[0] < operands[1])


def _is_uniform(site: Site) -> bool:
    return bool(site.named["rng_distribution"] == "UNIFORM")


NUMBERS = Code(
    "random_numbers",
    "A result depends on random numbers that each implementation may draw in its own way.",
    "Compute random bits from a key with ops that are specified, as JAX's threefry2x32 does, or compare "
    "statistics.",
    command="run --sanitize",
)
_INTERVAL = Code(
    "random_interval",
    "A result depends on random numbers from an empty interval, or with a negative deviation, which are "
    "undefined.",
    "Make sure that `a < b` in a uniform distribution, and `0 <= b` in a normal one.",
    command="run --sanitize",
)
_RNG_CHOICES = (
    Choice(
        NUMBERS, ("rng_s3", "rng_s4"), "the numbers are the same in each run",
        {"the numbers are others": _with_another_generator},
        elements=_all_bits,
    ),
    Choice(
        _INTERVAL, ("rng_s1",), "the numbers are `a`",
        {"the numbers are `b`": only_where(_is_empty_interval, lambda operands, result: operands[1])},
        _is_uniform,
    ),
    Choice(
        _INTERVAL, ("rng_s2",), "the sign of `b` is ignored",
        {
            "the numbers are NaN": only_where(
                lambda operands, type: operands[1] < 0, lambda operands, result: np.array(np.nan)
            )
        },
        lambda site: not _is_uniform(site),
    ),
)  # fmt: skip


def _with_another_key(kernel: Kernel, site: Site) -> Kernel:
    """The bits of another variant of the algorithm, and the same next state."""

    def generating(initial_state: Array) -> Sequence[Array]:
        (state, _), (_, bits) = kernel(initial_state), kernel(initial_state ^ 1)
        return state, bits

    return generating


_BITS_CHOICE = Choice(
    NUMBERS,
    (*(f"rng_bit_generator_s{number}" for number in range(1, 5)),),
    "the bits are those of XLA on CPU, whose default algorithm is PHILOX",
    {"the bits are those of another variant": _with_another_key},
    elements=_all_bits,
)


@op("""
C1  element_type(a) = element_type(b) = element_type(result)
C2  If rng_distribution = NORMAL, then is_float(a)
C3  shape(result) = shape
""", outputs={"result": RealTensor}, numerics=Numerics(error=None, is_random=True, leaves_open=_RNG_CHOICES),
execution=Execution(workspace=workspace.drawn),
history=History(instead="`rng_bit_generator` with an explicit state"),
format="$operands*, distribution = $rng_distribution{attrs} : {signature}")  # fmt: skip
def rng(
    a: RealScalar,
    b: RealScalar,
    shape: ShapeTensor,
    *,
    rng_distribution: Distribution,
    result: ResultType,
    process: MaybeProcess = None,
) -> Array:
    """Random numbers: uniform in [a, b), or normal with mean a and standard deviation b.

    The numbers are the same in each run, and for all partitions of a replica. If `a` is not less than `b`,
    which the specification does not define, a uniform distribution returns `a`.
    """
    size = tuple(int(extent) for extent in shape)
    source = np.random.default_rng(0) if process is None else process.random
    if rng_distribution == "NORMAL":
        drawn = source.normal(size=size) * to_float64(b) + to_float64(a)
        return round_to(drawn, element_type_of(a.dtype))
    if not a < b:
        return np.full(size, a)
    if a.dtype.kind in "iub" or "int" in a.dtype.name:
        return np.asarray(source.integers(int(a), int(b), size, _widest(a.dtype)).astype(a.dtype))
    share = source.random(size)
    drawn = round_to(to_float64(a) * (1 - share) + to_float64(b) * share, element_type_of(a.dtype))
    return np.where(drawn < b, drawn, a)  # rounding may give b


def _widest(dtype: np.dtype[Any]) -> type[np.signedinteger[Any] | np.unsignedinteger[Any]]:
    return np.uint64 if dtype == np.uint64 else np.int64


@op("""
C1  type(initial_state) = type(output_state)
when !is_float(initial_state):
    C2  rank(initial_state) = 1
    C2  If rng_algorithm = THREE_FRY, then size(initial_state) = 2
    C2  If rng_algorithm = PHILOX, then size(initial_state) in [2, 3]
""", inputs="rng_algorithm initial_state", outputs={
    "output_state": State,
    "output": Annotated[Array, OperandRule(INTEGER | FLOAT, dynamic_dimensions=0)],
}, format="$initial_state, algorithm = $rng_algorithm{attrs} : {signature}",
numerics=Numerics(error=None, leaves_open=(_BITS_CHOICE,)),
execution=Execution(workspace=workspace.drawn))  # fmt: skip
def rng_bit_generator(
    initial_state: State, *, rng_algorithm: Algorithm, output: ResultType
) -> tuple[Array, ...]:
    """The next state, and uniformly distributed random bits.

    The first number of the state is the key, the others are the counter. The bits are those of XLA on CPU,
    whose default algorithm is PHILOX. Types below 32 bits get the low bits of one word per element.
    """
    if initial_state.dtype.itemsize != 8 or initial_state.dtype.kind not in "iu":
        raise Failed("rng_bit_generator_i2", "initial_state must be of integers, not floats")
    if rng_algorithm == "DEFAULT" and initial_state.size not in (2, 3):
        raise Unsupported(f"an initial_state of {initial_state.size} numbers is not supported")
    generate = threefry_bits if rng_algorithm == "THREE_FRY" else philox_bits
    element_type = element_type_of(dtype_of(output.element_type))
    bits = element_type.bits
    state, words = generate(initial_state.view(np.uint64), output.static_shape, bits)
    stored = words.astype(np.uint64 if bits == 64 else np.dtype(f"u{max(bits, 8) // 8}"))
    return state.view(initial_state.dtype), from_bits(stored, element_type)
