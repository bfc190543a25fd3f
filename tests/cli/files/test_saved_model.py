"""TensorFlow SavedModels: the programs in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.formats import programs
from tests.formats.wire import field, packed

NEGATE = """func.func public @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.negate %x : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
"""
SAVED = Path(__file__).resolve().parents[3] / "testdata/saved_model"
FLOAT = 1  # of TensorFlow's types


def artifact(op: str) -> bytes:
    return stablehlo_tools.serialize(NEGATE.replace("negate", op))


def attribute(name: str, value: bytes) -> bytes:
    return field(5, field(1, name) + field(2, value))


def call(name: str, module: bytes, rest: bytes = b"") -> bytes:
    """A node that calls a module, which stands behind other attributes."""
    sizes = field(2, field(1, -1)) + field(2, field(1, 3))
    return (
        field(1, name)
        + field(2, "XlaCallModule")
        + attribute("Tin", field(1, packed(6, [FLOAT])))
        + attribute("Tout", field(1, packed(6, [FLOAT])))
        + attribute("Sout", field(1, field(7, sizes)))
        + attribute("platforms", field(1, field(2, "CPU") + field(2, "TPU")))
        + attribute("version", field(3, 9))
        + attribute("module", field(2, module))
        + rest
    )


def saved_model(nodes: list[bytes], functions: dict[str, list[bytes]] | None = None) -> bytes:
    """A SavedModel with nodes in its graph, and in functions."""
    library = b"".join(
        field(1, field(1, field(1, name)) + b"".join(field(3, node) for node in calls))
        for name, calls in (functions or {}).items()
    )
    placeholder = field(1, "x") + field(2, "Placeholder")
    graph = b"".join(field(1, node) for node in [placeholder, *nodes]) + field(2, library)
    return field(1, 1) + field(2, field(1, field(4, "serve") + field(5, "2.21.0")) + field(2, graph))


CALLBACKS = attribute("function_list", field(1, field(9, field(1, "host_call")))) + attribute(
    "has_token_input_output", field(5, 1)
)
ONE = saved_model([call("only", artifact("negate"))])
SEVERAL = saved_model(
    [call("top", artifact("negate"))],
    {
        "infer": [call("XlaCallModule", artifact("abs"), CALLBACKS)],
        "train": [call("a", artifact("sine")), call("b", artifact("cosine"))],
    },
)


def test_what_tensorflow_has_saved() -> None:
    """`scale` and `add` of export_saved_model.py."""
    (scale, add) = programs.saved_model_in((SAVED / "saved_model.pb").read_bytes(), "x").programs  # type: ignore[union-attr]
    assert (scale.arguments, scale.results, scale.platforms) == (["f32[?,3]"], ["f32[?,3]"], ["CPU"])
    assert (add.arguments, add.results, add.version) == (["f32[2]", "f32[2]"], ["f32[2]"], 10)
    (found,) = stablehlo_tools.run(Path(f"{SAVED}::{scale.name}"), [np.zeros((4, 3), np.float32) + 1])
    assert np.allclose(found, 2 * np.tanh(np.ones((4, 3))))
    (found,) = stablehlo_tools.run(Path(f"{SAVED}::{add.name}"), list(np.array([[1, 2], [3, 5]], np.float32)))
    assert found.tolist() == [4, 7]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, data in (("one", ONE), ("several", SEVERAL)):
        Path(name).mkdir()
        (Path(name) / "saved_model.pb").write_bytes(data)
    return tmp_path


@pytest.mark.parametrize("file", ["one", "one/saved_model.pb", "one::only", "one/saved_model.pb::only"])
@pytest.mark.parametrize("command", ["verify", "fmt", "stats", "lint", "run"])
def test_a_single_program_needs_no_name(shlo: Any, folder: Path, file: str, command: str) -> None:
    more = ("--inputs", "2x3xf32=1") if command == "run" else ()
    done = shlo(command, file, *more)
    assert done.status == outcome.CLEAN, done
    if command == "fmt":
        assert "stablehlo.negate" in done.out


@pytest.mark.parametrize(
    ("name", "op"), [("top", "negate"), ("infer", "abs"), ("train/a", "sine"), ("train/b", "cosine")]
)
@pytest.mark.parametrize("file", ["several", "several/saved_model.pb"])
def test_one_of_several_is_named(shlo: Any, folder: Path, file: str, name: str, op: str) -> None:
    done = shlo("fmt", f"{file}::{name}")
    assert done.status == outcome.CLEAN
    assert f"stablehlo.{op} " in done.out
    assert f"stablehlo.{op} " in stablehlo_tools.format(Path(f"{file}::{name}"))


@pytest.mark.parametrize("command", ["verify", "lint"])
def test_all_are_checked(shlo: Any, folder: Path, command: str) -> None:
    assert "4 files" in shlo(command, "several").err
    assert "5 files" in shlo(command, ".").err
    (folder / "several/saved_model.pb").write_bytes(SEVERAL[:-1])
    assert "error[damaged_bytecode]" in shlo(command, "several").out


def test_several_need_a_name(shlo: Any, folder: Path) -> None:
    assert "total of 4 files" in shlo("stats", "several").out
    done = shlo("run", "several", "--random")
    assert done.status == outcome.USAGE
    assert "error[several_programs]: this file has 4 programs: expected" in done.out + done.err
    assert "help: name one as `several::NAME`: top, infer, train/a, train/b" in done.out + done.err


def test_a_name_that_there_is_not(shlo: Any, folder: Path) -> None:
    done = shlo("verify", "several::infr")
    assert done.status == outcome.USAGE
    assert "error[no_such_program]: this file has no program `infr`" in done.out
    assert "help: did you mean `::infer`?" in done.out


def test_what_there_is_to_say_of_the_programs(shlo: Any, folder: Path) -> None:
    done = shlo("info", "several")
    assert done.status == outcome.CLEAN
    assert done.out.splitlines()[0] == "kind          TensorFlow SavedModel"
    assert done.out.splitlines()[2:7] == [
        "TensorFlow    2.21.0",
        f"program       top: {len(artifact('negate')):,} bytes, version 9, for CPU, TPU",
        "  argument    f32",
        "  result      f32[?,3]",
        f"program       infer: {len(artifact('abs')):,} bytes, version 9, for CPU, TPU, with tokens",
    ]
    assert "  calls back  host_call" in done.out
    found = json.loads(shlo("info", "several", "--format", "json").out)
    assert [each["name"] for each in found["programs"]] == ["top", "infer", "train/a", "train/b"]
    assert found["programs"][1]["functions"] == ["host_call"]
    of_one = json.loads(shlo("info", "several::infer", "--format", "json").out)
    assert [each["name"] for each in of_one["programs"]] == ["infer"]
    assert of_one["dialects"] == ["builtin", "vhlo"]


def test_programs_with_the_same_bytes_are_one() -> None:
    same = saved_model([], {"f": [call("n", artifact("negate"))], "g": [call("n", artifact("negate"))]})
    assert "stablehlo.negate" in programs.decode(same).text
    assert "stablehlo.negate" in programs.decode(same, "x", "g").text


def test_older_versions_have_text() -> None:
    text = saved_model([call("old", NEGATE.encode())])
    assert "stablehlo.negate" in programs.decode(text).text


def refusal(data: bytes) -> str:
    with pytest.raises(ParseError) as caught:
        programs.decode(data, "x")
    return f"{caught.value.diagnostic.code}: {caught.value.diagnostic.message}"


def test_a_model_without_programs_says_so() -> None:
    assert refusal(saved_model([])) == (
        "not_mlir: this is a TensorFlow SavedModel without StableHLO: it has no XlaCallModule"
    )


def test_a_damaged_file_says_where() -> None:
    assert refusal(ONE[:40]).startswith(
        "damaged_bytecode: damaged at byte 2: `meta_graphs` of SavedModel has "
    )
    place = ONE.index(b"ML\xefR")
    spoilt = ONE[: place + 4] + b"\xff" * 8 + ONE[place + 12 :]
    code, _, message = refusal(spoilt).partition(": ")
    assert code in ("damaged_bytecode", "unsupported_bytecode")
    assert f"byte {place + 4:,}" in message  # of the file, not of the module


def test_every_truncation_is_refused() -> None:
    for end in range(3, len(ONE), 7):
        with pytest.raises(ParseError):
            programs.decode(ONE[:end], "x")


def test_the_platform_is_no_argument_of_a_caller(shlo: Any, folder: Path) -> None:
    """TensorFlow passes its index, as JAX does: here of the CPU, which is the first."""
    text = """func.func public @main(%i: tensor<i32> {jax.global_constant = "_platform_index"},
                       %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
    Path("one/saved_model.pb").write_bytes(saved_model([call("only", stablehlo_tools.serialize(text))]))
    assert "[1., 1.]" in shlo("run", "one", "--inputs", "2xf32=1").out
    assert "[1., 1.]" in shlo("run", "one", "--inputs", "arg0=2xf32=1").out
    assert "[-1., -1.]" in shlo("run", "one", "--inputs", "2xf32=1", "_platform_index=i32=1").out


def test_arguments_have_the_sizes_that_other_nodes_have(shlo: Any, folder: Path) -> None:
    """A node says the sizes of its outputs; of several, it is not known which one is passed."""
    sizes = field(7, field(2, field(1, 4)))
    one = field(1, "one") + field(2, "Identity") + attribute("_output_shapes", field(1, sizes))
    two = field(1, "two") + field(2, "Split") + attribute("_output_shapes", field(1, sizes + sizes))
    types = attribute("Tin", field(1, packed(6, [FLOAT] * 3)))
    passed = b"".join(field(3, name) for name in ("two:output:1", "one:output:0", "missing", "^one"))
    module = attribute("module", field(2, artifact("negate")))
    node = field(1, "only") + field(2, "XlaCallModule") + passed + types + module
    model = programs.saved_model_in(saved_model([one, two, node]), "x")
    assert model is not None
    assert model.programs[0].arguments == ["f32", "f32[4]", "f32"]
