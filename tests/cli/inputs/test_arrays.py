"""Arrays from the command line: literals, files, and which argument each is for."""

from __future__ import annotations

import io
import os
import pickle
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import click
import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.cli.inputs.arguments import match
from stablehlo_tools.cli.inputs.arrays import InputArray, literal, read_file, read_input
from stablehlo_tools.cli.main import execute
from stablehlo_tools.cli.options.records import spread
from stablehlo_tools.interpret.random_values import generated_input
from stablehlo_tools.ir.arrays import as_type, storable
from stablehlo_tools.ir.types import DYNAMIC, tensor_type


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f32=3", np.array(3, np.float32)),
        ("4x2xf32=1.5", np.full((4, 2), 1.5, np.float32)),
        ("2x2xi32=1,2,3,4", np.array([[1, 2], [3, 4]], np.int32)),
        ("2x2xi32=[[1, 2], [3, 4]]", np.array([[1, 2], [3, 4]], np.int32)),
        ("3xf64=1e-3 -inf nan", np.array([1e-3, -np.inf, np.nan])),
        ("2xi1=true,false", np.array([True, False])),
        ("2xui8=0xff,0", np.array([255, 0], np.uint8)),
        ("ui64=18446744073709551615", np.array(2**64 - 1, np.uint64)),
        ("i64=-9223372036854775808", np.array(-(2**63), np.int64)),
        ("0x3xf32=", np.zeros((0, 3), np.float32)),
        ("2xcomplex<f32>=1+2j,3", np.array([1 + 2j, 3], np.complex64)),
        ("2xbf16=1.5", np.array([1.5, 1.5], ml_dtypes.bfloat16)),
        ("2xi4=-8,7", np.array([-8, 7], ml_dtypes.int4)),
        ("f8E4M3FN=2", np.array(2, ml_dtypes.float8_e4m3fn)),
        ("tensor<2x2xi32>=1,2,3,4", np.array([[1, 2], [3, 4]], np.int32)),
        ("tensor<f32>=3", np.array(3, np.float32)),
        ("tensor<2xcomplex<f32>>=1j", np.full(2, 1j, np.complex64)),
    ],
)
def test_literals(text: str, expected: np.ndarray[Any, Any]) -> None:
    array = literal(text)
    assert (array.dtype, array.shape) == (expected.dtype, expected.shape)
    np.testing.assert_array_equal(array, expected)


@pytest.mark.parametrize(
    "text", ["2xf32=1,2,3", "2xf32=", "f32=x", "i8=128", "i8=1.5", "ui8=-1", "i1=2", "i4=8", "f32=1+2j"]
)
def test_literals_that_are_none(text: str) -> None:
    with pytest.raises(click.UsageError, match="element"):
        literal(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("2xf32=1,two", "two"),
        ("3xf32=1e39,two,3", "1e39"),
        ("2xf8E4M3FN=448,1000", "1000"),
        ("2xf64=nan,1e400", "1e400"),
        ("2xf8E4M3FN=nan,inf", "inf"),
        ("2xf4E2M1FN=-6,100", "100"),
        ("2xf6E3M2FN=28,nan", "nan"),
        ("2xcomplex<f32>=-inf,1e39", "1e39"),
    ],
)
def test_a_literal_says_which_element_is_invalid(text: str, word: str) -> None:
    with pytest.raises(click.UsageError, match=f"invalid element '{word}' of type"):
        literal(text)


@pytest.mark.parametrize(("text", "count"), [("i32=", "1 element"), ("2x3xi32=1,2", "1 or 6 elements")])
def test_a_literal_says_how_many_elements_it_needs(text: str, count: str) -> None:
    with pytest.raises(click.UsageError, match=f"expected {count} for tensor<"):
        literal(text)


def test_an_input_is_a_literal_a_file_or_either_with_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    x = np.arange(3)
    np.save("x.npy", x)
    np.savez("xy.npz", a=x, b=x + 1)
    assert [entry.name for entry in read_input("x.npy")] == [None]
    assert [entry.name for entry in read_input("w=@x.npy")] == ["w"]
    assert [entry.name for entry in read_input("xy.npz")] == ["a", "b"]
    assert [entry.name for entry in read_input("params['w'][0]=2xf32=1")] == ["params['w'][0]"]
    assert read_input("f32=1")[0].name is None


def test_a_named_literal_may_be_longer_than_a_name_of_a_file() -> None:
    (given,) = read_input(f"w=500xi32={','.join(map(str, range(500)))}")
    assert (given.name, given.array.tolist()) == ("w", list(range(500)))


@pytest.mark.parametrize(
    "text",
    [
        "w=x.npy", "w=@xy.npz", "w=2xf99=1", "tensor<2xf99>=1", "tensor<2xf32=1", "missing.npy",
        "w=@missing.npy", "text.npy",
    ],
)  # fmt: skip
def test_inputs_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.chdir(tmp_path)
    np.save("x.npy", np.ones(3))
    np.savez("xy.npz", a=np.ones(3))
    Path("text.npy").write_text("1 2 3")
    with pytest.raises(click.UsageError):
        read_input(text)


