"""The options that several commands share, each declared once: the vocabulary of the command line."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from stablehlo_tools.cli.options import completing
from stablehlo_tools.cli.options.records import Group, InputName, OutputPath, argument, choice, flag, option
from stablehlo_tools.cli.process.hardware import machine_memory
from stablehlo_tools.diagnostics.units import from_time_units, from_units

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from stablehlo_tools.cli.inputs.random_inputs import Random
    from stablehlo_tools.interpret.options import DistributedHost, RunOptions
    from stablehlo_tools.rewrite.refinement.arguments import Shape
    from stablehlo_tools.verdict.tolerance import Tolerance

    Shapes = dict[str | int, Shape] | list[Shape | None]


# -- types --------------------------------------------------------------------------------------


def _quantity(read: Callable[[str], float], examples: str) -> Callable[[str], float | None]:
    """A number with a unit, or `none` for no limit, which becomes None."""

    def convert(text: str) -> float | None:
        try:
            return None if text == "none" else read(text)
        except ValueError as error:
            raise click.BadParameter(f"{error}; write {examples}, or none for no limit") from None

    return convert


class NumberIn(click.FloatRange):
    """A number in a range; NaN is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


def _duration(text: str) -> float:
    if not (seconds := from_time_units(text)):
        raise ValueError(f"{text} is not a positive time")
    return seconds


SIZE: Final = _quantity(from_units, "4GB, 512MiB")
DURATION: Final = _quantity(_duration, "90, 1.5s, 2m")
POSITIVE: Final = NumberIn(0)
COUNT: Final = click.IntRange(1)
SEED: Final = click.IntRange(0)
UNITS: Final = ("ops", "kinds", "lines", "scopes")  # of `envelope.origins`
NEW_FILE: Final = OutputPath(dir_okay=False, allow_dash=True)
NEW_FILE_OR_FOLDER: Final = OutputPath()
NEW_FOLDER: Final = OutputPath(file_okay=False)


