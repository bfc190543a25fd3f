"""What `jax.export` serializes is read, and says what JAX says of it."""

from __future__ import annotations

import json
import random
import struct
from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.formats import faults, programs
from stablehlo_tools.formats.jaxexport.exported import (
    ExportedArgument,
    ExportedFunction,
    artifact_in,
    read_exported,
)
from stablehlo_tools.formats.wire.flatbuffers import FlatbufferError, root
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION, Module

FILES = sorted((Path(__file__).resolve().parents[3] / "testdata" / "artifacts").glob("*.jaxexport"))
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def said_by_jax(path: Path) -> Any:
    return json.loads(path.with_name(f"{path.name}.json").read_text(encoding="utf-8"))


def without_locations(module: Module) -> Module:
    for operation in module.walk():
        operation.location = UNKNOWN_LOCATION
        for region in operation.regions:
            for argument in (argument for block in region.blocks for argument in block.arguments):
                argument.location = UNKNOWN_LOCATION
    module.location_aliases = {}
    return module


def compare(found: ExportedFunction, expected: Any) -> None:
    """JAX's paths begin with the number of the pair (positional arguments, keywords)."""
    paths = [each.name.replace("kwargs", "[1]").replace("args", "[0]") for each in found.arguments]
    arguments = [[path, each.type] for path, each in zip(paths, found.arguments, strict=True)]
    assert arguments == expected["arguments"]
    assert [number for number, each in enumerate(found.arguments) if each.is_kept] == expected["kept"]
    assert [[name.removeprefix("result"), type] for name, type, *_ in found.results] == expected["results"]
    for field in ("function", "platforms", "calling_convention", "devices"):
        assert getattr(found, field) == expected[field], field
    assert (found.vjp is None) == (expected["vjp"] is None)
    if found.vjp:
        compare(found.vjp, expected["vjp"])


def test_there_are_files() -> None:
    assert [path.stem for path in FILES] == ["dense", "sine", "types"]


@each_file
def test_it_says_what_jax_says(path: Path) -> None:
    compare(read_exported(memoryview(path.read_bytes())), said_by_jax(path))


@each_file
def test_the_program_is_that_of_jax(path: Path) -> None:
    expected = stablehlo_tools.parse(said_by_jax(path)["module"])
    assert without_locations(stablehlo_tools.load(path)) == expected
    assert without_locations(stablehlo_tools.parse(path.read_bytes())) == expected


def test_arguments_are_named_as_in_python() -> None:
    found = read_exported(memoryview(FILES[0].read_bytes()))
    assert found.arguments[0] == ExportedArgument("args[0]['bias']", "f32[2]")
    assert found.arguments[2] == ExportedArgument("args[1]", "f32[2*b,3]")
    assert found.arguments[3] == ExportedArgument("kwargs['scale']", "f32[]")
    assert found.results[0] == ExportedArgument("result[0]['y']", "f32[2*b,2]")


@each_file
def test_a_damaged_file_gives_one_error(path: Path) -> None:
    """Whatever byte is another: nothing is raised but what says at which byte something is wrong."""
    draw, whole = random.Random(0), path.read_bytes()
    start = artifact_in(memoryview(whole)).start  # type: ignore[union-attr]
    for _ in range(2000):
        data = bytearray(whole)
        place = draw.choice([draw.randrange(len(data)), draw.randrange(start)])
        data[place] = draw.randrange(256)
        try:
            read_exported(memoryview(data))
        except FlatbufferError as error:
            assert 0 <= error.offset <= len(data)  # noqa: PT017
        artifact_in(memoryview(data))


@each_file
def test_a_file_that_is_cut_off(path: Path) -> None:
    data = path.read_bytes()
    artifact = artifact_in(memoryview(data))
    assert artifact is not None
    for end in range(1, artifact.start + len(artifact.data), 7):  # a file of no bytes is an empty program
        with pytest.raises(ParseError):
            programs.decode(data[:end])


@each_file
def test_a_damaged_file_is_known_as_an_export(path: Path) -> None:
    data = path.read_bytes()
    artifact = artifact_in(memoryview(data))
    assert artifact is not None
    cut = data[: artifact.start + 20]
    without_root = b"\x40\0\0\x40" + data[4:]
    without_magic = data[: artifact.start] + b"?" + data[artifact.start + 1 :]
    for damaged, place in ((cut, artifact.start), (without_root, len(data)), (without_magic, artifact.start)):
        with pytest.raises(ParseError, match=r"this jax\.export is damaged") as caught:
            programs.decode(damaged)
        assert caught.value.diagnostic.code == faults.DAMAGED
        assert f"damaged at byte {place:,}: " in caught.value.diagnostic.message


def test_an_error_names_the_byte_of_the_file() -> None:
    data = bytearray(FILES[0].read_bytes())
    artifact = artifact_in(memoryview(data))
    assert artifact is not None
    data[artifact.start + 4] = 255  # the version of bytecode
    with pytest.raises(ParseError) as caught:
        programs.decode(bytes(data))
    assert caught.value.diagnostic.code == faults.UNSUPPORTED
    assert f"(at byte {artifact.start + 4:,})" in caught.value.diagnostic.message


def table_of(vector: bytes) -> bytes:
    """A flatbuffer whose table has one field, a vector."""
    return struct.pack("<IHHHHiI", 12, 6, 8, 4, 0, 8, 4) + vector


def test_a_vector_is_not_longer_than_the_file() -> None:
    good = table_of(struct.pack("<I3s", 3, b"abc"))
    assert root(memoryview(good)).string(0) == "abc"
    with pytest.raises(FlatbufferError, match="expected 4 bytes at byte"):
        root(memoryview(table_of(struct.pack("<I3s", 4, b"abc")))).string(0)


def test_what_many_share_is_not_read_without_end() -> None:
    """A thousand elements are one text of a thousand characters each: a megabyte, from five kilobytes."""
    count = 1000
    offsets = b"".join(struct.pack("<I", 4 * (count - number)) for number in range(count))
    data = table_of(struct.pack("<I", count) + offsets + struct.pack("<I", count) + b"a" * count)
    with pytest.raises(FlatbufferError, match="shared tables expand beyond"):
        root(memoryview(data)).strings(0)


class Refused:
    """An export with a type that JAX's own table of types lacks."""

    mlir_module_serialized = b""

    def serialize(self) -> bytes:
        raise KeyError("int2")

    def mlir_module(self) -> str:
        return "func.func @main(%x: tensor<3xi2>) -> tensor<3xi2> { return %x : tensor<3xi2> }"


def test_what_jax_does_not_serialize_is_read_by_its_text() -> None:
    assert programs.exported_by_jax(Refused()) is None
    assert stablehlo_tools.verify(Refused()) == []
