"""Parts of programs compute what the whole program computes."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.formats.cases.case import Case
from stablehlo_tools.formats.cases.extraction import (
    extract_each_operation,
    extract_operation,
    extract_values,
    with_constants,
)
from stablehlo_tools.ir.operations import Module
from tests.rewrite.programs import Draw

INPUTS = [np.array(row, np.int32) for row in ((1, 2, 3), (-5, 0, 7), (0, 1, -1))]

LOOP = """\
func.func @main(%start: tensor<i64>, %by: tensor<i64>) -> tensor<i64> {
  %limit = stablehlo.constant dense<100> : tensor<i64>
  %0 = stablehlo.while(%i = %start) : tensor<i64>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = func.call @grow(%i, %by) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %3 = stablehlo.multiply %2, %by : tensor<i64>
    stablehlo.return %3 : tensor<i64>
  }
  return %0 : tensor<i64>
}
func.func private @grow(%x: tensor<i64>, %y: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.add %x, %y : tensor<i64>
  return %0 : tensor<i64>
}
"""
# 1 -> (1 + 2) * 2 = 6 -> (6 + 2) * 2 = 16 -> 36 -> 76 -> 156
STATES = [1, 6, 16, 36, 76, 156]


def loop() -> Module:
    return stablehlo_tools.parse(LOOP)


def numbers(*values: int) -> list[Any]:
    return [np.array(value) for value in values]


def lists(arrays: Any) -> list[Any]:
    return [array.tolist() for array in arrays]


def replayed(case: Case) -> list[Any]:
    """What the case's program, which verifies, returns for its inputs."""
    assert stablehlo_tools.verify(str(case.module)) == []
    inputs: Any = case.inputs or ()
    return lists(stablehlo_tools.run(str(case.module), inputs, case.entry))


def observed(module: Module) -> dict[str, Any]:
    """Each value of `main`, outside of regions, by its name."""
    found: dict[str, Any] = {}

    def observe(each: stablehlo_tools.Observation) -> None:
        if str(each.scope) == "main":
            found.update(zip([v.name for v in each.operation.results], lists(each.results), strict=True))

    stablehlo_tools.run(module, INPUTS, observe=observe)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_a_part_computes_what_the_program_does(seed: int) -> None:
    module = stablehlo_tools.parse(str(Draw(seed).module()))
    values, pick = observed(module), random.Random(seed)
    names = list(values)
    for name in names:
        before = names[: names.index(name)]
        case = extract_values(module, "main", [name], pick.sample(before, min(2, len(before))), INPUTS)
        assert replayed(case) == lists(case.outputs) == [values[name]]
        assert replayed(with_constants(case)) == [values[name]]


@pytest.mark.parametrize("seed", range(5))
def test_each_operation_computes_what_it_did(seed: int) -> None:
    module = stablehlo_tools.parse(str(Draw(seed).module()))
    cases: list[Case] = []
    assert extract_each_operation(module, "main", INPUTS, cases.append) == []
    texts = [str(case.module) for case in cases]
    assert len(set(texts)) == len(texts)
    for case in cases:
        assert replayed(case) == lists(case.outputs)
    executed = {each.name for each in module.walk() if each.name not in ("stablehlo.constant", "func.call")}
    assert {case.facts["op"] for case in cases} <= executed


def test_values_of_an_iteration() -> None:
    for number, state in enumerate(STATES[:-1]):
        case = extract_operation(loop(), "main", f"main/while%0/body[{number}]/%3", numbers(1, 2))
        assert case.names == ["%2", "%by"]
        assert lists(case.inputs) == [state + 2, 2]
        assert replayed(case) == lists(case.outputs) == [(state + 2) * 2]


def test_an_iteration_takes_the_state_of_the_loop() -> None:
    case = extract_values(loop(), "main", ["while%0/body[2]/%3"], (), numbers(1, 2))
    assert case.names == ["%by", "%i"]
    assert lists(case.inputs) == [2, 16]
    assert replayed(case) == [36]
    assert [function.symbol for function in case.module.functions] == ["grow", "main"]


def test_a_value_of_a_callee() -> None:
    case = extract_operation(loop(), "main", "@grow/%0", numbers(1, 2))
    assert (lists(case.inputs), lists(case.outputs)) == ([1, 2], [3])
    case = extract_operation(loop(), "main", "main/while%0/body[1]/grow%2/%0", numbers(1, 2))
    assert (lists(case.inputs), lists(case.outputs)) == ([6, 2], [8])


