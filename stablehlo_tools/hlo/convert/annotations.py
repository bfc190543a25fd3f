"""Attributes of instructions without a counterpart, kept as attributes of the operation.

They have XLA's names: `mhlo.sharding`, `mhlo.frontend_attributes`, `mhlo.backend_config`. Others have the
prefix `hlo.`, with the text of HLO; `hlo.shape` is set if a layout is not the default.
"""

from __future__ import annotations

from collections.abc import Mapping, Set as AbstractSet
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
from stablehlo_tools.hlo.shape import ArrayShape, Shape, leaves
from stablehlo_tools.hlo.text.kinds import print_value
from stablehlo_tools.hlo.text.parser import parse
from stablehlo_tools.hlo.text.shape_text import ShapeError, read_shape
from stablehlo_tools.ir.attributes import Attribute, Opaque
from stablehlo_tools.text.attribute_text import attribute_text as mlir_text

SHARDING: Final = "mhlo.sharding"
FRONTEND_ATTRIBUTES: Final = "mhlo.frontend_attributes"
BACKEND_CONFIG: Final = "mhlo.backend_config"
COMPOSITE: Final = "composite."  # begins the frontend attributes that are those of `stablehlo.composite`
SDY_SHARDING: Final = "xla.sdy.sharding"  # among the frontend attributes
PREFIX: Final = "hlo."  # of the others
SHAPE: Final = f"{PREFIX}shape"

_NAMES: Final[Mapping[str, str]] = {
    "sharding": SHARDING, "frontend_attributes": FRONTEND_ATTRIBUTES, "backend_config": BACKEND_CONFIG,
}  # fmt: skip
# Names of instructions, which operations do not have: nothing of a result depends on these.
_LEFT_OUT: Final = frozenset({"control-predecessors", *CALLING})


def notes(instruction: HloInstruction, converted: AbstractSet[str] = frozenset()) -> dict[str, Attribute]:
    """The attributes of an instruction but for those in `converted`, which the operation has as its own."""
    kept: dict[str, Attribute] = {}
    for name, value in instruction.attributes.items():
        if name not in converted and name not in _LEFT_OUT:
            kept |= _annotation(name, value)
    if instruction.shape is not None and has_layout(instruction.shape):
        kept[SHAPE] = str(instruction.shape)
    return kept


def has_layout(shape: Shape) -> bool:
    """Whether an array in a shape lies in memory in another way than by default."""
    return any(
        isinstance(leaf, ArrayShape) and leaf.order != default_layout(leaf.rank) for leaf in leaves(shape)
    )


def _annotation(name: str, value: Any) -> dict[str, Attribute]:
    if name == "metadata":
        rest = {key: each for key, each in value.items() if key not in LOCATED}
        return {f"{PREFIX}metadata": print_value("metadata", rest)} if rest else {}
    if name == "frontend_attributes":
        return _frontend_attributes(value)
    if name in _NAMES:
        return {_NAMES[name]: str(value)}
    return {f"{PREFIX}{name}": attribute_text(name, value)}


def _frontend_attributes(given: Mapping[str, str]) -> dict[str, Attribute]:
    """A dictionary of texts, without what a composite says; the sharding of Shardy is an attribute itself."""
    kept: dict[str, Attribute] = {}
    rest: dict[str, Attribute] = {
        key: str(text) for key, text in given.items() if not key.startswith(COMPOSITE)
    }
    if SDY_SHARDING in given:
        kept["sdy.sharding"] = Opaque(str(rest.pop(SDY_SHARDING)))
    return {**kept, FRONTEND_ATTRIBUTES: rest} if rest else kept


def attribute_text(name: str, value: Any) -> str:
    """The text that HLO has for an attribute of an instruction."""
    kind = ATTRIBUTES[name]
    return str(value) if kind == "string" else print_value(kind, value)


# -- and back -----------------------------------------------------------------------------------


def instruction_attributes(kept: Mapping[str, Attribute]) -> dict[str, Any]:
    """The attributes of the instruction that an operation or an argument with these attributes becomes.

    Raises NoCounterpart for a text that HLO cannot read.
    """
    found: dict[str, Any] = {}
    for name, attribute in kept.items():
        if name.startswith(PREFIX) and name != SHAPE and isinstance(attribute, str):
            own = name.removeprefix(PREFIX)
            found[own] = _value(own, attribute)
        elif name == SHARDING and isinstance(attribute, str):
            found["sharding"] = _value("sharding", attribute)
        elif name == BACKEND_CONFIG:
            found["backend_config"] = config(attribute)
    frontend = frontend_attributes(kept)
    return {**found, "frontend_attributes": frontend} if frontend else found


def frontend_attributes(kept: Mapping[str, Attribute]) -> dict[str, str]:
    """The frontend attributes among the attributes of an operation, an argument or a module."""
    given = kept.get(FRONTEND_ATTRIBUTES)
    texts = {key: _text(each) for key, each in given.items()} if isinstance(given, Mapping) else {}
    for name in ("sdy.sharding", "sdy.sharding_rule"):
        if name in kept:
            texts[f"xla.{name}"] = mlir_text(kept[name])
    return texts


def _text(attribute: Attribute) -> str:
    return attribute if isinstance(attribute, str) else mlir_text(attribute)


def config(attribute: Attribute) -> str:
    """A backend's configuration: a text in braces as it is, and a dictionary as MLIR writes it."""
    text = _text(attribute)
    is_raw = not isinstance(attribute, str) or (text.startswith("{") and text.endswith("}"))
    return Raw(text) if is_raw else text


def _value(name: str, text: str) -> Any:
    """The value that the text of an attribute of HLO is."""
    written = f'"{text}"' if ATTRIBUTES.get(name) == "string" else text
    try:
        module = parse(Source(f"ENTRY e {{ x = f32[] copy(x), {name}={written} }}", name))
    except ParseError:
        raise NoCounterpart(f"HLO has no attribute `{name}` that is {text[:40]}") from None
    return module.computations[0].instructions[0].attributes[name]


def laid_out(shape: Shape, text: object) -> Shape:
    """A shape in the layout of the one whose text was kept, where that still fits."""
    if not isinstance(text, str):
        return shape
    try:
        found = read_shape(text)
    except ShapeError:
        return shape
    return found if agree(found, shape) else shape
