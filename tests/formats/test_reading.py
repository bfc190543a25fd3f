"""What is taken for MLIR text, from files, bytes and objects of other libraries."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats import faults, programs as reading, texts
from stablehlo_tools.formats.file_description import info
from stablehlo_tools.grammars.languages import is_hlo

PROGRAM = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n"


def refusal(data: bytes) -> str:
    with pytest.raises(ParseError) as caught:
        reading.decode(data, "x.mlir")
    assert caught.value.diagnostic.code == faults.NOT_MLIR
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.source.name == "x.mlir"
    return caught.value.diagnostic.message


@pytest.mark.parametrize(
    "text",
    [
        PROGRAM,
        "module {\n}\n",
        "module @jit_f attributes {a = 1 : i32} {}",
        '"builtin.module"() ({}) : () -> ()',
        "\n\n  // a comment\n#loc = loc(unknown)\nmodule",
        "%0 = stablehlo.ad %x : tensor<f32>",
        "  return %0 : tensor<f32>",
        "func.func @main( garbage",
        "// nothing but a comment is an empty module\n",
    ],
)
def test_text_that_is_mlir_however_wrong(text: str) -> None:
    assert reading.decode(text.encode(), "x.mlir").text == text


def test_a_pointer_of_git_lfs_is_not_the_file() -> None:
    text = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
    with pytest.raises(ParseError) as error:
        texts.source_from_text(text)
    (found,) = error.value.diagnostics
    assert found.helps == ("fetch it: `git lfs pull`",)


@pytest.mark.parametrize(
    "path", ["a.mlir", "my models/a.mlir", "dump/after.txt", "a.hlo", "a.mlir.bc", "a.jaxexport", "folder/"]
)
def test_a_path_is_not_the_text(path: str) -> None:
    with pytest.raises(ParseError) as caught:
        texts.source_from_text(path)
    (found,) = caught.value.diagnostics
    assert found.message == f"this is a path, not MLIR text: {path!r}"
    assert found.helps == ("use `load(path)` to read a file",)


def test_a_byte_order_mark_is_dropped() -> None:
    assert reading.decode(b"\xef\xbb\xbf" + PROGRAM.encode()).text == PROGRAM


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x7fELF\0\0", "ELF"),
        (b"module {\0}", "binary"),
        (b"module { // caf\xe9\n}", "not UTF-8"),
        (PROGRAM.encode("utf-16"), "UTF-16"),
        (b"Dear all,\n\nthe module is attached (100% done).\n", "not MLIR or HLO text"),
        (b"import numpy as np\nx = np.ones(3)\n", "not MLIR or HLO text"),
        (b'{"a": [1, 2]}', "not MLIR or HLO text"),
        (b"model.mlir", "path"),
    ],
)
def test_what_is_no_mlir_text_says_what_it_is(data: bytes, message: str) -> None:
    assert message in refusal(data)


@pytest.mark.parametrize(
    "text",
    [
        "HloModule f\n\nENTRY main {\n}\n",
        "// of a test\n/* and\nmore */ HloModule f, is_scheduled=true\n",
        "add {\n}\n\nENTRY %main (a: f32[]) -> f32[] {\n",
        "main {\n  ROOT x = f32[2] parameter(0)\n}\n",
        "// a computation\n%main (x: (f32[2], s32[])) -> f32[2] {\n  %x = (f32[2], s32[]) parameter(0)\n",
    ],
)
def test_hlo_text_is_known_by_what_it_holds(text: str) -> None:
    source = reading.decode(text.encode(), "x.mlir")
    assert is_hlo(source)
    assert texts.pieces(source) == [source]


def test_mlir_text_is_not_taken_for_hlo() -> None:
    text = PROGRAM + "// ENTRY main {\n// HloModule f\n"
    assert not is_hlo(reading.decode(text.encode()))


def test_many_comments_take_no_time() -> None:
    # nothing is asserted of the time: with more than one way to read a comment this would never end
    assert not is_hlo(reading.decode(("//===----------===//\n" * 500 + PROGRAM).encode()))


def test_a_numpy_file_is_no_program() -> None:
    stream = io.BytesIO()
    np.save(stream, np.ones(3))
    assert "numpy array" in refusal(stream.getvalue())


def test_an_open_file_is_described_as_the_file_is() -> None:
    path = Path(__file__).parents[2] / "testdata/artifacts/sine.jaxexport"
    with path.open("rb") as file:
        assert info(file) == info(path)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        reading.read(tmp_path / "missing.mlir")


def test_a_path_is_read_and_named(tmp_path: Path) -> None:
    path = tmp_path / "a.mlir"
    path.write_text(PROGRAM)
    source = reading.source_of(path)
    assert (source.text, source.name) == (PROGRAM, str(path))


def test_a_module_is_described_as_its_text() -> None:
    assert info(stablehlo_tools.parse(PROGRAM)) == info(stablehlo_tools.format(PROGRAM))


def test_a_source_is_itself() -> None:
    source = Source(PROGRAM)
    assert reading.source_of(source) is source


@pytest.mark.parametrize("program", [PROGRAM, PROGRAM.encode(), bytearray(PROGRAM.encode())])
def test_text_and_bytes(program: object) -> None:
    assert reading.source_of(program, "name").name == "name"
    assert reading.source_of(program).text == PROGRAM


class _Operation:
    def get_asm(self, *, enable_debug_info: bool) -> str:
        return f"#loc = loc(unknown)\n{PROGRAM}" if enable_debug_info else PROGRAM


class _MlirModule:
    operation = _Operation()


class _Lowered:
    def compiler_ir(self, dialect: str) -> _MlirModule:
        assert dialect == "stablehlo"
        return _MlirModule()


class _Exported:
    def mlir_module(self) -> str:
        return PROGRAM


class _TorchGraph:
    def get_stablehlo_text(self) -> str:
        return PROGRAM


@pytest.mark.parametrize("program", [_MlirModule(), _Lowered(), _Exported(), _TorchGraph()])
def test_objects_that_print_mlir(program: object) -> None:
    source = reading.source_of(program)
    assert source.text.endswith(PROGRAM)
    assert source.name == f"<{type(program).__name__}>"


def test_locations_are_kept_where_they_can_be_had() -> None:
    assert reading.source_of(_Lowered()).text.startswith("#loc")


def test_anything_else_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="not list"):
        reading.source_of([1])


def test_what_jax_lowers_and_exports() -> None:
    jax = pytest.importorskip("jax")
    export = pytest.importorskip("jax.export").export
    traced = jax.jit(lambda x: x + 1)
    x = np.ones(3, np.float32)
    for program in (traced.lower(x), traced.lower(x).compiler_ir("stablehlo"), export(traced)(x)):
        assert "stablehlo.add" in reading.source_of(program).text
