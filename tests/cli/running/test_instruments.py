"""`shlo run` with --dump, --stats, --trap and --profile."""

from __future__ import annotations

import hashlib
import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files import writing

LOOP = """\
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = func.call @twice(%y) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<2xf32>
  }
  return %0#1 : tensor<2xf32>
}
"""
LOCATED = """\
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.divide %x, %y : tensor<4xf32> loc("/here/model.py":12:4)
  %1 = stablehlo.negate %0 : tensor<4xf32> loc("attention"("/here/model.py":120:4))
  %2 = stablehlo.divide %1, %y : tensor<4xf32> loc("/here/model.py":13:4)
  return %2 : tensor<4xf32>
}
"""
WAITING = """\
func.func @main() -> tensor<ui32> {
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %many = stablehlo.constant dense<3000> : tensor<ui32>
  %id = stablehlo.partition_id : tensor<ui32>
  %end = stablehlo.multiply %id, %many : tensor<ui32>
  %0 = stablehlo.while(%i = %zero) : tensor<ui32>
  cond {
    %2 = stablehlo.compare LT, %i, %end : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.add %i, %one : tensor<ui32>
    stablehlo.return %2 : tensor<ui32>
  }
  %1 = "stablehlo.all_reduce"(%0) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %2 = stablehlo.maximum %a, %b : tensor<ui32>
    stablehlo.return %2 : tensor<ui32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<ui32>) -> tensor<ui32>
  return %1 : tensor<ui32>
}
"""
DIVIDE = ["--inputs", "4xf32=1,2,3,4", "4xf32=1,0,1,0"]


@pytest.fixture
def loop(shlo: Any) -> Any:
    """`shlo run` of a loop that doubles [1, 3] twice."""
    Path("loop.mlir").write_text(LOOP)
    return lambda *arguments: shlo("run", "loop.mlir", "--inputs", "2xf32=1,3", *arguments)


@pytest.fixture
def located(shlo: Any) -> Any:
    """`shlo run` of a program with the lines of its source, which divides by zero twice in two places."""
    Path("m.mlir").write_text(LOCATED)
    return lambda *arguments: shlo("run", "m.mlir", *DIVIDE, *arguments)


def index(folder: str) -> list[Any]:
    return [json.loads(line) for line in Path(folder, "index.jsonl").read_text().splitlines()]


# -- dumps ------------------------------------------------------------------------------------------


def test_values_are_saved_under_their_names(loop: Any) -> None:
    status, out, err = loop("--dump", "twice%2/%0", "%0#1", "--dump-dir", "d/e")
    assert (status, out, err) == (0, "out0: tensor<2xf32>\n  [ 4., 12.]\n", "saved 3 values to d/e\n")
    saved = {
        "main/while%0/body[0]/twice%2/%0": ([2, 6], "stablehlo.add", "loop.mlir:2:3"),
        "main/while%0/body[1]/twice%2/%0": ([4, 12], "stablehlo.add", "loop.mlir:2:3"),
        "main/%0#1": ([4, 12], "stablehlo.while", "loop.mlir:7:3"),
    }
    entries = index("d/e")
    assert [entry["name"] for entry in entries] == list(saved)
    for entry, (values, op, place) in zip(entries, saved.values(), strict=True):
        assert (entry["op"], entry["place"], entry["type"]) == (op, place, "tensor<2xf32>")
        array = np.load(Path("d/e", entry["file"]), allow_pickle=False)
        np.testing.assert_array_equal(array, np.array(values, np.float32), strict=True)
    assert Path("d/e/main/while%0/body[1]/twice%2/%0.npy").is_file()


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("%1", "cond[0]/%1 body[0]/%1 cond[1]/%1 body[1]/%1 cond[2]/%1"),
        ("main/while%0/body[1]/%1", "body[1]/%1"),
        ("body[*]/%1", "body[0]/%1 body[1]/%1"),
        ("body[?]/%2", "body[0]/%2 body[1]/%2"),
        ("stablehlo.compare", "cond[0]/%1 cond[1]/%1 cond[2]/%1"),
        ("comp*", "cond[0]/%1 cond[1]/%1 cond[2]/%1"),
        ("loop.mlir:14", "body[0]/%1 body[1]/%1"),
        ("loop.mlir:14:5", "body[0]/%1 body[1]/%1"),
    ],
)
def test_patterns(loop: Any, pattern: str, names: str) -> None:
    loop("--dump", pattern, "--dump-dir", "d")
    assert [entry["name"].removeprefix("main/while%0/") for entry in index("d")] == names.split()


