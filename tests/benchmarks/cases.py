"""What is measured: reading, printing and running each model, and starting the command line."""

from __future__ import annotations

import contextlib
import functools
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

import stablehlo_tools
from stablehlo_tools import interpret, ir, ops
from stablehlo_tools.api.reading import STATEMENTS
from stablehlo_tools.comparison.results import Comparison
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import TensorType, element_kind, element_type_named
from stablehlo_tools.verdict.tolerance import Tolerance
from tests.benchmarks import peers
from tests.benchmarks.by_hand import BY_HAND
from tests.benchmarks.measure import Effort, Task, least_cpu_times, medians, peak_memory
from tests.benchmarks.models import ROOT, Array, Model, largest_error


@dataclass(frozen=True)
class Figure:
    """One line of the table: our median time, and that of a peer on the same text if there is one.

    `size` is the length of a text that is read or written. `note` says what the times do not.
    """

    measure: str
    model: str
    ours: float | None
    peer: str = ""
    theirs: float | None = None
    size: int | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Our time in units of the peer's: below 1 is faster."""
        return None if self.ours is None or self.theirs is None else self.ours / self.theirs


Measure = Callable[[Model, Effort], Iterator[Figure]]

# -- reading and printing -------------------------------------------------------------------------


def forget() -> None:
    """Make every text new: empty the caches that remember statements, types and literals.

    Those are bounded. The unbounded ones hold the parsers and the ops' rules, which outlive a text.
    """
    STATEMENTS.forget()
    modules = [module for name, module in sys.modules.items() if name.startswith("stablehlo_tools.")]
    for member in [member for module in modules for member in vars(module).values()]:
        if hasattr(member, "cache_parameters") and member.cache_parameters()["maxsize"] is not None:
            member.cache_clear()


def read_and_verify(text: str | bytes) -> stablehlo_tools.Module:
    """The module, with every rule checked. Raises VerificationError."""
    module = stablehlo_tools.parse(text)
    found = stablehlo_tools.verify(module)
    if found:
        raise stablehlo_tools.VerificationError(*found)
    return module


