"""Every op with quantized elements, and with nothing to compute: the programs of testdata/verify, changed."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, RunError, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.types import Dim, FutureType, QuantizedType, TensorType, TokenType, TupleType, Type
from stablehlo_tools.ops.model.schema import QUANTIZED
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import parse, read
from tests.agreement.seeds import Seeds

FOLDER = Path(__file__).resolve().parents[2] / "testdata"


@functools.cache
def seeds() -> dict[str, list[str]]:
    """Programs of one operation each, by its name."""
    found = Seeds()
    for path in sorted([*FOLDER.glob("verify/*.mlir"), *FOLDER.glob("examples/*.mlir")]):
        for part in re.split(r"^// -----.*$", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            module, errors = read(Source(part))
            if not errors and is_sound(module):
                found.add(module)
    return {name: [program.text for program in programs] for name, programs in found.by_op.items()}


# What the folders have no valid program of that can be cut out: it calls functions, or is MHLO's own.
NO_PROGRAMS = {
    *(name for name in OPS if name.startswith(("check.", "interpreter."))),
    "mhlo.add_dependency", "mhlo.stochastic_convert", "mhlo.xla.rng_get_and_update_state",
    "sdy.constant", "sdy.manual_computation", "sdy.named_computation", "sdy.reshard",
    "sdy.sharding_constraint",
}  # fmt: skip
NAMES = sorted(OPS.keys() - NO_PROGRAMS)  # reading the programs takes longer than to collect all tests


def test_there_are_programs_of_each_op() -> None:
    assert sorted(seeds()) == NAMES


def is_valid(program: str) -> bool:
    try:
        return is_sound(stablehlo_tools.parse(program))
    except DiagnosticError:
        return False


def is_sound(module: Module) -> bool:
    return all(found.severity is not Severity.ERROR for found in stablehlo_tools.verify(module))


def value_of(type: Type, rng: np.random.Generator) -> Any:
    """A value of the type; sizes that are not known are 2."""
    if isinstance(type, TokenType):
        return None
    if isinstance(type, TupleType):
        return tuple(value_of(each, rng) for each in type.types)
    assert isinstance(type, TensorType)
    shape = [2 if isinstance(size, Dim) else size for size in type.shape or ()]
    element_type = type.element_type
    if isinstance(element_type, QuantizedType):
        stored = rng.integers(element_type.storage_min, element_type.storage_max, shape, endpoint=True)
        return stored.astype(dtype_of(element_type))
    return rng.integers(0, 3, shape).astype(dtype_of(element_type))


# What an operation may want from outside: partners, a group of its size, arrays of a host, a plugin.
_OUTSIDE = re.compile(r"no_group|no_partner|never_received|infeed_empty|deadlock|unsupported_op|\w+_c\d+")
NEVER_ALONE = {
    "stablehlo.async_done", "stablehlo.cross-replica-sum", "stablehlo.custom_call", "stablehlo.infeed",
    "stablehlo.recv", "stablehlo.send",
}  # fmt: skip
_GRIDS = [(8, 1), (1, 8), (4, 2), (2, 2), (3, 1), (2, 1), (1, 2), (4, 1), (1, 4), (1, 1)]


def is_executed(program: str) -> bool:
    """Execute the one operation, which must give values of the types that it says, or say what it wants."""
    module = parse(Source(program))
    (holder,) = [each for each in module.functions if each.symbol == "the_operation"]
    if any(isinstance(type, FutureType) for type in holder.type.inputs):
        return False
    rng = np.random.default_rng(0)
    values = [value_of(type, rng) for type in holder.type.inputs]
    try:
        prepared = on_a_grid(module)
        prepared.run_parallel([values] * (prepared.num_replicas * prepared.num_partitions))
    except RunError as error:
        if not _OUTSIDE.fullmatch(error.diagnostics[0].code):
            raise
        return False
    return True


def on_a_grid(module: Module) -> interpret.Executable:
    """The program on the first grid that its rules admit."""
    for grid in _GRIDS:
        try:
            return interpret.compile(module, "the_operation", interpret.RunOptions(*grid), is_checked=True)
        except RunError as error:
            last = error
    raise last


_MOST = 5  # programs of an op that are tried
_ENOUGH = 2  # that are executed


def execute_some(name: str, programs: Iterable[str]) -> None:
    """Execute a few valid ones of the programs of an op, of which there must be some."""
    valid = list(itertools.islice(filter(is_valid, programs), _MOST))
    executed = list(itertools.islice(filter(is_executed, valid), _ENOUGH))
    assert valid
    assert executed or name in NEVER_ALONE


# -- quantized elements ---------------------------------------------------------------------------

QUANTIZED_TYPE = "!quant.uniform<i8:f32, 5.000000e-01:1>"


def with_quantized(program: str) -> Iterator[str]:
    """The program with all tensors of one element type quantized, with those of one type, and as it was."""
    if "!quant" in program:
        yield program
    for element_type in ("f32", "f64", "i32", "i64"):
        whole = re.compile(rf"(tensor<(?:[0-9?]+x)*){element_type}>")
        yield whole.sub(rf"\g<1>{QUANTIZED_TYPE}>", program)
        for type in sorted({match[0] for match in whole.finditer(program)}):
            yield program.replace(type, whole.sub(rf"\g<1>{QUANTIZED_TYPE}>", type))


def admits_quantized(name: str) -> bool:
    """Whether an operand or a result of the op may be quantized."""
    rules = [operand.rule for operand in OPS[name].operands] + [output.rule for output in OPS[name].outputs]
    return any(rule.kinds & QUANTIZED for rule in rules)


# Of chlo these take what cannot be quantized besides; a constant's literal would have to change.
NEVER_QUANTIZED = {
    "chlo.broadcast_and", "chlo.broadcast_next_after", "chlo.broadcast_or", "chlo.broadcast_polygamma",
    "chlo.broadcast_shift_left", "chlo.broadcast_shift_right_arithmetic",
    "chlo.broadcast_shift_right_logical", "chlo.broadcast_xor", "chlo.broadcast_zeta", "chlo.constant",
    "chlo.top_k",
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [name for name in NAMES if admits_quantized(name) and name not in NEVER_QUANTIZED]
)
def test_quantized_elements(name: str) -> None:
    changed = {each: None for seed in seeds()[name] for each in with_quantized(seed) if "!quant" in each}
    execute_some(name, changed)


# -- empty tensors --------------------------------------------------------------------------------

_SHAPE = re.compile(r"(?<!> : )tensor<((?:[0-9?]+x)+)")  # not that of a literal


def with_nothing(program: str) -> Iterator[str]:
    """The program with 0 for a size: of all of that size, of one of a shape, of one of all shapes."""
    shapes = sorted({match[1] for match in _SHAPE.finditer(program)})
    for size in sorted({size for shape in shapes for size in shape.split("x")[:-1]} - {"0"}):
        yield _SHAPE.sub(functools.partial(_emptied, size), program)
    for shape in shapes:
        for axis in range(shape.count("x")):
            yield program.replace(f"tensor<{shape}", f"tensor<{_emptied_at(axis, shape)}")
    for axis in range(max((shape.count("x") for shape in shapes), default=0)):
        yield _SHAPE.sub(functools.partial(_all_emptied_at, axis), program)


def _emptied(size: str, tensor: re.Match[str]) -> str:
    return re.sub(rf"(?<!\d){re.escape(size)}x", "0x", tensor[0])


def _all_emptied_at(axis: int, match: re.Match[str]) -> str:
    return f"tensor<{_emptied_at(axis, match[1])}"


def _emptied_at(axis: int, shape: str) -> str:
    sizes = shape.split("x")
    return shape if axis >= len(sizes) - 1 else "x".join([*sizes[:axis], "0", *sizes[axis + 1 :]])


# These have no operand with elements, or attributes that would have to change: for slices see test_slicing.
NEVER_EMPTY = {
    "chlo.constant", "stablehlo.after_all", "stablehlo.create_token", "stablehlo.dynamic_slice",
    "stablehlo.partition_id", "stablehlo.replica_id", "stablehlo.slice",
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NEVER_EMPTY])
def test_no_elements(name: str) -> None:
    changed = {each: None for seed in seeds()[name] for each in with_nothing(seed) if each != seed}
    execute_some(name, changed)