@pytest.mark.parametrize(
    ("pattern", "names"),
    [("model.py:12*", "%0 %1"), ("model.py:12", "%0"), ("/here/model.py:1?:4", "%0 %2"), ("m.mlir:3", "%1")],
)
def test_patterns_of_source_lines(located: Any, pattern: str, names: str) -> None:
    located("--dump", pattern, "--dump-dir", "d")
    assert [entry["name"].removeprefix("main/") for entry in index("d")] == names.split()


@pytest.mark.parametrize(("value", "shown"), [("0.0", "1 zero,"), ("[0.0, 0.0]", "2 zeros,")])
def test_statistics_count(value: str, shown: str, shlo: Any) -> None:
    type = "tensor<2xf32>" if value.startswith("[") else "tensor<f32>"
    lines = f"%0 = stablehlo.constant dense<{value}> : {type}\nreturn %0 : {type}\n"
    program = f"func.func @main() -> {type} {{\n{lines}}}\n"
    assert f"mean 0, {shown}" in shlo("run", "-", "--stats", stdin=program).out


def test_statistics(located: Any) -> None:
    out = located("--dump", "model.py:12", "--stats", "--dump-dir", "d").out
    digest = hashlib.sha256(np.array([1, math.inf, 3, math.inf], np.float32).tobytes()).hexdigest()
    numbers = f"min 1, max 3, mean 2, 2 infinite, sha256 {digest[:12]}"
    assert out.startswith(f"main/%0: tensor<4xf32> stablehlo.divide, {numbers}\nout0")
    (entry,) = index("d")
    assert {name: entry[name] for name in ("min", "max", "mean", "zeros", "nan", "inf", "sha256")} == {
        "min": 1, "max": 3, "mean": 2, "zeros": 0, "nan": 0, "inf": 2, "sha256": digest
    }  # fmt: skip
    assert entry["place"] == "/here/model.py:12:4"
    assert located("--stats").out.count("stablehlo.") == 3


def test_bodies_for_scalars_are_meant_by_their_paths_only(shlo: Any) -> None:
    Path("m.mlir").write_text("""
    func.func @main(%x: tensor<4xi32>, %zero: tensor<i32>) -> tensor<i32> {
      %0 = "stablehlo.reduce"(%x, %zero) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %1 = stablehlo.add %a, %b : tensor<i32>
        %2 = stablehlo.add %1, %zero : tensor<i32>
        stablehlo.return %2 : tensor<i32>
      }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }
    """)
    run = ["run", "m.mlir", "--inputs", "4xi32=1", "i32=0", "--dump-dir", "d"]
    shlo(*run)
    assert [entry["name"] for entry in index("d")] == ["main/%0"]
    shlo(*run, "--dump", "reduce%0/body[*]/%2")
    assert {entry["op"] for entry in index("d")} == {"stablehlo.add"}


def test_names_that_a_file_system_may_not_tell_apart_or_take(shlo: Any) -> None:
    Path("m.mlir").write_text("""
    func.func @"a/b:*"(%x: tensor<f32>) -> tensor<f32> {
      %y = stablehlo.negate %x : tensor<f32>
      %Y = stablehlo.negate %y : tensor<f32>
      return %Y : tensor<f32>
    }
    """)
    shlo("run", "m.mlir", "--inputs", "f32=1", "--dump-dir", "d")
    assert [entry["file"] for entry in index("d")] == ["a/b__/%y.npy", "a/b__/%Y~.npy"]
    assert [np.load(Path("d", entry["file"])) for entry in index("d")] == [-1, 1]


