"""How time and memory grow with a program: generated ones of so many ops, or so many megabytes of constants.

Each is measured in a process of its own, whose memory at the highest is known, and MLIR in another.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import stablehlo_tools
from stablehlo_tools.ir.constants import Dense, DenseResource
from tests.benchmarks import peers
from tests.benchmarks.cases import Figure, read_and_verify
from tests.benchmarks.measure import QUICK, Effort
from tests.benchmarks.models import ROOT

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Growth:
    """Programs of one kind, of any size: so many ops, or so many megabytes of constants."""

    kind: str
    text: Callable[[int], str]
    unit: str = "ops"
    sizes: Sequence[int] = (1_000, 10_000, 100_000)

    @property
    def label(self) -> str:
        """What tells it from others."""
        return self.kind

    def sized(self, effort: Effort) -> Sequence[int]:
        """The sizes to measure: in a hurry, not the largest."""
        return self.sizes[:-1] if effort is QUICK else self.sizes


# -- ops ------------------------------------------------------------------------------------------

_OPS = ("add", "multiply", "subtract", "maximum", "divide")
_TYPE = "tensor<4x8xf32>"


def _lines(count: int, form: Callable[[int, str, str], str], first: str = "%arg0") -> Iterator[str]:
    """So many elementwise ops, each of the results of the two before it; `form` is a line of them."""
    values = [first, first]
    for number in range(count):
        yield f"%{number} = " + form(number, *values[-2:])
        values = [values[-1], f"%{number}"]


def _pretty(number: int, lhs: str, rhs: str) -> str:
    return f"stablehlo.{_OPS[number % 5]} {lhs}, {rhs} : {_TYPE}"


def _generic(number: int, lhs: str, rhs: str) -> str:
    return f'"stablehlo.{_OPS[number % 5]}"({lhs}, {rhs}) : ({_TYPE}, {_TYPE}) -> {_TYPE}'


def _function(lines: Sequence[str], name: str = "main", result: str = "%arg0") -> str:
    head = f"func.func {'' if name == 'main' else 'private '}@{name}(%arg0: {_TYPE}) -> {_TYPE} {{"
    return "\n".join([head, *(f"  {line}" for line in lines), f"  return {result} : {_TYPE}", "}", ""])


def straight_line(count: int) -> str:
    """One function of ops that are alike."""
    return _function([*_lines(count, _pretty)], result=f"%{count - 1}")


def generic_form(count: int) -> str:
    """The same in generic form."""
    return _function([*_lines(count, _generic)], result=f"%{count - 1}")


def one_line(count: int) -> str:
    """The same without line ends."""
    return straight_line(count).replace("\n", " ")


def located(count: int) -> str:
    """The same with three lines of locations for each op."""
    lines = (f"{line} loc(#loc{3 * number + 3})" for number, line in enumerate(_lines(count, _pretty)))
    locations = (
        f'#loc{3 * number + 1} = loc("model.py":{number}:8 to :20)\n'
        f'#loc{3 * number + 2} = loc("layer_{number}"(#loc{3 * number + 1}))\n'
        f"#loc{3 * number + 3} = loc(callsite(#loc{3 * number + 2} at #loc))\n"
        for number in range(count)
    )
    return f"#loc = loc(unknown)\n{_function([*lines])}{''.join(locations)}"


def functions(count: int) -> str:
    """Private functions of ten ops, each called once."""
    calls = [f"%{number} = call @f{number}(%arg0) : ({_TYPE}) -> {_TYPE}" for number in range(count // 10)]
    bodies = (_function([*_lines(8, _pretty)], f"f{number}", "%7") for number in range(count // 10))
    return _function(calls) + "".join(bodies)


def loops(count: int) -> str:
    """Loops of six ops, one behind the other."""
    loop = [
        "stablehlo.while(%i = %arg0) : tensor<4x8xf32>",
        "cond {",
        "  %a = stablehlo.constant dense<true> : tensor<i1>",
        "  stablehlo.return %a : tensor<i1>",
        "} do {",
        "  %a = stablehlo.add %i, %i : tensor<4x8xf32>",
        "  %b = stablehlo.multiply %a, %i : tensor<4x8xf32>",
        "  stablehlo.return %b : tensor<4x8xf32>",
        "}",
    ]
    return _function([line for number in range(count // 6) for line in (f"%{number} = {loop[0]}", *loop[1:])])


def blocks(count: int) -> str:
    """Blocks of two ops, each of which branches to the next."""
    lines = ["cf.br ^bb0(%arg0 : tensor<4x8xf32>)"]
    for number in range(count // 2):
        lines += [
            f"^bb{number}(%x{number}: tensor<4x8xf32>):",
            f"%{number} = stablehlo.add %x{number}, %arg0 : tensor<4x8xf32>",
            f"cf.br ^bb{number + 1}(%{number} : tensor<4x8xf32>)",
        ]
    return _function([*lines, f"^bb{count // 2}(%last: tensor<4x8xf32>):"], result="%last")


def all_different(count: int) -> str:
    """Ops of which no two are of the same shape, so that every statement is a new one."""
    lines = []
    for number in range(count // 2):
        type = f"tensor<{number + 1}x4x8xf32>"
        lines += [
            f"%{2 * number} = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : ({_TYPE}) -> {type}",
            f"%{2 * number + 1} = stablehlo.add %{2 * number}, %{2 * number} : {type}",
        ]
    return _function(lines)


def operands(count: int) -> str:
    """One op of so many operands."""
    types = ", ".join([_TYPE] * count)
    joined = f"stablehlo.concatenate {', '.join(['%arg0'] * count)}, dim = 0 : ({types}) -> "
    return _function([f"%0 = {joined}tensor<{4 * count}x8xf32>"])


def nested(count: int) -> str:
    """Regions in regions, 30 deep, again and again."""
    depth, lines = 30, ["%p = stablehlo.constant dense<true> : tensor<i1>"]
    end = "stablehlo.return %arg0 : tensor<4x8xf32>"
    for number in range(count // (3 * depth)):
        lines += [f'%r{number}_{level} = "stablehlo.if"(%p) ({{' for level in range(depth)]
        lines += [end, "}, {", end, f"}}) : (tensor<i1>) -> {_TYPE}"] * depth
    return _function(lines)


# -- constants ------------------------------------------------------------------------------------


def _constants(literals: Sequence[tuple[str, str]]) -> str:
    """Constants: what is written and the type of each."""
    return _function(
        [f"%c{at} = stablehlo.constant {text} : {type}" for at, (text, type) in enumerate(literals)]
    )


def _numbers(count: int) -> Any:
    return np.random.default_rng(0).standard_normal(count, np.float32)


def hexadecimal(megabytes: int) -> str:
    """One constant as the digits of its bytes."""
    count = megabytes * MEGABYTE // 8
    return _constants([(f'dense<"0x{_numbers(count).tobytes().hex()}">', f"tensor<{count}xf32>")])


def floats(megabytes: int) -> str:
    """One constant as nested lists of floats."""
    rows = megabytes * MEGABYTE // 900
    lists = [", ".join([f"{number:.6e}" for number in row]) for row in _numbers(64 * rows).reshape(rows, 64)]
    return _constants([(f"dense<[[{'], ['.join(lists)}]]>", f"tensor<{rows}x64xf32>")])


def integers(megabytes: int) -> str:
    """One constant as a list of integers."""
    count = megabytes * MEGABYTE // 9
    numbers = np.random.default_rng(0).integers(-9_999_999, 9_999_999, count)
    return _constants([(f"dense<[{', '.join(map(str, numbers.tolist()))}]>", f"tensor<{count}xi32>")])


def short_lists(megabytes: int) -> str:
    """Constants of a thousand characters each."""
    rows = [", ".join([f"{number:.3e}" for number in row]) for row in _numbers(1000 * 80).reshape(1000, 80)]
    return _constants([(f"dense<[{rows[at % 1000]}]>", "tensor<80xf32>") for at in range(megabytes * 1000)])


def resources(megabytes: int) -> str:
    """One constant whose bytes stand behind the program."""
    count = megabytes * MEGABYTE // 8
    blob = f'blob: "0x04000000{_numbers(count).tobytes().hex()}"'
    section = f"{{-#\n  dialect_resources: {{ builtin: {{ {blob} }} }}\n#-}}\n"
    return _constants([("dense_resource<blob>", f"tensor<{count}xf32>")]) + section


_OF_OPS = (
    straight_line, generic_form, one_line, located, functions, loops, blocks, nested, all_different, operands,
)  # fmt: skip
_OF_CONSTANTS = (hexadecimal, floats, integers, short_lists, resources)
GROWTHS = (
    *(Growth(text.__name__.replace("_", " "), text) for text in _OF_OPS),
    *(Growth(text.__name__.replace("_", " "), text, "MB", (1, 10, 100)) for text in _OF_CONSTANTS),
)

# -- measuring ------------------------------------------------------------------------------------


def growing(growth: Growth, effort: Effort) -> Iterator[Figure]:
    """Parse and verify, print, and read the constants of programs that grow, beside MLIR."""
    for size in growth.sized(effort):
        text = growth.text(size)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program.mlir"
            path.write_text(text, encoding="utf-8")
            ours = _in_a_process("ours", path)
            theirs = _in_a_process("MLIR", path) if peers.has_jax() else {}
        notes = [f"{ours['memory'] / MEGABYTE:.0f} MB, {ours['memory'] / len(text):.1f}x the text"]
        notes += [f"MLIR {theirs['memory'] / MEGABYTE:.0f} MB"] if theirs else []
        for step in STEPS if growth.unit == "MB" else STEPS[:2]:
            label, note = f"{growth.kind}, {size:,} {growth.unit}", "; ".join(notes)
            peer = "MLIR" if step in theirs else ""
            yield Figure(step, label, ours[step], peer, theirs.get(step), len(text), note)
            notes = []


def _in_a_process(whose: str, program: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.benchmarks.scaling", whose, str(program)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    times: dict[str, float] = json.loads(done.stdout)
    return times


STEPS = ("parse + verify", "print", "constants to arrays")


def steps(whose: str, program: Path) -> dict[str, float]:
    """The time of each step with a program, in seconds, and the bytes that text and module take."""
    before = _peak()
    text = program.read_text(encoding="utf-8")
    if whose == "MLIR":
        context = peers.mlir_context()
        module, reading = _timed(lambda: peers.mlir_parse(text, context))
        memory = _peak() - before
        _, printing = _timed(lambda: peers.mlir_print(module))
        return dict(zip(STEPS, (reading, printing), strict=False)) | {"memory": memory}
    module, reading = _timed(lambda: read_and_verify(text))
    memory = _peak() - before
    _, decoding = _timed(lambda: _arrays(module))
    _, printing = _timed(lambda: stablehlo_tools.format(module))
    return dict(zip(STEPS, (reading, printing, decoding), strict=True)) | {"memory": memory}


def _arrays(module: stablehlo_tools.Module) -> list[Any]:
    """All constants as arrays."""
    blobs = module.resources.get("builtin", {})
    values = [attribute for operation in module.walk() for attribute in operation.attributes.values()]
    return [
        value.array_from(blobs) if isinstance(value, DenseResource) else value.array
        for value in values
        if isinstance(value, Dense | DenseResource)
    ]


def _timed(run: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    result = run()
    return result, time.perf_counter() - start


def _peak() -> int:
    """The most memory that this process has had, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # where `resource` counts what the process that started this one had
        return int(re.findall(r"VmHWM:\s*(\d+) kB", status.read_text())[0]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _warm_up(whose: str) -> None:
    """Import and build what every program needs."""
    text = straight_line(2)
    if whose == "MLIR":
        peers.mlir_print(peers.mlir_parse(text, peers.mlir_context()))
    else:
        stablehlo_tools.format(read_and_verify(text))


if __name__ == "__main__":
    _warm_up(sys.argv[1])
    print(json.dumps(steps(sys.argv[1], Path(sys.argv[2]))))
