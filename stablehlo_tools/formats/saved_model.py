"""The programs in a TensorFlow SavedModel, called by its `XlaCallModule` nodes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
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
    """A program: a view of its bytes, their position, and how TensorFlow calls it.

    Types are in JAX's notation. `dimensions` tells which arguments are the sizes of dynamic dimensions; only
    older versions have it.
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
        """The programs, without later ones that have the same bytes."""
        return list({program.module.tobytes(): program for program in reversed(self.programs)}.values())[::-1]


def is_saved_model(data: memoryview) -> bool:
    """Whether a file starts with the header of a SavedModel."""
    return data[: len(_START)].tobytes() == _START


def read_saved_model(data: memoryview) -> SavedModel:
    """The programs of a file. Raises ProtobufError."""
    graphs = list(parse(data, "SavedModel", _SCHEMAS).messages("meta_graphs"))
    infos = [info for graph in graphs if (info := graph.message("meta_info_def"))]
    version = infos[0].string("tensorflow_version") if infos else ""
    programs: dict[str, CallModule] = {}
    for name, node, sizes in (each for graph in graphs for each in _nodes(graph)):
        program = _call(data, _unused(name, programs), node, sizes)
        if program is not None:
            programs[program.name] = program
    return SavedModel(version, list(programs.values()))


def _nodes(graph: Message) -> Iterator[tuple[str, Message, list[str]]]:
    """The nodes that call a program, each with a name: its function's, if no other node there calls one.

    Last are the sizes of what they are passed, empty if the file does not have them.
    """
    whole = graph.message("graph_def")
    if whole is None:
        return
    yield from ((node.string("name"), node, sizes) for node, sizes in _calls(whole, "node"))
    library = whole.message("library")
    for function in library.messages("function") if library else ():
        signature = function.message("signature")
        name = signature.string("name") if signature else ""
        calls = list(_calls(function, "node_def"))
        alone = len(calls) == 1 and name != ""
        for node, sizes in calls:
            yield name if alone else f"{name}/{node.string('name')}", node, sizes


def _calls(owner: Message, field: str) -> Iterator[tuple[Message, list[str]]]:
    """The nodes that call a program, and the sizes of what they are passed, if it is known."""
    nodes = list(owner.messages(field))
    calls = [node for node in nodes if node.string("op") == _OP]
    single = {
        node.string("name"): sizes[0]
        for node in nodes * bool(calls)
        if len(sizes := _output_sizes(node)) == 1
    }
    for call in calls:
        yield (
            call,
            [single.get(input.partition(":")[0], "") for input in call.strings("input") if input[:1] != "^"],
        )


def _output_sizes(node: Message) -> list[str]:
    """The sizes of the outputs of a node, without those that are not in the file."""
    entries = (entry for entry in node.messages("attr") if entry.string("key") == "_output_shapes")
    lists = (value.message("list") for entry in entries if (value := entry.message("value")))
    return [_sizes(shape) for each in lists if each for shape in each.messages("shape")]


def _unused(name: str, programs: Mapping[str, Any]) -> str:
    """A unique name for a program; files may repeat names."""
    number, free = 1, name
    while free in programs:
        number += 1
        free = f"{name}#{number}"
    return free


_NO_VALUE: Final = parse(memoryview(b""), "AttrValue", _SCHEMAS)
_NO_LIST: Final = parse(memoryview(b""), "ListValue", _SCHEMAS)


def _call(data: memoryview, name: str, node: Message, sizes: Sequence[str]) -> CallModule | None:
    attributes = {entry.string("key"): entry.message("value") for entry in node.messages("attr")}
    module = attributes.get("module")
    if module is None:
        return None

    def value(name: str) -> Message:
        return attributes.get(name) or _NO_VALUE

    def values(name: str) -> Message:
        return value(name).message("list") or _NO_LIST

    content = module.stretch("s")
    return CallModule(
        name,
        data[content],
        content.start,
        value("version").number("i"),
        values("platforms").strings("s"),
        _types(_dtypes(values("Tin")), sizes),
        _types(_dtypes(values("Tout")), list(map(_sizes, values("Sout").messages("shape")))),
        values("dim_args_spec").strings("s"),
        [function.string("name") for function in values("function_list").messages("func")],
        bool(value("has_token_input_output").number("b")),
    )


def _dtypes(values: Message) -> list[str]:
    return [_DTYPES.get(number, f"dtype {number}") for number in values.numbers("type")]


def _types(dtypes: Sequence[str], sizes: Sequence[str]) -> list[str]:
    """The types of arguments or results; some have no sizes."""
    return list(map("".join, itertools.zip_longest(dtypes, sizes[: len(dtypes)], fillvalue="")))


def _sizes(shape: Message) -> str:
    if shape.number("unknown_rank"):
        return "[*]"
    sizes = (dimension.number("size") for dimension in shape.messages("dim"))
    return f"[{','.join('?' if size < 0 else str(size) for size in sizes)}]"
