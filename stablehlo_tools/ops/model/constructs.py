"""Types and constants, declared as ops are: their parts and constraints (spec: "Types", "Constants").

A rule about the text of a literal has the predicate `checked_by_reader`: `ir.dense_literals` and the grammar
check it. The others are evaluated on a type (`verifier.attributes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.host.records import NamedTuple, public_record
from stablehlo_tools.ir.storage import range_of
from stablehlo_tools.ops.model.rule_blocks import checked_by_reader, declaration_place, read_rules
from stablehlo_tools.ops.model.schema import Constraint, Predicate, RegionField, ValueField


class Part(NamedTuple):
    """A part of a type or a constant: its name in the rules, and its description."""

    name: str
    words: str


@public_record(frozen=True, eq=False)
class Construct:
    """A type or a constant, as declared.

    `name` is the production of the specification's grammar, `mnemonic` the beginning of the codes of its
    rules, `section` the section of the specification that has it. `attributes` are its parts, which rules
    read as those of an op read attributes.
    """

    name: str
    mnemonic: str
    section: str
    documentation: str
    attributes: tuple[Part, ...]
    rules: tuple[Constraint, ...]
    definitions: Mapping[str, str]
    declared_at: tuple[str, int]
    operands: Sequence[ValueField] = ()
    regions: Sequence[RegionField] = ()
    outputs: Sequence[ValueField] = ()


CONSTRUCTS: Final[dict[str, Construct]] = {}


def _declare(
    name: str,
    mnemonic: str,
    section: str,
    documentation: str,
    parts: str,
    rules: str,
    predicates: Mapping[str, Predicate] | None = None,
) -> None:
    """Register a construct. `parts` has a line `name: description` for each of them."""
    lines = (line.strip().partition(": ") for line in parts.strip().splitlines())
    declared, definitions = read_rules(rules, predicates or {})
    CONSTRUCTS[mnemonic] = Construct(
        name,
        mnemonic,
        section,
        documentation,
        tuple(Part(part, words) for part, _, words in lines),
        declared,
        definitions,
        declaration_place(),
    )


def rule_of(code: str) -> Constraint | None:
    """The rule of a type or a constant with this code, in the specification's words; None for other codes."""
    mnemonic, _, id = code.rpartition("_")
    rules = CONSTRUCTS[mnemonic].rules if mnemonic in CONSTRUCTS else ()
    return next((rule for rule in reversed(rules) if rule.id == id.upper()), None)


# -- types ----------------------------------------------------------------------------------------


def _are_values_of(scales: Sequence[float], expressed_type: Any) -> bool:
    """Whether scales are numbers of a type; true for scales that other rules reject."""
    smallest, largest = range_of(expressed_type)
    return all(not 0 < scale < float("inf") or smallest <= scale <= largest for scale in scales)


_declare(
    "QuantizedTensorType",
    "quantized",
    "types",
    "`tensor<2x!quant.uniform<i8:f32, 0.5:3>>`: a tensor of integers of a storage type, each of which stands "
    "for the floating-point number `(integer - zero_point) * scale` of an expressed type.",
    """
    storage_type: integer type
    storage_min: integer constant
    storage_max: integer constant
    expressed_type: floating-point type
    quantization_dimension: optional integer constant
    scales: variadic number of floating-point constants
    zero_points: variadic number of integer constants
    self: the tensor type
    """,
    """
    C1 type(storage_min) = storage_type
    C2 type(storage_max) = storage_type
    C3 min_value(storage_type) <= storage_min < storage_max <= max_value(storage_type)
    C4 type(scales...) = expressed_type
    C5 0 < scales
    C6 is_finite(scales...)
    C7 storage_min <= zero_points <= storage_max
    C8 type(zero_points...) = storage_type
    C9 size(scales) = size(zero_points)
    C10 If is_empty(quantization_dimension), then size(scales) = 1
    C11 0 <= quantization_dimension
    when !is_empty(quantization_dimension):
        C12 quantization_dimension < rank(self)
        C13 dim(self, quantization_dimension) = size(scales)
    """,
    {
        "C1": checked_by_reader,
        "C2": checked_by_reader,
        "C4": _are_values_of,
        "C8": checked_by_reader,
        "C9": checked_by_reader,
    },
)

# -- constants ------------------------------------------------------------------------------------

_declare(
    "IntegerConstant",
    "integer_constant",
    "constants",
    "`7 : i32`, `-0x1F : i8`: an integer in decimal or hexadecimal notation.",
    """
    integer_literal: the digits, with their sign
    integer_type: the integer type
    """,
    """
    C1 is_wellformed(integer_literal, integer_type), where a literal of iN may also be one of uiN
    when strict:
        C1 is_wellformed(integer_literal, integer_type)
    """,
    {"C1": checked_by_reader},
)

_declare(
    "FloatConstant",
    "float_constant",
    "constants",
    "`1.5e+3 : f32`, `0x7F800000 : f32`: a floating-point number, or its bits in hexadecimal notation.",
    """
    float_literal: the number as it is written
    float_type: the floating-point type
    hexadecimal_digits: the digits after `0x`
    """,
    """
    C1 If non-hexadecimal notation is used, is_wellformed(float_literal, float_type), where a number beyond
       the range of the type is infinity or NaN
    when strict:
        C1 If non-hexadecimal notation is used, is_wellformed(float_literal, float_type)
    C2 If hexadecimal notation is used, size(hexadecimal_digits) = ceil(num_bits(float_type) / 4), or those of
       whole bytes
    when strict:
        C2 If hexadecimal notation is used, size(hexadecimal_digits) = ceil(num_bits(float_type) / 4)
    """,
    {"C1": checked_by_reader, "C2": checked_by_reader},
)

_declare(
    "ComplexConstant",
    "complex_constant",
    "constants",
    "`(1.0, 0.0) : complex<f32>`: a complex number as its real and its imaginary part.",
    """
    real_part: the first number
    imaginary_part: the second number
    complex_type: the complex type
    """,
    """
    C1 is_wellformed(real_part, complex_element_type(complex_type))
    C2 is_wellformed(imaginary_part, complex_element_type(complex_type))
    """,
    {"C1": checked_by_reader, "C2": checked_by_reader},
)

_declare(
    "TensorConstant",
    "tensor_constant",
    "constants",
    "`dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>`: the elements of a tensor as nested lists, or one element "
    "for all of them.",
    """
    tensor_literal: the text between `dense<` and `>`
    tensor_type: the tensor type
    """,
    """
    C1 has_syntax(tensor_literal, element_type(tensor_type)), where an element of i1 may also be an integer
    when strict:
        C1 has_syntax(tensor_literal, element_type(tensor_type))
    C2 has_shape(tensor_literal, shape(tensor_type)), or the literal is one element
    """,
    {"C1": checked_by_reader, "C2": checked_by_reader},
)

_declare(
    "QuantizedTensorConstant",
    "quantized_tensor_constant",
    "constants",
    "`dense<[10, 20]> : tensor<2x!quant.uniform<i8:f32, 0.5>>`: the stored integers of a quantized tensor.",
    """
    quantized_tensor_literal: the text between `dense<` and `>`
    quantized_tensor_type: the quantized tensor type
    """,
    """
    C1 has_syntax(quantized_tensor_literal, storage_type(quantized_tensor_type))
    C2 has_shape(quantized_tensor_literal, shape(quantized_tensor_type)), or the literal is one element
    """,
    {"C1": checked_by_reader, "C2": checked_by_reader},
)
