"""The core: a grammar, a tree, ops, their formulas, a verifier, an interpreter, and the commands of these.

It knows nothing of what stands around it: with the rooms around it taken away, programs in text are verified
and run as before.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.house.test_house import PACKAGE, ROOT

# Of the linter, the settings are everybody's: `shlo.toml` says what `verify` leaves out.
AROUND = (
    "comparison", "drawing", "engines", "explanations", "hlo", "indexing",
    "linter.check", "linter.registry", "linter.rules", "testing",
    "formats.arrays", "formats.bytecode", "formats.cases", "formats.description_lines",
    "formats.file_description", "formats.hlo_proto", "formats.jaxexport", "formats.saved_model",
    "formats.torch_folders", "formats.vhlo", "formats.wire",
    "targets", "verdict.envelope", "verdict.sanitizer",
)  # fmt: skip

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


def test_each_container_is_taken_away() -> None:
    door = {"artifacts", "compressed", "faults", "programs", "texts"}
    there = {path.stem for path in (PACKAGE / "formats").iterdir() if not path.stem.startswith("_")}
    assert {f"formats.{name}" for name in there - door} <= set(AROUND)