def test_what_was_written_stays_whole_whatever_ends_the_run(
    loop: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []
    replacing = writing.replacing

    def interrupted(path: Path) -> Any:
        written.append(path)
        if len(written) == 3:
            raise KeyboardInterrupt
        return replacing(path)

    monkeypatch.setattr("stablehlo_tools.cli.inputs.arrays.replacing", interrupted)
    status, out, err = loop("--dump", "%1", "--dump-dir", "d")
    assert (status, out) == (outcome.INTERRUPTED, "")
    assert err.startswith("saved 2 values to d\n")
    assert [Path("d", entry["file"]) for entry in index("d")] == written[:2]
    assert all(np.load(path).shape == () for path in written[:2])
    assert sorted(path for path in Path("d").rglob("*.npy")) == sorted(written[:2])


# -- traps ------------------------------------------------------------------------------------------


def test_a_trap_stops_at_the_first_fault(located: Any) -> None:
    status, out, err = located("--trap", "nan,inf")
    assert status == outcome.FINDINGS
    assert (
        out
        == """\
error[trap_inf]: divide returns infinity at [1]
 --> m.mlir:2:8
  |
2 |   %0 = stablehlo.divide %x, %y : tensor<4xf32> loc("/here/model.py":12:4)
  |        ^^^^^^^^^^^^^^^^
  |
  = where: lhs[1]    = 2.0
           rhs[1]    = 0.0
           result[1] = inf
  = note: while computing main/%0
  = note: written at /here/model.py:12:4

"""
    )
    assert err == "1 error in 1 file\n"


def test_all_faults_listed(located: Any) -> None:
    status, out, err = located("--trap", "all", "--trap-warn")
    assert status == outcome.FINDINGS
    assert [line for line in out.splitlines() if line.startswith(("warning", "out0"))] == [
        "warning[trap_div0]: divide divides by zero at [1]",
        "warning[trap_inf]: divide returns infinity at [1]",
        "warning[trap_div0]: divide divides by zero at [1]",
        "out0: tensor<4xf32>",
    ]
    assert err == "3 warnings in 1 file\n"
    assert located("--trap", "shift", "oob").status == outcome.CLEAN


# -- profiles ---------------------------------------------------------------------------------------


def test_a_profile_by_op_and_by_line(located: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")  # so that no column is left out
    status, out, err = located("--profile", "--profile-output", "p.json")
    assert (status, out) == (0, located().out)
    assert re.match(r"3 ops took [\d.]+ [mu]s, overhead [\d.]+ [mu]s\n", err)
    by_op, by_line = (table.splitlines() for table in err.split("\n\n")[1:3])
    heads = ["share", "time", "count", "each", "bytes", "bytes/s", "FLOP/s"]
    assert (by_op[0].split(), by_line[0].split()) == ([*heads, "op"], [*heads, "line"])
    assert {line.split()[-1] for line in by_op[1:]} == {"stablehlo.divide", "stablehlo.negate", "total"}
    assert {line.partition("  /here/")[2] for line in by_line[1:-1]} == {
        "model.py:12  divide 4xf32", "model.py:120 in attention  negate 4xf32", "model.py:13  divide 4xf32"
    }  # fmt: skip
    assert by_line[-1].split()[0] == "100.0%"
    profile = json.loads(Path("p.json").read_text())
    assert {entry["op"]: (entry["count"], entry["bytes"]) for entry in profile["ops"]} == {
        "stablehlo.divide": (2, 2 * 3 * 16),
        "stablehlo.negate": (1, 2 * 16),
    }
    assert {entry["line"] for entry in profile["lines"]} == {
        "/here/model.py:12", "/here/model.py:120 in attention", "/here/model.py:13"
    }  # fmt: skip
    assert profile["count"] == 3
    for rows in (profile["ops"], profile["lines"]):
        assert sum(row["seconds"] for row in rows) == pytest.approx(profile["seconds"])
        assert sorted(rows, key=lambda row: -row["seconds"]) == rows
    assert 0 < profile["seconds"] < profile["run_seconds"]


def test_rows_of_a_profile_that_are_not_shown_are_summed_up(shlo: Any) -> None:
    lines = "".join(f"  %{i + 1} = stablehlo.negate %{i} : tensor<4xf32>\n" for i in range(20))
    type = "tensor<4xf32>"
    Path("m.mlir").write_text(f"func.func @main(%0: {type}) -> {type} {{\n{lines}return %20 : {type}\n}}")
    rows = shlo("run", "m.mlir", "--random", "--profile").err.split("\n\n")[2].splitlines()
    assert len(rows) == 1 + 15 + 2
    assert (rows[-2].split()[3], rows[-2].split()[-2:]) == ("5", ["5", "more"])
    assert (rows[-1].split()[3], rows[-1].split()[-2:]) == ("20", ["MB/s", "total"])


def test_splats_are_looked_at_as_the_one_element_that_they_are(shlo: Any) -> None:
    Path("m.mlir").write_text("""
    func.func @main() -> tensor<2xf32> {
      %0 = stablehlo.constant dense<2.5> : tensor<1000000x1000000xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0]
        : (tensor<1000000x1000000xf32>) -> tensor<1000000x1000000xf32>
      %2 = stablehlo.slice %1 [3:4, 5:7] : (tensor<1000000x1000000xf32>) -> tensor<1x2xf32>
      %3 = stablehlo.reshape %2 : (tensor<1x2xf32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }
    """)
    shown = "out0: tensor<2xf32>\n  [2.5, 2.5]\n"
    status, out, _ = shlo("run", "m.mlir", "--stats", "--dump", "%1")
    transposed = "main/%1: tensor<1000000x1000000xf32> stablehlo.transpose, min 2.5, max 2.5, mean 2.5\n"
    assert (status, out) == (0, transposed + shown)
    assert shlo("run", "m.mlir", "--trap", "all") == (0, shown, "")
    status, _, err = shlo("run", "m.mlir", "--profile")  # and nothing is left to do
    assert (status, err.splitlines()[0].partition(",")[0]) == (0, "0 ops took 0 us")


def test_what_is_updated_in_place_is_not_moved(shlo: Any) -> None:
    Path("m.mlir").write_text("""
    func.func @main(%x: tensor<1000000xf32>, %y: tensor<2xf32>) -> tensor<1000000xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0 = stablehlo.negate %x : tensor<1000000xf32>
      %1 = stablehlo.dynamic_update_slice %0, %y, %zero
        : (tensor<1000000xf32>, tensor<2xf32>, tensor<i32>) -> tensor<1000000xf32>
      return %1 : tensor<1000000xf32>
    }
    """)
    shlo("run", "m.mlir", "--random", "--profile-output", "p.json")
    moved = {entry["op"]: entry["bytes"] for entry in json.loads(Path("p.json").read_text())["ops"]}
    assert moved["stablehlo.negate"] == 2 * 4_000_000
    assert moved["stablehlo.dynamic_update_slice"] == 2 * (2 * 4 + 4)  # and where it is put


def test_waiting_for_others_is_no_work(shlo: Any) -> None:
    """One of two processes has nothing to do until the other has gone round its loop."""
    Path("m.mlir").write_text(WAITING)
    shlo("run", "m.mlir", "--partitions", "2", "--profile-output", "p.json")
    profile = json.loads(Path("p.json").read_text())
    assert profile["seconds"] < profile["run_seconds"]  # only one goes on at a time


def test_flops_of_products_and_convolutions(shlo: Any) -> None:
    Path("m.mlir").write_text("""
    func.func @main(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>,
                    %z: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x16xf32>)
        -> (tensor<2x3x5xf32>, tensor<1x6x6x16xf32>) {
      %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
        : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
      %1 = stablehlo.convolution(%z, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
      return %0, %1 : tensor<2x3x5xf32>, tensor<1x6x6x16xf32>
    }
    """)
    shlo("run", "m.mlir", "--random", "--profile-output", "p.json")
    flops = {entry["op"]: entry["flops"] for entry in json.loads(Path("p.json").read_text())["ops"]}
    assert flops == {
        "stablehlo.dot_general": 2 * (2 * 3 * 5) * 4,
        "stablehlo.convolution": 2 * (6 * 6 * 16) * (3 * 3 * 3),
    }


# -- wrong usage ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--dump %0", "--dump: missing --dump-dir, to save the values, or --stats, to summarize them"),
        ("--dump divid --stats", "--dump divid: no matching value, op or line; did you mean `divide`?"),
        ("--trap nann", "--trap: unknown trap `nann`; did you mean `nan`?"),
        ("--trap-warn", "--trap-warn: missing --trap"),
        ("--profile --stats", "--profile cannot be used with --dump"),
    ],
)
def test_wrong_usage(located: Any, arguments: str, message: str) -> None:
    status, _, err = located(*arguments.split())
    assert status == outcome.USAGE
    assert message in err
