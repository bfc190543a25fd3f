"""A command takes a record, whose fields are its arguments and options.

    @record(frozen=True)
    class StatsArguments:
        file: str = FILE
        entry: str | None = option("--entry", metavar="NAME", help="Function to count")
        tolerance: Tolerance = TOLERANCE

    @subcommand("stats", StatsArguments)
    def command(options: StatsArguments) -> int:

Help waits for this module, so that it imports click only.
"""

from __future__ import annotations

import dataclasses
import inspect
import itertools
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar

import click
from click.core import ParameterSource, augment_usage_errors

from stablehlo_tools.cli import PRINT_HELP
from stablehlo_tools.cli.options import completing
from stablehlo_tools.cli.terminal.output import STDOUT
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem
    from typing_extensions import Unpack

T = TypeVar("T")

_REPORT: Final = "report"  # the parameter of click for the file of `Subcommand`


class ClickSettings(TypedDict, total=False):
    """The arguments for click to make an option or an argument."""

    help: str
    metavar: str
    type: Any
    default: Any
    show_default: bool | str
    multiple: bool
    nargs: int
    required: bool
    is_flag: bool
    flag_value: str
    callback: Callable[[click.Context, click.Parameter, Any], Any]
    shell_complete: Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
    envvar: str


class ParameterField(NamedTuple):
    """A field that the command line fills.

    `older` are spellings that still work, and are not shown. `is_greedy` options take all values up to the
    next option. `about` is the paragraph of the help that says what an argument may be. `needs` is another
    option, without which this one does nothing.
    """

    spellings: Sequence[str]
    settings: ClickSettings
    older: Sequence[str] = ()
    is_greedy: bool = False
    about: str = ""
    needs: str = ""

    def parameters(self, name: str) -> Iterator[click.Parameter]:
        """The parameter of click of the field `name`."""
        kind = self.settings.get("type")
        is_path = isinstance(kind, click.Path) and not isinstance(kind, OutputPath)
        is_read = is_path or self.settings.get("shell_complete") is completing.files
        if not self.spellings:
            argument = _Argument([name], **self.settings)
            argument.is_read = is_read
            yield argument
            return
        parameter = _Option([*self.spellings, name], **self.settings)
        parameter.is_read = is_read
        parameter.older, parameter.is_greedy, parameter.needs = self.older, self.is_greedy, self.needs
        yield parameter

    def value(self, name: str, values: Mapping[str, Any]) -> Any:
        """The value of the field `name`."""
        return values[name]


class Group(NamedTuple):
    """A field that consists of other fields; `kind` returns the function that makes it of their values."""

    kind: Callable[[], Callable[..., Any]]
    fields: Mapping[str, Any]

    def parameters(self, name: str) -> Iterator[click.Parameter]:
        """The parameters of click of its fields."""
        for field, declared in self.fields.items():
            yield from declared.parameters(field)

    def value(self, name: str, values: Mapping[str, Any]) -> Any:
        """The record that the type makes from the values of its fields."""
        return self.kind()(
            **{field: declared.value(field, values) for field, declared in self.fields.items()}
        )


def option(
    *spellings: str,
    older: Sequence[str] = (),
    greedy: bool = False,
    needs: str = "",
    **settings: Unpack[ClickSettings],
) -> Any:
    """A field that an option fills."""
    return ParameterField(spellings, settings, older, greedy, needs=needs)


def flag(*spellings: str, help: str, needs: str = "") -> Any:
    """A field that is true if the option is given."""
    return ParameterField(spellings, {"is_flag": True, "help": help}, needs=needs)


def choice(*names: str, spelling: str, help: str, older: Sequence[str] = (), needs: str = "") -> Any:
    """A field with one of these names; by default, the first one."""
    settings: ClickSettings = {"type": click.Choice(names), "default": names[0], "show_default": True}
    return ParameterField([spelling], {**settings, "help": help}, older, needs=needs)


def argument(about: str = "", **settings: Unpack[ClickSettings]) -> Any:
    """A field that arguments fill; `about` is the paragraph of the help that says what they may be."""
    return ParameterField((), settings, about=about)


def group(record: type[Any]) -> Any:
    """A field whose type is a record like that of a command."""
    return Group(lambda: record, _declared(record))


def options_set(record: Any, names: str) -> list[str]:
    """The spellings of the options that set these fields; `run.engine` is a field of a group."""
    spellings = []
    for name in names.split():
        field, _, inner = name.partition(".")
        declared = getattr(type(record), field)
        if attrgetter(name)(record):
            spellings.append(max((declared.fields[inner] if inner else declared).spellings, key=len))
    return spellings


def options_written(*names: str) -> Iterator[str]:
    """The spellings of the options for these fields on the command line, whatever their values."""
    ctx = click.get_current_context()
    for parameter in ctx.command.params:
        name = parameter.name
        if name in names and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            yield max(parameter.opts, key=len)


