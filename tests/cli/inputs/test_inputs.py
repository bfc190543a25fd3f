"""Inputs from files of other formats: .safetensors, .json, .csv, and raw data with a type."""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.cli import outcome

IDENTITY = """\
func.func @main(%x: tensor<2x3xf32>, %n: tensor<3xi32>, %h: tensor<2xbf16>)
    -> (tensor<2x3xf32>, tensor<3xi32>, tensor<2xbf16>) {
  return %x, %n, %h : tensor<2x3xf32>, tensor<3xi32>, tensor<2xbf16>
}
"""
ONE = "func.func @main(%x: tensor<{0}>) -> tensor<{0}> {{\n  return %x : tensor<{0}>\n}}\n"
X = np.arange(6, dtype=np.float32).reshape(2, 3) / 4
N = np.array([7, -8, 9], np.int32)
H = np.array([1.5, -2], ml_dtypes.bfloat16)


def returned(shlo: Any, *inputs: str, program: str = IDENTITY) -> list[Any]:
    done = shlo("run", "-", "--inputs", *inputs, "--output", "y.npz", stdin=program)
    assert done.status == outcome.CLEAN, done.out + done.err
    return list(np.load("y.npz").values())


def is_same(found: list[Any]) -> bool:
    return (found[0] == X).all() and (found[1] == N).all() and (found[2].view(ml_dtypes.bfloat16) == H).all()


def refused(shlo: Any, *inputs: str, program: str = IDENTITY) -> str:
    done = shlo("run", "-", "--inputs", *inputs, stdin=program)
    assert done.status == outcome.USAGE
    return str(done.out + done.err)


# -- JSON ------------------------------------------------------------------------------------------------


def test_json_has_arrays_by_name_with_the_types_of_arguments(shlo: Any) -> None:
    Path("all.json").write_text(json.dumps({"n": N.tolist(), "x": X.tolist(), "h": [1.5, -2]}))
    assert is_same(returned(shlo, "all.json"))
    Path("x.json").write_text(json.dumps(X.tolist()))
    Path("n.json").write_text("[7, -8, 9]")
    assert is_same(returned(shlo, "x.json", "n.json", "2xbf16=1.5,-2"))
    assert is_same(returned(shlo, "n=@n.json", "x.json", "2xbf16=1.5,-2"))
    Path("s.json").write_text("true")
    assert returned(shlo, "s.json", program=ONE.format("i1"))[0].tolist() is True


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2", "invalid .json file: Expecting ',' delimiter at line 1, column 6"),
        ("[[1, 2], [3]]", "a list that is not rectangular"),
        ('["a", "b", "c"]', "not a list of numbers"),
        ('{"n": null}', "`n` is not a list of numbers"),
        ("[1.5, 2, 3]", "cannot be converted"),
        ("[1, 2, 3000000000]", "cannot be converted"),
        ("[1, 2, 3000000000]", "given by n.json, which has a number that i32 cannot represent"),
        ("[1, 2]", "expected tensor<3xi32>, found"),
        ("[" * 100_000, "invalid .json file"),
        ('{"m": [1, 2, 3]}', "unknown argument 'm'"),
    ],
)
def test_json_that_does_not_fit(shlo: Any, text: str, message: str) -> None:
    Path("n.json").write_text(text)
    if message.startswith("cannot be converted"):
        message = "expected tensor<3xi32>, found"
    given = ["n.json"] if text.startswith("{") else ["n=@n.json"]
    assert message in refused(shlo, "2x3xf32=1", *given, "h=2xbf16=1")


def test_results_are_expected_as_json(shlo: Any) -> None:
    Path("y.json").write_text("[[0.5, 1], [2, 4]]")
    run = ("run", "-", "--expect", "y.json", "--inputs")
    assert shlo(*run, "2x2xbf16=0.5,1,2,4", stdin=ONE.format("2x2xbf16")).status == outcome.CLEAN
    assert shlo(*run, "2x2xbf16=0.5,1,2,5", stdin=ONE.format("2x2xbf16")).status == outcome.FINDINGS


# -- CSV -------------------------------------------------------------------------------------------------


