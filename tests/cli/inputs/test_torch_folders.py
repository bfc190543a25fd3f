"""Folders that torch_xla writes: a function in bytecode, its weights beside it, and what is passed where."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, ParseError, RunError

# The order of arguments is not that of the caller, whose input 1 is not used, as after an export.
PROGRAM = """func.func @main(%w: tensor<2x2xf32>, %y: tensor<2xf32>, %c: tensor<f32>, %x: tensor<2xf32>) \
-> tensor<2xf32> {
  %0 = stablehlo.dot %x, %w : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.multiply %y, %1 : tensor<2xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<2xf32>
  return %3 : tensor<2xf32>
}
"""
WEIGHT = np.array([[1, 2], [3, 4]], np.float32)
X, Y, UNUSED = np.array([1, 10], np.float32), np.array([5, 7], np.float32), np.zeros(3, np.int32)
RESULT = X @ WEIGHT - 2 * Y

Write = Callable[..., Path]


def leaf() -> dict[str, Any]:
    return {"type": None, "context": None, "children_spec": []}


def node(kind: str, context: str, *children: object) -> dict[str, Any]:
    return {"type": f"builtins.{kind}", "context": context, "children_spec": list(children)}


# f(x, {"unused": unused, "y": y})
SPEC = node(
    "tuple", "null",
    node("tuple", "null", leaf(), node("dict", '["unused", "y"]', leaf(), leaf())),
    node("dict", "[]"),
)  # fmt: skip


def location(kind: str, position: int = -1, name: str = "") -> dict[str, Any]:
    return {"type_": kind, "position": position, "name": name}


def signature(dtype: str, *shape: int, dynamic: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"shape": list(shape), "dtype": dtype, "dynamic_dims": list(dynamic)}


META: dict[str, Any] = {
    "name": "forward",
    "stablehlo_version": "0.0.0",
    "input_signature": [
        signature("float32", 2, 2), signature("float32", 2), signature("float32"), signature("float32", 2),
    ],
    "output_signature": [signature("float32", 2)],
    "input_locations": [
        location("parameter", name="layer.weight"), location("input_arg", 2),
        location("constant", 0), location("input_arg", 0),
    ],
    "unused_inputs": [[location("input_arg", 1), signature("int32", 3)]],
    "input_pytree_spec": json.dumps([1, SPEC]),
    "output_pytree_spec": json.dumps([1, leaf()]),
}  # fmt: skip


def save(path: Path, array: np.ndarray[Any, Any], **options: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.save(file, array, **options)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a folder as torch_xla does, with functions of these names; `changes` are to their .meta."""

    def write(*names: str, program: str = PROGRAM, **changes: object) -> Path:
        folder = tmp_path / "model"
        (folder / "functions").mkdir(parents=True, exist_ok=True)
        for name in names or ("forward",):
            file = folder / "functions" / name
            file.with_name(f"{name}.bytecode").write_bytes(stablehlo_tools.serialize(program))
            file.with_name(f"{name}.mlir").write_text(program)
            file.with_name(f"{name}.meta").write_text(json.dumps({**META, "name": name, **changes}))
        save(folder / "data" / "layer.weight", WEIGHT)
        save(folder / "constants" / "0", np.array(2, np.float32))
        return folder

    return write


# -- runs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "inputs",
    [
        [X, Y],
        [X, UNUSED, Y],
        {"args[0]": X, "args[1]['y']": Y},
        {"args[0]": X, "args[1]['y']": Y, "args[1]['unused']": UNUSED},
        {"arg3": X, "1": Y},  # as in the text
    ],
)
def test_weights_are_bound(write: Write, inputs: Any) -> None:
    (result,) = stablehlo_tools.run(write(), inputs)
    np.testing.assert_array_equal(result, RESULT)


@pytest.mark.parametrize("name", ["layer.weight", "data/layer.weight", "0", "arg0"])
def test_another_weight_is_passed_by_its_name(write: Write, name: str) -> None:
    (result,) = stablehlo_tools.run(write(), {"args[0]": X, "args[1]['y']": Y, name: 2 * WEIGHT})
    np.testing.assert_array_equal(result, X @ (2 * WEIGHT) - 2 * Y)


