"""Every op with operands and results that nobody gives it: a verdict everywhere, and no internal error."""

from __future__ import annotations

import contextlib
import functools
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import InferenceError, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.operations import Module, Value
from stablehlo_tools.ir.types import (
    DYNAMIC,
    ELEMENT_TYPES,
    F32,
    OpaqueType,
    TensorType,
    TokenType,
    TupleType,
    Type,
)
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import parse, read
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.statement.statement_cache import StatementCache
from stablehlo_tools.verifier.inference import infer_operation
from stablehlo_tools.verifier.module import verify
from tests.agreement.seeds import Program, Seeds

pytestmark = pytest.mark.slow

VERIFY = Path(__file__).resolve().parents[2] / "testdata" / "verify"
STRANGERS = (
    TensorType((), F32), TensorType(None, F32), TensorType((0,), ELEMENT_TYPES["i64"]),
    TensorType((DYNAMIC,) * 5, F32), TokenType(), TupleType(()), F32, OpaqueType("memref<2xf32>"),
)  # fmt: skip
Signature = tuple[list[Type], list[Type]]


@functools.cache
def cases() -> list[str]:
    """The texts of all cases, those that break a rule among them."""
    files = (path.read_text(encoding="utf-8") for path in sorted(VERIFY.glob("*.mlir")))
    return list(itertools.chain.from_iterable(text.split("// -----") for text in files))


def scalar(type: Type) -> Type:
    return TensorType((), type.element_type) if isinstance(type, TensorType) else type


def signatures(operands: list[Type], results: list[Type]) -> Iterator[Signature]:
    """Of rank 0, too few, too many, in another order, of types that no rule expects."""
    scalars = [*map(scalar, operands)]
    yield scalars, results
    yield scalars, [*map(scalar, results)]
    yield operands, [*map(scalar, results)]
    yield operands, []
    yield [], results
    yield [], []
    yield operands * 2, results * 2
    for order in itertools.islice(itertools.permutations(operands), 1, 6):
        yield [*order], results
    for index in range(min(len(operands), 4)):
        before, behind = operands[:index], operands[index + 1 :]
        yield [*before, *behind], results
        yield [*before, scalar(operands[index]), *behind], results
    for stranger in STRANGERS:
        yield [stranger] * len(operands), results
        yield [stranger, *operands[1:]], results
        yield operands, [stranger] * len(results)


def programs(program: Program, known: StatementCache) -> Iterator[Module]:
    """A program with each of those signatures."""
    operation = program.operation
    operands = [value.type for value in operation.operands]
    results = [value.type for value in operation.results]
    distinct = dict.fromkeys((*map(tuple, each),) for each in signatures(operands, results))
    for inputs, outputs in distinct:
        copy = program.copy()
        copy.operation.operands = [copy.new_argument(type) for type in inputs]
        copy.operation.results = [
            Value(type, "", copy.operation, index) for index, type in enumerate(outputs)
        ]
        yield parse(Source(copy.text), known)


def program_of(name: str) -> Program | None:
    """The first program of an op in a case that can be read; None if there is none, as of other dialects."""
    is_named = re.compile(rf"\b{re.escape(name)}\b").search
    for text in filter(is_named, cases()):
        module, errors = read(Source(text))
        seeds = Seeds()
        if not errors:
            seeds.add(module)
        for program in seeds.by_op.get(name, ()):
            return program
    return None


@pytest.mark.parametrize("name", [name for name in OPS if not name.startswith("mhlo.")])
def test_any_signature_has_a_verdict(name: str) -> None:
    op, known = OPS[name], StatementCache()  # most lines of these programs are alike
    program = program_of(name)
    every_second = itertools.islice(programs(program, known) if program else (), len(name) % 2, None, 2)
    for number, module in enumerate(every_second):
        mistakes = verify(module)
        assert all(str(mistake) for mistake in mistakes)
        printed = print_module(module, generic=number % 2 == 0)  # in both forms in turn
        assert parse(Source(printed), known) == module
        operation = next(each for each in module.walk() if each.name == name)
        with contextlib.suppress(InferenceError):
            infer_operation(op, operation, {each.symbol: each for each in module.functions})
        if any(mistake.severity is Severity.ERROR for mistake in mistakes):
            continue  # nothing goes on with them
        assert all(found.message for found in stablehlo_tools.lint(module))
        with contextlib.suppress(InferenceError):
            stablehlo_tools.refine(module)
