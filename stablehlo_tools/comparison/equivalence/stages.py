"""The stages of a compilation in order, to find the first pass that changed what a program computes."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from stablehlo_tools.comparison.equivalence.results import Equivalence

_ENDINGS: Final = (".txt", ".hlo", ".mlir", ".mlirbc")
# XLA's names: module_0000.jit_f.0012.PIPELINE.after_PASS.before_OTHER.txt, and before_optimizations.txt
_OF_XLA: Final = re.compile(
    r"(?P<module>module_\d+\.[^.]+)\.(?:(?P<number>\d{4})\.(?P<stage>.+)|(?P<first>before_optimizations)"
    r"|(?P<last>\w*after_optimizations))\.\w+"
)
# XLA's input, in a folder of its own: module_0000.jit_f/module.mlir
_GIVEN: Final = re.compile(r"(?:.*/)?(?P<module>module_\d+\.[^./]+)/module\.mlir")


@dataclass(frozen=True)
class Stage:
    """A file of a dump: the program after a pass."""

    path: Path
    name: str


@dataclass(frozen=True)
class StageVerdict:
    """A stage, and its verdict against the stage before; None if both are the same program."""

    stage: Stage
    equivalence: Equivalence | None
    seconds: float = 0.0


def stages_in(folder: Path) -> dict[str, list[Stage]]:
    """The stages of each module in a folder, in order.

    The folder is an XLA dump (`--xla_dump_hlo_pass_re=.*`), or a tree of programs with numbers in their
    names, such as that of `mlir-opt --mlir-print-ir-tree-dir`.
    """
    stages: dict[str, list[tuple[tuple[object, ...], Stage]]] = defaultdict(list)
    for path in sorted(entry for entry in folder.rglob("*") if entry.suffix in _ENDINGS and entry.is_file()):
        match, name = _OF_XLA.fullmatch(path.name), path.relative_to(folder).as_posix()
        input_match = _GIVEN.fullmatch(name)
        if input_match is not None:
            stages[input_match["module"]].append(((-1, 0), Stage(path, "module.mlir")))
        elif match is not None:
            position = 0 if match["first"] else 2 if match["last"] else 1
            key = (position, int(match["number"] or 0))
            name = match["stage"] or match["first"] or match["last"]
            stages[match["module"]].append((key, Stage(path, name)))
        elif path.suffix != ".txt":
            stages[""].append((_natural(name), Stage(path, name)))
    return {
        module: [stage for _, stage in sorted(entries, key=lambda pair: pair[0])]
        for module, entries in stages.items()
    }


def _natural(name: str) -> tuple[object, ...]:
    """A key that sorts names by the values of the numbers in them."""
    return tuple(int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name))


def stage_verdicts(
    stages: Sequence[Stage], judge: Callable[[Stage, Stage], Equivalence | None], clock: Callable[[], float]
) -> Iterator[StageVerdict]:
    """Each stage, judged against the one before; `judge` returns None for the same program."""
    previous, digest = stages[0], hashlib.sha256(stages[0].path.read_bytes()).digest()
    yield StageVerdict(previous, None)
    for stage in stages[1:]:
        before, digest, begin = digest, hashlib.sha256(stage.path.read_bytes()).digest(), clock()
        equivalence = None if digest == before else judge(previous, stage)
        yield StageVerdict(stage, equivalence, clock() - begin)
        previous = stage
