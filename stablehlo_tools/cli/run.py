"""`shlo run`: execution of a program on arrays."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from stablehlo_tools.cli import completing, engines, memory, outcome, stopping, watching
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import echo


class Greedy(click.Command):
    """A command in which `--inputs` and the like take all values up to the next option."""

    options: tuple[str, ...] = ("--inputs", "--expect", "--infeed", "--dump", "--trap")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with the option repeated before each of its values."""
        self._require_once(ctx, args)
        try:
            return super().parse_args(ctx, spread(args, self.options))
        except click.MissingParameter as error:
            if not any(option in args for option in self.options):
                raise
            hint = f"put it before {', '.join(self.options)}, which take all values up to the next option"
            raise click.UsageError(f"missing argument FILE; {hint}", ctx) from error

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completions: options, or files as further values of such an option."""
        return super().shell_complete(ctx, incomplete) or completing.files(ctx, self.params[0], incomplete)

    def _require_once(self, ctx: click.Context, args: Sequence[str]) -> None:
        """Raise UsageError for a repeated option with a single value, of which click ignores the first."""
        given = [arg.partition("=")[0] for arg in itertools.takewhile(lambda arg: arg != "--", args)]
        for option in self.params:
            takes_one = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
            if takes_one and sum(map(given.count, option.opts)) > 1:
                raise click.UsageError(f"{option.opts[0]} cannot be used multiple times", ctx)


def spread(arguments: Sequence[str], options: Collection[str]) -> list[str]:
    """The arguments with `--option a b` written as `--option a --option b`, for each of `options`."""
    result: list[str] = []
    option, values = "", 0
    for position, argument in enumerate(arguments):
        if argument == "--":
            return [*result, *arguments[position:]]
        if argument.startswith("-") and argument != "-":
            option, values = (argument if argument in options else ""), 0
            result.append(argument)
        else:
            result += [option, argument] if option and values else [argument]
            values += 1
    return result


_NEW_FILE = click.Path(dir_okay=False)
_NEW_FOLDER = click.Path(file_okay=False)
_POSITIVE = click.FloatRange(0)
_COUNT = click.IntRange(1)


@click.command("run", cls=Greedy)
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "--inputs",
    multiple=True,
    shell_complete=completing.files,
    metavar="VALUE...",
    help="Arguments: x.npy in order, all.npz by name, 4x8xf32=1.5, NAME=@x.npy, NAME=4x8xf32=1.5",
)
@click.option("--random", is_flag=True, help="Generate missing inputs")
@click.option("--seed", default=0, show_default=True, help="Seed for --random")
@click.option("--entry", metavar="NAME", help="Function to run  [default: main, or the only function]")
@click.option(
    "--output",
    type=_NEW_FILE,
    metavar="OUT.npz",
    help="File to save the results in; OUT.npy for a single result",
)
@click.option(
    "--outputs", type=_NEW_FOLDER, metavar="DIR", help="Directory to save the results in, as DIR/out0.npy ..."
)
@click.option(
    "--expect",
    multiple=True,
    shell_complete=completing.files,
    metavar="FILE...",
    help="Expected results: y.npy in order, all.npz or a directory of .npy files by name",
)
@click.option(
    "--replicas",
    "--num-replicas",
    type=_COUNT,
    metavar="N",
    help="Number of replicas  [default: mhlo.num_replicas of the module, or 1]",
)
@click.option(
    "--partitions",
    "--num-partitions",
    type=_COUNT,
    metavar="N",
    help="Number of partitions  [default: mhlo.num_partitions if the module has collectives, or 1]",
)
@click.option(
    "--infeed",
    multiple=True,
    shell_complete=completing.files,
    metavar="FILE...",
    help="Data for each infeed: y.npy, or all.npz for several arrays",
)
@click.option(
    "--probe-output-dir",
    type=_NEW_FOLDER,
    metavar="DIR",
    help="Directory for values of interpreter.probe, as DIR/probe1.npy ...",
)
@click.option(
    "--plugin",
    "plugins",
    multiple=True,
    shell_complete=completing.files,
    metavar="FILE.py",
    help="Python file or module that implements custom calls",
)
@click.option(
    "--batch",
    type=click.Path(file_okay=False, exists=True),
    metavar="DIR",
    help="Execute once for each .npz file of a directory, CASE.npz, with --outputs DIR/CASE and --expect DIR",
)
@engines.options
@memory.option
@stopping.options
@watching.options
@click.option("--rtol", type=_POSITIVE, metavar="X", help="Relative tolerance  [default: by element type]")
@click.option("--atol", type=_POSITIVE, metavar="X", help="Absolute tolerance  [default: by element type]")
def command(
    file: str,
    inputs: tuple[str, ...],
    random: bool,
    seed: int,
    entry: str | None,
    output: str | None,
    outputs: str | None,
    expect: tuple[str, ...],
    replicas: int | None,
    partitions: int | None,
    infeed: tuple[str, ...],
    probe_output_dir: str | None,
    plugins: tuple[str, ...],
    batch: str | None,
    engine: str,
    device: str | None,
    rtol: float | None,
    atol: float | None,
    **others: Any,
) -> int:
    """Execute a program on arrays.

    FILE is MLIR or HLO text, or `-` for standard input. The program is verified first, and not executed if
    it is invalid. Results are printed unless they are saved or compared. A result that differs from the
    expected one causes exit status 1; an input of the wrong shape or element type, 2.

    \b
    Examples:
      shlo run model.mlir --inputs x.npy 4x8xf32=0.5 --output y.npz
      shlo run model.mlir --inputs inputs.npz --expect expected.npz
      shlo run model.mlir --random --seed 7
      shlo run model.mlir --replicas 2 --partitions 4 --inputs inputs.npz
      shlo run model.mlir --engine xla --random
      shlo run model.mlir --batch cases --expect results
    """
    from stablehlo_tools.cli import arguments, comparison, execution, results
    from stablehlo_tools.cli.batch import Places
    from stablehlo_tools.cli.batch import run as run_cases
    from stablehlo_tools.plugins import load

    of_host = {"--infeed": infeed, "--probe-output-dir": probe_output_dir}
    if batch:
        _require_none("--batch", {"--inputs": inputs, "--output": output, **of_host})
        _require_single("--batch", "--expect", expect)
    observing = {
        f"--{name.replace('_', '-')}": others[name] for name in (*watching.Watch._fields, "max_steps")
    }
    engines.require_alone(engine, device, {"--plugin": plugins, **of_host, **observing})
    click.get_current_context().with_resource(load(*plugins))
    limits, max_memory = stopping.limits(others), others.pop("max_memory")
    watcher = watching.Watcher(watching.Watch(**others))
    results.require_different_places(
        {"FILE": file, "--output": output, "--profile-output": watcher.watch.profile_output},
        {"--outputs": outputs, "--dump-dir": watcher.watch.dump_dir, "--probe-output-dir": probe_output_dir},
    )
    target = execution.prepare(
        File(file).read(), entry, replicas, partitions, max_memory, limits, watcher, engine, device
    )
    if target is None:
        echo("this module has no functions to run", err=True)
        return outcome.CLEAN
    if batch:
        places = Places(expect[0] if expect else None, outputs)
        with watcher:
            status = run_cases(target, batch, places, seed if random else None, rtol, atol)
        return max(watcher.status, status)
    results.require_place(output, outputs, target.function)
    given = arguments.read(target, inputs)
    expected = arguments.read_expected(target, expect)
    host = execution.host(infeed)
    bound = arguments.bind(target, given, seed if random else None)
    with watcher:
        values = execution.execute(target, bound, host)
    found = results.collect(target.function, values, host.outfeed)
    results.save_where(found, host.probes, output, outputs, probe_output_dir)
    if expected:
        return max(watcher.status, comparison.compare(target, found, expected, rtol, atol))
    if not (output or outputs):
        results.show(found, sys.stdout)
    return watcher.status


def _require_none(option: str, others: Mapping[str, object]) -> None:
    """Raise UsageError if one of the other options is given, which do not go with `option`."""
    for other, value in others.items():
        if value:
            raise click.UsageError(f"{option} cannot be used with {other}")


def _require_single(option: str, other: str, values: Sequence[str]) -> None:
    if len(values) > 1:
        raise click.UsageError(f"{other} takes a single directory with {option}")
