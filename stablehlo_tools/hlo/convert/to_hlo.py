"""Converts StableHLO modules to HLO: functions and regions become computations."""

from __future__ import annotations

from typing import Any

from stablehlo_tools.diagnostics.diagnostic import ConversionError, Diagnostic, ParseError, require_valid
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.hlo.attributes import Donor, InputOutputAlias, Raw
from stablehlo_tools.hlo.check.site import agree, donated_alias_problem, donor_problem
from stablehlo_tools.hlo.convert import arrays, calls, processes, shardy  # noqa: F401  (their handlers)
from stablehlo_tools.hlo.convert.annotations import (
    COUNTS,
    PREFIX,
    frontend_attributes,
    instruction_attributes,
)
from stablehlo_tools.hlo.convert.lowering import NO_COUNTERPART, Lowering, called_first
from stablehlo_tools.hlo.convert.scopes import sanitized
from stablehlo_tools.hlo.ir import HloComputation, HloModule
from stablehlo_tools.hlo.opcodes import MODULE_ATTRIBUTES
from stablehlo_tools.hlo.shape import Shape
from stablehlo_tools.hlo.text.parser import parse
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.refinement.functions import refine_module
from stablehlo_tools.text.printer.attribute_text import attribute_text
from stablehlo_tools.verifier.module import verify

SYMBOL = "sym_name"


def to_hlo(module: Module, entry: str) -> HloModule:
    """The HLO module that computes the function `entry` of a program.

    Dynamic ops with known shapes become static. Several results become a tuple. Functions become called
    computations, or fusions if an attribute requires it; captured values of loops and branches are passed in
    a tuple. Locations become metadata and stack frame tables, and donated arguments aliases.

    Raises `VerificationError` for an invalid program, and `ConversionError` at the first operation without a
    counterpart.
    """
    require_valid(verify(module))
    function = require_function(module, entry, ConversionError)
    if any(op.static for operation in module.walk() if (op := OPS.get(operation.name))):
        module = refine_module(module, function, function.type.inputs)
        function = require_function(module, entry)
    lowering = Lowering(module)
    for callee in called_first(function, lowering.declared):
        lowering.function(callee, callee.symbol)
    computation = lowering.computations[-1]
    _share_results(function, computation)
    tables = lowering.frames.tables
    return HloModule(
        sanitized(_name(module)),
        lowering.computations,
        computation.name,
        _attributes(module, function, computation),
        stack_tables=tables if tables.stack_frames else None,
        is_short=True,
    )


def _name(module: Module) -> str:
    name = module.attributes.get(SYMBOL)
    return name if isinstance(name, str) and name else "module"


def _share_results(function: Function, computation: HloComputation) -> None:
    """Set the sharding of the results at the root: one per tuple element."""
    count = len(function.type.results)
    shardings = [function.result_attributes(number).get("mhlo.sharding") for number in range(count)]
    texts = [sharding if isinstance(sharding, str) else "{replicated}" for sharding in shardings]
    if any(isinstance(sharding, str) for sharding in shardings):
        text = texts[0] if count == 1 else f"{{{', '.join(texts)}}}"
        root = computation.root_instruction
        root.attributes.setdefault("sharding", instruction_attributes({"mhlo.sharding": text})["sharding"])


# -- module attributes -------------------------------------------------------------------------


def _attributes(module: Module, function: Function, computation: HloComputation) -> dict[str, Any]:
    original = {
        name.removeprefix(PREFIX): _value(name.removeprefix(PREFIX), attribute)
        for name, attribute in module.attributes.items()
        if name.startswith(PREFIX) and isinstance(attribute, str)
    }
    attributes = {**original, **_donations(function)}
    aliases = attributes.pop("input_output_alias", ())
    parameters = [parameter.shape for parameter in computation.parameter_instructions]
    whole = computation.root_instruction.shape
    aliases = [alias for alias in aliases if not donated_alias_problem(alias, parameters, whole)]
    if aliases:
        attributes["input_output_alias"] = tuple(aliases)
    donors = attributes.pop("buffer_donor", ())
    donors = [donor for donor in donors if not donor_problem(donor, parameters)]
    if donors:
        attributes["buffer_donor"] = tuple(donors)
    attributes["entry_computation_layout"] = _layout(computation, attributes.get("entry_computation_layout"))
    frontend = {**_meshes(module), **frontend_attributes(module.attributes)}
    if frontend:
        attributes["frontend_attributes"] = frontend
    for name, ours in COUNTS.items():
        count = module.attributes.get(ours)
        if isinstance(count, Integer) and count.value > 1:
            attributes[name] = count.value
    return {name: attributes[name] for name in sorted(attributes, key=[*MODULE_ATTRIBUTES].index)}


def _value(name: str, text: str) -> Any:
    """The value in the text of a module attribute."""
    whole = f"HloModule m, {name}={text}\nENTRY e {{ x = f32[] copy(x) }}"
    try:
        return parse(Source(whole, name)).attributes[name]
    except ParseError:
        raise ConversionError(
            Diagnostic(
                NO_COUNTERPART, f"invalid value of `{name}` in HLO: {text[:40]}", None, unsupported=True
            )
        ) from None


def _layout(computation: HloComputation, declared: Any) -> tuple[tuple[Shape, ...], Shape]:
    """The shapes of the entry's parameters and result, with their original layouts where these still fit."""
    parameters = tuple(shape for param in computation.parameter_instructions if (shape := param.shape))
    result = computation.root_instruction.shape
    assert result is not None
    shapes = (*parameters, result)
    previous = (*declared[0], declared[1]) if declared else ()
    fits = len(shapes) == len(previous) and all(map(agree, shapes, previous))
    return declared if fits else (parameters, result)


def _donations(function: Function) -> dict[str, Any]:
    """The aliases of results and arguments, and the arguments whose buffers may be reused."""
    aliases: list[InputOutputAlias] = []
    donors: list[Donor] = []
    is_tuple = len(function.type.results) != 1
    for number in range(len(function.arguments)):
        attributes = function.argument_attributes(number)
        output = attributes.get("tf.aliasing_output")
        if isinstance(output, Integer):
            index = (output.value,) if is_tuple else ()
            kind = "must-alias" if attributes.get("jax.must_alias") else "may-alias"
            aliases.append(InputOutputAlias(index, number, (), kind))
        elif attributes.get("jax.buffer_donor") is True:
            donors.append(Donor(number, ()))
    donations: dict[str, Any] = {}
    if aliases:
        donations["input_output_alias"] = tuple(sorted(aliases, key=lambda alias: alias.output))
    if donors:
        donations["buffer_donor"] = tuple(donors)
    return donations


def _meshes(module: Module) -> dict[str, str]:
    """The meshes of Shardy, as XLA's frontend attribute."""
    meshes = [operation for operation in module.body.operations if operation.name == "sdy.mesh"]
    texts = (f"{mesh.attributes[SYMBOL]} = {attribute_text(mesh.attributes['mesh'])}" for mesh in meshes)
    return {"xla.sdy.meshes": Raw(f"{{{', '.join(texts)}}}")} if meshes else {}