def repeated(text: str, times: int) -> str:
    """A module in pretty form with its functions repeated under other names: a longer one of its kind."""
    head, body, tail = re.fullmatch(r"(module.*?\n)(.*)(\}\s*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    symbol = re.compile(r"(\bfunc\.func (?:public |private )?|\bcall )@([\w.$-]+)")
    return head + "".join(symbol.sub(rf"\1@\2_{copy}", body) for copy in range(times)) + tail


def reading(model: Model, effort: Effort) -> Iterator[Figure]:
    """Parse and verify, when every statement is new and when all were met before, beside MLIR."""
    texts = {model.label: model.text(), f"{model.label} (debug)": model.text("debug")}
    if model.name == "transformer_grad":
        texts[f"{model.label} x 8"] = repeated(model.text(), 8)
    for label, text in texts.items():
        yield from _reading(label, text, effort)


def _reading(label: str, text: str, effort: Effort) -> Iterator[Figure]:
    tasks = {
        "first": Task(lambda _: read_and_verify(text), forget),
        "again": Task(lambda _: read_and_verify(text)),
    }
    if peers.has_jax():
        tasks["MLIR"] = Task(functools.partial(peers.mlir_parse, text), peers.mlir_context)
    yield from _figures("parse + verify", label, medians(tasks, effort), "MLIR", len(text))


def reading_generic(model: Model, effort: Effort) -> Iterator[Figure]:
    """Parse the generic form, beside xDSL, which verifies nothing of StableHLO."""
    text = model.text("generic")
    tasks = {
        "first": Task(lambda _: stablehlo_tools.parse(text), forget),
        "again": Task(lambda _: stablehlo_tools.parse(text)),
    }
    if peers.has_xdsl():
        tasks["xDSL"] = Task(lambda _: peers.xdsl_parse(text))
    yield from _figures("parse generic", model.label, medians(tasks, effort), "xDSL", len(text))


def reading_bytecode(model: Model, effort: Effort) -> Iterator[Figure]:
    """Read and verify what MLIR has serialized, as a first file and again, beside MLIR; the same as text."""
    if not peers.has_jax():
        return
    text = model.text("debug")
    for kind, data in peers.mlir_bytecode(text).items():
        tasks = {
            kind: Task(functools.partial(_of_bytecode, data), forget),
            f"{kind}, again": Task(functools.partial(_of_bytecode, data)),
            "its text": Task(lambda _: read_and_verify(text), forget),
            "MLIR": Task(functools.partial(peers.mlir_deserialize, data), peers.mlir_context),
        }
        yield from _figures("bytecode + verify", model.label, medians(tasks, effort), "MLIR", len(data))


def _of_bytecode(data: bytes, _: object) -> stablehlo_tools.Module:
    return read_and_verify(data)


def printing(model: Model, effort: Effort) -> Iterator[Figure]:
    """Print in pretty form, beside MLIR."""
    text = model.text()
    module = stablehlo_tools.parse(text)
    tasks = {"": Task(lambda _: stablehlo_tools.format(module))}
    if peers.has_jax():
        theirs = peers.mlir_parse(text, peers.mlir_context())
        tasks["MLIR"] = Task(lambda _: peers.mlir_print(theirs))
    yield from _figures("print", model.label, medians(tasks, effort), "MLIR", len(text))


def _figures(
    measure: str,
    label: str,
    times: Mapping[str, float],
    peer: str,
    size: int | None = None,
    note: str = "",
) -> Iterator[Figure]:
    """A figure for each of our times: all in `times` but the peer's."""
    theirs = times.get(peer)
    for name, ours in times.items():
        if name != peer:
            title = f"{measure}, {name}" if name else measure
            yield Figure(title, label, ours, peer if theirs else "", theirs, size, note)


# -- running --------------------------------------------------------------------------------------


def first_result(model: Model, effort: Effort) -> Iterator[Figure]:
    """From a text that is new to its results, beside XLA: compile and run."""
    inputs, text = model.inputs, model.text()
    if inputs is None:
        return
    tasks = {"": Task(lambda _: interpret.execute(read_and_verify(text), inputs), forget)}
    if peers.has_jax():
        on_device = peers.on_device(inputs)
        tasks["XLA"] = Task(lambda _: peers.XlaProgram(text)(on_device))
    yield from _figures("text to result", model.label, medians(tasks, effort), "XLA")


def warm_run(model: Model, effort: Effort) -> Iterator[Figure]:
    """A call of a compiled program in CPU time, beside the same by hand in numpy and by XLA.

    The first is the floor: what is above, the interpreter adds. The note says how far apart the results are.
    """
    inputs, text = model.inputs, model.text()
    if inputs is None:
        return
    interpret.keep_freed_memory()
    program = stablehlo_tools.compile(text)
    calls: dict[str, Callable[[], Sequence[Any]]] = {"": lambda: program(*inputs)}
    by_hand = BY_HAND.get(model.label)
    if by_hand is not None:
        calls["by hand"] = lambda: by_hand(*inputs)
    if peers.has_jax():
        compiled, on_device = peers.XlaProgram(text), peers.on_device(inputs)
        calls["XLA"] = lambda: compiled(on_device)
    results = program(*inputs)
    times = least_cpu_times(calls, effort)
    for peer, call in calls.items():
        if peer:
            error = max(map(largest_error, results, map(np.asarray, call())))
            note = f"results differ by {error:.0e} of the largest"
            yield Figure("warm run", model.label, times[""], peer, times[peer], note=note)
    if len(calls) == 1:
        yield Figure("warm run", model.label, times[""])


# All but those whose weights, bits or algorithms are of 32 bits.
_IN_NARROW_FLOATS = BY_HAND.keys() - {"mlp", "prng", "linalg"}


def narrow_run(model: Model, effort: Effort) -> Iterator[Figure]:
    """A warm call with bf16 and f16 in place of f32, beside f32; f16 also beside the same by hand."""
    given = model.inputs
    if given is None or model.label not in _IN_NARROW_FLOATS:
        return
    interpret.keep_freed_memory()
    calls: dict[str, Callable[[], Any]] = {}
    for name in ("f32", "bf16", "f16"):
        dtype = dtype_of(element_type_named(name))
        inputs = [x.astype(dtype) if x.dtype == np.float32 else x for x in given]
        program = stablehlo_tools.compile(model.text_in(name))
        calls[name] = functools.partial(program, *inputs)
    calls["by hand"] = functools.partial(BY_HAND[model.label], *inputs)
    with np.errstate(over="ignore"):  # exp(-x) in f16
        times = least_cpu_times(calls, effort)
    for name, peer in (("bf16", "f32"), ("f16", "f32"), ("f16", "by hand")):
        yield Figure(f"warm run, {name}", model.label, times[name], peer, times[peer])


def _calls(program: stablehlo_tools.CompiledProgram, inputs: Sequence[Array]) -> Task:
    return Task(lambda _: program(*inputs))


def engine_runs(model: Model, effort: Effort) -> Iterator[Figure]:
    """A compiled program on numpy and on each other engine, arrays to arrays; the note names the fastest."""
    inputs, text = model.inputs, model.text()
    if inputs is None:
        return
    interpret.keep_freed_memory()
    programs = {"numpy": stablehlo_tools.compile(text)}
    for engine in ("xla", "iree", "pjrt"):
        with contextlib.suppress(stablehlo_tools.EngineError):  # it is not installed, or rejects the program
            programs[engine] = stablehlo_tools.compile(text, engine=engine)
    times = medians({name: _calls(program, inputs) for name, program in programs.items()}, effort)
    note = f"{min(times, key=lambda name: times[name])} is the fastest"
    ours = times.pop("numpy")
    for engine, theirs in times.items():
        yield Figure("run on an engine", model.label, ours, engine, theirs, note=note)
    for program in programs.values():
        program.close()


def comparison(model: Model, effort: Effort) -> Iterator[Figure]:
    """A comparison of xla with numpy in which every bit counts, beside compiling and running on both."""
    inputs, module = model.inputs, stablehlo_tools.parse(model.text())
    if inputs is None or not peers.has_jax():
        return

    def run_both() -> None:
        for engine in ("xla", "numpy"):
            with stablehlo_tools.compile(module, engine=engine) as program:
                program(*inputs)

    found: list[Comparison] = []

    def compare() -> None:
        found.append(stablehlo_tools.compare(module, inputs, tolerance=Tolerance(atol=0.0)))

    times = medians({"": Task(lambda _: compare()), "two runs": Task(lambda _: run_both())}, effort)
    finding = found[-1].finding
    note = "the same bits" if finding is None else f"{finding.verdict.value} at {finding.row.op}"
    yield from _figures("compare", model.label, times, "two runs", note=note)


def uncertainty(model: Model, effort: Effort) -> Iterator[Figure]:
    """An estimate of rounding beside a plain run, in CPU time; the note compares memory, inputs included."""
    inputs = model.inputs
    if inputs is None:
        return
    interpret.keep_freed_memory()
    module = read_and_verify(model.text())
    tasks = {
        "": Task(lambda _: stablehlo_tools.uncertainty(module, inputs)),
        "plain run": _calls(stablehlo_tools.compile(module), inputs),
    }
    size = sum(array.nbytes for array in inputs)
    ours, theirs = (size + peak_memory(task) for task in tasks.values())
    note = f"{ours / 1e6:.1f} MB, {ours / theirs:.1f} times a run's"
    times = medians(tasks, effort, time.process_time)
    yield from _figures("uncertainty", model.label, times, "plain run", note=note)


def equivalence(model: Model, effort: Effort) -> Iterator[Figure]:
    """A proof that a program is equal to one that subtracts negated terms, beside two runs of each in f64.

    Both include compilation and inputs; the proof searches for other paths, too. The note compares memory. A
    program that makes floats of bits runs in its own types.
    """
    if model.inputs is None:
        return
    first, second = (read_and_verify(model.text()) for _ in range(2))
    _subtract_negated(second)
    is_of_bits = bool([*ir.match(first, "bitcast_convert(x)")])
    in_double = [read_and_verify(model.text() if is_of_bits else model.text_in("f64")) for _ in range(2)]
    arrays = model.inputs

    def prove(_: object) -> None:
        assert stablehlo_tools.equivalent(first, second)

    def run(_: object) -> None:
        inputs = [x.astype(x.dtype if x.dtype.kind in "biu" or is_of_bits else np.float64) for x in arrays]
        for module in in_double:
            program = stablehlo_tools.compile(module)
            for _ in range(2):
                program(*inputs)

    peer = "own types" if is_of_bits else "f64"
    tasks = {"": Task(prove), peer: Task(run)}
    ours, theirs = (peak_memory(task) for task in tasks.values())
    note = f"{ours / 1e6:.1f} MB, {ours / theirs:.1f} times a run's"
    yield from _figures("equivalence", model.label, medians(tasks, effort), peer, note=note)


def _subtract_negated(module: ir.Module) -> None:
    """Replace the sums of arrays of floats, `x + y`, by `x - (-y)`."""
    for operation in [found.operation for found in ir.match(module, "add(x, y)")]:
        type = operation.results[0].type
        if isinstance(type, TensorType) and element_kind(type) == "float" and type.shape:
            with ir.before(operation):
                x, y = (cast("Any", operand) for operand in operation.operands)  # earlier ones are replaced
                ir.replace(operation, cast("Any", ops.subtract(x, ops.negate(y))))


def reference_run(model: Model, effort: Effort) -> Iterator[Figure]:
    """A first run beside StableHLO's own interpreter, which gets a minute and a process of its own."""
    inputs = model.inputs
    if inputs is None or model.inputs_path is None or not peers.has_jax():
        return
    module = read_and_verify(model.text())
    ours = medians({"": Task(lambda _: interpret.execute(module, inputs))}, effort)[""]
    theirs = peers.reference_seconds(model.path(), model.inputs_path, limit=60.0)
    note = "" if theirs else "the reference fails, or takes more than a minute"
    yield Figure("run", model.label, ours, "reference", theirs, note=note)


# -- starting -------------------------------------------------------------------------------------

MLIR_PROCESS = """
import sys
from jax.interpreters import mlir
from jaxlib.mlir import ir
with mlir.make_ir_context():
    ir.Module.parse(open(sys.argv[1]).read())
"""


SHLO = (sys.executable, "-m", "stablehlo_tools")


def starting(effort: Effort) -> Iterator[Figure]:
    """Whole processes: Python alone, and `shlo --help`."""
    tasks = {
        "python -c pass": _process(sys.executable, "-c", "pass"),
        "shlo --help": _process(*SHLO, "--help"),
    }
    for name, ours in medians(tasks, effort).items():
        yield Figure("process", name, ours)


def verify_process(model: Model, effort: Effort) -> Iterator[Figure]:
    """`shlo verify`, its process included, beside a process that parses and verifies with MLIR.

    A file that is as it was when it was verified is not looked at again: that is the second figure.
    """
    path = str(model.path())
    tasks = {"": _process(*SHLO, "verify", "--no-cache", path), "again": _process(*SHLO, "verify", path)}
    if peers.has_jax():
        tasks["MLIR"] = _process(sys.executable, "-c", MLIR_PROCESS, path)
    yield from _figures("shlo verify", model.label, medians(tasks, effort), "MLIR")


def _process(*command: str) -> Task:
    def run(_: object) -> None:
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    return Task(run)
