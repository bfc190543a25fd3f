"""`shlo info`: what a file is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import echo_all, write_json
from stablehlo_tools.loading.export_schema import NAMED_DEVICES

if TYPE_CHECKING:
    from stablehlo_tools.loading.description import BytecodeDescription, FileDescription
    from stablehlo_tools.loading.exported import Exported

_SCHEMA = 1  # raised when a field of the JSON changes its meaning or goes away
_WIDTH = 14  # of the names in front of values


@click.command("info")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Output format; JSON lists the names of all ops of bytecode",
)  # fmt: skip
def command(file: str, output_format: str) -> int:
    """Show what a file is: its format, versions, dialects and functions.

    FILE is MLIR or HLO text, MLIR bytecode, a portable artifact, or what `jax.export` has serialized; or `-`
    for standard input. Of binary files only the head is read, however large they are. A program in text is
    parsed, but not verified.

    \b
    Examples:
      shlo info model.mlir
      shlo info model.mlir --format json
    """
    from stablehlo_tools.api import describe_data  # help does without

    opened = File(file)
    what = _fields(describe_data(opened.content(), opened.title))
    if output_format == "json":
        write_json({"schema": _SCHEMA, "file": opened.title, **what})
    else:
        echo_all(_lines(what))
    return outcome.CLEAN


# -- what there is to say -------------------------------------------------------------------------


def _fields(found: FileDescription) -> dict[str, Any]:
    """A description as it is written as JSON."""
    functions = None if found.functions is None else [each._asdict() for each in found.functions]
    common = {"size": found.size, "kind": found.kind, "dialects": found.dialects, "functions": functions}
    if found.bytecode is not None:
        exported = found.exported and _of_exported(found.exported)
        return {**common, **_of_bytecode(found.bytecode), "exported": exported}
    return {**common, **({"entry": found.entry} if found.entry else {})}


def _of_bytecode(found: BytecodeDescription) -> dict[str, Any]:
    return {
        "stablehlo": found.stablehlo or None,
        "bytecode": found.version,
        "producer": found.producer,
        "ops": found.ops,
        "sizes": {
            "bytecode": found.size,
            "attributes": found.attributes,
            "resources": found.resources,
            "operations": found.operations,
        },
    }


def _of_exported(exported: Exported) -> dict[str, Any]:
    results = [each._asdict() for each in exported.results]
    for result in results:
        del result["is_kept"]
    return {
        **exported._asdict(),
        "arguments": [each._asdict() for each in exported.arguments],
        "results": results,
        "vjp": exported.vjp and _of_exported(exported.vjp),
    }


# -- text -----------------------------------------------------------------------------------------


def _lines(what: Mapping[str, Any]) -> Iterator[str]:
    yield _line("kind", what["kind"])
    yield _line("size", f"{what['size']:,} bytes")
    if "producer" in what:
        yield from _lines_of_bytecode(what)
    if what["dialects"]:
        yield _line("dialects", ", ".join(what["dialects"]))
    for function in what["functions"] or ():
        entry = " (entry)" * (what.get("entry") == function["name"])
        yield _line("function", f"{function['name']}: {function['type']}{entry}")
    if what.get("exported"):
        yield from _of_call(what["exported"])


def _lines_of_bytecode(what: Mapping[str, Any]) -> Iterator[str]:
    if what["stablehlo"]:
        yield _line("StableHLO", what["stablehlo"])
    yield _line("bytecode", f"version {what['bytecode']}, by {what['producer']}")
    sizes = what["sizes"]
    yield _line("operations", f"{sizes['operations']:,} bytes, {len(what['ops']):,} different ops")
    yield _line("attributes", f"{sizes['attributes']:,} bytes, constants among them")
    yield _line("resources", f"{sizes['resources']:,} bytes")


def _of_call(exported: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    devices = f"{exported['devices']:,} device{'s' * (exported['devices'] != 1)}"
    platforms = ", ".join(exported["platforms"])
    yield _line("exported", f"{exported['function']}, for {platforms}, {devices}", indent)
    yield _line("convention", f"version {exported['calling_convention']} of calls", indent)
    yield _line("format", _format(exported), indent)
    for name in ("symbols", "effects", "unchecked"):
        if exported[name]:
            yield _line(name, ", ".join(exported[name]), indent)
    for each in exported["arguments"]:
        dropped = "" if each["is_kept"] else " (not used)"
        yield _line("argument", f"{each['name']}: {each['type']}{_sharding(each)}{dropped}", indent)
    for each in exported["results"]:
        yield _line("result", f"{each['name']}: {each['type']}{_sharding(each)}", indent)
    if exported["vjp"]:
        yield f"{indent}gradient"
        yield from _of_call(exported["vjp"], indent + "  ")


def _format(exported: Mapping[str, Any]) -> str:
    if exported["jax"]:
        return f"of JAX {exported['jax']}"
    if exported["format"] is None:
        return f"of JAX before {NAMED_DEVICES}, which newer releases refuse: convert it to .jaxexport"
    return f"of JAX since {exported['format']}"


def _sharding(argument: Mapping[str, Any]) -> str:
    return f", sharded {argument['sharding']}" if argument["sharding"] else ""


def _line(name: str, value: str, indent: str = "") -> str:
    return f"{indent}{name:{_WIDTH - len(indent)}}{value}"
