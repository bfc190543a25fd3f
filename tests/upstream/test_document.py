"""What the document of the specification shows: `reference` of the material.

Its tables are those of testdata/spec, its examples are read, verified and run to the results that it gives.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.arrays import dtype_of, from_bits
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
    part_of,
)
from stablehlo_tools.text.parse import parse, read
from testdata.spec.read_older import table_of
from testdata.spec.read_spec import tables_of
from tests.benchmarks.models import MATERIAL
from tests.specification import FOLDER, productions
from tests.text.ebnf import Ebnf
from tests.text.rules import is_parsed, parse as parse_production


def text_of(name: str) -> str:
    """A document."""
    return (MATERIAL / "reference" / name).read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_document() -> None:
    for name, text in tables_of(text_of("stablehlo_spec.md")).items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


def test_the_older_numbers_are_those_of_the_older_document() -> None:
    (older,) = (MATERIAL / "reference" / "seeds").glob("002_*.txt")
    constraints = (FOLDER / "text/constraints.jsonl").read_text(encoding="utf-8").splitlines()
    table = table_of(older.read_text(encoding="utf-8"), constraints)
    assert (FOLDER / "text/older.tsv").read_text(encoding="utf-8") == table


# -- the grammar ---------------------------------------------------------------------------------

# What the older document has by mistake, against its own examples: `%%0`, and types of the numbers of a type.
_OLDER_MISTAKES = re.compile(r"%%|!quant")


def test_what_the_older_grammar_derives_is_parsed() -> None:
    text = text_of("seeds/002_039bdd0256351a45.txt")
    older = dict(re.findall(r"^(\w+) +::=((?:.*\n)(?: +.*\n)*)", text, re.MULTILINE))
    assert set(older) <= set(productions())
    grammar, source = Ebnf(older), random.Random(0)
    count = 0
    for name in older:
        for derived in (grammar.derived(name, source) for _ in range(40)):
            if is_parsed(derived) and not _OLDER_MISTAKES.search(derived) and not name.startswith("Quantiz"):
                parse_production(name, derived)
                count += 1
    assert count > len(older)


# -- statements ----------------------------------------------------------------------------------


def statements(text: str) -> Iterator[str]:
    """The ops in generic form that begin at the margin of a text, each to the end of its types."""
    lines: list[str] = []
    for line in re.sub(r" =\n(?=\")", " = ", text).splitlines():
        if lines and (_OP.match(line) or not line or line.startswith(("```", "// %"))):  # it is never closed
            yield "\n".join(lines)
            lines = []
        if lines or _OP.match(line):
            lines.append(line)
        if lines and _is_whole("\n".join(lines)):
            yield "\n".join(lines)
            lines = []


_OP = re.compile(r'(?:%\w+(?::\d+)?(?:, %\w+)* = )?"stablehlo\.')
_NO_BRACKETS = re.compile(r"//.*|->")


def _is_whole(text: str) -> bool:
    plain = _NO_BRACKETS.sub("", text)
    is_closed = all(plain.count(left) <= plain.count(right) for left, right in ("()", "[]", "{}", "<>"))
    return is_closed and "->" in text and not text.rstrip().endswith("->")


def undefined(operations: Iterable[Operation]) -> dict[str, Value]:
    """The values that operations read and do not define, by name."""
    return {value.name: value for each in operations for value in each.operands if value.index < 0}


def example(statement: str) -> str:
    """A function around a statement, whose arguments are the values that the statement does not define."""
    module, _ = read(Source(statement))
    arguments = ", ".join(f"{name}: {value.type}" for name, value in undefined(module.walk()).items())
    return f"func.func @example({arguments}) {{\n{statement}\nreturn\n}}\n"


# -- the examples are read and verified ----------------------------------------------------------

# Mistakes in the examples, by op, and what is said of them.
MISTAKES = {
    "async_start": {"async_start_c3", "undefined_value"},  # the body has no argument for the operand
    "cholesky": {"cholesky_c1"},  # f32 becomes f64
    "collective_broadcast": {"unknown_type"},  # `tensor1x2xi64>`
    "collective_reduce": {"syntax"},  # the same, and commas are missing
    "composite": {"composite_c2"},  # the decomposition is not shown
    "custom_call": {"syntax"},  # there is a comma behind the last attribute
    "dynamic_conv": {"dynamic_conv_c13"},  # the feature dimension of the output is not unique
    "is_finite": {"syntax"},  # `tensor<7xf64)`
}


def errors_of(program: str) -> set[str]:
    return {found.code for found in stablehlo_tools.verify(program) if found.severity is Severity.ERROR}


@pytest.mark.parametrize("name", ["stablehlo_spec.md", "seeds/002_039bdd0256351a45.txt"])
def test_every_example_of_the_documents_is_read_and_verified(name: str) -> None:
    found = list(statements(text_of(name)))
    assert len(found) > 100
    wrong = {}
    for statement in found:
        codes = errors_of(example(statement))
        op = statement.partition('"stablehlo.')[2].partition('"')[0]
        if codes and codes != MISTAKES.get(op):
            wrong[statement] = codes
    assert wrong == {}


@pytest.mark.parametrize("name", ["stablehlo_spec.md", "seeds/002_039bdd0256351a45.txt"])
def test_every_program_of_the_documents_is_read_and_verified(name: str) -> None:
    programs = re.findall(r"^func\.func .*?^}$", text_of(name), re.MULTILINE | re.DOTALL)
    assert programs
    assert [errors_of(program) for program in programs] == [set()] * len(programs)


# -- the examples are run ------------------------------------------------------------------------

_AND_ZEROS = ") -> tensor<1x2xi64>\n// %result@(0, 0): [[0, 0]]"
_ADD = """^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %0 = stablehlo.add %x, %y : tensor<i64>
  stablehlo.return %0 : tensor<i64>
