"""Attributes of every kind, right and wrong, in each place where one can stand: our verdict beside MLIR's.

The attributes are the lines of `testdata/syntax/attribute_texts.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.agreement.compare import CRASH, first_error, our_verdict
from tests.agreement.mlir import Mlir

TEXTS = Path(__file__).resolve().parents[2] / "testdata" / "syntax" / "attribute_texts.txt"

_BODY = "func.func @f(%x: tensor<i32>{}) -> tensor<i32>{} {{\n  {}\n  return %x : tensor<i32>\n}}"
_CONSTANT = "%c = stablehlo.constant {} dense<1> : tensor<i32>"
_CALL = "%0 = stablehlo.{} {} : (tensor<i32>) -> tensor<i32>"
_DECOMPOSITION = "func.func private @d(%x: tensor<i32>) -> tensor<i32> {\n  return %x : tensor<i32>\n}\n"

# Programs with an attribute in the place of `ATTRIBUTE`.
PLACES: Mapping[str, str] = {
    "of an operation": _BODY.format("", "", _CONSTANT.format("{x.a = ATTRIBUTE}")),
    "in the generic form": _BODY.format(
        "", "", '%0 = "stablehlo.negate"(%x) {x.a = ATTRIBUTE} : (tensor<i32>) -> tensor<i32>'
    ),
    "of an op that has no such property": _BODY.format(
        "", "", '%0 = "stablehlo.iota"() <{a = ATTRIBUTE, iota_dimension = 0}> : () -> tensor<2xi32>'
    ),
    "of a function, which has no such property": '"builtin.module"() ({\n'
    '  "func.func"() <{sym_name = "f", function_type = () -> (), a = ATTRIBUTE}> ({}) : () -> ()\n'
    "}) : () -> ()",
    "in a list": _BODY.format("", "", _CONSTANT.format("{x.a = [1, ATTRIBUTE]}")),
    "in dictionaries": _BODY.format("", "", _CONSTANT.format("{x.a = {b = {c = ATTRIBUTE}}}")),
    "of a function": _BODY.format("", " attributes {x.a = ATTRIBUTE}", ""),
    "of a module": "module attributes {x.a = ATTRIBUTE} {\n}",
    "of an argument": _BODY.format(" {x.a = ATTRIBUTE}", "", ""),
    "of a result": "func.func private @f() -> (tensor<i32> {x.a = ATTRIBUTE})",
    "in a location": _BODY.format("", "", _CONSTANT.format("") + ' loc(fused<ATTRIBUTE>["a"])'),
    "in a type": "func.func private @f(tensor<2xf32, ATTRIBUTE>)",
    "of an alias": "#a = ATTRIBUTE\n" + _BODY.format("", " attributes {x.a = #a}", ""),
    "of an alias that is not used": "#a = ATTRIBUTE\n" + _BODY.format("", "", ""),
    "of a composite": _DECOMPOSITION
    + _BODY.format(
        "", "",
        _CALL.format("composite", '"a.b" %x {composite_attributes = {a = ATTRIBUTE}, decomposition = @d}'),
    ),
    "of a backend": _BODY.format(
        "", "",
        _CALL.format("custom_call", "@t(%x) {api_version = 4 : i32, backend_config = {a = ATTRIBUTE}}"),
    ),
}  # fmt: skip

# Why only one rejects an attribute, and a regular expression that `PLACE: ATTRIBUTE` has then.
_WE_REJECT: Mapping[str, str] = {
    "the specification constrains the types of quantized elements": r"!quant\.uniform",
    "an array has elements of whole bytes, and none that its type has not": r"array<(ui8: -1|i0)",
    "an axis of replica groups is one, whatever the mesh is": r"axes = \[1\]",
    "a place has a line and a column; distinct attributes are not read": r'loc\("a":1\)|distinct\[',
}
_MLIR_REJECTS: Mapping[str, str] = {
    "the specification has a type of strings": r": string$",
    "MLIR takes bounds without a list, but not in a type": r"type: #stablehlo\.bounds$",
    "MLIR's parser of types does not know that such attributes begin there": r"in a type: (array|strided)<",
    "MLIR has fewer algorithms, of components as XLA does not count them": r"#stablehlo\.dot_algorithm.*= 6",
    "where a mesh is defined, is asked of ops that read it": r"replica_group_mesh_axes<mesh = @m",
    "other dialects' attributes are kept as they are": r"#(mhlo|arith)\.|!quant\.(calibrated|nothing)",
    "types that no value has are judged where an attribute of an operation has them": (
        r"(location|not used|a type): .*(!quant|tuple)"
    ),
}


class Answer(NamedTuple):
    """What both say of an attribute in a place."""

    place: str
    attribute: str
    ours: tuple[str, ...]
    theirs: str | None

    @property
    def is_agreement(self) -> bool:
        """Whether both accept it, or both reject it."""
        return bool(self.ours) == (self.theirs is not None) and not self.is_crash

    @property
    def is_crash(self) -> bool:
        """Whether we crash."""
        return bool(self.ours) and self.ours[0].startswith(CRASH)

    @property
    def reason(self) -> str | None:
        """Why only one rejects it, if that is known."""
        known = _WE_REJECT if self.theirs is None else _MLIR_REJECTS
        text = f"{self.place}: {self.attribute}"
        return (
            None
            if self.is_crash
            else next((why for why, says in known.items() if re.search(says, text)), None)
        )


def attributes() -> list[str]:
    """The texts of attributes."""
    return TEXTS.read_text(encoding="utf-8").splitlines()


def answers(texts: Sequence[tuple[str, str]], mlir: Mlir) -> Iterator[Answer]:
    """What both say of each attribute in its place."""
    for place, attribute in texts:
        program = PLACES[place].replace("ATTRIBUTE", attribute)
        yield Answer(place, attribute, our_verdict(program), first_error(mlir.verdict(program)))
