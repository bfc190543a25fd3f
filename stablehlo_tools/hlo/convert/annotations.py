"""Attributes of instructions without a counterpart, kept as attributes of the operation.

They have XLA's names: `mhlo.sharding`, `mhlo.frontend_attributes`, `mhlo.backend_config`. Others have the
prefix `hlo.`, with the text of HLO; `hlo.shape` is set if a layout is not the default.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Mapping, Sequence, Set as AbstractSet
from typing import Any, Final

from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.hlo.attributes import Raw
from stablehlo_tools.hlo.check.site import agree
from stablehlo_tools.hlo.convert.locations import LOCATED
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.layout import default_layout
from stablehlo_tools.hlo.opcodes import ATTRIBUTES, CALLING
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape, leaves
from stablehlo_tools.hlo.text.kinds import print_value
from stablehlo_tools.hlo.text.parser import parse
from stablehlo_tools.hlo.text.shape_text import ShapeError, read_shape
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.shardy import Sharding, ShardingPerValue
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.text.printer.attribute_text import attribute_text as mlir_text
from stablehlo_tools.text.statement.statement_parser import parse_attribute

SHARDING: Final = "mhlo.sharding"
FRONTEND_ATTRIBUTES: Final = "mhlo.frontend_attributes"
BACKEND_CONFIG: Final = "mhlo.backend_config"
COMPOSITE: Final = "composite."  # begins the frontend attributes that are those of `stablehlo.composite`
SDY_SHARDING: Final = "xla.sdy.sharding"  # among the frontend attributes
OP_SHARDING: Final = "sdy.sharding"
PREFIX: Final = "hlo."  # of the others
SHAPE: Final = f"{PREFIX}shape"
_OF_LEAVES: Final = (SHARDING, f"{PREFIX}parameter_replication")  # list the leaves of a tuple

_NAMES: Final[Mapping[str, str]] = {
    "sharding": SHARDING, "frontend_attributes": FRONTEND_ATTRIBUTES, "backend_config": BACKEND_CONFIG,
}  # fmt: skip
COUNTS: Final[Mapping[str, str]] = {  # of modules
    "num_partitions": "mhlo.num_partitions", "replica_count": "mhlo.num_replicas",
}  # fmt: skip
# Names of instructions, which operations do not have: nothing of a result depends on these.
_LEFT_OUT: Final = frozenset({"control-predecessors", *CALLING})


def notes(instruction: HloInstruction, converted: AbstractSet[str] = frozenset()) -> dict[str, Attribute]:
    """The attributes of an instruction except `converted` ones, which the operation has as its own."""
    annotations: dict[str, Attribute] = {}
    for name, value in instruction.attributes.items():
        if name not in converted and name not in _LEFT_OUT:
            annotations |= _annotation(name, value)
    if instruction.shape is not None and has_layout(instruction.shape):
        annotations[SHAPE] = str(instruction.shape)
    return annotations


def notes_of_op(
    instruction: HloInstruction, converted: AbstractSet[str], results: Sequence[Value]
) -> dict[str, Attribute]:
    """The attributes of an instruction that an op with these results has.

    XLA copies the sharding of a parameter to instructions in its place; an op has one for each result.
    """
    annotations = notes(instruction, converted)
    sharding = annotations.get(OP_SHARDING)
    if isinstance(sharding, Sharding):
        del annotations[OP_SHARDING]
        if len(results) == 1 and _rank(results[0]) == len(sharding.dimensions):
            annotations[OP_SHARDING] = ShardingPerValue((sharding,))
    return annotations


def notes_of_leaves(parameter: HloInstruction) -> list[dict[str, Attribute]]:
    """The attributes of a parameter for each of its leaves; what lists the leaves of a tuple is split."""
    whole, shape = notes(parameter), parameter.shape
    assert shape is not None
    if not isinstance(shape, TupleShape):
        return [whole]
    own_shapes = list(leaves(shape))
    lists = {name: _parts(name, text, len(own_shapes)) for name, text in whole.items() if name in _OF_LEAVES}
    found: list[dict[str, Attribute]] = []
    for number, leaf in enumerate(own_shapes):
        own = {name: value for name, value in whole.items() if name not in (SHAPE, *_OF_LEAVES)}
        own |= {name: parts[number] for name, parts in lists.items() if parts}
        found.append({**own, SHAPE: str(leaf)} if has_layout(leaf) else own)
    return found


def _parts(name: str, text: Attribute, count: int) -> list[str]:
    """The parts of a list for each leaf, `{{replicated}, {manual}}` or `{true,false}`, each in braces.

    A sharding that is no list is that of each leaf; [] for a list of another length.
    """
    assert isinstance(text, str)
    if name == SHARDING and not text.startswith("{{"):
        return [text] * count
    cuts, depth = [0], 0
    for delimiter in _DELIMITER.finditer(text, 1, len(text) - 1):
        depth += (delimiter[0] in "{[(") - (delimiter[0] in "}])")
        if delimiter[0] == "," and depth == 0:
            cuts.append(delimiter.start())
    parts = [text[begin + 1 : end].strip() for begin, end in itertools.pairwise([*cuts, len(text) - 1])]
    return [part if part.startswith("{") else f"{{{part}}}" for part in parts] if len(parts) == count else []


_DELIMITER: Final = re.compile(r'[,(){}\[\]]|"(?:\\.|[^"\\])*"')  # or a string, whose own do not count


def _rank(value: Value) -> int | None:
    return value.type.rank if isinstance(value.type, TensorType) else None


def has_layout(shape: Shape) -> bool:
    """Whether an array in a shape lies in memory in another way than by default."""
    return any(
        isinstance(leaf, ArrayShape) and leaf.order != default_layout(leaf.rank) for leaf in leaves(shape)
    )


def _annotation(name: str, value: Any) -> dict[str, Attribute]:
    if name == "metadata":
        fields = {key: entry for key, entry in value.items() if key not in LOCATED}
        return {f"{PREFIX}metadata": print_value("metadata", fields)} if fields else {}
    if name == "frontend_attributes":
        return _frontend_attributes(value)
    if name in _NAMES:
        return {_NAMES[name]: str(value)}
    return {f"{PREFIX}{name}": attribute_text(name, value)}


def _frontend_attributes(attributes: Mapping[str, str]) -> dict[str, Attribute]:
    """A dictionary of texts without those of composites; a sharding of Shardy is an attribute itself."""
    sharding: dict[str, Attribute] = {}
    texts: dict[str, Attribute] = {
        key: str(text) for key, text in attributes.items() if not key.startswith(COMPOSITE)
    }
    with contextlib.suppress(NoCounterpart):
        sharding[OP_SHARDING] = mlir_attribute(str(texts.get(SDY_SHARDING, "")), SDY_SHARDING)
        del texts[SDY_SHARDING]
    return {**sharding, FRONTEND_ATTRIBUTES: texts} if texts else sharding


def mlir_attribute(text: str, what: str, kind: type = object) -> Any:
    """The MLIR attribute of a kind with a text. Raises NoCounterpart for another text, such as JSON."""
    with contextlib.suppress(ParseError):
        attribute = parse_attribute(text)
        if isinstance(attribute, kind):
            return attribute
    noun = "attribute" if kind is object else "dictionary"
    raise NoCounterpart(f"{what}, which is not an MLIR {noun}: {text}")


def attribute_text(name: str, value: Any) -> str:
    """The text that HLO has for an attribute of an instruction."""
    kind = ATTRIBUTES[name]
    return str(value) if kind == "string" else print_value(kind, value)


# -- and back -----------------------------------------------------------------------------------


def instruction_attributes(attributes: Mapping[str, Attribute]) -> dict[str, Any]:
    """The attributes of the instruction that an operation or an argument with these attributes becomes.

    Raises NoCounterpart for a text that HLO cannot read.
    """
    result: dict[str, Any] = {}
    for name, attribute in attributes.items():
        if name.startswith(PREFIX) and name != SHAPE and isinstance(attribute, str):
            hlo_name = name.removeprefix(PREFIX)
            result[hlo_name] = _value(hlo_name, attribute)
        elif name == SHARDING and isinstance(attribute, str):
            result["sharding"] = _value("sharding", attribute)
        elif name == BACKEND_CONFIG:
            result["backend_config"] = config(attribute)
    frontend = frontend_attributes(attributes)
    return {**result, "frontend_attributes": frontend} if frontend else result


def frontend_attributes(attributes: Mapping[str, Attribute]) -> dict[str, str]:
    """The frontend attributes among the attributes of an operation, an argument or a module."""
    frontend = attributes.get(FRONTEND_ATTRIBUTES)
    texts = {key: _text(value) for key, value in frontend.items()} if isinstance(frontend, Mapping) else {}
    for name in (OP_SHARDING, "sdy.sharding_rule"):
        if name in attributes:
            texts[f"xla.{name}"] = mlir_text(attributes[name])
    return texts


def _text(attribute: Attribute) -> str:
    return attribute if isinstance(attribute, str) else mlir_text(attribute)


def config(attribute: Attribute) -> str:
    """A backend's configuration: a text in braces unchanged, and a dictionary as MLIR writes it."""
    text = _text(attribute)
    is_raw = not isinstance(attribute, str) or (text.startswith("{") and text.endswith("}"))
    return Raw(text) if is_raw else text


def _value(name: str, text: str) -> Any:
    """The value that the text of an attribute of HLO is."""
    written = f'"{text}"' if ATTRIBUTES.get(name) == "string" else text
    try:
        module = parse(Source(f"ENTRY e {{ x = f32[] copy(x), {name}={written} }}", name))
    except ParseError:
        raise NoCounterpart(f"invalid value of the attribute `{name}` in HLO: {text[:40]}") from None
    return module.computations[0].instructions[0].attributes[name]


def laid_out(shape: Shape, text: object) -> Shape:
    """A shape in the layout of the one whose text was kept, where that still fits."""
    if not isinstance(text, str):
        return shape
    try:
        original = read_shape(text)
    except ShapeError:
        return shape
    return original if agree(original, shape) else shape