def test_a_loop_is_one_operation_with_what_it_captures() -> None:
    case = extract_operation(loop(), "main", "%0", numbers(1, 2))
    assert case.names == ["%start", "%limit", "%by"]
    assert replayed(case) == [156]


def test_an_operation_by_its_line() -> None:
    assert extract_operation(loop(), "main", "9").facts == extract_operation(loop(), "main", "%3").facts


def test_without_inputs_there_are_no_arrays() -> None:
    case = extract_values(loop(), "main", ["%0"])
    assert (case.inputs, case.outputs) == (None, None)
    assert lists(stablehlo_tools.run(case.module, numbers(1, 2))) == [156]


def test_what_is_not_executed_is_an_error() -> None:
    with pytest.raises(stablehlo_tools.RunError, match=r"body\[9\]/%3 is not computed in this run"):
        extract_operation(loop(), "main", "main/while%0/body[9]/%3", numbers(1, 2))
    with pytest.raises(stablehlo_tools.RunError, match="%3 is not computed in this run"):
        extract_operation(loop(), "main", "%3", numbers(200, 2))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("%9", "no value is called %9"),
        ("%limi", "no value is called %limi; did you mean `%limit`?"),
        ("main/%3", "no value is called main/%3"),
        ("%by", "%by is an argument, not the result of an operation"),
        ("99", "no operation begins in line 99"),
    ],
)
def test_names_that_nothing_has(name: str, message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace("?", r"\?") + "$"):
        extract_operation(loop(), "main", name)


def test_a_name_of_several_values() -> None:
    text = LOOP.replace("%2 = func.call", "%9 = func.call").replace("%2,", "%9,")
    twice = text + text[text.index("func.func private") :].replace("@grow", "@shrink")
    with pytest.raises(ValueError, match=r"^%y names 2 values: grow/%y, shrink/%y$"):
        extract_values(stablehlo_tools.parse(twice), "main", ["%y"])


def test_a_mesh_stays_with_those_who_refer_to_it() -> None:
    module = stablehlo_tools.parse("""\
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
""")
    assert 'sdy.mesh @mesh = <["x"=2]>' in str(extract_values(module, "main", ["%0"]).module)


