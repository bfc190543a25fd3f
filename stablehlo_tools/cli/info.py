"""`shlo info`: what a file is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import echo_all, write_json
from stablehlo_tools.loading.programs import member_of, split_member

if TYPE_CHECKING:
    from stablehlo_tools.diagnostics.source import Source
    from stablehlo_tools.hlo.ir import HloComputation
    from stablehlo_tools.loading.description import FileDescription
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

    FILE is MLIR or HLO text, MLIR bytecode, a portable artifact, what `jax.export` has serialized, or a
    folder of torch_xla; or `-` for standard input. Of binary files only the head is read, however large they
    are. A program in text is parsed, but not verified.

    \b
    Examples:
      shlo info model.mlir
      shlo info model.mlir --format json
    """
    from stablehlo_tools.loading.torch_folders import functions  # help does without

    opened = File(file)
    folder, function = split_member(opened.name)
    members = functions(folder)
    if function and members:
        member_of(opened.name, function, members)
    what = _of_folder(folder, function) if members else _of_file(opened)
    if output_format == "json":
        write_json({"schema": _SCHEMA, "file": opened.title, **what})
    else:
        echo_all(_lines(what))
    return outcome.CLEAN


# -- what there is to say -------------------------------------------------------------------------


def _of_file(file: File) -> dict[str, Any]:
    from stablehlo_tools.loading.compressed import compression_of, unpack
    from stablehlo_tools.loading.description import describe

    data = file.content()
    size, compression = len(data), compression_of(data)
    data = unpack(data, file.title) or data if compression else data
    found = describe(data, file.title)
    what = _of_binary(found) if found else _of_text(file.decoded(data))
    packed = {"compression": compression, "unpacked": len(data)} if compression else {}
    return {"size": size, **packed, **what}


def _of_folder(folder: str, function: str | None) -> dict[str, Any]:
    from stablehlo_tools.loading.torch_folders import describe

    found = describe(folder, function)
    return {
        "kind": "torch_xla folder",
        "size": found.size,
        "dialects": [],
        "functions": _named([(each.function, each.type) for each in found.functions]),
        "inputs": {each.function: [one.name for one in each.interface.inputs] for each in found.functions},
        "weights": _sizes(found.weights),
        "constants": _sizes(found.constants),
        "missing": found.missing,
    }


def _sizes(arrays: Mapping[str, int]) -> dict[str, int]:
    return {"count": len(arrays), "size": sum(arrays.values())}


def _of_binary(found: FileDescription) -> dict[str, Any]:
    artifact = "portable artifact" if found.stablehlo else "MLIR bytecode"
    return {
        "kind": "jax.export" if found.exported else artifact,
        "stablehlo": found.stablehlo or None,
        "bytecode": found.bytecode,
        "producer": found.producer,
        "dialects": found.dialects,
        "functions": None,  # they are operations, which are not read
        "ops": found.ops,
        "sizes": {
            "bytecode": found.size,
            "attributes": found.attributes,
            "resources": found.resources,
            "operations": found.operations,
        },
        "exported": found.exported and _of_exported(found.exported),
    }


def _of_exported(exported: Exported) -> dict[str, Any]:
    return {
        **exported._asdict(),
        "arguments": [each._asdict() for each in exported.arguments],
        "results": [{"name": each.name, "type": each.type} for each in exported.results],
        "vjp": exported.vjp and _of_exported(exported.vjp),
    }


def _of_text(source: Source) -> dict[str, Any]:
    from stablehlo_tools.api import parse_pieces
    from stablehlo_tools.loading.programs import is_hlo

    if is_hlo(source):
        from stablehlo_tools import hlo

        module = hlo.parse(source)
        functions = [(each.name, _signature(each)) for each in module.computations]
        return {"kind": "HLO text", "dialects": [], "functions": _named(functions), "entry": module.entry}
    modules = parse_pieces(source)
    dialects = {operation.name.partition(".")[0] for module in modules for operation in module.walk()}
    functions = [(each.symbol, str(each.type)) for module in modules for each in module.functions]
    kind = "MLIR text" if source.is_written else "VHLO text"
    return {"kind": kind, "dialects": sorted(dialects), "functions": _named(functions)}


def _named(functions: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "type": type} for name, type in functions]


def _signature(computation: HloComputation) -> str:
    parameters = ", ".join(str(each.shape) for each in computation.parameter_instructions)
    return f"({parameters}) -> {computation.root_instruction.shape}"


# -- text -----------------------------------------------------------------------------------------


def _lines(what: Mapping[str, Any]) -> Iterator[str]:
    yield _line("kind", what["kind"])
    yield _line("size", f"{what['size']:,} bytes")
    if "compression" in what:
        yield _line("compressed", f"by {what['compression']}, from {what['unpacked']:,} bytes")
    if "producer" in what:
        yield from _of_bytecode(what)
    if what["dialects"]:
        yield _line("dialects", ", ".join(what["dialects"]))
    for function in what["functions"] or ():
        entry = " (entry)" * (what.get("entry") == function["name"])
        yield _line("function", f"{function['name']}: {function['type']}{entry}")
    if "weights" in what:
        yield from _of_weights(what)
    if what.get("exported"):
        yield from _of_call(what["exported"])


def _of_bytecode(what: Mapping[str, Any]) -> Iterator[str]:
    if what["stablehlo"]:
        yield _line("StableHLO", what["stablehlo"])
    yield _line("bytecode", f"version {what['bytecode']}, by {what['producer']}")
    sizes = what["sizes"]
    yield _line("operations", f"{sizes['operations']:,} bytes, {len(what['ops']):,} different ops")
    yield _line("attributes", f"{sizes['attributes']:,} bytes, constants among them")
    yield _line("resources", f"{sizes['resources']:,} bytes")


def _of_weights(what: Mapping[str, Any]) -> Iterator[str]:
    for function, inputs in what["inputs"].items():
        yield _line("inputs", f"{function}: {', '.join(inputs) or 'none'}")
    for kind in ("weights", "constants"):
        yield _line(kind, f"{what[kind]['count']:,}, of {what[kind]['size']:,} bytes")
    for path in what["missing"]:
        yield _line("missing", path)


def _of_call(exported: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    devices = f"{exported['devices']:,} device{'s' * (exported['devices'] != 1)}"
    platforms = ", ".join(exported["platforms"])
    yield _line("exported", f"{exported['function']}, for {platforms}, {devices}", indent)
    yield _line("convention", f"version {exported['calling_convention']} of calls", indent)
    for each in exported["arguments"]:
        dropped = "" if each["is_kept"] else " (not used)"
        yield _line("argument", f"{each['name']}: {each['type']}{dropped}", indent)
    for each in exported["results"]:
        yield _line("result", f"{each['name']}: {each['type']}", indent)
    if exported["vjp"]:
        yield f"{indent}gradient"
        yield from _of_call(exported["vjp"], indent + "  ")


def _line(name: str, value: str, indent: str = "") -> str:
    return f"{indent}{name:{_WIDTH - len(indent)}}{value}"
