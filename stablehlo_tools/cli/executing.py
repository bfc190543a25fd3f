"""Options of the commands that execute programs, and how those with many values are given."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from stablehlo_tools.cli import completing
from stablehlo_tools.cli.shapes import HELP

Command = TypeVar("Command", bound=Callable[..., Any])
_COUNT = click.IntRange(1)
_HELP = (
    "Arguments: x.npy or .csv in order; all.npz, .safetensors or .json by name; 4x8xf32=1.5; raw data, "
    "4x8xf32=@x.bin; NAME=@x.npy, NAME=4x8xf32=1.5"
)


class Greedy(click.Command):
    """A command in which `--inputs` and the like take all values up to the next option."""

    options: tuple[str, ...] = ("--inputs", "--expect", "--infeed", "--dump", "--trap")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with the option repeated before each of its values."""
        self._require_once(ctx, args)
        try:
            return super().parse_args(ctx, spread(with_distributions(args), self.options))
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


class WithInputs(Greedy):
    """A command in which `--inputs`, and no other option, takes all values up to the next option."""

    options = ("--inputs",)


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


# `w=normal:0.02`, `normal:0.02`, `fan-in`: nothing that a program is called.
_DISTRIBUTION = re.compile(r"(?:.+=)?(?:[\w-]+:[-+\d.,e]*|fan-in)|.+=[\w-]+(?::.*)?", re.DOTALL)


def with_distributions(arguments: Sequence[str]) -> list[str]:
    """The arguments with `--random a b` written as `--random= --random=a --random=b`."""
    result: list[str] = []
    is_random = False
    for position, argument in enumerate(arguments):
        if argument == "--":
            return [*result, *arguments[position:]]
        is_random = argument == "--random" or (is_random and bool(_DISTRIBUTION.fullmatch(argument)))
        value = "" if argument == "--random" else argument
        result.append(f"--random={value}" if is_random else argument)
    return result


# -- options ------------------------------------------------------------------------------------


def inputs(help: str = _HELP) -> Callable[[Command], Command]:
    """The option `--inputs`, for a command of the class `WithInputs` or `Greedy`."""
    return click.option(
        "--inputs", multiple=True, shell_complete=completing.files, metavar="VALUE...", help=help
    )


def random(command: Command) -> Command:
    """Add the options for inputs that are made up, but the seed."""
    command = click.option("--shapes", multiple=True, metavar="NAME=2x3,...", help=f"With --random: {HELP}")(
        command
    )
    return click.option(
        "--random",
        multiple=True,
        metavar="[[NAME=]DISTRIBUTION...]",
        help="Generate missing inputs, of one or of all arguments from normal:S, normal:M,S, uniform:A,B, "
        "int:A,B (without B) or fan-in  [default: uniform:-1,1 for floats, int:0,10 for integers, and fan-in "
        "for weights of matrix products and convolutions: normal:S, S = 1 / sqrt(terms of a sum)]",
    )(command)


seed = click.option("--seed", default=0, show_default=True, help="Seed for --random")
entry = click.option("--entry", metavar="NAME", help="Function to run  [default: main, or the only function]")
plugins = click.option(
    "--plugin",
    "plugins",
    multiple=True,
    shell_complete=completing.files,
    metavar="FILE.py",
    help="Python file or module that implements custom calls, for numpy",
)


skip_callbacks = click.option(
    "--skip-callbacks",
    is_flag=True,
    help="Leave out calls back into Python that compute nothing, such as those of jax.debug.print",
)


def grid(command: Command) -> Command:
    """Add the options for the process grid."""
    command = click.option(
        "--partitions",
        "--num-partitions",
        type=_COUNT,
        metavar="N",
        help="Number of partitions  [default: mhlo.num_partitions if the module has collectives, or 1]",
    )(command)
    return click.option(
        "--replicas",
        "--num-replicas",
        type=_COUNT,
        metavar="N",
        help="Number of replicas  [default: mhlo.num_replicas of the module, or 1]",
    )(command)