def test_operations_with_tokens_are_left_out() -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %t = stablehlo.after_all : !stablehlo.token
  %0 = stablehlo.abs %x : tensor<f32>
  return %0 : tensor<f32>
}
""")
    cases: list[Case] = []
    skipped = extract_each_operation(module, "main", [np.float32(-1)], cases.append)
    assert [each.name for each in skipped] == ["stablehlo.after_all"]
    assert [case.facts["op"] for case in cases] == ["stablehlo.abs"]


def test_a_case_is_stored_as_a_folder_and_as_an_archive(tmp_path: Path) -> None:
    case = extract_operation(loop(), "main", "%3", numbers(1, 2))
    case.save(tmp_path / "case")
    case.save(tmp_path / "case.zip")
    case.save(tmp_path / "again.npz")
    assert (tmp_path / "case.zip").read_bytes() == (tmp_path / "again.npz").read_bytes()
    with zipfile.ZipFile(tmp_path / "case.zip") as archive:
        names = archive.namelist()
        assert names == [
            "case.json",
            "module.mlir",
            *(f"inputs/arg{n}.npy" for n in (0, 1)),
            "outputs/out0.npy",
        ]
        for name in names:
            assert archive.read(name) == (tmp_path / "case" / name).read_bytes()
        assert np.load(io.BytesIO(archive.read("inputs/arg0.npy"))).tolist() == 3
        facts = json.loads(archive.read("case.json"))
    for path in (tmp_path / "case", tmp_path / "case.zip"):
        loaded = Case.load(path)
        assert (loaded.module, loaded.entry) == (case.module, case.entry)
        assert lists(loaded.inputs) == lists(case.inputs)
        assert replayed(loaded) == lists(loaded.outputs) == lists(case.outputs)
    assert facts["entry"] == "main"
    assert facts["inputs"][1] == {"name": "arg1", "type": "tensor<i64>", "value": "%by"}
    assert facts["op"] == "stablehlo.multiply"


def test_a_case_takes_the_place_of_another_with_all_of_its_parts(tmp_path: Path) -> None:
    two = extract_operation(loop(), "main", "%3", numbers(1, 2))
    one = with_constants(extract_operation(loop(), "main", "%3", numbers(1, 2)))
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "notes.txt").write_text("mine")
    two.save(tmp_path / "case")
    one.save(tmp_path / "case")
    found = {str(path.relative_to(tmp_path)) for path in (tmp_path / "case").rglob("*")}
    parts = ("notes.txt", "case.json", "module.mlir", "outputs", "outputs/out0.npy")
    assert found == {f"case/{name}" for name in parts}
    loaded = Case.load(tmp_path / "case")
    assert replayed(loaded) == lists(two.outputs)


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("name", "where", "real"),
    [
        ("case", Path, Path.write_bytes),
        ("case", os, os.rename),
        ("case.zip", zipfile.ZipFile, zipfile.ZipFile.writestr),
    ],
)
def test_a_full_disk_leaves_the_case_that_was_there(
    name: str, where: Any, real: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = extract_operation(loop(), "main", "%3", numbers(1, 2))
    case.save(tmp_path / name)
    before = files_in(tmp_path)
    calls = iter(range(10))

    def full(*given: Any) -> Any:
        if next(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*given)

    monkeypatch.setattr(where, real.__name__, full)
    with pytest.raises(OSError, match="No space left"):
        extract_operation(loop(), "main", "%2", numbers(3, 4)).save(tmp_path / name)
    monkeypatch.undo()
    assert files_in(tmp_path) == before


def test_files_of_others_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "inputs").mkdir()
    (tmp_path / "inputs" / "x.npy").write_bytes(b"mine")
    with pytest.raises(FileExistsError, match="a directory that is not a case"):
        extract_operation(loop(), "main", "%3", numbers(1, 2)).save(tmp_path)
    assert files_in(tmp_path) == {"inputs/x.npy": b"mine"}


def test_an_archive_that_unpacks_to_much_more_is_not_loaded(tmp_path: Path) -> None:
    case = extract_operation(loop(), "main", "%3", numbers(1, 2))
    case.save(tmp_path / "case.zip")
    header = np.lib.format.magic(1, 0) + (118).to_bytes(2, "little")
    header += repr({"descr": "<i8", "fortran_order": False, "shape": (1 << 26,)}).ljust(117).encode() + b"\n"
    with zipfile.ZipFile(tmp_path / "case.zip") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(tmp_path / "case.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**parts, "inputs/arg0.npy": header + bytes(1 << 29)}.items():
            archive.writestr(name, data)
    with pytest.raises(ValueError, match=r"arg0 has 536870912 bytes, expected at most 268435456"):
        Case.load(tmp_path / "case.zip")


def test_what_is_no_case_is_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "loop.mlir").write_text(LOOP)
    with pytest.raises(ValueError, match=r"loop\.mlir is not a case: case\.json is missing"):
        Case.load(tmp_path / "loop.mlir")


def test_a_case_with_tuples_tokens_and_narrow_floats(tmp_path: Path) -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<2xbf16>, %t: !stablehlo.token)
    -> (tuple<tensor<2xbf16>, tensor<i1>>, !stablehlo.token) {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.tuple %x, %c : tuple<tensor<2xbf16>, tensor<i1>>
  return %0, %t : tuple<tensor<2xbf16>, tensor<i1>>, !stablehlo.token
}
""")
    x = np.array([1.5, -2]).astype(ml_dtypes.bfloat16)
    outputs: list[Any] = stablehlo_tools.run(module, [x, None])  # type: ignore[list-item]
    Case(module, "main", [x, None], outputs).save(tmp_path / "case.zip")
    loaded = Case.load(tmp_path / "case.zip")
    assert loaded.inputs is not None
    assert loaded.outputs is not None
    (array, token), (pair, last) = loaded.inputs, loaded.outputs
    assert (token, last) == (None, None)
    assert isinstance(pair, tuple)
    for each in (array, pair[0]):
        assert each is not None
        assert each.dtype == x.dtype
        assert each.tolist() == [1.5, -2]
    assert pair[1].tolist() is True


def test_one_name_needs_no_list() -> None:
    one, listed = (stablehlo_tools.extract(loop(), each) for each in ("%0", ["%0"]))
    assert stablehlo_tools.format(one.module) == stablehlo_tools.format(listed.module)
