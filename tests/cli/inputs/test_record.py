"""Runs that are recorded, and replayed."""

from __future__ import annotations

import json
import zipfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.formats.cases import case

PROGRAM = """\
func.func @first(%x: tensor<2xbf16>, %t: !stablehlo.token)
    -> (tuple<tensor<2xbf16>, tensor<i1>>, !stablehlo.token) {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.add %x, %x : tensor<2xbf16>
  %1 = stablehlo.tuple %0, %c : tuple<tensor<2xbf16>, tensor<i1>>
  return %1, %t : tuple<tensor<2xbf16>, tensor<i1>>, !stablehlo.token
}
func.func @second(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  return %x : tensor<2xbf16>
}
"""
SUM = """\
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.mlir"
    path.write_text(PROGRAM)
    return path


@pytest.mark.parametrize("name", ["case", "case.zip"])
def test_info_knows_a_case(shlo: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "m.mlir").write_text("func.func @f(%x: tensor<2xf32>) { return }")
    shlo("run", tmp_path / "m.mlir", "--random", "--record", tmp_path / name)
    assert shlo("info", tmp_path / name).out.startswith("kind          case\n")


@pytest.mark.parametrize("name", ["case", "case.zip", "case.npz"])
def test_a_run_is_replayed(name: str, shlo: Any, model: Path, tmp_path: Path) -> None:
    case = tmp_path / name
    done = shlo("run", model, "--entry", "first", "--inputs", "2xbf16=1.5,-2", "--record", case)
    assert (done.status, done.out) == (0, "")
    model.unlink()
    again = shlo("run", case)
    assert again.status == 0, again.out + again.err
    assert again.out.count("is the same") == 2
    assert stablehlo_tools.load(case) == stablehlo_tools.parse(PROGRAM)


def test_a_replay_that_differs(shlo: Any, model: Path, tmp_path: Path) -> None:
    case = tmp_path / "case"
    shlo("run", model, "--entry", "first", "--inputs", "2xbf16=1.5,-2", "--record", case)
    text = (case / "module.mlir").read_text()
    (case / "module.mlir").write_text(text.replace("stablehlo.add", "stablehlo.multiply"))
    assert shlo("run", case).status == 1
    assert shlo("run", case, "--inputs", "2xbf16=2,2").status == 0  # of other inputs, nothing is expected


def test_what_is_said_of_a_run(shlo: Any, model: Path, tmp_path: Path) -> None:
    shlo("run", model, "--entry", "first", "--inputs", "2xbf16=1.5,-2", "--record", tmp_path / "case.zip")
    with zipfile.ZipFile(tmp_path / "case.zip") as archive:
        facts = json.loads(archive.read("case.json"))
    assert facts["entry"] == "first"
    assert facts["inputs"] == [{"name": "arg0", "type": "tensor<2xbf16>", "value": "x"}]
    assert [each["name"] for each in facts["outputs"]] == ["out0_0", "out0_1"]
    assert facts["numpy"] == np.__version__


def test_a_run_of_several_processes(shlo: Any, tmp_path: Path) -> None:
    model = tmp_path / "sum.mlir"
    model.write_text(SUM)
    inputs = tmp_path / "x.npy"
    np.save(inputs, np.array([1, 2], np.float32))
    assert (
        shlo("run", model, "--replicas", "2", "--inputs", inputs, "--record", tmp_path / "c.zip").status == 0
    )
    again = shlo("run", tmp_path / "c.zip")
    assert again.status == 0, again.out + again.err
    with np.load(tmp_path / "c.zip") as case:
        assert case["outputs/out0"].tolist() == [3, 3]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("case.json", b"{", "case.json or module.mlir cannot be read"),
        ("case.json", b"[]", "case.json must be a JSON object"),
        ("module.mlir", b"\xff", "case.json or module.mlir cannot be read"),
    ],
)
def test_damaged_cases(
    name: str, content: bytes, message: str, shlo: Any, model: Path, tmp_path: Path
) -> None:
    case = tmp_path / "case"
    shlo("run", model, "--entry", "second", "--random", "--record", case)
    (case / name).write_bytes(content)
    done = shlo("run", case)
    assert done.status == 2
    assert f"error[damaged_case]: {message}" in done.out


def test_an_archive_that_is_cut_short(shlo: Any, model: Path, tmp_path: Path) -> None:
    case = tmp_path / "case.zip"
    shlo("run", model, "--entry", "second", "--random", "--record", case)
    whole = case.read_bytes()
    for end in range(4, len(whole), 97):
        case.write_bytes(whole[:end])
        assert shlo("verify", case).status == 2


def test_only_the_directory_of_a_case_must_be_writable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What holds it may be read-only, as above a mounted directory."""
    tried: list[Path] = []
    monkeypatch.setattr(case, "scratch_folder", lambda parent: (tried.append(parent), nullcontext())[1])
    for path in (tmp_path, tmp_path / "new", tmp_path / "a" / "b" / "new", tmp_path / "new.zip"):
        case.require_writable(path)
    assert tried == [tmp_path] * 4


def test_an_archive_in_no_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        case.require_writable(tmp_path / "a" / "new.zip")


@pytest.mark.parametrize("name", ["file", "folder.zip"])
def test_a_case_does_not_take_the_place_of_something_else(shlo: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder.zip").mkdir()
    model = "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n"
    status, _, err = shlo("run", "-", "--random", "--record", tmp_path / name, stdin=model)
    assert status == 2
    assert f"error: {tmp_path / name}: " in err
    assert (tmp_path / "file").read_text() == "kept"
    with pytest.raises(OSError, match=name):
        case.require_writable(tmp_path / name)