def test_a_module_keeps_its_weights(write: Write) -> None:
    module = stablehlo_tools.load(write())
    np.testing.assert_array_equal(stablehlo_tools.run(module, [X, Y])[0], RESULT)
    np.testing.assert_array_equal(stablehlo_tools.run(stablehlo_tools.refine(module), [X, Y])[0], RESULT)


# Both arguments have one type, in the opposite order of the caller.
SWAPPED: dict[str, Any] = {
    "program": """func.func @main(%b: tensor<2xf32>, %a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.subtract %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}
""",
    "input_signature": [signature("float32", 2)] * 2,
    "input_locations": [location("input_arg", 1), location("input_arg", 0)],
    "unused_inputs": [],
    "input_pytree_spec": json.dumps(
        [1, node("tuple", "null", node("tuple", "null", leaf(), leaf()), node("dict", "[]"))]
    ),
}


def test_inputs_of_one_type_are_in_the_order_of_the_caller(write: Write) -> None:
    folder = write(**SWAPPED)
    np.testing.assert_array_equal(stablehlo_tools.run(folder, [X, Y])[0], X - Y)
    np.testing.assert_array_equal(stablehlo_tools.compile(folder)(X, Y)[0], X - Y)


def test_jax_passes_inputs_as_the_caller_does(write: Write) -> None:
    pytest.importorskip("jax")
    np.testing.assert_array_equal(stablehlo_tools.to_jax(write(**SWAPPED))(X, Y), X - Y)
    np.testing.assert_array_equal(stablehlo_tools.to_jax(write())(X, Y), RESULT)


def test_a_part_takes_its_own_arguments(write: Write) -> None:
    case = stablehlo_tools.extract(write(), op="%2", inputs=[X, Y])
    inputs: Any = case.inputs
    np.testing.assert_array_equal(stablehlo_tools.run(case.module, inputs)[0], 2 * Y)


def test_precision_passes_inputs_as_the_caller_does(write: Write) -> None:
    """The inputs are exact in bf16, so that nothing is lost unless they are exchanged."""
    found = stablehlo_tools.precision(write(**SWAPPED), [X, Y], budget=1e-3, to="bf16")
    assert found.is_met
    assert found.before.greatest == 0


def test_without_a_tree_the_known_inputs_are_counted(write: Write) -> None:
    folder = write(input_pytree_spec=None)
    np.testing.assert_array_equal(stablehlo_tools.run(folder, {"args[0]": X, "args[2]": Y})[0], RESULT)
    np.testing.assert_array_equal(stablehlo_tools.run(folder, [X, UNUSED, Y])[0], RESULT)


@pytest.mark.parametrize("inputs", [[], [X], [X, UNUSED, Y, Y], {"args[0]": X}, {"args[3]": X}])
def test_inputs_that_do_not_fit(write: Write, inputs: Any) -> None:
    with pytest.raises(RunError, match=r"input_(count|name)"):
        stablehlo_tools.run(write(), inputs)


def test_types_that_npy_has_no_name_for(write: Write) -> None:
    """They are written as raw bytes: bf16 as `|V2`."""
    folder = write(program=PROGRAM.replace("f32", "bf16"))
    save(folder / "data" / "layer.weight", WEIGHT.astype(ml_dtypes.bfloat16))
    save(folder / "constants" / "0", np.array(2, ml_dtypes.bfloat16))
    inputs = [X.astype(ml_dtypes.bfloat16), Y.astype(ml_dtypes.bfloat16)]
    (result,) = stablehlo_tools.run(folder, inputs)
    np.testing.assert_array_equal(result.astype(np.float32), RESULT)


def test_weights_are_views_of_their_files(write: Write) -> None:
    module = stablehlo_tools.load(write())
    array = module.interfaces["main"].stored[0].read()
    base = array
    while isinstance(base, np.ndarray) and base.base is not None:
        base = base.base
    assert type(base).__name__ == "mmap"
    assert not array.flags.writeable