def _declared(record: type[Any]) -> dict[str, ParameterField | Group]:
    return {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}


class InputName(click.types.StringParamType):
    """The type of a parameter that names what is read; the empty text names nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name. Raises BadParameter for an empty one."""
        return super().convert(value, param, ctx) or self.fail("the name is empty", param, ctx)


class OutputPath(click.Path):
    """The type of an option that writes a file or a directory, which no other parameter reads.

    With `allow_dash`, `-` is standard output, as is `/dev/stdout`: a file there must not be replaced.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Raises BadParameter for one that cannot be of a file or directory of this type."""
        if self.allow_dash and value == "/dev/stdout":
            value = STDOUT
        if not value:
            self.fail("the name is empty", param, ctx)
        if value == STDOUT and not self.allow_dash:
            self.fail("standard output is not supported; write ./- for a file of this name", param, ctx)
        if value.endswith("/") and not self.dir_okay:
            self.fail(f"{value!r} is a directory", param, ctx)
        return super().convert(value, param, ctx)


def require_apart(option: str, output: str, inputs: Iterable[str]) -> None:
    """Raise UsageError if the file or directory that an option writes is one of the inputs."""
    if os.path.exists(output) and any(
        os.path.samefile(path, output) for path in inputs if os.path.exists(path)
    ):
        raise click.UsageError(f"{option}: {output} is an input; write to another file")


def require_report_apart(inputs: Iterable[str]) -> None:
    """Raise UsageError if the file for the report of this command is one of the inputs that were found."""
    report = click.get_current_context().params.get(_REPORT)
    if report is not None:
        require_apart("-o", report, inputs)


def _values(ctx: click.Context, parameter: click.Parameter) -> Sequence[str]:
    """The values of a parameter that takes text."""
    value: str | Sequence[str] | None = ctx.params[parameter.name or ""]
    return [value] if isinstance(value, str) else value or ()


def _inputs(ctx: click.Context, parameter: click.Parameter) -> Iterator[str]:
    """The files that a parameter reads: those that it names, or all in the directory that it names."""
    is_folder = isinstance(parameter.type, click.Path) and not parameter.type.file_okay
    for value in _values(ctx, parameter):
        if not is_folder:
            yield _file_in(value)
        elif os.path.isdir(value):
            yield from (os.path.join(value, name) for name in os.listdir(value))


def _file_in(value: str) -> str:
    """The file that a value names: of `x=@x.npy`, `x.npy`; of `FILE::NAME`, FILE."""
    if os.path.lexists(value):
        return value
    return value.partition("=@")[2] or value.partition("::")[0]


class _Argument(click.Argument):
    """An argument; `is_read` if it names files."""

    is_read = False


