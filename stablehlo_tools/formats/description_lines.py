"""The description of a file as JSON and as the lines of `shlo info`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.formats.jaxexport.export_schema import NAMED_DEVICES, NAMED_SHARDINGS

if TYPE_CHECKING:
    from stablehlo_tools.formats.file_description import BytecodeDescription, FileDescription
    from stablehlo_tools.formats.jaxexport.exported import ExportedFunction
    from stablehlo_tools.formats.saved_model import CallModule
    from stablehlo_tools.formats.torch_folders import Folder

_MAX_LISTED = 6  # functions that are not called from outside


# -- as JSON --------------------------------------------------------------------------------------


def fields_of(file: FileDescription) -> dict[str, Any]:
    """The fields of a description, as in JSON."""
    functions = None if file.functions is None else [_function(fn._asdict()) for fn in file.functions]
    fields = {"size": file.size, "kind": file.kind, "dialects": file.dialects, "functions": functions}
    if file.unread:
        fields["unread"] = file.unread
    if file.entry:
        fields["entry"] = file.entry
    if file.compression is not None:
        fields |= {"compression": file.compression.name, "unpacked": file.compression.unpacked}
    if file.bytecode is not None:
        exported = file.exported and _exported_fields(file.exported)
        fields |= {**_bytecode_fields(file.bytecode), "exported": exported}
    if file.snapshot is not None:
        fields |= file.snapshot._asdict()
    if file.saved_model is not None:
        calls = [_call_module_fields(program) for program in file.saved_model.programs]
        fields |= {"tensorflow": file.saved_model.tensorflow, "programs": calls}
    if file.folder is not None:
        fields |= _folder_fields(file.folder)
    return fields


def _function(fields: dict[str, Any]) -> dict[str, Any]:
    sides = {name: [value._asdict() for value in fields[name]] for name in ("arguments", "results")}
    return {name: value for name, value in (fields | sides).items() if value is not None}


def _bytecode_fields(bytecode: BytecodeDescription) -> dict[str, Any]:
    sizes = members(bytecode, "bytecode=size attributes resources operations")
    return {**members(bytecode, "stablehlo? bytecode=version producer ops"), "sizes": sizes}


def _exported_fields(exported: ExportedFunction) -> dict[str, Any]:
    results = [result._asdict() for result in exported.results]
    for result in results:
        del result["is_kept"]
    return {
        **exported._asdict(),
        "arguments": [argument._asdict() for argument in exported.arguments],
        "results": results,
        "vjp": exported.vjp and _exported_fields(exported.vjp),
    }


def _call_module_fields(program: CallModule) -> dict[str, Any]:
    fields = program._asdict()
    size = len(fields.pop("module"))
    del fields["start"]
    return {"size": size, **fields}


def _folder_fields(folder: Folder) -> dict[str, Any]:
    sizes = {"weights": folder.weights, "constants": folder.constants}
    counts = {name: {"count": len(files), "size": sum(files.values())} for name, files in sizes.items()}
    return {**counts, "missing": folder.missing}


# -- text -----------------------------------------------------------------------------------------

Pair = tuple[str, str]  # a name with what it has


def lines_of(fields: Mapping[str, Any]) -> Iterator[Pair]:
    """The lines of a description, as pairs of a name and a text."""
    yield "kind", fields["kind"]
    yield "size", f"{fields['size']:,} bytes"
    if "compression" in fields:
        yield "compressed", f"by {fields['compression']}, from {fields['unpacked']:,} bytes"
    if "producer" in fields:
        yield from _bytecode_lines(fields)
    if fields.get("tensorflow"):
        yield "TensorFlow", fields["tensorflow"]
    if "message" in fields:
        yield "message", fields["message"]
        yield "module", fields["module"]
    if fields["dialects"]:
        yield "dialects", ", ".join(fields["dialects"])
    yield from _function_lines(fields)
    if "weights" in fields:
        yield from _weight_lines(fields)
    if fields.get("exported"):
        yield from _exported_lines(fields["exported"])
    yield from _input_lines(fields)
    for program in fields.get("programs", ()):
        yield from _call_module_lines(program)


def _function_lines(fields: Mapping[str, Any]) -> Iterator[Pair]:
    """Public functions, each argument on a line, and the number of other functions."""
    functions = fields["functions"] or ()
    public = [function for function in functions if not function["is_private"]] or functions
    for function in public:
        yield "function", f"{function['name']}{' (entry)' * (fields.get('entry') == function['name'])}"
        for side in ("arguments", "results"):
            for value in function[side]:
                yield f"  {side[:-1]}", f"{value['name']}: {value['type']}"
    private = [function["name"] for function in functions if function not in public]
    if private:
        more = ", ..." * (len(private) > _MAX_LISTED)
        yield "private", f"{plural(len(private), 'function')}: {', '.join(private[:_MAX_LISTED])}{more}"
    if "unread" in fields:
        yield "functions", f"not read: {fields['unread']}"


def _call_module_lines(program: Mapping[str, Any]) -> Iterator[Pair]:
    """A program of a SavedModel."""
    platforms = f", for {', '.join(program['platforms'])}" * bool(program["platforms"])
    tokens = ", with tokens" * program["has_tokens"]
    size = f"{program['size']:,} bytes"
    yield "program", f"{program['name']}: {size}, version {program['version']}{platforms}{tokens}"
    for side in ("arguments", "results"):
        for type in program[side]:
            yield f"  {side[:-1]}", type
    for name, field in (("dimensions", "dimensions"), ("calls back", "functions")):
        if program[field]:
            yield f"  {name}", ", ".join(program[field])


def _input_lines(fields: Mapping[str, Any]) -> Iterator[Pair]:
    """The arrays that a snapshot has."""
    if fields.get("platform"):
        yield "platform", fields["platform"]
    processes = fields.get("inputs", ())
    for number, inputs in enumerate(processes):
        process = f" of process {number}" if len(processes) > 1 else ""
        for array in inputs:
            yield "input", f"{array}{process}"
    if fields.get("output"):
        yield "output", fields["output"]


def _bytecode_lines(fields: Mapping[str, Any]) -> Iterator[Pair]:
    if fields["stablehlo"]:
        yield "StableHLO", fields["stablehlo"]
    yield "bytecode", f"version {fields['bytecode']}, by {fields['producer']}"
    sizes = fields["sizes"]
    yield "operations", f"{sizes['operations']:,} bytes, {len(fields['ops']):,} different ops"
    yield "attributes", f"{sizes['attributes']:,} bytes, constants among them"
    yield "resources", f"{sizes['resources']:,} bytes"


def _weight_lines(fields: Mapping[str, Any]) -> Iterator[Pair]:
    for function in fields["functions"]:
        yield "inputs", f"{function['name']}: {', '.join(function['inputs']) or 'none'}"
    for kind in ("weights", "constants"):
        yield kind, f"{fields[kind]['count']:,}, of {fields[kind]['size']:,} bytes"
    for path in fields["missing"]:
        yield "missing", path


def _exported_lines(exported: Mapping[str, Any], indent: str = "") -> Iterator[Pair]:
    devices = plural(exported["devices"], "device")
    platforms = ", ".join(exported["platforms"])
    yield f"{indent}exported", f"{exported['function']}, for {platforms}, {devices}"
    yield f"{indent}convention", f"version {exported['calling_convention']} of calls"
    yield f"{indent}format", _format(exported)
    for name in ("symbols", "effects", "unchecked"):
        if exported[name]:
            yield f"{indent}{name}", ", ".join(exported[name])
    for argument in exported["arguments"]:
        dropped = "" if argument["is_kept"] else " (not used)"
        yield f"{indent}argument", f"{argument['name']}: {argument['type']}{_sharding(argument)}{dropped}"
    for result in exported["results"]:
        yield f"{indent}result", f"{result['name']}: {result['type']}{_sharding(result)}"
    if exported["vjp"]:
        yield f"{indent}gradient", ""
        yield from _exported_lines(exported["vjp"], indent + "  ")


def _format(exported: Mapping[str, Any]) -> str:
    if exported["jax"]:
        return f"of JAX {exported['jax']}"
    since = f"of JAX since {exported['format']}" if exported["format"] else f"of JAX before {NAMED_DEVICES}"
    return f"{since}{_EXPIRED}" if exported["is_expired"] else since


_EXPIRED = (
    f"; JAX 0.12 and later refuse exports of before {NAMED_SHARDINGS}: renew this one with "
    "`shlo convert FILE -o NEW.jaxexport`"
)


def _sharding(argument: Mapping[str, Any]) -> str:
    return f", sharded {argument['sharding']}" if argument["sharding"] else ""