def test_a_run_copies_no_weights(write: Write) -> None:
    count = 1 << 21
    others = "%y: tensor<2xf32>, %c: tensor<f32>, %x: tensor<2xf32>"
    program = f"""func.func @main(%w: tensor<{count}xf32>, {others}) -> tensor<2xf32> {{
      %0 = stablehlo.slice %w [2:4] : (tensor<{count}xf32>) -> tensor<2xf32>
      %1 = stablehlo.add %0, %x : tensor<2xf32>
      return %1 : tensor<2xf32>
    }}"""
    folder = write(program=program)
    save(folder / "data" / "layer.weight", np.arange(count, dtype=np.float32))
    expected = X + np.array([2, 3], np.float32)
    np.testing.assert_array_equal(stablehlo_tools.run(folder, [X, Y])[0], expected)
    tracemalloc.start()
    try:
        np.testing.assert_array_equal(stablehlo_tools.run(folder, [X, Y])[0], expected)
        assert tracemalloc.get_traced_memory()[1] < count
    finally:
        tracemalloc.stop()


def test_weights_in_the_order_of_fortran_and_in_the_other_byte_order(write: Write) -> None:
    folder = write()
    save(folder / "data" / "layer.weight", np.asfortranarray(WEIGHT.astype(">f4")))
    np.testing.assert_array_equal(stablehlo_tools.run(folder, [X, Y])[0], RESULT)


# -- the command line -----------------------------------------------------------------------------


def test_commands_take_a_folder(shlo: Any, write: Write) -> None:
    write()
    np.save("x.npy", X)
    np.save("y.npy", Y)
    np.save("expected.npy", RESULT)
    given = ("--inputs", "x.npy", "y.npy", "--expect", "expected.npy")
    assert shlo("run", "model", *given).status == outcome.CLEAN
    assert shlo("run", "model::forward", *given).status == outcome.CLEAN
    named = ("--inputs", "args[1]['y']=@y.npy", "args[0]=@x.npy", "--expect", "expected.npy")
    assert shlo("run", "model", *named).status == outcome.CLEAN
    arrays: dict[str, Any] = {"args[0]": X, "args[1]['y']": Y, "args[1]['unused']": UNUSED}
    np.savez("x.npz", **arrays)
    assert shlo("run", "model", "--inputs", "x.npz", "--expect", "expected.npy").status == outcome.CLEAN
    for unnamed in ((X, Y), (X, UNUSED, Y)):
        np.savez("in_order.npz", *unnamed)
        assert (
            shlo("run", "model", "--inputs", "in_order.npz", "--expect", "expected.npy").status
            == outcome.CLEAN
        )
    assert shlo("run", "model", "--random").status == outcome.CLEAN
    wrong = shlo("run", "model", "--inputs", "y.npy", "x.npy", "--expect", "expected.npy")
    assert wrong.status == outcome.FINDINGS


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "model"), ("fmt", "model"), ("stats", "model"), ("infer", "model"), ("show", "model"),
        ("index", "model", "%4"), ("why", "model", "%4[0]"), ("convert", "model", "--to", "hlo"),
        ("info", "model"),
    ],
)  # fmt: skip
def test_a_folder_is_a_program(shlo: Any, write: Write, arguments: tuple[str, ...]) -> None:
    write()
    done = shlo(*arguments)
    of_text = shlo(arguments[0], "model/functions/forward.mlir", *arguments[2:])
    assert (done.status, bool(done.out)) == (of_text.status, bool(of_text.out))


def test_missing_inputs_have_the_names_of_the_caller(shlo: Any, write: Write) -> None:
    write()
    done = shlo("run", "model")
    assert done.status == outcome.USAGE
    assert "argument 1, args[1]['y']: tensor<2xf32>" in done.out + done.err
    assert "argument 3, args[0]: tensor<2xf32>" in done.out + done.err


def test_one_of_several_functions_is_picked(shlo: Any, write: Write) -> None:
    write("decode", "encode")
    assert "total of 2 files" in shlo("stats", "model").out
    done = shlo("run", "model", "--random")
    assert done.status == outcome.USAGE
    assert "decode, encode" in done.out + done.err
    assert shlo("stats", "model::encode").status == outcome.CLEAN
    assert shlo("stats", "model::code").status == outcome.USAGE
    np.testing.assert_array_equal(stablehlo_tools.run(Path("model::decode"), [X, Y])[0], RESULT)


