"""The types of `stablehlo_tools.ops`: those of the declarations, and what mypy makes of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.interpret.eager import names
from tests.ops.stub import stub

ROOT = Path(__file__).resolve().parents[2]
STUB = ROOT / "stablehlo_tools" / "ops" / "__init__.pyi"

PROGRAM = """\
import numpy as np
import stablehlo_tools
from stablehlo_tools import ops

x = np.ones((2, 2), np.float32)
y = stablehlo_tools.ops.add(x, 1.0)
print(y + 1)
reveal_type(y)
reveal_type(ops.reduce([x], [0.0], dimensions=np.array([0]), body=ops.add))
ops.sort([x], dimension=1, comparator=lambda a, b: ops.compare(a, b, comparison_direction="GT"))
ops.convert(x, result="i8")
ops.compare(x, x, comparison_direction="MORE")
ops.transpose(x)
ops.nothing(x)
"""
SAID = [
    (8, 'Revealed type is "numpy.ndarray['),
    (9, 'Revealed type is "tuple[numpy.ndarray['),
    (12, 'Argument "comparison_direction" to "compare" has incompatible type'),
    (13, 'Missing named argument "permutation" for "transpose"'),
    (14, 'Module has no attribute "nothing"'),
]


def test_the_stub_is_that_of_the_declarations() -> None:
    made = stub()
    if os.environ.get("SHLO_UPDATE_SNAPSHOTS"):
        STUB.write_text(made, encoding="utf-8")
    assert made == STUB.read_text(encoding="utf-8")


def test_ops_are_an_attribute_of_the_package() -> None:
    assert stablehlo_tools.ops.add(1.0, 2.0) == 3
    assert set(names()) <= set(dir(stablehlo_tools.ops))


def test_what_there_is_not_is_told_with_its_name() -> None:
    """Python suggests names that are like it."""
    for module in (stablehlo_tools, stablehlo_tools.ops):
        with pytest.raises(AttributeError, match="has no attribute 'addd'") as raised:
            module.addd  # noqa: B018
        assert (raised.value.name, raised.value.obj) == ("addd", module)


def test_a_type_checker_knows_the_ops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("mypy.api", reason="pip install '.[dev]'")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    out, err, _ = api.run(["--strict", "--hide-error-context", "--no-error-summary", program.name])
    assert err == ""
    lines = [line.replace("builtins.", "") for line in out.splitlines() if line.startswith("program.py")]
    said = [line for line in lines if "defined in" not in line]
    assert len(said) == len(SAID)
    for line, (number, message) in zip(said, SAID, strict=True):
        assert line.startswith(f"program.py:{number}: ")
        assert message in line