"""
# What is wrong in an example, and what it has to be.
CORRECTIONS: Mapping[str, Sequence[tuple[str, str]]] = {
    "all_reduce": [("(%operand0, %operand0)", "(%operand0, %operand1)")],  # whose results differ
    "cholesky": [("-> tensor<3x3xf64>", "-> tensor<3x3xf32>")],  # (C1)
    "collective_broadcast": [("tensor1x2xi64>", "tensor<1x2xi64>")],
    "collective_reduce": [
        # the second example has the type of one operand; then commas, and a computation
        (f"1x2xi64>{_AND_ZEROS}", f"1x2xi64>, tensor<1xi32>{_AND_ZEROS}"),
        ("tensor1x2xi64>", "tensor<1x2xi64>"),
        ("= false\n", "= false,\n"),
        ("= true\n", "= true,\n"),
        (") {\n", f") ({{\n{_ADD}}}) {{\n"),
    ],
    "divide": [("5.66666651", "5.7")],  # that is 17 / 3
    "dynamic_conv": [("input_spatial_dimensions = [0, 1]", "input_spatial_dimensions = [1, 2]")],  # (C13)
    "is_finite": [("tensor<7xf64)", "tensor<7xf64>)")],
    "log_plus_one": [("-6.90776825", "-6.90775528")],  # computed in f32
    "power": [("inf]", "1.0e40]")],  # computed in f32
    "subtract": [("2x2xf32", "2x2xi32")],
    # angles of nine digits stand for those of which the results are
    "tan": [("1.57079632", "1.5707963267948966"), ("4.71238898", "4.71238898038469")],
    "tuple": [("memref<", "tensor<")],
    "while": [("results1: 10", "results1: 9")],  # i is 1 at first, so that the body runs nine times
}  # fmt: skip
RANDOM = "rng"


class Example(NamedTuple):
    """Statements that make up an example, and the values that its comments give by name."""

    op: str
    body: str
    values: dict[str, str]

    def value(self, name: str, process: tuple[int, int]) -> str | None:
        """What the comments say of a value of a process."""
        numbered = re.sub(r"#(\d)", r"\1", name)
        for known in (name, numbered, numbered.removesuffix("0")):
            for place in (f"{known}@{process}", known):
                if place in self.values:
                    return self.values[place]
        return None


def examples(document: str) -> Iterator[Example]:
    op = ""
    for heading, block in re.findall(r"^### (\w+)$|```mlir\n(.*?)```", document, re.MULTILINE | re.DOTALL):
        op = heading or op
        for old, new in CORRECTIONS.get(op, ()):
            block = block.replace(old, new)
        for part in re.split(r"\n\n(?=//|%)", block):
            body = "\n".join(statements(part))
            if "// %" in part and body:
                yield Example(op, body, _values(part))


_VALUE = re.compile(
    r"(?://(?: %?)? ?|%(?=\w+ = stablehlo\.constant))"
    r"([\w#]+(?:@\(\d, \d\)|\[\d\])?)(?::| =) +(.*)"
)


def _values(text: str) -> dict[str, str]:
    """`// %name: value` in its lines, and `%name = stablehlo.constant value`."""
    values: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        match = _VALUE.match(line)
        if match:
            last = match[1]
            values[last] = ""
        elif not line.startswith("//"):
            last = ""
        if last:
            values[last] += (match[2] if match else line.strip("/")).partition("//")[0].partition("> :")[0]
    return values


_NUMBER = re.compile(r"0x[0-9A-Fa-f]+|true|false|[-+]?nan|[-+]?inf|[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?")


def value_of(numbers: Iterator[str], type: Type) -> Any:
    """The value that the numbers make up, in order."""
    if isinstance(type, TokenType):
        return None
    if isinstance(type, TupleType):
        return tuple(value_of(numbers, each) for each in type.types)
    assert isinstance(type, TensorType)
    stored = type.element_type
    stored = stored.storage_type if isinstance(stored, QuantizedType) else stored
    part = part_of(stored)
    count = int(np.prod(type.static_shape)) * (2 if stored.kind == "complex" else 1)
    parts = np.array([_element(next(numbers), part) for _ in range(count)], dtype_of(part))
    return parts.view(dtype_of(stored)).reshape(type.static_shape)


def _element(number: str, type: Any) -> Any:
    dtype = dtype_of(type)
    if number.startswith("0x"):
        return from_bits(np.array([int(number, 16)], f"u{dtype.itemsize}"), type)[0]
    if type.kind == "float":
        return dtype.type(float(number))
    return number == "true" if type.kind == "boolean" else int(number)


def read_value(text: str | None, type: Type) -> Any:
    return value_of(iter(_NUMBER.findall(text or "")), type)


def results_of(example: Example) -> dict[str, Type]:
    """The values of which the comments say what they are."""
    module, _ = read(Source(example.body))
    defined = {value.name: value.type for each in module.walk() for value in each.results}
    return {name: type for name, type in defined.items() if example.value(name[1:], (0, 0)) is not None}


def mismatches(example: Example) -> list[str]:
    """Where what is computed differs from what the comments say."""
    arguments = {name: value.type for name, value in undefined(read(Source(example.body))[0].walk()).items()}
    results = results_of(example)
    parameters = ", ".join(f"{name}: {type}" for name, type in arguments.items())
    types = ", ".join(map(str, results.values()))
    program = f"""