def split_list(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The items of all values of an option, each a list `A,B`."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())


# -- programs -----------------------------------------------------------------------------------

_ABOUT_FILE: Final = (
    "FILE is a program, as text or binary: StableHLO or HLO text, MLIR bytecode, a portable artifact, a "
    "JAX export, a folder of torch_xla, an HLO protocol buffer or a TensorFlow SavedModel, compressed or "
    "not; `FILE::NAME` is one of several programs in it, and `-` is standard input."
)
_MANY: Final = " It may also be a glob pattern, or a directory, which is searched for programs."

INPUT: Final = InputName()
FILE: Final = argument(_ABOUT_FILE, metavar="FILE", type=INPUT, shell_complete=completing.files)
FILES: Final = argument(
    _ABOUT_FILE + _MANY,
    metavar="FILE...", nargs=-1, required=True, type=INPUT, shell_complete=completing.files,
)  # fmt: skip
OPTIONAL_FILE: Final = argument(
    _ABOUT_FILE, metavar="[FILE]", required=False, type=INPUT, shell_complete=completing.files
)
ANY_FILES: Final = argument(
    f"{_ABOUT_FILE}{_MANY} The default is the current directory.",
    metavar="[FILE]...", nargs=-1, type=INPUT, shell_complete=completing.files,
)  # fmt: skip


def _one_standard_input(
    ctx: click.Context, parameter: click.Parameter, value: tuple[str, ...]
) -> tuple[str, ...]:
    """The programs, of which one at most is standard input."""
    if value.count("-") > 1:
        raise click.UsageError("standard input, `-`, is read once: write another program to a file")
    return value


def several_files(metavar: str, *, required: bool = True) -> Any:
    """Some programs, which the rest of the help tells apart."""
    return argument(
        _ABOUT_FILE,
        metavar=metavar,
        nargs=-1,
        required=required,
        type=INPUT,
        shell_complete=completing.files,
        callback=_one_standard_input,
    )


def _symbol(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The name of a function, which may be written as in the program, `@main`."""
    return value and value.removeprefix("@")


def entry(purpose: str) -> Any:
    """The function to do something with."""
    help = f"Function to {purpose}  [default: main, or the only function]"
    return option("--entry", metavar="NAME", type=INPUT, callback=_symbol, help=help)


FUNCTION: Final = option(
    "--function", metavar="NAME", type=INPUT, help="Function or computation  [default: the entry]"
)


# -- output -------------------------------------------------------------------------------------


def output_format(*names: str, help: str = "Output format") -> Any:
    """The output format; the first one is the default."""
    return choice(*names, spelling="--format", older=["--output-format"], help=help)


def output(help: str) -> Any:
    """The file to write to instead of standard output."""
    return option("-o", "--output", type=NEW_FILE, metavar="OUT", help=help)


REPORT: Final = output("Write the report to this file instead of standard output")

GENERIC: Final = flag("--generic", help='Print ops in the generic form, "dialect.op"(...)')
QUIET: Final = flag("-q", "--quiet", help="Print diagnostics only")


# -- inputs -------------------------------------------------------------------------------------

_INPUTS: Final = (
    "Arguments: x.npy or .csv in order; all.npz, .safetensors or .json by name; 4x8xf32=1.5; raw data, "
    "4x8xf32=@x.bin; NAME=@x.npy, NAME=4x8xf32=1.5"
)


def inputs(help: str = _INPUTS) -> Any:
    """Arrays for the arguments."""
    return option(
        "--inputs", greedy=True, multiple=True, type=INPUT, shell_complete=completing.files,
        metavar="VALUE...", help=help,
    )  # fmt: skip


_SHAPES: Final = (
    "Shapes of arguments: by name, by number or in order, `?` for an unknown size; or sizes by the names of "
    "`shlo info`: b=2,t=6"
)


def _shapes(ctx: click.Context, parameter: click.Parameter, values: Sequence[str]) -> Shapes:
    """`a=2x3,b=4` by name; `2x3,4` in order."""
    entries = [entry.strip() for value in values for entry in value.split(",")]
    if not any("=" in entry for entry in entries):
        return list(entries)
    if not all("=" in entry for entry in entries):
        raise click.UsageError(f"--shapes {' '.join(values)}: expected names for all shapes, or for none")
    pairs = [entry.rpartition("=") for entry in entries]
    return {name: shape for name, _, shape in pairs}


def shapes(help: str = _SHAPES, needs: str = "") -> Any:
    """Shapes of the arguments, by name or in order."""
    return option("--shapes", multiple=True, callback=_shapes, needs=needs, metavar="NAME=2x3,...", help=help)


DISTRIBUTIONS: Final = {
    "random": option(
        "--random",
        multiple=True,
        metavar="[[NAME=]DISTRIBUTION...]",
        help="Generate missing inputs, for all arguments or for NAME: normal:S, normal:M,S, uniform:A,B, "
        "int:A,B (without B), or fan-in, which is normal:S with S = 1 / sqrt(terms of a sum)  [default: "
        "uniform:-1,1 for floats, int:0,10 for integers, fan-in for weights of products and convolutions]",
    ),
    "shapes": shapes(f"With --random: {_SHAPES[0].lower()}{_SHAPES[1:]}", "--random"),
}


def _random() -> Callable[..., Random | None]:
    from stablehlo_tools.cli.inputs.random_inputs import Random  # help does without numpy

    return Random.from_options


RANDOM: Final[Any] = Group(
    _random,
    {
        **DISTRIBUTIONS,
        "seed": option(
            "--seed",
            type=SEED,
            metavar="N",
            default=0,
            show_default=True,
            needs="--random",
            help="Seed for --random",
        ),
    },
)
PLUGINS: Final = option(
    "--plugin", multiple=True, shell_complete=completing.files, metavar="FILE.py",
    help="Python file or module that implements custom calls, for numpy",
)  # fmt: skip
SKIP_CALLBACKS: Final = flag(
    "--skip-callbacks",
    help="Skip calls back into Python that compute nothing, such as those of jax.debug.print",
)


# -- comparison ---------------------------------------------------------------------------------


def _tolerance() -> Callable[..., Tolerance]:
    from stablehlo_tools.verdict.tolerance import Tolerance  # help does without numpy

    return Tolerance


_BOUNDS: Final = {
    "kind": option(
        "--tolerance",
        type=click.Choice(["estimated", "type"]),
        default="estimated",
        show_default=True,
        help="Estimate tolerances from rounding on these inputs, or use the relative tolerance of the type",
    ),
    "rtol": option(
        "--rtol", type=POSITIVE, metavar="X", help="Relative tolerance  [default: estimated from rounding]"
    ),
    "atol": option(
        "--atol", type=POSITIVE, metavar="X", help="Absolute tolerance  [default: estimated from rounding]"
    ),
}
TOLERANCE: Final[Any] = Group(_tolerance, _BOUNDS)
EVERY_TOLERANCE: Final[Any] = Group(
    _tolerance,
    {
        **_BOUNDS,
        "ulp": option("--ulp", type=POSITIVE, metavar="N", help="Tolerance in units in the last place"),
        "pcc": option("--pcc", type=NumberIn(-1, 1), metavar="X", help="Minimum correlation coefficient"),
    },
)


def rounding(help: str, needs: str = "") -> Any:
    """The profile of engines whose roundings are estimated."""
    return choice(
        "any", "cpu", "narrow", "partial", "gpu", "gpu-tf32", "tpu", "iree", "interpreter",
        spelling="--rounding", help=f"{help}; `any` stands for CPUs and GPUs that keep f32", needs=needs,
    )  # fmt: skip


# -- how a program runs -------------------------------------------------------------------------


def engines(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of engines that begin so, for completion."""
    from stablehlo_tools.engines.registry import names  # completion alone needs it

    return completing.items(name for name in names() if name.startswith(incomplete))


def _hosts(ctx: click.Context, parameter: click.Parameter, value: str | None) -> DistributedHost | None:
    """The parts of `HOST:PORT,N,I`: the address, the number of hosts, and the index of this host."""
    if value is None:
        return None
    from stablehlo_tools.interpret.options import DistributedHost  # help does without numpy

    match = re.fullmatch(r"(\S+:\d{1,5}),(\d{1,6}),(\d{1,6})", value)
    if match is None:
        raise click.BadParameter(f"{value!r} is not HOST:PORT,N,I, such as host0:4000,2,0")
    num_hosts, host = int(match[2]), int(match[3])
    if host >= num_hosts:
        raise click.BadParameter(f"host {host} is not below the number of hosts, {num_hosts}")
    return DistributedHost(match[1], num_hosts, host)


def _memory_of_the_machine() -> str:
    size = machine_memory()
    return "none" if size is None else str(size)


_RUN: Final = {
    "engine": option(
        "--engine", metavar="SPEC", default="numpy", show_default=True, shell_complete=engines,
        help="Engine: numpy, xla, iree, reference, pjrt:PLUGIN.so, cmd:COMMAND, xla@ENVIRONMENT",
    ),
    "device": option(
        "--device", metavar="D", help="Device of the engine, such as gpu:0, or gpu; see `shlo doctor`"
    ),
    "num_devices": option(
        "--devices", type=COUNT, metavar="N",
        help="Number of devices of xla; the CPU has any  [default: as many as the program needs]",
    ),
    "distributed": option(
        "--distributed", callback=_hosts, metavar="HOST:PORT,N,I",
        help="Execute on the devices of N hosts as host I; host 0 is at HOST:PORT; needs jax",
    ),
    "num_replicas": option(
        "--replicas", older=["--num-replicas"], type=COUNT, metavar="N",
        help="Number of replicas  [default: mhlo.num_replicas of the module, or 1]",
    ),
    "num_partitions": option(
        "--partitions", older=["--num-partitions"], type=COUNT, metavar="N",
        help="Number of partitions  [default: mhlo.num_partitions if the module has collectives, or 1]",
    ),
    "max_memory": option(
        "--max-memory", type=SIZE, default=_memory_of_the_machine, metavar="SIZE",
        help="Maximum memory to use, such as 4GB or 512MiB, or `none`  [default: memory of the machine]",
    ),
    "max_steps": option(
        "--max-steps", type=COUNT, metavar="N",
        help="Maximum number of steps: operations and loop iterations",
    ),
    "timeout": option(
        "--timeout", type=DURATION, metavar="TIME",
        help="Maximum time of a run, and of a compilation by an engine: 90 or 90s, 2m, 1h",
    ),
}  # fmt: skip


def _run_options() -> Callable[..., RunOptions]:
    from stablehlo_tools.interpret.options import RunOptions  # help does without numpy

    return RunOptions


def run_options(*names: str) -> Any:
    """These fields of `RunOptions`; by default, all."""
    return Group(_run_options, {name: _RUN[name] for name in names or _RUN})


def require_alone(options: RunOptions, of_interpreter: Sequence[str] = ()) -> None:
    """Raise UsageError if another engine than the interpreter is given options of the interpreter."""
    if options.engine == "numpy" and (options.num_devices or options.distributed):
        spelling = "--devices" if options.num_devices else "--distributed"
        raise click.UsageError(f"{spelling} requires --engine xla; numpy executes any number of processes")
    if of_interpreter and not options.on_interpreter:
        message = f"{of_interpreter[0]} cannot be used with --engine {options.engine}, only with numpy"
        raise click.UsageError(message)
