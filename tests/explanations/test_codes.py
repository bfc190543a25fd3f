"""There is no code that `explain` does not know, and what it says of each is true."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools import RunError
from stablehlo_tools.cli.main import execute
from stablehlo_tools.explanations import explain
from stablehlo_tools.explanations.facts.codes import CodeExplanation, all_codes, example_of
from stablehlo_tools.interpret.observers.traps import CODES as TRAP_CODES, TRAPS
from stablehlo_tools.ops.registry import OPS
from tests.house.test_house import FILES, dotted, each_file, nodes_of

CODES = all_codes()
# What makes a diagnostic, or what becomes one -> which of its arguments is the code.
MAKERS = {
    "Diagnostic": 0,
    "Problem": 0,
    "Failed": 0,
    "StatementError": 4,
    "CascadingError": 4,
    "self._error": 0,
    "diagnostic": 0,
    "_diagnostic": 0,
    "Mistake": 0,
    "ShapeMismatch": 2,
    "error_at": 2,
    "error_in_types": 1,
    "LiteralError": 3,
    "ElementFault": 0,
}
RULE = re.compile(r"\w+_[cio]\d+")  # of an op, by a kernel that checks it


@each_file()
def test_no_code_is_given_that_is_not_declared(path: Path) -> None:
    """A code that is written where a diagnostic is made has no meaning and no help."""
    for call in nodes_of(path, ast.Call):
        given = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
        position = MAKERS.get(dotted(call.func))
        given += [] if position is None else call.args[position : position + 1]
        given += [
            branch for code in given if isinstance(code, ast.IfExp) for branch in (code.body, code.orelse)
        ]
        words = [code.value for code in given if isinstance(code, ast.Constant)]
        assert [word for word in words if isinstance(word, str) and not RULE.fullmatch(word)] == []


def test_every_code_is_given() -> None:
    """Each is a constant that is read, in its file or where it is imported."""
    constants, read = {}, set[str]()
    for path in FILES:
        for node in nodes_of(path, ast.Assign):
            if isinstance(node.value, ast.Call) and dotted(node.value.func) == "Code":
                constants[dotted(node.targets[0])] = ast.literal_eval(node.value.args[0])
        read |= {node.id for node in nodes_of(path, ast.Name) if isinstance(node.ctx, ast.Load)}
    assert len(constants) > 100
    assert constants.keys() <= read
    assert {*constants.values()} == {code for code in CODES if not code.startswith("trap_")}
    assert {code for code in CODES if code.startswith("trap_")} == {*TRAP_CODES.values()}
    assert TRAP_CODES.keys() == TRAPS.keys()


def test_all_codes_are_explained() -> None:
    for code in CODES:
        assert str(explain(code))


def test_codes_about_parts_of_an_op_are_explained() -> None:
    for op in OPS.values():
        dialect = op.name.partition(".")[0]
        for code in (f"{op.mnemonic}_{what}" for what in ("operands", "results", "regions", "undetermined")):
            assert isinstance(explain(f"{dialect}.{code}"), CodeExplanation)
        for number, name in enumerate(op.inputs, start=1):
            explanation = explain(f"{dialect}.{op.mnemonic}_i{number}")
            assert isinstance(explanation, CodeExplanation)
            assert f" {name} of {op.name} " in explanation.meaning
        for number, output in enumerate(op.outputs, start=1):
            assert f"result {output.name} of" in str(explain(f"{dialect}.{op.mnemonic}_o{number}"))


@pytest.mark.parametrize("code", [code for code in CODES if example_of(CODES[code])])
def test_the_example_of_a_code_gives_it(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "example.mlir"
    file.write_text(example_of(CODES[code]), encoding="utf-8")
    command, *options = CODES[code].command.split()
    execute([command, str(file), *options])
    written = "".join(capsys.readouterr())  # to standard error if the command writes a program
    assert re.findall(r"^(?:error|warning|note)\[(\w+)\]", written, re.MULTILINE) == [code]


def test_codes_without_an_example_are_given_too(capsys: pytest.CaptureFixture[str]) -> None:
    without = {code for code in CODES if not example_of(CODES[code])}
    of_grids = {"deadlock", "exchange_mismatch", "never_received", "too_many_processes"}
    of_grids |= {"shapes_of_processes", "undefined_mesh", "mesh_size", "no_group"}
    of_grids |= {"no_process", "no_partner", "wrong_values", "ragged_all_to_all"}
    of_files = {"unreadable_file", "indexing_map", "configuration"}
    of_files |= {"damaged_bytecode", "damaged_case", "unsupported_bytecode", "no_such_version", "no_export"}
    of_files |= {"damaged_folder", "compressed_file", "stored_array", "no_such_program"}
    of_files |= {"target_profile"}  # tests/targets
    of_engines = {
        "engine_rejects",
        "engine_failed",
        "engine_crashed",
        "engine_results",
        "engine_disconnected",
    }  # tests/engines
    of_engines |= {"different_types", "recorded_type", "not_recorded"}  # tests/comparison
    of_engines |= {"not_equivalent", "other_types"}  # tests/comparison/equivalence
    of_engines |= {"not_lowered", "wrong_lowering"}  # tests/targets/lowering
    assert without == {"input_count", "input_name", "malformed_op"} | of_files | of_grids | of_engines
    assert execute(["shape", "f32[2"]) == 2
    assert "error[hlo_shape]" in capsys.readouterr().out
    assert execute(["verify", "no/such/file.mlir"]) == 2
    assert "error[unreadable_file]" in capsys.readouterr().out
    with pytest.raises(RunError, match="input_count"):
        stablehlo_tools.run("func.func @main(%x: tensor<f32>) {\n  return\n}", [])