func.func @main({parameters}) -> ({types}) {{
{example.body}
"func.return"({", ".join(results)}) : ({types}) -> ()
}}"""
    assert stablehlo_tools.verify(program) == []
    grid = [int(example.values.get(f"num_{each}", "1")) for each in ("replicas", "partitions")]
    processes = list(np.ndindex(*grid))
    inputs = [
        [read_value(example.value(name[1:], process), type) for name, type in arguments.items()]
        for process in processes
    ]
    host = interpret.Host(deque(_infeed(example)))
    computed = interpret.compile(
        parse(Source(program)), "main", interpret.RunOptions(grid[0], grid[1])
    ).run_parallel(inputs, host=host)
    return [
        f"{name} of {process} is {actual}"
        for process, row in zip(processes, computed, strict=True)
        for (name, type), actual in zip(results.items(), row, strict=True)
        if not _is_near(actual, read_value(example.value(name[1:], process), type))
    ]


def _infeed(example: Example) -> list[list[Any]]:
    type = TensorType((2, 2), ELEMENT_TYPES["i64"])
    queue = [text for name, text in example.values.items() if name.startswith("infeed_queue")]
    return [[read_value(text, type)] for text in queue]


def _is_near(actual: Any, expected: Any) -> bool:
    """Whether values are equal, floats in the digits that the specification prints."""
    if isinstance(expected, tuple):
        return all(map(_is_near, actual, expected))
    if expected.dtype.kind not in "fc":
        return bool(np.array_equal(actual, expected))
    return bool(np.allclose(actual, expected, rtol=3e-6, atol=1e-7, equal_nan=True))


def test_the_specification() -> None:
    found = list(examples(text_of("stablehlo_spec.md")))
    assert len(found) > 100
    differing = {example.op: mismatches(example) for example in found}
    assert [op for op, different in differing.items() if different] == [RANDOM]
