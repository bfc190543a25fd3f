"""Our assembly formats beside those that upstream declares, both in the words of MLIR's ODS.

`testdata/syntax/assembly_formats.json` holds upstream's, with blanks normalised: `custom` where C++ reads and
prints the op, `generic` where it has no form. What such C++ prints is held by `test_forms.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.format_elements import (
    AttributeDictionary,
    Attributes,
    ConstantLiteral,
    FormatElement,
    LiteralText,
    Operands,
    OptionalGroup,
    Regions,
    TypesDirective,
)
from stablehlo_tools.text.assembly.formats import FORMATS, Format

LIST = Path(__file__).resolve().parents[2] / "testdata" / "syntax" / "assembly_formats.json"
UPSTREAM: Mapping[str, str] = json.loads(LIST.read_text(encoding="utf-8"))["formats"]

# Ops that the files which the list was made of do not have yet.
NEWER = {"chlo.mulhi", "chlo.scan", "chlo.square", "stablehlo.collective_reduce"}

# Where ours differ, in the words of ODS.
MEANT = {
    # `is_stable` is newer than the list
    "chlo.top_k": "`(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict "
    "`:` type($operand) `->` `(` type($values) `,` type($indices) `)`",
    # the specification calls them `regions`
    "stablehlo.composite": "$name $inputs (`(` $regions^ `)`)? attr-dict "
    "`:` functional-type(operands, results)",
    # the verifier says that the types differ (probe_c1), not the parser
    "interpreter.probe": "$operand `,` `probe_id` `=` $probe_id attr-dict "
    "`:` custom<SameOperandsAndResultType>(type($operand), type($result))",
}

# -- ours in the words of ODS -----------------------------------------------------------------------

# The directives of attributes that are not spelt as their type asks for, by the first attribute.
DIRECTIVES = {
    "dimension_numbers": "ConvolutionDimensions",
    "exponent_bits": "ExponentMantissa",
    "start_indices": "SliceRanges",
    "window_strides": "WindowAttributes",
}
# The directives of types that are left out where others say them.
ELIDED = {
    "complex": "ComplexOpType",
    "pairwise": "PairwiseOpType",
    "same": "SameOperandsAndResultType",
    "select": "SelectOpType",
    "tuple": "TupleOpType",
}


def ods(format: Format) -> str:
    """A format of ours as ODS would have it."""
    elements = list(format.elements)
    if any(isinstance(element, ConstantLiteral) for element in elements):
        _drop_type(elements)  # a literal that is an attribute of ODS is printed with its type
    return " ".join(filter(None, (_ods(element, OPS[format.name]) for element in elements)))


def _drop_type(elements: list[FormatElement]) -> None:
    index = next(index for index, element in enumerate(elements) if isinstance(element, TypesDirective))
    del elements[index - 1 : index + 1]


def _ods(element: FormatElement, op: Op) -> str:
    if isinstance(element, LiteralText):
        return " ".join(f"`{word}`" for word in re.findall(r"[a-z_]+|->|\S", element.text))
    if isinstance(element, Operands):
        return _operands(op) if element.name == "operands" else f"${element.name}"
    if isinstance(element, Attributes):
        return _attributes(element.codec.attributes)
    if isinstance(element, AttributeDictionary):
        return "attr-dict"
    if isinstance(element, TypesDirective):
        return _types(element.typing, op)
    if isinstance(element, Regions):
        return f"${element.name}"
    assert isinstance(element, OptionalGroup), element
    return _group(element, op)


def _operands(op: Op) -> str:
    return " `,` ".join(f"${operand.name}" for operand in op.operands)


def _attributes(names: Sequence[str]) -> str:
    attributes = ", ".join(f"${name}" for name in names)
    return f"custom<{DIRECTIVES[names[0]]}>({attributes})" if names[0] in DIRECTIVES else attributes


def _types(typing: str, op: Op) -> str:
    operands = [f"type(${operand.name})" for operand in op.operands]
    results = [f"type(${output.name})" for output in op.outputs]
    if typing == "signature":
        return "functional-type(operands, results)"
    if typing in ELIDED and results:
        return f"custom<{ELIDED[typing]}>({', '.join(operands + results)})"
    listed = {"result": results, "operands": operands, "same": operands[:1], "arrow": operands}[typing]
    return " `,` ".join(listed) + (f" `->` {_enclosed(results)}" if typing == "arrow" else "")


def _enclosed(types: Sequence[str]) -> str:
    return types[0] if len(types) == 1 else f"`(` {' `,` '.join(types)} `)`"


def _group(group: OptionalGroup, op: Op) -> str:
    """An optional group; the anchor is the first element that can have nothing to say."""
    said = [_ods(element, op) for element in group.elements]
    anchor = next(
        index for index, element in enumerate(group.elements) if not isinstance(element, LiteralText)
    )
    said[anchor] += "^"
    otherwise = f":({_ods(LiteralText(group.otherwise), op)})" if group.otherwise else ""
    return f"({' '.join(filter(None, said))}){otherwise}?"


# -- upstream's, with what its directives stand for -------------------------------------------------

_PRECISION = "(`,` `precision` `=` $precision_config^)?"
_DIMENSIONS = "$dot_dimension_numbers"
EQUIVALENTS: Sequence[tuple[str, str]] = [
    (r"^operands | operands(?= )", " {operands} "),
    (r"type\(results\)", "{results}"),
    # a list of types in parentheses, an arrow and the results are a signature
    (r"`\(` type[^`]*(`,` type[^`]*)+`\)` `->` \{results\}", "functional-type(operands, results)"),
    (r"custom<PrecisionConfig>\(\$precision_config\)", _PRECISION),
    (
        r"custom<PrecisionConfigAndAlgorithm>\(\$precision_config, \$algorithm\)",
        f"{_PRECISION} (`,` `algorithm` `=` $algorithm^)?",
    ),
    (
        r"`,` custom<DotDimensionNumbers>\(\$dot_dimension_numbers\)",
        f"(`,` `batching_dims` `=` {_DIMENSIONS}^)? `,` `contracting_dims` `=` {_DIMENSIONS}",
    ),
    (r"custom<VariadicOperandWithAttribute>\((\$\w+)\)", r"\1 `,`"),
    (r"custom<VariadicSameOperandsAndResultType>\(ref\(\$\w+\), ", "custom<SameOperandsAndResultType>("),
    (r"custom<CustomCallTarget>\((\$\w+)\)", r"\1"),
    (r"`\{` (custom<WindowAttributes>\(.*?\)) `\}`", r"\1"),
]


def meaning(text: str, op: Op) -> str:
    """A format of upstream, its directives spelt out and its operands named as the op names them."""
    words = re.findall(r"`[^`]*`|[^`]+", text)
    text = "".join(word for word in words if word not in ("``", "` `"))  # which say what is blank
    for pattern, replacement in EQUIVALENTS:
        text = re.sub(pattern, replacement, text)
    text = text.replace("{operands}", _operands(op)).replace("{results}", _types("result", op))
    return re.sub(r"(?<!`)\( ", "(", " ".join(text.split()))


# -- the two ----------------------------------------------------------------------------------------


def of_upstream(op: str) -> bool:
    return op.partition(".")[0] in ("stablehlo", "chlo", "check", "interpreter")


def test_the_list_has_all_ops() -> None:
    assert {name for name in OPS if of_upstream(name)} - NEWER == UPSTREAM.keys() - {"stablehlo.return"}


@pytest.mark.parametrize("name", UPSTREAM)
def test_an_op_has_a_form_where_upstream_has_one(name: str) -> None:
    assert (name in FORMATS) == (UPSTREAM[name] != "generic")


@pytest.mark.parametrize(
    "name", [name for name in UPSTREAM if name in OPS and UPSTREAM[name] not in ("generic", "custom")]
)
def test_formats_are_those_of_upstream(name: str) -> None:
    assert ods(FORMATS[name]) == MEANT.get(name, meaning(UPSTREAM[name], OPS[name]))


@pytest.mark.parametrize("name", MEANT)
def test_a_difference_is_one(name: str) -> None:
    assert MEANT[name] != meaning(UPSTREAM[name], OPS[name])
