"""The package `stablehlo-rules`: what is in it, and that a reader in Go can check ops by it alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.explanations.rules_package import write_rules

pytestmark = pytest.mark.slow

READER = Path(__file__).parent / "rules_reader.go"
NUMBERED = {  # constraints in the specification, (C1) to the last, all of which have a case that breaks them
    "add": 8, "broadcast_in_dim": 6, "cholesky": 3, "clamp": 4, "compare": 3, "convolution": 34,
    "dot": 6, "dynamic_slice": 5, "dynamic_update_slice": 6, "fft": 5, "gather": 23, "if": 3, "map": 4,
    "pad": 4, "reduce": 8, "reduce_window": 16, "reshape": 3, "reverse": 3, "scatter": 25,
    "select_and_scatter": 12, "slice": 5, "transpose": 4, "triangular_solve": 4, "while": 3,
}  # fmt: skip


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules")
    write_rules(folder, worked="stablehlo.tran")
    return folder


def read(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def scores(folder: Path, tmp_path: Path) -> Any:
    """What the reader finds, by op."""
    if (go := shutil.which("go")) is None:
        pytest.skip("Go is not installed")
    environment = {**os.environ, "GOCACHE": str(tmp_path / "cache"), "GOFLAGS": "", "GO111MODULE": "off"}
    done = subprocess.run(
        [go, "run", READER, folder], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_files_are_as_their_schema_says(package: Path) -> None:
    schema = jsonschema.Draft202012Validator(read(package, "schema"))
    for name in ("rules", "cases", "accuracy", "examples"):
        schema.validate(read(package, name))
    damaged = read(package, "rules")
    del damaged["ops"][0]["rules"]
    assert not schema.is_valid(damaged)
    assert {path.suffix for path in package.iterdir()} == {".json", ".md", ".toml", ""}
    readme = (package / "README.md").read_text(encoding="utf-8")
    assert f"{len(read(package, 'cases')['cases']):,} programs" in readme


def test_rules_are_those_of_the_specification(package: Path) -> None:
    ops = {each["op"]: each for each in read(package, "rules")["ops"]}
    assert len(ops["stablehlo.convolution"]["rules"]) == 34
    (found,) = (each for each in ops["stablehlo.transpose"]["rules"] if each["id"] == "C3")
    formula, text = found["formulas"][0], "shape(result) = dim(operand, permutation...)"
    sizes = ["call", "dim", ["name", "operand"], ["spread", ["name", "permutation"]]]
    assert found["text"] == formula["formula"] == text
    assert formula["tree"] == ["chain", ["call", "shape", ["name", "result"]], "=", sizes]


def test_a_worked_example_is_a_transpose(package: Path) -> None:
    examples = [each for each in read(package, "examples")["examples"] if each["op"] == "stablehlo.transpose"]
    for each in examples:
        (x,), (y,), (bound,) = (
            [np.reshape(of["elements"], of["shape"]) for of in each[name]]
            for name in ("inputs", "results", "bounds")
        )
        assert bound.max() <= np.finfo(np.float32).tiny  # results may be flushed to zero
        (found,) = stablehlo_tools.run(each["program"], [np.asarray(x, np.float32)])
        np.testing.assert_array_equal(found, y)
        assert sorted(x.ravel()) == sorted(y.ravel())
    assert examples


def test_a_reader_in_go_agrees_with_each_case(package: Path, tmp_path: Path) -> None:
    found = scores(package, tmp_path)
    assert {name: each["wrong"] for name, each in found.items() if each["wrong"]} == {}
    assert {name: len(found[f"stablehlo.{name}"]["broken"]) for name in NUMBERED} == NUMBERED
    assert all(found[f"stablehlo.{name}"]["holds"] > 0 for name in NUMBERED)


def test_a_reader_in_go_finds_a_rule_that_is_spoilt(package: Path, tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt"
    shutil.copytree(package, spoilt)
    rules = read(spoilt, "rules")
    (op,) = (each for each in rules["ops"] if each["op"] == "stablehlo.reverse")
    (rule,) = (each for each in op["rules"] if each["id"] == "C3")
    assert rule["formulas"][0]["formula"] == "0 <= dimensions < rank(result)"
    tree = rule["formulas"][0]["tree"]
    tree[tree.index("<")] = "<="
    (spoilt / "rules.json").write_text(json.dumps(rules), encoding="utf-8")
    found = scores(spoilt, tmp_path)
    assert [name for name, each in found.items() if each["wrong"]] == ["stablehlo.reverse"]
    assert found["stablehlo.reverse"]["wrong"][0].startswith("reverse_c3 of reverse_c3")
