"""The examples of the ops: the specification's, and those of testdata/examples: the same, corrected."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from stablehlo_tools import api, interpret
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.source import Source
from stablehlo_tools.syntax.parse import parse, read
from stablehlo_tools.types import (
    ELEMENT_TYPES,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
    part_of,
)
from stablehlo_tools.values import dtype_of, from_bits
from tests.specification import PROJECT, statements, text_of, undefined

# -- the specification's own ---------------------------------------------------------------------

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
    assert api.verify(program) == []
    grid = [int(example.values.get(f"num_{each}", "1")) for each in ("replicas", "partitions")]
    processes = list(np.ndindex(*grid))
    inputs = [
        [read_value(example.value(name[1:], process), type) for name, type in arguments.items()]
        for process in processes
    ]
    host = interpret.Host(deque(_infeed(example)))
    computed = interpret.compile(parse(Source(program)), "main", *grid).run_parallel(inputs, host=host)
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


# -- our own -------------------------------------------------------------------------------------

FOLDER = PROJECT / "testdata" / "examples"
PROGRAMS = sorted(FOLDER.glob("*.mlir"))
TESTS = PROJECT / "tests" / "ops"
# Ops without an example of their own, and where they are executed.
ELSEWHERE = {
    "after_all": FOLDER / "infeed.mlir",
    "async_done": FOLDER / "async_start.mlir",
    "recv": FOLDER / "send.mlir",
    "custom_call": TESTS / "test_custom_call.py",
    "outfeed": TESTS / "test_host.py",
    "create_token": TESTS / "test_host.py",
    "cross-replica-sum": TESTS / "test_collective.py",
    "real_dynamic_slice": TESTS / "test_dynamic.py",
    "set_dimension_size": TESTS / "test_dynamic.py",
    "broadcast": TESTS / "test_legacy.py",
    "dot": TESTS / "test_legacy.py",
    "einsum": TESTS / "test_legacy.py",
    "torch_index_select": TESTS / "test_legacy.py",
    "unary_einsum": TESTS / "test_legacy.py",
}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_our_own(path: Path) -> None:
    """The programs check their results themselves."""
    assert "check." in path.read_text(encoding="utf-8")
    assert api.run(path) == []


def test_every_op_has_an_example() -> None:
    ops = {name.removeprefix("stablehlo.") for name in OPS if name.startswith("stablehlo.")}
    assert ops - {path.stem for path in PROGRAMS} == set(ELSEWHERE)
    assert all(op in path.read_text(encoding="utf-8") for op, path in ELSEWHERE.items())
