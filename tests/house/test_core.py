"""The core: a grammar, a tree, ops, their formulas, a verifier, an interpreter, and the commands of these.

It knows nothing of what stands around it: with all other rooms taken away, programs in text are verified and
run as before.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.house.test_house import PACKAGE, ROOT

# The rooms of the core, and what it needs of others: of the linter, the settings are everybody's, since
# `shlo.toml` says what `verify` leaves out; and `--random` asks for weights.
CORE = {
    "api", "cli", "diagnostics", "formula", "grammars", "host", "interpret", "ir", "ops", "rewrite", "text",
    "verifier",
    "dataflow.fan_in",
    "formats.artifacts", "formats.compressed", "formats.faults", "formats.programs", "formats.texts",
    "linter.configuration", "linter.patterns", "linter.selection", "linter.settings",
    "verdict.difference", "verdict.tolerance",
}  # fmt: skip


def around() -> tuple[str, ...]:
    """The other rooms, and the other files of rooms that the core needs in part."""
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    shared = {name.partition(".")[0] for name in CORE if "." in name}
    files = {f"{room}.{path.stem}" for room in shared for path in (PACKAGE / room).iterdir()}
    assert {*rooms, *files} >= CORE
    names = {*rooms - shared, *files} - CORE
    return tuple(sorted(name for name in names if not name.rpartition(".")[2].startswith("_")))


AROUND = around()

PROGRAM = """
import sys
AROUND = tuple(f"stablehlo_tools.{room}." for room in ROOMS)
class Away:
    def find_spec(self, name, path=None, target=None):
        if f"{name}.".startswith(AROUND):
            raise ModuleNotFoundError(f"{name} is away", name=name)
sys.meta_path.insert(0, Away())
from stablehlo_tools.cli.main import execute
assert execute(["verify", "testdata/models/mlp.mlir"]) == 0
assert execute(["verify", "FILE"]) == 1
assert execute(["run", "testdata/interpret/trap.mlir"]) == 0
assert execute(["fmt", "testdata/interpret/trap.mlir"]) == 0
assert not [name for name in sys.modules if f"{name}.".startswith(AROUND)]
"""


def test_programs_are_verified_and_run_without(tmp_path: Path) -> None:
    """Without all of them: what imports none does without any one of them."""
    wrong = tmp_path / "wrong.mlir"
    wrong.write_text(
        "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n  return %x : tensor<2xf32>\n}\n"
    )
    program = PROGRAM.replace("ROOMS", repr(AROUND)).replace("FILE", wrong.as_posix())
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert "away" not in done.stderr
    assert done.returncode == 0, done.stderr