# -- what is wrong with folders -------------------------------------------------------------------


def refusal(folder: Path) -> str:
    with pytest.raises(DiagnosticError) as caught:
        stablehlo_tools.run(folder, [X, Y])
    return str(caught.value)


def test_weights_may_be_left_out(shlo: Any, write: Write) -> None:
    shutil.rmtree(write() / "data")
    assert "layer.weight" in refusal(Path("model"))
    np.save("w.npy", WEIGHT)
    done = shlo("run", "model", "--inputs", "2xf32=1,10", "2xf32=5,7")
    assert done.status == outcome.USAGE
    assert "argument 0, layer.weight: tensor<2x2xf32>" in done.out + done.err
    inputs = ("--inputs", "2xf32=1,10", "2xf32=5,7", "layer.weight=@w.npy")
    assert shlo("run", "model", *inputs).status == outcome.CLEAN
    assert shlo("run", "model", "--random").status == outcome.CLEAN


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (np.zeros((2, 3), np.float32), "expected tensor<2x2xf32>, found tensor<2x3xf32>"),
        (np.zeros((2, 2), np.float64), "expected tensor<2x2xf32>, found tensor<2x2xf64>"),
        (np.array([[1, "x"], [None, 2]], object), "cannot read data/layer.weight"),
    ],
)
def test_weights_that_do_not_fit(shlo: Any, write: Write, array: Any, reason: str) -> None:
    save(write() / "data" / "layer.weight", array, allow_pickle=True)
    assert reason in refusal(Path("model"))
    done = shlo("run", "model", "--random")
    assert done.status == outcome.USAGE
    assert "data/layer.weight" in done.out + done.err


class _Bomb:
    def __reduce__(self) -> Any:
        return os.mkdir, ("unpickled",)


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps(_Bomb()),
        b"",
        b"\x93NUMPY",
        b"\x93NUMPY\x01\x00\x06\x00{'a':\n" + bytes(16),
        b"\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }".ljust(128)
        + bytes(3),
        b"PK\x03\x04" + bytes(40),
    ],
)
def test_weights_that_are_no_arrays(shlo: Any, write: Write, data: bytes) -> None:
    (write() / "data" / "layer.weight").write_bytes(data)
    assert "error[stored_array]: cannot read data/layer.weight" in refusal(Path("model"))
    assert shlo("run", "model", "--random").status == outcome.USAGE
    assert not Path("unpickled").exists()


NO_FILES = ["../../secret", "..", ".", "", "/etc/passwd", "a/b", "a\\b", "a\0b", "x" * 10_000, 3]


@pytest.mark.parametrize("name", NO_FILES, ids=map("{:.12}".format, map(str, NO_FILES)))
def test_names_that_are_no_files_of_the_folder(shlo: Any, write: Write, name: object) -> None:
    locations = [location("parameter"), *META["input_locations"][1:]]
    locations[0]["name"] = name
    write(input_locations=locations)
    assert "error[damaged_folder]" in refusal(Path("model"))
    assert shlo("verify", "model").status == outcome.USAGE


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="the system has no symbolic links")
def test_links_out_of_the_folder_are_not_followed(shlo: Any, write: Write) -> None:
    folder = write()
    weight = folder / "data" / "layer.weight"
    weight.rename("elsewhere.npy")
    weight.symlink_to(Path("elsewhere.npy").resolve())
    assert "is a link to a file outside of the folder" in refusal(folder)
    weight.unlink()
    weight.symlink_to(weight)
    assert "error[damaged_folder]" in refusal(folder)
    weight.unlink()
    shutil.move("elsewhere.npy", folder / "data" / "other")
    weight.symlink_to("other")  # within the folder
    Path("linked").symlink_to(folder)
    np.testing.assert_array_equal(stablehlo_tools.run(Path("linked"), [X, Y])[0], RESULT)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_no_weight(shlo: Any, write: Write) -> None:
    weight = write() / "data" / "layer.weight"
    weight.unlink()
    os.mkfifo(weight)
    assert "is not a regular file" in refusal(Path("model"))


