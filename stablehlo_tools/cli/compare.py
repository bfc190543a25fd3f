"""`shlo compare`: two engines, an engine and recorded values, or two programs."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from stablehlo_tools.cli import completing, executing, memory, outcome
from stablehlo_tools.cli.engines import complete
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import echo

if TYPE_CHECKING:
    from stablehlo_tools.cli.differences import Compared
    from stablehlo_tools.cli.steps import Steps
    from stablehlo_tools.comparison.sides import EngineSide, Side
    from stablehlo_tools.diagnostics.source import Source
    from stablehlo_tools.ir.operations import Function, Module

_POSITIVE = click.FloatRange(0)
_COUNT = click.IntRange(1)
_MODES = ("auto", "outputs", "all", "isolated", "accumulated")
_USAGE_CODES = ("unknown_engine", "different_types", "recorded_type")
FORMATS = ("text", "json", "junit", "markdown")


class ComparedFunction(NamedTuple):
    """The function that inputs are bound to."""

    module: Module
    function: Function
    num_processes: int


@click.command("compare", cls=executing.WithInputs)
@click.argument("files", metavar="FILE [OTHER]", nargs=-1, required=True, shell_complete=completing.files)
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="SPEC",
    shell_complete=complete,
    help="Engine to compare, as of `shlo run`: xla, iree ...; the second is the reference  [default: numpy]",
)
@click.option(
    "--device",
    "devices",
    multiple=True,
    metavar="D",
    help="Device of the first engine, such as gpu:0; repeat it for that of the second",
)
@click.option(
    "--against",
    shell_complete=completing.files,
    metavar="PATH",
    help="Recorded values to compare with: results in an .npz file, or a directory of `run --dump-dir`",
)
@executing.inputs()
@click.option(
    "--batch",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Compare once for each .npz file of a directory, which has all arguments",
)
@executing.random
@click.option(
    "--seed", "seeds", multiple=True, type=int, default=(0,), show_default=True,
    help="Seed for --random; repeat it to compare several times",
)  # fmt: skip
@executing.entry
@click.option(
    "--mode",
    type=click.Choice(_MODES),
    default="auto",
    show_default=True,
    help="auto: results, then the op that differs; outputs: results only; all: every value; isolated: every "
    "op alone, on the operands of the reference; accumulated: every value, no op alone",
)
@click.option(
    "--rtol", type=_POSITIVE, metavar="X", help="Relative tolerance  [default: estimated from rounding]"
)
@click.option(
    "--atol", type=_POSITIVE, metavar="X", help="Absolute tolerance  [default: estimated from rounding]"
)
@click.option("--ulp", type=_POSITIVE, metavar="N", help="Tolerance in units in the last place")
@click.option("--pcc", type=click.FloatRange(-1, 1), metavar="X", help="Least correlation coefficient")
@click.option(
    "--cast",
    "casts",
    is_flag=True,
    help="Compare programs of other floats, such as f32 and bf16, by converting",
)
@executing.grid
@memory.option
@click.option(
    "--timeout", type=_POSITIVE, metavar="SECONDS", help="Maximum time of a compilation, and of a run"
)
@click.option(
    "--max-values",
    type=_COUNT,
    default=lambda: (memory.machine_memory() or 1 << 32) // 4,
    show_default="a quarter of the memory",
    metavar="BYTES",
    help="Maximum size of the values that one run returns on both engines",
)
@click.option(
    "--save-dir",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Directory for a program of the op that differs, its inputs, and the results of both",
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="Output format; JSON has a row for each value that was compared",
)
@executing.plugins
@executing.skip_callbacks
def command(files: tuple[str, ...], output_format: str, save_dir: str | None, **given: Any) -> int:
    """Compare a program on two engines, and name the first op that differs, and why.

    FILE is MLIR or HLO in any form, as text or binary (see `shlo info --help`), or `-` for standard input.
    Results are compared first: an element may be off by as much as in runs with random rounding. If they
    differ, all values of the program are compared, and the first one beyond its tolerance is computed alone:
    its op is wrong, or the errors of others grew, or it differs only where it is fused. Loops, branches and
    callees are entered. With OTHER, two programs are compared, whose arguments and results correspond by name
    if both have the same names: the first value that the other one computes otherwise is named. Of a case,
    which `shlo run --record` has saved, the inputs are used.

    Exit status 1 means that results differ; 3, that an engine cannot run the program.

    \b
    Examples:
      shlo compare model.mlir --engine xla --random
      shlo compare model.mlir --engine xla --engine numpy --inputs inputs.npz --mode all
      shlo compare model.mlir --against expected.npz --inputs inputs.npz
      shlo compare model.mlir model.mlir --random --seed 1 --seed 2
      shlo compare model.mlir model_bf16.mlir --inputs inputs.npz --cast
    """
    from stablehlo_tools.diagnostics.diagnostic import RunError
    from stablehlo_tools.engines.protocol import EngineError

    if len(files) > 2:
        raise click.UsageError(f"expected one program or two, got {len(files)}")
    try:
        return _compare(files, output_format, save_dir, **given)
    except (EngineError, RunError) as error:
        status = outcome.show(error.diagnostics)
        is_usage = status == outcome.USAGE or error.diagnostics[0].code in _USAGE_CODES
        return outcome.USAGE if is_usage else outcome.UNSUPPORTED  # 1 would mean that results differ


def _compare(
    files: Sequence[str],
    output_format: str,
    save_dir: str | None,
    *,
    plugins: Sequence[str],
    mode: str,
    max_values: int,
    **given: Any,
) -> int:
    from stablehlo_tools.cli import arguments, differences, recorded, reproducer
    from stablehlo_tools.cli.random_inputs import Random
    from stablehlo_tools.cli.steps import Steps
    from stablehlo_tools.comparison.comparing import compare
    from stablehlo_tools.interpret import keep_freed_memory
    from stablehlo_tools.interpret.plugins import load
    from stablehlo_tools.verdict.tolerance import Tolerance

    keep_freed_memory()
    click.get_current_context().with_resource(load(*plugins))
    tolerance = Tolerance(*(given.pop(name) for name in ("rtol", "atol", "ulp", "pcc")))
    sources = [File(file).read() for file in files]
    is_replay = not (given["inputs"] or given["batch"] or given["random"])
    stored = recorded.inputs_of(sources[0]) if is_replay else []
    steps, casts = Steps(), given.pop("casts")
    sides = _sides(sources, steps, **given)
    signature = _signature(sides[0])
    compared: list[Compared] = []
    with contextlib.closing(sides[0]), contextlib.closing(sides[1]), steps.shown():
        for name, texts, seed in _sets(given["inputs"], given["batch"], given["seeds"], given["random"]):
            drawn = Random.given(given["random"], seed, given["shapes"])
            bound = arguments.bind(signature, arguments.read(signature, texts) or stored, drawn)
            inputs = differences.stacked(bound)
            found = compare(
                *sides, inputs, mode=mode, tolerance=tolerance, max_memory=max_values, casts=casts
            )
            compared.append(differences.Compared(name, found))
            if save_dir and found.finding is not None and found.finding.case is not None:
                reproducer.save(found.finding, sides, tolerance, save_dir)
                save_dir = None  # of the first set that differs
    if save_dir and any(each.found.finding is not None for each in compared):
        echo("nothing saved: no program of one op shows the difference", err=True)
    unused = differences.unused(sides[1])
    differences.write(compared, signature.module, output_format, unused)
    return outcome.CLEAN if all(each.found.agrees for each in compared) else outcome.FINDINGS


def _sets(
    inputs: Sequence[str], batch: str | None, seeds: Sequence[int], random: Sequence[str]
) -> list[tuple[str, Sequence[str], int]]:
    """The sets of inputs: a name, the values of --inputs, and the seed for those that are missing."""
    from stablehlo_tools.cli.batch import cases_of

    if inputs and batch:
        raise click.UsageError("--inputs and --batch cannot be used together")
    if len(seeds) > 1 and not random:
        raise click.UsageError("several seeds are for --random")
    numbers = seeds if random else (0,)
    named = [(f"seed {seed}" if len(numbers) > 1 else "", seed) for seed in numbers]
    groups = [(path.stem, [str(path)]) for path in cases_of(batch)] if batch else [("", list(inputs))]
    return [
        (", ".join(filter(None, (case, name))), texts, seed) for case, texts in groups for name, seed in named
    ]


def _sides(
    sources: Sequence[Source],
    steps: Steps,
    *,
    engines: Sequence[str],
    devices: Sequence[str],
    against: str | None,
    entry: str | None,
    replicas: int | None,
    partitions: int | None,
    timeout: float | None,
    max_memory: int | None,
    skip_callbacks: bool,
    **others: Any,
) -> tuple[EngineSide, Side]:
    from stablehlo_tools import api
    from stablehlo_tools.cli.differences import recorded
    from stablehlo_tools.cli.execution import verified
    from stablehlo_tools.cli.recorded import Replay
    from stablehlo_tools.comparison.sides import EngineSide, RecordedSide
    from stablehlo_tools.engines.protocol import CompileOptions
    from stablehlo_tools.engines.registry import engine_named

    _require_two(sources, engines, against)
    count = 2 if against is None else 1
    if len(devices) > count:
        raise click.UsageError(f"--device: expected {count} at most, got {len(devices)}")
    modules = [verified(source, skips_callbacks=skip_callbacks) for source in sources]
    replay = Replay.of(sources[0])
    name = (entry or replay.entry or "").removeprefix("@")
    replicas = replicas or replay.replicas or api.default_replicas(modules[0])
    partitions = partitions or replay.partitions or api.default_partitions(modules[0])
    options = CompileOptions(replicas, partitions, timeout=timeout, max_memory=max_memory)
    specs = [*engines, engines[0] if len(sources) == 2 and engines else "numpy", "numpy"]

    def side(module: Module, number: int) -> EngineSide:
        on = replace(options, device=devices[number] if number < len(devices) else None)
        return EngineSide(module, engine_named(specs[number]), name, on, specs[number], steps.begin)

    if against is not None:
        return side(modules[0], 0), RecordedSide(modules[0], recorded(against), name, against)
    return side(modules[0], 0), side(modules[-1], 1)


def _require_two(sources: Sequence[Source], engines: Sequence[str], against: str | None) -> None:
    """Raise UsageError unless there are two sides to compare."""
    if against is not None and (len(sources) > 1 or len(engines) > 1):
        raise click.UsageError("--against: recorded values are compared with one program on one engine")
    if len(engines) > 2:
        raise click.UsageError(f"--engine: expected two engines at most, got {len(engines)}")
    if not engines and against is None and len(sources) == 1:
        raise click.UsageError(
            "name an engine with --engine, recorded values with --against, or another program"
        )


def _signature(side: EngineSide) -> ComparedFunction:
    from stablehlo_tools.diagnostics.diagnostic import RunError

    try:
        function = side.function
    except RunError as error:
        raise outcome.DoesNotFit(*error.diagnostics) from None
    return ComparedFunction(side.module, function, side.options.num_replicas * side.options.num_partitions)
