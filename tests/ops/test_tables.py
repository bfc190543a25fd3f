"""What ops declare of inputs and outputs is what the specification's tables say, or the ledger has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

from stablehlo_tools.ops.model.schema import (
    ANY,
    BOOLEAN,
    COMPLEX,
    FLOAT,
    INTEGER,
    NOTHING,
    PER_TENSOR,
    QUANTIZED,
    SIGNED,
    AttributeRule,
    Op,
    OperandRule,
    RegionRule,
)
from stablehlo_tools.ops.registry import OPS
from tests.specification import Row, ops, rows

# The rows of the tables that differ from what is declared, by the reason.
DIFFERENCES = {
    "in addition, from MLIR's op": """
        cbrt_i2 collective_reduce_i6 cosine_i2 custom_call_i11 custom_call_i12 custom_call_i13
        dynamic_gather_i9 dynamic_gather_i10 exponential_i2 exponential_minus_one_i2
        infeed_i3 log_i2 log_plus_one_i2 logistic_i2 rsqrt_i2 sine_i2 sqrt_i2 tan_i2 tanh_i2
    """,
    "in addition, exported by JAX": """
        custom_call_i8 custom_call_i9 custom_call_i10 custom_call_i14 custom_call_i15 custom_call_i16
    """,
    "a unit attribute means true": """
        all_gather_i5 all_reduce_i4 collective_broadcast_i4 collective_reduce_i4 reduce_scatter_i5
    """,
    "MLIR also allows a shape of type index": """
        dynamic_broadcast_in_dim_i2 dynamic_conv_i3 dynamic_gather_i3 dynamic_iota_i1 dynamic_pad_i3
        dynamic_pad_i4 dynamic_pad_i5 dynamic_reshape_i2
    """,
    "an operand in MLIR, which need not be a constant": "rng_i3",
    "MLIR also allows a tuple": "case_o1 if_o1 infeed_o1 recv_o1",
    "a future cannot be a loop value; MLIR allows memrefs": "while_i1 while_o1",
    "MLIR allows init_values that are not scalars": "reduce_i2 reduce_window_i2",
    "MLIR also allows signed states, and states of floats, which are an error at run time": """
        rng_bit_generator_i2 rng_bit_generator_o1
    """,
    "i64 in MLIR": "dot_general_i11 dot_general_i12 dot_general_i13",
    "MLIR writes the number of the enum case, and has more cases": "recv_i3 send_i4",
    "(C3) selects the compare_type; MLIR has NOTYPE for an absent one": "compare_i4",
    "a symbol reference in MLIR": "composite_i4",
    "MLIR also allows regions of no block, or of several": "composite_i6",
    "MLIR pads short rows with -1, which (C2) forbids": """
        collective_broadcast_i2 collective_reduce_i2
    """,
    "an operation may have several results, of any type that results have": """
        async_done_o1
    """,
}
TABLES = {code: reason for reason, codes in DIFFERENCES.items() for code in codes.split()}
DECLARED = {op.mnemonic: op for op in OPS.values() if op.name.startswith("stablehlo.")}


@pytest.fixture(scope="module")
def specification() -> dict[str, list[Row]]:
    """The rows of the tables of each op that has a section."""
    tables = {name: list(table) for name, table in groupby(rows(), key=lambda row: row.op)}
    return {name: tables.get(name, []) for name in ops()}


def declared_rows(op: Op) -> Iterator[tuple[str, str, Any]]:
    """The code, the name and the rule of what an op takes and gives."""
    rules: dict[str, Any] = {operand.name: operand.rule for operand in op.operands}
    rules |= {attribute.name: attribute.rule for attribute in op.attributes} | dict(op.regions)
    for number, name in enumerate(op.inputs, start=1):
        yield f"{op.mnemonic}_i{number}", name, rules[name]
    for number, output in enumerate(op.outputs, start=1):
        yield f"{op.mnemonic}_o{number}", output.name, output.rule


# --- the language of the tables -----------------------------------------------------------------------

NUMBERS = {
    "integer": INTEGER, "signed integer": SIGNED, "boolean": BOOLEAN, "floating-point": FLOAT,
    "complex": COMPLEX, "i1": BOOLEAN, "si32": frozenset({"i32"}),
    **{name: frozenset({name}) for name in ("ui32", "ui64", "f32", "f64")},
}  # fmt: skip
ATTRIBUTES = {
    "1-dimensional constant tensor of integer type": AttributeRule("integers", element_type="i64"),
    "1-dimensional tensor constant of type i1": AttributeRule("booleans", element_type="i1"),
    "1-dimensional tensor constant of type si64": AttributeRule("integers", element_type="i64"),
    "2-dimensional tensor constant of type si64": AttributeRule("table", element_type="i64"),
    "2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes": AttributeRule(
        "equal groups", element_type="i64"
    ),
    "variadic number of 1-dimensional tensor constants of type si64": AttributeRule(
        "groups", element_type="i64"
    ),
    "variadic number of 1-dimensional tensor constants of type si64 or ReplicaGroupMeshAxes": AttributeRule(
        "groups", element_type="i64"
    ),
    "constant": AttributeRule("constant"),
    "constant of type bool": AttributeRule("boolean"),
    "constant of type i1": AttributeRule("boolean"),
    "constant of type f32": AttributeRule("real", element_type="f32"),
    "constant of type si32": AttributeRule("integer", element_type="i32"),
    "constant of type si64": AttributeRule("integer", element_type="i64"),
    "si64": AttributeRule("integer", element_type="i64"),
    "constant of type string": AttributeRule("text"),
    "FloatType or TensorFloat32": AttributeRule("type"),
    "function": RegionRule(),
    "a region with a single operation": RegionRule(),
    "variadic number of functions": RegionRule(variadic=True),
    "attribute dictionary": AttributeRule("dictionary"),
    # what no other op has: each op looks at it itself
    "constant of type string or attribute dictionary": AttributeRule("anything"),
    "variadic number of constants of type string": AttributeRule("anything"),
    "specify the aliasing parts in the outputs and operands": AttributeRule("anything"),
}


def rule_of(words: str) -> Any:
    """The rule that the specification's words stand for."""
    if words in ATTRIBUTES:
        return ATTRIBUTES[words]
    choices = re.fullmatch(r"(variadic number of )?enums? of (.*)", words)
    if choices:
        kind = "choices" if choices[1] else "choice"
        return AttributeRule(kind, tuple(re.split(r",? and |, ", choices[2])))
    rank = re.search(r"(\d)-dimensional ", words)
    return OperandRule(
        kinds_of(words.removeprefix("variadic number of ")),
        rank=int(rank[1]) if rank else None,
        variadic=words.startswith("variadic number of "),
        token="token" in words,
        tuple="tuple" in words,
        future="future" in words,
        value="value" in words,
    )