def test_csv_has_a_row_in_each_line(shlo: Any) -> None:
    Path("x.csv").write_text("0,0.25,0.5\n 0.75, 1.0, 1.25\n\n")
    Path("n.csv").write_text("7\n-8\n9\n")
    Path("h.csv").write_text("1.5,-2")
    assert is_same(returned(shlo, "x.csv", "n.csv", "h.csv"))
    Path("big.csv").write_text(f"{2**60 + 1}")
    assert int(returned(shlo, "big.csv", program=ONE.format("i64"))[0]) == 2**60 + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b,c\n1,2,3\n4,5,6\n", "'a' in row 1 is not a number: remove the heading"),
        ("1,2,3\n4,5\n", "its lines have 2 to 3 numbers"),
        ("1,2,3\n4,5,six\n", "'six' in row 2 is not a number"),
        ("1,2\n3,4\n5,6\n", "expected tensor<2x3xf32>, found"),
    ],
)
def test_csv_that_does_not_fit(shlo: Any, text: str, message: str) -> None:
    Path("x.csv").write_text(text)
    assert message in refused(shlo, "x.csv", program=ONE.format("2x3xf32"))


# -- raw data --------------------------------------------------------------------------------------------


def test_raw_data_has_the_type_that_is_given(shlo: Any) -> None:
    Path("x.bin").write_bytes(struct.pack("<6f", *X.ravel()))
    Path("n.bin").write_bytes(struct.pack("<3i", *N))
    Path("h.raw").write_bytes(H.tobytes())
    assert is_same(returned(shlo, "2x3xf32=@x.bin", "tensor<3xi32>=@n.bin", "2xbf16=@h.raw"))
    assert is_same(returned(shlo, "h=2xbf16=@h.raw", "n=3xi32=@n.bin", "x=2x3xf32=@x.bin"))


def test_raw_data_that_does_not_fit(shlo: Any) -> None:
    Path("x.bin").write_bytes(bytes(20))
    program = ONE.format("2x3xf32")
    assert "x.bin has 20 bytes, tensor<2x3xf32> has 24" in refused(shlo, "2x3xf32=@x.bin", program=program)
    assert "expected tensor<2x3xf32>, found" in refused(shlo, "5xf32=@x.bin", program=program)
    assert "No such file" in refused(shlo, "2x3xf32=@y.bin", program=program)
    assert "name the type of raw data, such as 4x8xf32=@FILE" in refused(shlo, "x.bin", program=program)
    np.save("x.npy", X)
    assert "it is an .npy file: leave out its type" in refused(shlo, "2x3xf32=@x.npy", program=program)
    Path("x.pt").write_bytes(bytes(20))
    assert "save the arrays with `np.savez` or `safetensors`" in refused(shlo, "x.pt", program=program)


# -- safetensors -----------------------------------------------------------------------------------------


def safetensors_of(**tensors: tuple[str, Any]) -> bytes:
    """A file by its format: the length of a header in JSON, the header, and the elements."""
    header, data = {}, b""
    for name, (type, array) in tensors.items():
        end = len(data) + array.nbytes
        header[name] = {"dtype": type, "shape": list(array.shape), "data_offsets": [len(data), end]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def test_safetensors_have_arrays_by_name(shlo: Any) -> None:
    pytest.importorskip("safetensors", reason="pip install '.[test]'")
    Path("all.safetensors").write_bytes(safetensors_of(n=("I32", N), h=("BF16", H), x=("F32", X)))
    assert is_same(returned(shlo, "all.safetensors"))
    Path("u.safetensors").write_bytes(safetensors_of(u=("U16", np.array([1, 65535], np.uint16))))
    assert returned(shlo, "u.safetensors", program=ONE.format("2xui16"))[0].tolist() == [1, 65535]
    Path("cut.safetensors").write_bytes(Path("all.safetensors").read_bytes()[:-1])
    assert "cannot read cut.safetensors: invalid .safetensors file: " in refused(shlo, "cut.safetensors")


def test_without_the_package_it_is_named(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "safetensors", None)
    Path("all.safetensors").write_bytes(safetensors_of(n=("I32", N)))
    assert "`pip install safetensors`" in refused(shlo, "all.safetensors")


# -- types of ml_dtypes --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["float8_e5m2", "float8_e4m3fn", "bfloat16"])
def test_arrays_of_numpy_have_types_of_ml_dtypes(shlo: Any, name: str) -> None:
    """numpy does not read what it writes for float8_e5m2."""
    array = np.array([1.5, -2, 0.25], getattr(ml_dtypes, name))
    np.save("x.npy", array)
    np.savez("x.npz", x=array)
    type = {"float8_e5m2": "f8E5M2", "float8_e4m3fn": "f8E4M3FN", "bfloat16": "bf16"}[name]
    for file in ("x.npy", "x.npz"):
        found = returned(shlo, file, program=ONE.format(f"3x{type}"))[0]
        assert found.tobytes() == array.tobytes()
