"""There is no code that `explain` does not know, and what it says of each is true."""

from __future__ import annotations

import ast
import functools
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools import RunError
from stablehlo_tools.cli.main import execute
from stablehlo_tools.explanations import explain
from stablehlo_tools.explanations.codes import CODES
from stablehlo_tools.explanations.facts import CodeExplanation
from stablehlo_tools.interpret.traps import TRAPS
from stablehlo_tools.ops.registry import OPS
from tests.house.test_house import FILES, tree_of

# What makes a diagnostic, or what becomes one -> which of its arguments is the code, and its default.
MAKERS = {
    "Diagnostic": (0, None),
    "Problem": (0, None),
    "Failed": (0, None),
    "StatementError": (4, "syntax"),
    "CascadingError": (4, "syntax"),
    "self._error": (0, None),
    "diagnostic": (0, None),
    "_diagnostic": (0, None),
    "Mistake": (0, None),
    "BracketError": (0, None),
    "ShapeMismatch": (2, "hlo_operand_shape"),
    "error_at": (2, "syntax"),
    "error_in_types": (1, "syntax"),
    "LiteralError": (3, "literal"),
    "ElementFault": (0, None),
}
# Codes of errors that are made elsewhere, and passed on.
PASSED_ON = {"code", "problem", "error.code", "problem.code", "event.kind", "found.code"}
PASSED_ON |= {"mistake.code", "mismatch.code", "rule.code"}
FAMILIES = {
    "f'{what}_count'": ["operand_count", "result_count"],
    "fault.code": [f"trap_{trap.replace('-', '_')}" for trap in TRAPS],
}
OF_AN_OP = {
    "f'{op.mnemonic}_{mismatch.what}'",  # operands, results, regions
    "f'{op.mnemonic}_{letter}{numbered.index(entry.name) + 1}'",
    "f'{op.mnemonic}_i{op.inputs.index(mismatch.field) + 1}'",
    "f'{op.mnemonic}_i{op.inputs.index(name) + 1}'",
    "f'{op.mnemonic}_{rule.id.lower()}'",
    "f'{op.mnemonic}_undetermined'",
    "f'{op.mnemonic}_{violation.rule.id.lower()}'",
    "f'{name}_c1'",  # of ops that broadcast
    "f'quantized_{violation.rule.id.lower()}'",
    "code_in_pair(text, number.start())",
}


def emitted(path: Path) -> Iterator[str]:
    """The codes that a file gives to diagnostics."""
    tree = tree_of(path)
    named = {
        target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        maker = ast.unparse(call.func)
        if maker == "_diagnostic" and not isinstance(call.args[0], ast.Constant):
            continue  # of files that call something else so
        if maker not in MAKERS and "code" not in keywords:
            continue
        position, default = MAKERS.get(maker, (0, None))
        code = keywords.get("code") or next(itertools.islice(call.args, position, None), None)
        if code is None:
            assert default is not None, ast.unparse(call)
            yield default
        elif isinstance(code, ast.Constant):
            yield str(code.value)
        elif ast.unparse(code) in FAMILIES:
            yield from FAMILIES[ast.unparse(code)]
        elif ast.unparse(code) in named:
            yield str(named[ast.unparse(code)])
        elif ast.unparse(code) not in PASSED_ON | CONSTANTS:
            assert ast.unparse(code) in OF_AN_OP, f"{path}: {ast.unparse(call)}"


CONSTANTS = {"NOT_MLIR", "SEVERAL_PROGRAMS", "UNREADABLE", "PLUGIN"}
RULE = re.compile(r"\w+_[cio]\d+")  # of an op, by a kernel that checks it


@functools.cache
def all_emitted() -> frozenset[str]:
    """The codes of all files."""
    found = {code for path in FILES for code in emitted(path)}
    return frozenset({code for code in found if not RULE.fullmatch(code)} | {"unmatched_brace"})


def test_all_codes_of_the_source_are_explained() -> None:
    assert len(all_emitted()) > 30
    assert all_emitted() - CODES.keys() == set()
    for code in all_emitted():
        assert str(explain(code))


def test_no_code_is_explained_that_is_not_there() -> None:
    constant = {"not_mlir", "several_programs", "no_such_program", "unreadable_file", "plugin"}
    assert CODES.keys() == all_emitted() | constant


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


@pytest.mark.parametrize("code", [code for code in CODES if CODES[code].example])
def test_the_example_of_a_code_gives_it(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "example.mlir"
    file.write_text(CODES[code].example, encoding="utf-8")
    command, *options = CODES[code].command.split()
    execute([command, str(file), *options])
    assert re.findall(r"^(?:error|warning|note)\[(\w+)\]", capsys.readouterr().out, re.MULTILINE) == [code]


def test_codes_without_an_example_are_given_too(capsys: pytest.CaptureFixture[str]) -> None:
    without = {code for code in CODES if not CODES[code].example}
    of_grids = {"deadlock", "exchange_mismatch", "never_received", "too_many_processes"}
    of_grids |= {"shapes_of_processes", "undefined_mesh", "mesh_size", "no_group"}
    of_grids |= {"no_process", "no_partner", "wrong_values", "ragged_all_to_all"}
    of_files = {"unreadable_file", "indexing_map", "configuration"}
    of_files |= {"damaged_bytecode", "damaged_case", "unsupported_bytecode", "no_such_version", "no_export"}
    of_files |= {"damaged_folder", "compressed_file", "stored_array", "no_such_program"}
    of_engines = {
        "engine_rejects",
        "engine_failed",
        "engine_crashed",
        "engine_results",
        "engine_disconnected",
    }  # tests/engines
    of_engines |= {"different_types", "recorded_type"}  # tests/comparison
    assert without == {"input_count", "input_name", "malformed_op"} | of_files | of_grids | of_engines
    assert execute(["shape", "f32[2"]) == 2
    assert "error[hlo_shape]" in capsys.readouterr().out
    assert execute(["verify", "no/such/file.mlir"]) == 2
    assert "error[unreadable_file]" in capsys.readouterr().out
    with pytest.raises(RunError, match="input_count"):
        stablehlo_tools.run("func.func @main(%x: tensor<f32>) {\n  return\n}", [])