def kinds_of(words: str) -> frozenset[str]:
    """The kinds of elements of the tensors that the words speak of."""
    if re.search(r"\bvalues?$", words):
        return ANY
    quantized = re.search(r"(per-tensor )?quantized( tensors?| type)?", words)
    of_quantized = NOTHING if quantized is None else PER_TENSOR if quantized[1] else QUANTIZED
    rest = re.sub(r"(per-tensor )?quantized tensors?|a tensor future", "", words)
    of = re.search(r"tensors? of (.*)", rest)
    if of is None:
        return of_quantized | (ANY - QUANTIZED if "tensor" in rest else NOTHING)
    named = [name for name in NUMBERS if re.search(rf"(?<!\w|-){name}(?!\w)", of[1])]
    if "signed integer" in named:
        named.remove("integer")
    return of_quantized.union(*(NUMBERS[name] for name in named))


def comparable(rule: Any) -> Any:
    """A rule without what MLIR alone asks: which sizes are known."""
    if not isinstance(rule, OperandRule):
        return rule
    return rule.kinds, rule.rank, rule.variadic, rule.token, rule.tuple, rule.future, rule.buffer, rule.value


# --- the tests ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("tensor", ANY - QUANTIZED),
        ("token", NOTHING),
        ("quantized tensor", QUANTIZED),
        ("tensor or per-tensor quantized tensor", ANY - QUANTIZED | PER_TENSOR),
        ("tensor of signed integer, floating-point, or complex type", SIGNED | FLOAT | COMPLEX),
        ("1-dimensional tensor of type ui64", frozenset({"ui64"})),
        ("tensor of floating-point or quantized type", FLOAT | QUANTIZED),
    ],
)
def test_what_words_mean(words: str, kinds: frozenset[str]) -> None:
    assert rule_of(words).kinds == kinds


def test_inputs_and_outputs_are_those_of_the_specification(specification: dict[str, list[Row]]) -> None:
    different = set()
    assert specification.keys() <= DECLARED.keys()
    for name, table in specification.items():
        declared = {
            code: (subject, comparable(rule)) for code, subject, rule in declared_rows(DECLARED[name])
        }
        wanted = {row.code: (row.name, comparable(rule_of(row.type))) for row in table}
        codes = declared.keys() | wanted.keys()
        different |= {code for code in codes if declared.get(code) != wanted.get(code)}
    assert different == TABLES.keys()


def test_the_ledger_is_about_rows_that_are_there() -> None:
    assert TABLES.keys() <= {code for op in DECLARED.values() for code, _, _ in declared_rows(op)}
