"""Converts HLO modules to StableHLO: called computations become functions, the others regions."""

from __future__ import annotations

from typing import Any

from stablehlo_tools.diagnostics.diagnostic import ConversionError, Diagnostic, require_valid
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.hlo.attributes import Donor, InputOutputAlias
from stablehlo_tools.hlo.check.verifier import verify
from stablehlo_tools.hlo.convert import arrays, bitcasts, calls, processes  # noqa: F401  (their handlers)
from stablehlo_tools.hlo.convert.annotations import COUNTS, FRONTEND_ATTRIBUTES, PREFIX
from stablehlo_tools.hlo.convert.lowering import NO_COUNTERPART
from stablehlo_tools.hlo.convert.shardy import MESHES, meshes, with_manual_computations
from stablehlo_tools.hlo.convert.walk import Walk, shape_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloComputation, HloModule
from stablehlo_tools.hlo.opcodes import MODULE_ATTRIBUTES
from stablehlo_tools.hlo.shape import TupleShape, leaf_number, leaves
from stablehlo_tools.hlo.text.kinds import print_value
from stablehlo_tools.ir.attributes import Attribute, Integer
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import I32

ENTRY = "main"


def to_stablehlo(module: HloModule) -> Module:
    """The StableHLO program that computes the same as an HLO module.

    Tuples become several arguments and results, fusions private functions with their kind as an attribute,
    and metadata locations; layouts, shardings and the like are kept as attributes. Unreachable computations
    are omitted.

    Raises `VerificationError` for an invalid module, and `ConversionError` at the first instruction without a
    counterpart.
    """
    require_valid(verify(module))
    walk = Walk(with_manual_computations(module))
    for mesh in _meshes(module):
        walk.builder.declare(mesh)
    for computation in walk.computations.values():
        if computation.name == module.entry:
            walk.function(computation, ENTRY, is_private=False)
        elif computation.name in walk.reachable and _is_called(walk, computation):
            walk.function(computation, _symbol(walk, computation.name))
    walk.builder.module.attributes = _attributes(module)
    walk.builder.module.source = module.source
    return walk.builder.module


def _meshes(module: HloModule) -> list[Operation]:
    """The meshes of a module. Raises ConversionError."""
    try:
        return meshes(module)
    except NoCounterpart as error:
        span = Span(module.source, 0, 1) if module.source else None
        message = f"cannot convert the module: {error}"
        raise ConversionError(Diagnostic(NO_COUNTERPART, message, span, unsupported=True)) from None


def _is_called(walk: Walk, computation: HloComputation) -> bool:
    """Whether a computation becomes a function: it is called as one, or too large to duplicate."""
    return computation.name in walk.called or walk.is_function(computation.name)


def _symbol(walk: Walk, name: str) -> str:
    """The function name of a computation; `main` for the entry."""
    while name == ENTRY or name in (walk.computations.keys() - {name}):
        name += "_"
    return name


def _attributes(module: HloModule) -> dict[str, Attribute]:
    attributes: dict[str, Attribute] = {"sym_name": module.name}
    for name, value in {**module.attributes, **_flat_donations(module)}.items():
        attributes |= _module_attribute(name, value)
    return attributes


def _flat_donations(module: HloModule) -> dict[str, Any]:
    """The aliases and donors of a module, of leaves: each is an argument or a result."""
    entry = module.entry_computation
    assert entry is not None
    parameters = TupleShape(tuple(shape_of(parameter) for parameter in entry.parameter_instructions))
    whole = shape_of(entry.root_instruction)
    is_single = sum(1 for _ in leaves(whole)) == 1

    def argument(number: int, index: tuple[int, ...]) -> int:
        return leaf_number(parameters, (number, *index))

    def result(index: tuple[int, ...]) -> tuple[int, ...]:
        return () if is_single else (leaf_number(whole, index),)

    donations: dict[str, Any] = {}
    if aliases := module.attributes.get("input_output_alias"):
        donations["input_output_alias"] = tuple(
            InputOutputAlias(result(alias.output), argument(alias.operand, alias.index), (), alias.kind)
            for alias in aliases
        )
    if donors := module.attributes.get("buffer_donor"):
        donations["buffer_donor"] = tuple(Donor(argument(each.parameter, each.index), ()) for each in donors)
    return donations


def _module_attribute(name: str, value: Any) -> dict[str, Attribute]:
    if name in COUNTS:
        return {COUNTS[name]: Integer(value, I32)}
    if name == "frontend_attributes":
        texts: Attribute = {key: str(text) for key, text in value.items() if key != MESHES}
        return {FRONTEND_ATTRIBUTES: texts} if texts else {}
    return {f"{PREFIX}{name}": print_value(MODULE_ATTRIBUTES[name], value)}