class _Bomb:
    def __reduce__(self) -> tuple[Any, ...]:
        return (pytest.fail, ("this was unpickled",))


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    array = np.array([_Bomb()], dtype=object)
    np.save(tmp_path / "x.npy", array, allow_pickle=True)
    np.savez(tmp_path / "x.npz", x=array)
    (tmp_path / "raw.npy").write_bytes(pickle.dumps(_Bomb()))
    for name in ("x.npy", "x.npz", "raw.npy"):
        with pytest.raises(click.UsageError):
            read_file(str(tmp_path / name))


def test_a_broken_archive(tmp_path: Path) -> None:
    stream = io.BytesIO()
    np.savez(stream, x=np.ones(1000))
    (tmp_path / "cut.npz").write_bytes(stream.getvalue()[:500])
    with zipfile.ZipFile(tmp_path / "odd.npz", "w") as archive:
        archive.writestr("x.npy", b"\x93NUMPY garbage")
    for name in ("cut.npz", "odd.npz"):
        with pytest.raises(click.UsageError, match=name):
            read_file(str(tmp_path / name))


def test_a_file_with_names_of_its_own_is_not_taken_in_order() -> None:
    """Its arrays may be in another order, and fit nevertheless."""
    stored = [entry._replace(is_stored=True) for entry in given("a", "b", "c")]
    with pytest.raises(click.UsageError, match=r"arguments \(x, w, arg2\), found a, b, c"):
        match(stored, NAMES, "argument")
    with pytest.raises(click.UsageError, match=r"found a, b\. "):
        match(stored[:2], NAMES, "argument")
    with pytest.raises(click.UsageError, match="unknown argument 'a'"):
        match([*stored[:2], *given(None)], NAMES, "argument")
    assert int(match(stored[1:2], NAMES[:1], "argument")[0].array) == 1
    with pytest.raises(click.UsageError, match="unknown argument 'a'"):
        match(given("a", "b", "c"), NAMES, "argument")


def given(*names: str | None) -> list[InputArray]:
    return [InputArray(name, np.array(position), f"#{position}") for position, name in enumerate(names)]


NAMES = [["0", "arg0", "x"], ["1", "arg1", "w"], ["2", "arg2"]]


@pytest.mark.parametrize(
    ("names", "order"),
    [
        ([None, None, None], [0, 1, 2]),
        (["w", "arg2", "0"], [2, 0, 1]),
        ([None, "x", None], [1, 0, 2]),
        (["x"], [0]),
    ],
)
def test_names_first_then_the_rest_in_order(names: list[str | None], order: list[int]) -> None:
    bound = match(given(*names), NAMES, "argument")
    assert [int(bound[index].array) for index in sorted(bound)] == order


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["x", "y"], "unknown argument 'y'; expected one of: x, w, arg2"),
        (["x", "arg0"], "argument x is already provided by #0"),
        ([None] * 4, "#3: too many arrays, expected 3 arguments"),
    ],
)
def test_arrays_that_are_for_nothing(names: list[str | None], message: str) -> None:
    with pytest.raises(click.UsageError, match=message):
        match(given(*names), NAMES, "argument")


def test_raw_bytes_become_the_type_that_files_cannot_name(tmp_path: Path) -> None:
    for name, dtype in (
        ("bf16", ml_dtypes.bfloat16),
        ("f8E5M2", ml_dtypes.float8_e5m2),
        ("i4", ml_dtypes.int4),
    ):
        array = np.array([1, -2, 3], dtype)
        np.save(tmp_path / "x.npy", storable(array))
        (loaded,) = read_file(str(tmp_path / "x.npy"))
        assert loaded.array.dtype.kind == "V"
        restored = as_type(loaded.array, tensor_type((3,), name))
        assert restored.dtype == dtype
        np.testing.assert_array_equal(restored, array)


def test_raw_bytes_of_another_size_stay_what_they_are() -> None:
    raw = np.zeros(3, "V2")
    assert as_type(raw, tensor_type((3,), "f8E5M2")) is raw
    assert as_type(raw, tensor_type((3,), "f16")) is raw


def test_a_foreign_byte_order_is_turned() -> None:
    array = as_type(np.array([1.0, 2.0], ">f4"), tensor_type((2,), "f32"))
    assert array.dtype.isnative
    np.testing.assert_array_equal(array, [1.0, 2.0])


@pytest.mark.parametrize(
    "name", ["f64", "f32", "bf16", "f8E4M3FN", "complex<f32>", "i32", "ui8", "i4", "ui2", "i1"]
)
def test_arrays_made_up(name: str) -> None:
    type = tensor_type((50, 20), name)
    array = generated_input(type, 7, 0)
    np.testing.assert_array_equal(array, generated_input(type, 7, 0))
    assert (array != generated_input(type, 8, 0)).any()
    assert (array != generated_input(type, 7, 1)).any()
    assert array.shape == (50, 20)
    wide = array.astype(np.complex128)
    for part in (wide.real, wide.imag):
        assert (part >= (0 if name[0] in "iu" else -1)).all()
        assert (part <= (9 if name[0] in "iu" else 1)).all()


