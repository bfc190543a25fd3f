"""The attributes and types of MHLO, the dialect of XLA, in bytecode (xla/mlir_hlo/mhlo/IR/mhlo_bytecode.cc).

StableHLO began as a copy of MHLO, so that nearly all of them are like those of StableHLO.
"""

from __future__ import annotations

from typing import Any, Final

from stablehlo_tools.formats.bytecode.fields import NUMBERS, TYPE, Dialect, Row, list_of
from stablehlo_tools.formats.bytecode.stablehlo import STABLEHLO, enumeration
from stablehlo_tools.ir.attributes import Attribute, Enumeration, Opaque, Struct
from stablehlo_tools.text.statement_parser import parse_type

# The attributes of MHLO, in order from code 1, by the codes that StableHLO has for those that they are like.
_ALIKE: Final = (*range(1, 13), None, None, None, 14, 16, 17)
_WRITTEN_WITH_DOT: Final = ("rng_algorithm", "rng_distribution")


def _to_mhlo(attribute: Attribute) -> Attribute:
    """The MHLO counterpart of a StableHLO attribute."""
    if isinstance(attribute, Enumeration):
        if attribute.kind in _WRITTEN_WITH_DOT:
            return Opaque(f"#mhlo.{attribute.kind}<{attribute.value}>")
        return Enumeration("mhlo", attribute.kind, attribute.value)
    if isinstance(attribute, Struct):
        return Struct(attribute.name.replace("#stablehlo.", "#mhlo."), attribute.fields)
    if isinstance(attribute, Opaque):
        return Opaque(attribute.text.replace("#stablehlo.", "#mhlo."))
    return attribute


def _like(row: Row) -> Row:
    """The row of an MHLO attribute, from the row of its StableHLO counterpart."""

    def build(*values: Any) -> Attribute:
        return _to_mhlo(row.build(*values))

    return Row(row.fields, build)


def _bounds(sizes: tuple[int, ...]) -> Opaque:
    texts = ("?" if size < 0 else str(size) for size in sizes)
    return Opaque(f"#mhlo.type_extensions<bounds = [{', '.join(texts)}]>")


def _bundle(types: tuple[Any, ...]) -> Any:
    return parse_type(f"!mhlo.async_bundle<{', '.join(map(str, types))}>")


MHLO: Final = Dialect(
    attributes={
        **{
            code: _like(STABLEHLO.attributes[counterpart])
            for code, counterpart in enumerate(_ALIKE, 1)
            if counterpart is not None
        },
        13: Row((NUMBERS,), _bounds),
        14: enumeration("kind", "mhlo", ("sharding",)),
        15: enumeration("fusion_kind", "mhlo", ("kLoop", "kInput", "kOutput", "kCustom")),
    },
    types={0: Row((), lambda: parse_type("!mhlo.token")), 1: Row((list_of(TYPE),), _bundle)},
)