@pytest.mark.parametrize(
    "changes",
    [
        {"input_locations": META["input_locations"][1:]},
        {"input_locations": None},
        {"input_locations": [3]},
        {"input_locations": [location("tensor"), *META["input_locations"][1:]]},
        {"input_locations": [location("constant", -1), *META["input_locations"][1:]]},
        {"input_locations": [*META["input_locations"][:3], location("input_arg", 10**12)]},
        {"input_pytree_spec": "{"},
        {"input_pytree_spec": "[1, 2]"},
        {"input_pytree_spec": json.dumps([1, leaf()])},
        {"input_pytree_spec": '{"type": "x", "context": "", "children_spec": [' * 100 + "]}" * 100},
        {"input_signature": [{}]},
        {"output_signature": 5},
    ],
)
def test_what_a_folder_says_is_not_trusted(shlo: Any, write: Write, changes: Any) -> None:
    write(**changes)
    assert "error[damaged_folder]" in refusal(Path("model"))
    assert shlo("verify", "model").status == outcome.USAGE


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b"[" * 100_000, b'{"input_locations": [NaN]}'])
def test_a_description_that_is_none(shlo: Any, write: Write, data: bytes) -> None:
    (write() / "functions" / "forward.meta").write_bytes(data)
    assert "error[damaged_folder]" in refusal(Path("model"))


def test_files_that_are_not_there(shlo: Any, write: Write) -> None:
    (write() / "functions" / "forward.meta").unlink()
    with pytest.raises(FileNotFoundError):
        stablehlo_tools.load(Path("model"))
    done = shlo("verify", "model")
    assert done.status == outcome.USAGE
    assert "forward.meta" in done.out


def test_bytecode_that_is_damaged_or_none(shlo: Any, write: Write) -> None:
    file = write() / "functions" / "forward.bytecode"
    for data in (file.read_bytes()[:-40], b"module {}", b""):
        file.write_bytes(data)
        with pytest.raises(ParseError):
            stablehlo_tools.load(Path("model"))
        assert shlo("verify", "model").status == outcome.USAGE


# -- directories ----------------------------------------------------------------------------------


def test_a_folder_among_other_files_is_one_program(shlo: Any, write: Write) -> None:
    Path("d").mkdir()
    shutil.move(write("decode", "encode"), Path("d", "two"))
    shutil.move(write(), Path("d", "one"))
    Path("d", "three.mlir").write_text(PROGRAM)
    listed = shlo("verify", "d", "--show-files").out.splitlines()
    names = ["d/one", "d/three.mlir", "d/two::decode", "d/two::encode"]
    assert [Path(name).as_posix() for name in listed] == names
    assert shlo("verify", "d").err == "4 files checked, nothing found\n"
    assert shlo("verify", "d/*").err == "4 files checked, nothing found\n"
    assert shlo("verify", "d", "--exclude", "two").err == "2 files checked, nothing found\n"


def test_info_counts_weights(shlo: Any, write: Write) -> None:
    (write() / "constants" / "0").unlink()
    done = shlo("info", "model")
    assert done.status == outcome.CLEAN
    lines = done.out.splitlines()
    assert lines[0] == "kind          torch_xla folder"
    assert lines[2:] == [
        "function      forward",
        "  argument    layer.weight: float32[2,2]",
        "  argument    args[1]['y']: float32[2]",
        "  argument    constants/0: float32[]",
        "  argument    args[0]: float32[2]",
        "  result      out0: float32[2]",
        "inputs        forward: args[0], args[1]['unused'], args[1]['y']",
        "weights       1, of 144 bytes",
        "constants     0, of 0 bytes",
        "missing       constants/0",
    ]
    found = json.loads(shlo("info", "model::forward", "--format", "json").out)
    assert found["weights"] == {"count": 1, "size": 144}
    assert shlo("info", "model::backward").status == outcome.USAGE