def test_a_type_that_cannot_be_made_up() -> None:
    with pytest.raises(ValueError, match=r"a tensor<\?xf32>"):
        generated_input(tensor_type((DYNAMIC,), "f32"), 0, 3)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("m --inputs a b --seed 1", "m --inputs a --inputs b --seed 1"),
        ("--inputs a --seed 1 m", "--inputs a --seed 1 m"),
        ("m --inputs a --expect b c", "m --inputs a --expect b --expect c"),
        ("--inputs a b -- m", "--inputs a --inputs b -- m"),
        ("--inputs a --inputs b c", "--inputs a --inputs b --inputs c"),
        ("--inputs=a m", "--inputs=a m"),
        ("--inputs --random m", "--inputs --random m"),
        ("- --inputs a -", "- --inputs a --inputs -"),
    ],
)
def test_options_that_take_several_values(written: str, read: str) -> None:
    assert spread(written.split(), ("--inputs", "--expect")) == read.split()


def header(shape: str) -> bytes:
    """The beginning of an .npy file that claims some shape."""
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


@pytest.mark.parametrize(
    "data",
    [
        header("(99999999999999999999, 9999999999999)") + bytes(16),
        header("(-4,)") + bytes(16),
        header("(" * 3000 + ")" * 3000) + bytes(16),
        header("__import__('os').getcwd()") + bytes(16),
        header("(4,)") + bytes(15),
        header("(4,)")[:20],
    ],
)
def test_a_damaged_array_is_refused_in_a_few_words(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.npy"
    path.write_bytes(data)
    with pytest.raises(click.UsageError, match=r"invalid \.npy or") as caught:
        read_file(str(path))
    assert len(caught.value.message) < 400 + len(str(path))


@pytest.mark.parametrize(
    ("member", "data"), [("readme.txt", b"hello"), ("arg0.npy", b"hello"), ("arg0.npy", header("(4,)"))]
)
def test_an_archive_of_something_else_is_refused(tmp_path: Path, member: str, data: bytes) -> None:
    path = tmp_path / "x.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, data)
    with pytest.raises(click.UsageError, match=r"invalid \.npy or"):
        read_file(str(path))


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_a_damaged_archive_is_refused(tmp_path: Path, method: int) -> None:
    path = tmp_path / "x.npz"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("arg0.npy", header("(64,)") + bytes(range(256)))
    data = bytearray(path.read_bytes())
    for index in range(60, 80):
        data[index] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(click.UsageError, match=r"invalid \.npy or"):
        read_file(str(path))


def test_the_list_of_members_is_gone_through_a_few_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    np.savez(tmp_path / "x.npz", **{f"arg{index}": np.float32(index) for index in range(100)})
    listings = []
    listed = zipfile.ZipFile.namelist
    monkeypatch.setattr(zipfile.ZipFile, "namelist", lambda self: listings.append(1) or listed(self))
    monkeypatch.delattr(np.lib.npyio.NpzFile, "__getitem__")  # which searches a list before numpy 2.3
    assert [entry.array.item() for entry in read_file(str(tmp_path / "x.npz"))] == list(range(100))
    assert len(listings) < 5


VAST = bytes(1 << 26)


@pytest.mark.parametrize(
    "member",
    [
        header(f"({len(VAST)},)") + VAST,
        np.lib.format.MAGIC_PREFIX + b"\x02\x00" + len(VAST).to_bytes(4, "little") + VAST,
        VAST,
    ],
    ids=["elements", "header", "other"],
)
def test_what_would_be_too_large_is_not_inflated(tmp_path: Path, member: bytes) -> None:
    path = tmp_path / "x.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("arg0.npy", member)
    tracemalloc.start()
    with pytest.raises(click.UsageError, match=r"invalid \.npy or"):
        read_file(str(path), 1 << 20)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20


def test_how_much_is_too_large_follows_from_the_arguments(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "f.mlir"
    program.write_text("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }")
    np.savez_compressed(tmp_path / "large.npz", a=np.zeros(1 << 20, np.float32))
    np.savez_compressed(tmp_path / "small.npz", a=np.zeros(5, np.float32))
    assert execute(["run", str(program), "--inputs", str(tmp_path / "large.npz")]) == 2
    assert "a has 4194304 bytes" in capsys.readouterr().err
    assert execute(["run", str(program), "--inputs", str(tmp_path / "small.npz")]) != 0
    assert "tensor<5xf32>" in capsys.readouterr().out
    program.write_text(program.read_text().replace("4x", "?x"))
    assert execute(["run", str(program), "--inputs", str(tmp_path / "large.npz")]) == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "x.npy"
    os.mkfifo(path)
    with pytest.raises(click.UsageError, match="not a regular file"):
        read_file(str(path))