class _Option(click.Option):
    """An option that also takes its older spellings."""

    older: Sequence[str] = ()
    is_greedy = False
    is_read = False
    needs = ""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Register the spellings; errors and help do not mention the older ones."""
        shown = self.opts
        self.opts = [*shown, *self.older]
        super().add_to_parser(parser, ctx)
        self.opts = shown


class Subcommand(click.Command):
    """A command that is called with the record of its options.

    Diagnostics that end one that `writes_program`, by default to standard output, go to standard error.
    `report` is the option for a file that gets what the command prints.
    """

    def __init__(
        self,
        name: str,
        record: type[Any],
        function: Callable[[Any], int],
        *,
        writes_program: bool = False,
        report: ParameterField | None = None,
    ) -> None:
        fields = _declared(record)
        parameters = [parameter for name, field in fields.items() for parameter in field.parameters(name)]
        parameters += report.parameters(_REPORT) if report else ()
        paragraphs = inspect.cleandoc(function.__doc__ or "").split("\n\n", 1)
        paragraphs[1:1] = [
            field.about for field in fields.values() if isinstance(field, ParameterField) and field.about
        ]
        super().__init__(name, callback=function, params=parameters, help="\n\n".join(paragraphs))
        self._writes_program = writes_program
        self._record = Group(lambda: record, fields)
        options = [parameter for parameter in parameters if isinstance(parameter, _Option)]
        self._greedy = [spelling for option in options if option.is_greedy for spelling in option.opts]
        self._reading = [
            each for each in parameters if isinstance(each, (_Option, _Argument)) and each.is_read
        ]
        self._needing = {option.name: option.needs for option in options if option.needs}

    def invoke(self, ctx: click.Context) -> Any:
        """Call the function with the record. Raises UsageError for options that do nothing."""
        used = {
            spelling for option in self.params if ctx.params[option.name or ""] for spelling in option.opts
        }
        for name, needed in self._needing.items():
            for spelling in options_written(name) if needed not in used else ():
                raise click.UsageError(f"{spelling}: missing {needed}", ctx)
        with augment_usage_errors(ctx):
            self._require_apart(ctx)
        report = ctx.params.get(_REPORT, STDOUT)
        if report in (None, STDOUT):
            return self._call(ctx)
        from stablehlo_tools.cli.files.redirection import redirected  # help does without

        return redirected(lambda: self._call(ctx), report)

    def _call(self, ctx: click.Context) -> int:
        """Call the function, and return its exit status."""
        assert self.callback is not None
        try:
            status: int = ctx.invoke(self.callback, self._record.value("", ctx.params))
        except Exception as error:
            # how and where its diagnostics are written
            vars(error).update(format=ctx.params.get("format"), is_apart=self._writes_program)
            raise
        return status

    def _require_apart(self, ctx: click.Context) -> None:
        """Raise UsageError if an option writes to a file that another parameter names as an input."""
        outputs = [option for option in self.params if isinstance(option.type, OutputPath)]
        for option in outputs:
            for output in _values(ctx, option):
                inputs = itertools.chain.from_iterable(_inputs(ctx, each) for each in self._reading)
                require_apart(min(option.opts, key=len), output, inputs)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option --help, in the words of the group."""
        help_option = super().get_help_option(ctx)
        if help_option is not None:
            help_option.help = PRINT_HELP
        return help_option

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with greedy options repeated before each of their values."""
        if not self._greedy:
            return super().parse_args(ctx, args)
        self._require_once(ctx, args)
        try:
            return super().parse_args(ctx, spread(with_distributions(args), self._greedy))
        except click.MissingParameter as error:
            if not any(option in args for option in self._greedy):
                raise
            hint = f"put it before {', '.join(self._greedy)}, which take all values up to the next option"
            raise click.UsageError(f"missing argument FILE; {hint}", ctx) from error

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completions: options, or files as further values of a greedy option."""
        items = super().shell_complete(ctx, incomplete)
        return items or (completing.files(ctx, self.params[0], incomplete) if self._greedy else [])

    def _require_once(self, ctx: click.Context, args: Sequence[str]) -> None:
        """Raise UsageError for a repeated option with a single value; click ignores all but the last."""
        spellings = [arg.partition("=")[0] for arg in itertools.takewhile(lambda arg: arg != "--", args)]
        for parameter in self.params:
            takes_one = isinstance(parameter, click.Option) and not (parameter.multiple or parameter.is_flag)
            if takes_one and sum(map(spellings.count, parameter.opts)) > 1:
                raise click.UsageError(f"{max(parameter.opts, key=len)} cannot be used multiple times", ctx)


def subcommand(
    name: str, record: type[T], *, writes_program: bool = False, report: ParameterField | None = None
) -> Callable[[Callable[[T], int]], Subcommand]:
    """Make a function the command of this name, whose help is its docstring."""
    return lambda function: Subcommand(name, record, function, writes_program=writes_program, report=report)


def spread(arguments: Sequence[str], greedy: Sequence[str]) -> list[str]:
    """The arguments with `--option a b` written as `--option a --option b`, for each greedy option."""
    result: list[str] = []
    option, values = "", 0
    for position, argument in enumerate(arguments):
        if argument == "--":
            return [*result, *arguments[position:]]
        if argument.startswith("-") and argument != "-":
            option, values = (argument if argument in greedy else ""), 0
            result.append(argument)
        else:
            result += [option, argument] if option and values else [argument]
            values += 1
    return result


# `w=normal:0.02`, `normal:0.02`, `fan-in`, `normal` without its numbers: nothing that a program is called.
_DISTRIBUTION: Final = regex(
    r"(?:.+=)?(?:[\w-]+:[-+\d.,e]*|fan-in|(?:normal|uniform|int)(?::.*)?)|.+=[\w-]+(?::.*)?", re.DOTALL
)


_WORD: Final = regex(r"[\w-]+")


def _is_distribution(argument: str) -> bool:
    """Whether an argument after --random is meant as a distribution: also a word that names no file."""
    is_misspelt = bool(_WORD.fullmatch(argument)) and not os.path.lexists(argument)
    return is_misspelt or bool(_DISTRIBUTION.fullmatch(argument))


def with_distributions(arguments: Sequence[str]) -> list[str]:
    """The arguments with `--random a b` written as `--random= --random=a --random=b`."""
    result: list[str] = []
    is_random = False
    for position, argument in enumerate(arguments):
        if argument == "--":
            return [*result, *arguments[position:]]
        is_value = not argument.startswith("-") and _is_distribution(argument)
        is_random = argument == "--random" or (is_random and is_value)
        value = "" if argument == "--random" else argument
        result.append(f"--random={value}" if is_random else argument)
    return result
