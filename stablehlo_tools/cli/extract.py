"""`shlo extract`: parts of a program as programs of their own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from stablehlo_tools.cli import completing, executing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.forms import form_of, write_module
from stablehlo_tools.cli.output import STDOUT, echo
from stablehlo_tools.diagnostics.units import plural

if TYPE_CHECKING:
    from stablehlo_tools.cli.execution import Target
    from stablehlo_tools.cli.random_inputs import Random
    from stablehlo_tools.formats.cases.case import Case


@click.command("extract", cls=executing.WithInputs)
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "--to", "--value", "to", multiple=True, metavar="VALUE", help="Extract what computes this value"
)
@click.option(
    "--from", "start", multiple=True, metavar="VALUE", help="Begin at this value, which becomes an argument"
)
@click.option(
    "--op", metavar="VALUE|LINE", help="Extract one operation, by a value that it computes or by its line"
)
@click.option(
    "--each-op",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Extract each distinct operation of a run to DIR, with its inputs and outputs",
)
@executing.inputs("Run on these inputs, given as for `shlo run`, and save the arrays at the boundary")
@executing.random
@executing.seed
@click.option("--constants", is_flag=True, help="Make the arrays at the boundary constants of the program")
@executing.entry
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="OUT",
    help="File for the program, such as OUT.mlir; with its arrays, OUT.zip or a directory  [default: stdout]",
)
def command(
    file: str,
    to: tuple[str, ...],
    start: tuple[str, ...],
    op: str | None,
    each_op: str | None,
    inputs: tuple[str, ...],
    random: tuple[str, ...],
    shapes: tuple[str, ...],
    seed: int,
    constants: bool,
    entry: str | None,
    output: str | None,
) -> int:
    """Extract a part of a program as a program of its own.

    FILE is MLIR or HLO in any form, as text or binary (see `shlo info --help`), or `-` for standard input. A
    value is named as in the text, `%12`, or with its function or loop: `@relu/%3`, `main/while%7/body[3]/%5`
    for iteration 3. What the part needs from outside becomes its arguments. With inputs, the program is run,
    and a case is saved: the part with the arrays that it took and gave, which `shlo run` replays.

    \b
    Examples:
      shlo extract model.mlir --value %12
      shlo extract model.mlir --from %3 --to %12 -o slice.mlir
      shlo extract model.mlir --op %12 --random -o dot.zip
      shlo extract model.mlir --op %12 --random --constants -o dot.mlir
      shlo extract model.mlir --each-op cases --inputs inputs.npz
    """
    _require_one(to, start, op, each_op)
    has_inputs = bool(inputs or random)
    if constants and not has_inputs:
        raise click.UsageError("--constants: missing --inputs or --random, which the arrays come from")
    if each_op is not None:
        return _each_operation(_prepared(file, entry), inputs, _random(random, seed, shapes), Path(each_op))
    if has_inputs and not constants and (output is None or output == STDOUT or form_of(output)):
        raise click.UsageError("the arrays need a place: give --output OUT.zip, a directory, or --constants")
    drawn = _random(random, seed, shapes)
    case = _extracted(_prepared(file, entry), to, start, op, inputs, drawn, has_inputs)
    return _write(_constant(case) if constants else case, output)


def _require_one(to: tuple[str, ...], start: tuple[str, ...], op: str | None, each_op: str | None) -> None:
    given = [bool(to), op is not None, each_op is not None]
    if sum(given) != 1:
        raise click.UsageError("give one of --value, --op and --each-op")
    if start and not to:
        raise click.UsageError("--from: missing --to, where the part ends")


def _prepared(file: str, entry: str | None) -> Target:
    from stablehlo_tools.cli import execution

    target = execution.prepare_for_arrays(File(file).read(), entry)
    if target is None:
        raise click.UsageError(f"{file} has no functions")
    return target


def _extracted(
    target: Target,
    to: tuple[str, ...],
    start: tuple[str, ...],
    op: str | None,
    inputs: tuple[str, ...],
    random: Random | None,
    has_inputs: bool,
) -> Case:
    from stablehlo_tools.formats.cases.extraction import extract_operation, extract_values
    from stablehlo_tools.rewrite.lookup import UnknownValue

    arrays = _arrays(target, inputs, random) if has_inputs else None
    try:
        if op is not None:
            return extract_operation(target.module, target.function.symbol, op, arrays)
        return extract_values(target.module, target.function.symbol, to, start, arrays)
    except UnknownValue as error:
        raise click.UsageError(str(error)) from None


def _random(random: tuple[str, ...], seed: int, shapes: tuple[str, ...]) -> Random | None:
    from stablehlo_tools.cli.random_inputs import Random

    return Random.given(random, seed, shapes)


def _arrays(target: Target, inputs: tuple[str, ...], random: Random | None) -> list[Any]:
    from stablehlo_tools.cli import arguments

    return arguments.bind(target, arguments.read(target, inputs), random)[0]


def _constant(case: Case) -> Case:
    from stablehlo_tools.formats.cases.extraction import with_constants

    try:
        return with_constants(case)
    except ValueError as error:
        raise click.UsageError(f"--constants: {error}") from None


def _each_operation(target: Target, inputs: tuple[str, ...], random: Random | None, folder: Path) -> int:
    from stablehlo_tools.formats.cases.extraction import extract_each_operation

    names: list[str] = []

    def take(case: Case) -> None:
        name = str(case.facts["op"]).partition(".")[2]
        names.append(f"{len(names):04}_{name}")
        case.save(folder / names[-1])

    arrays = _arrays(target, inputs, random)
    folder.mkdir(parents=True, exist_ok=True)
    skipped = extract_each_operation(target.module, target.function.symbol, arrays, take)
    _remove_others(folder, names)
    echo(f"saved {plural(len(names), 'case')} to {folder}", err=True)
    for operation in skipped:
        echo(f"skipped {operation.name}: it takes or gives a token", err=True)
    return outcome.CLEAN


_OF_ONE_OP: Final = re.compile(r"\d{4,}_\w+")


def _remove_others(folder: Path, names: Collection[str]) -> None:
    """Remove the cases that an earlier extraction has left in a directory."""
    from stablehlo_tools.formats.cases.stored_cases import is_case

    for each in folder.iterdir():
        if each.name not in names and _OF_ONE_OP.fullmatch(each.name) and is_case(each):
            shutil.rmtree(each)


def _write(case: Case, output: str | None) -> int:
    if output is None or output == STDOUT or form_of(output):
        write_module(case.module, output)
    else:
        case.save(output)
    return outcome.CLEAN
