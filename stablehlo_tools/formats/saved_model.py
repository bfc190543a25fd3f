"""The programs in a TensorFlow SavedModel: what its nodes `XlaCallModule` call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from stablehlo_tools.formats.wire.protobuf import Message, parse, schemas

_START: Final = b"\x08\x01\x12"  # version 1 of the schema, and a graph
_OP: Final = "XlaCallModule"

# Of tensorflow/core/protobuf/{saved_model,meta_graph}.proto and tensorflow/core/framework/*.proto.
_SCHEMAS: Final = schemas(Path(__file__).with_suffix(".schema").read_text(encoding="utf-8"))

_DTYPES: Final[Mapping[int, str]] = {
    1: "f32", 2: "f64", 3: "i32", 4: "u8", 5: "i16", 6: "i8", 7: "string", 8: "c64", 9: "i64", 10: "bool",
    14: "bf16", 17: "u16", 18: "c128", 19: "f16", 20: "resource", 21: "variant", 22: "u32", 23: "u64",
    24: "f8_e5m2", 25: "f8_e4m3fn", 29: "i4", 30: "u4",
}  # fmt: skip


class CallModule(NamedTuple):
    """A program: its bytes, which are not copied, where they begin, and how TensorFlow calls it.

    Types are written as JAX writes them. `dimensions` says which arguments give the sizes of dynamic
    dimensions; only older versions have it.
    """

    name: str
    module: memoryview
    start: int
    version: int
    platforms: list[str]
    arguments: list[str]
    results: list[str]
    dimensions: list[str]
    functions: list[str]
    has_tokens: bool


class SavedModel(NamedTuple):
    """A SavedModel: the version of TensorFlow that wrote it, and its programs."""

    tensorflow: str
    programs: list[CallModule]

    @property
    def distinct(self) -> list[CallModule]:
        """The programs, but of those with the same bytes only the first."""
        return list({each.module.tobytes(): each for each in reversed(self.programs)}.values())[::-1]


def is_saved_model(data: memoryview) -> bool:
    """Whether a file starts with the header of a SavedModel."""
    return data[: len(_START)].tobytes() == _START


def read_saved_model(data: memoryview) -> SavedModel:
    """The programs of a file. Raises ProtobufError."""
    graphs = list(parse(data, "SavedModel", _SCHEMAS).messages("meta_graphs"))
    infos = [info for graph in graphs if (info := graph.message("meta_info_def"))]
    version = infos[0].string("tensorflow_version") if infos else ""
    found: dict[str, CallModule] = {}
    for name, node in (pair for graph in graphs for pair in _nodes(graph)):
        program = _call(data, _unused(name, found), node)
        if program is not None:
            found[program.name] = program
    return SavedModel(version, list(found.values()))


def _nodes(graph: Message) -> Iterator[tuple[str, Message]]:
    """The nodes that call a program, each with a name: its function's, if no other one there does."""
    whole = graph.message("graph_def")
    if whole is None:
        return
    yield from ((node.string("name"), node) for node in _calls(whole, "node"))
    library = whole.message("library")
    for function in library.messages("function") if library else ():
        signature = function.message("signature")
        name = signature.string("name") if signature else ""
        calls = list(_calls(function, "node_def"))
        alone = len(calls) == 1 and name != ""
        yield from ((name if alone else f"{name}/{node.string('name')}", node) for node in calls)


def _calls(owner: Message, field: str) -> Iterator[Message]:
    return (node for node in owner.messages(field) if node.string("op") == _OP)


def _unused(name: str, found: Mapping[str, Any]) -> str:
    """A name that no other program has: files may say the same one twice."""
    number, free = 1, name
    while free in found:
        number += 1
        free = f"{name}#{number}"
    return free


def _call(data: memoryview, name: str, node: Message) -> CallModule | None:
    attributes = _Attributes(node)
    module = attributes.value("module")
    if module is None:
        return None
    content = module.stretch("s")
    return CallModule(
        name,
        data[content],
        content.start,
        attributes.number("version"),
        attributes.strings("platforms"),
        [_DTYPES.get(number, f"dtype {number}") for number in attributes.numbers("Tin", "type")],
        attributes.results(),
        attributes.strings("dim_args_spec"),
        attributes.functions(),
        bool(attributes.number("has_token_input_output", "b")),
    )


class _Attributes:
    """The attributes of a node, by name; those that it lacks are empty."""

    def __init__(self, node: Message) -> None:
        self._found = {each.string("key"): each.message("value") for each in node.messages("attr")}

    def value(self, name: str) -> Message | None:
        """An attribute; None if it is not there."""
        return self._found.get(name)

    def _list(self, name: str) -> Message | None:
        value = self.value(name)
        return value and value.message("list")

    def number(self, name: str, field: str = "i") -> Any:
        """An attribute that is a number or, in the field `b`, a flag."""
        value = self.value(name)
        return value.number(field) if value else 0

    def numbers(self, name: str, field: str) -> tuple[int, ...]:
        """An attribute that is a list of numbers."""
        values = self._list(name)
        return values.numbers(field) if values else ()

    def strings(self, name: str) -> list[str]:
        """An attribute that is a list of texts."""
        values = self._list(name)
        return values.strings("s") if values else []

    def functions(self) -> list[str]:
        """The functions of TensorFlow that the program calls back."""
        values = self._list("function_list")
        return [each.string("name") for each in values.messages("func")] if values else []

    def results(self) -> list[str]:
        """The types of the results."""
        shapes = self._list("Sout")
        sizes = [_sizes(each) for each in shapes.messages("shape")] if shapes else []
        dtypes = [_DTYPES.get(number, f"dtype {number}") for number in self.numbers("Tout", "type")]
        return [dtype + (sizes[index] if index < len(sizes) else "") for index, dtype in enumerate(dtypes)]


def _sizes(shape: Message) -> str:
    if shape.number("unknown_rank"):
        return "[*]"
    sizes = (each.number("size") for each in shape.messages("dim"))
    return f"[{','.join('?' if size < 0 else str(size) for size in sizes)}]"
