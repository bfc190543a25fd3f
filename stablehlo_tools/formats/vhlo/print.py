"""A program as VHLO text of a version of StableHLO, in the generic form, which MLIR and `vhlo.text` read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.diagnostics.diagnostic import ConversionError, Diagnostic
from stablehlo_tools.formats.bytecode.stablehlo import ACCURACY, ALIAS
from stablehlo_tools.formats.vhlo.compatibility import NO_SUCH_VERSION
from stablehlo_tools.formats.vhlo.legalize import PREFIX, ApiVersion, LegalizationError, is_versioned, to_vhlo
from stablehlo_tools.ir import types
from stablehlo_tools.ir.attributes import Enumeration, Float, Integer, Opaque, Struct, Symbol, TypeAttribute
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.edit import defined_by
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.shardy import SHARDY
from stablehlo_tools.ops.model.versions import Version
from stablehlo_tools.ops.stablehlo.custom_call_rules import API_VERSIONS
from stablehlo_tools.text.locate import Locator
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.printer.attribute_text import attribute_text


def vhlo_text(module: Module, target: Version) -> str:
    """The text of a module in VHLO. Raises ConversionError with everything that the version cannot hold."""
    copy = clone(module)
    copy.resources = {}
    pairs = list(zip(module.walk(), copy.walk(), strict=True))[1:]  # the module itself is as it was
    errors = [error for operation, written in pairs for error in _legalize(operation, written, target)]
    if errors:
        raise ConversionError(*errors)
    return print_module(copy, generic=True)


def _legalize(operation: Operation, copy: Operation, target: Version) -> Iterator[Diagnostic]:
    """Convert the copy of an operation to VHLO, with types and attributes as text; yield what prevents it."""
    reasons: list[str] = []
    copy.template = None
    try:
        copy.name, copy.attributes = _named(operation, target)
    except LegalizationError as error:
        reasons.append(str(error))
    for value in defined_by(copy):
        try:
            value.type = types.OpaqueType(_type(value.type))
        except LegalizationError as error:
            reasons.append(str(error))
    for reason in reasons:
        message = f"version {target} cannot represent this: {reason}"
        yield Diagnostic(NO_SUCH_VERSION, message, Locator().op_name(operation))


def _named(operation: Operation, target: Version) -> tuple[str, dict[str, Any]]:
    """The name and the attributes of an operation. Raises LegalizationError."""
    if not is_versioned(operation.name):
        if operation.operands or operation.results or operation.regions:
            raise LegalizationError(f"{operation.name} has no counterpart in VHLO")
        return operation.name, dict(operation.attributes)
    versioned = to_vhlo(operation, target)
    own = {name: Opaque(_attribute(value)) for name, value in versioned.attributes.items()}
    return f"{PREFIX}{versioned.op.versioned_name}", {**own, **versioned.discardable}


# -- types ----------------------------------------------------------------------------------------


def _type(type: types.Type) -> str:
    """The text of the type of VHLO that one stands for. Raises LegalizationError."""
    if isinstance(type, types.ElementType):
        name = {"i1": "bool", "tf32": "tf31"}.get(str(type), str(type))
        return (
            f"!vhlo.complex_v1<{_type(types.part_of(type))}>"
            if type.kind == "complex"
            else f"!vhlo.{name}_v1"
        )
    if isinstance(type, types.TensorType):
        return _tensor(type)
    if isinstance(type, types.QuantizedType):
        return _quantized(type)
    if isinstance(type, types.FunctionType):
        inputs = ", ".join(map(_type, type.inputs))
        return f"!vhlo.func_v1<({inputs or '()'}) -> {', '.join(map(_type, type.results)) or '()'}>"
    if isinstance(type, types.TokenType):
        return "!vhlo.token_v1"
    if isinstance(type, types.TupleType | types.FutureType):
        kind = "tuple" if isinstance(type, types.TupleType) else "future"
        return f"!vhlo.{kind}_v1<{', '.join(map(_type, type.types))}>"
    if str(type) in ("none", "!shape.witness"):
        return f"!vhlo.{str(type).rpartition('.')[2]}_v1"
    raise LegalizationError(f"type {type} cannot be written as VHLO text")


def _tensor(type: types.TensorType) -> str:
    element = _type(type.element_type)
    if type.shape is None:
        return f"!vhlo.unranked_tensor_v1<{element}>"
    sizes = "".join(f"{'?' if isinstance(size, types.Dim) else size}x" for size in type.shape)
    encoding = "" if type.encoding is None else f", {_attribute(type.encoding)}"
    return f"!vhlo.tensor_v1<{sizes}{element}{encoding}>"


def _quantized(type: types.QuantizedType) -> str:
    is_signed = int(type.storage_type.kind == "signed")
    pair = f"{_type(types.element_type_named(f'i{type.bits}'))}:{_type(type.expressed_type)}"
    limits = f"{type.storage_min}:{type.storage_max}, {is_signed}"
    if type.quantization_dimension is None:
        return f"!vhlo.quant_v1<{pair}, {type.scales[0]:e}:{type.zero_points[0]}, {limits}>"
    scales = f"[{', '.join(f'{scale:e}' for scale in type.scales)}], {list(type.zero_points)}"
    return f"!vhlo.quant_per_axis_v1<{pair}, {type.quantization_dimension}, {scales}, {limits}>"


# -- attributes -----------------------------------------------------------------------------------


def _attribute(attribute: Any) -> str:
    """The text of the attribute of VHLO that one stands for. Raises LegalizationError."""
    text = _TEXTS.get(type(attribute))
    if text is None:
        raise LegalizationError(f"attribute {attribute_text(attribute)} cannot be written as VHLO text")
    return text(attribute)


def _list(attributes: Sequence[Any]) -> str:
    return f"#vhlo.array_v1<[{', '.join(map(_attribute, attributes))}]>"


def _dictionary(attributes: Mapping[str, Any]) -> str:
    entries = (f"{_attribute(name)} = {_attribute(value)}" for name, value in sorted(attributes.items()))
    return f"#vhlo.dict_v1<{{{', '.join(entries)}}}>"


def _number(number: Integer | Float) -> str:
    kind = "integer" if isinstance(number, Integer) else "float"
    value, _, suffix = attribute_text(number).partition(" : ")
    type = str(number.type) if suffix or kind == "float" else "i64"
    return f"#vhlo.{kind}_v1<{value} : {_type(number.type) if kind == 'float' else type}>"


def _opaque(attribute: Opaque) -> str:
    text = attribute.text
    if text.startswith("#stablehlo.bounds<"):
        return f"#vhlo.type_extensions_v1<bounds = [{text.partition('<')[2][:-1]}]>"
    if not text.startswith("#stablehlo."):
        return text  # one of another dialect
    raise LegalizationError(f"attribute {text} cannot be written as VHLO text")


def _struct(struct: Struct) -> str:
    if parts := ACCURACY.parts(struct):
        atol, rtol, ulps, mode = parts
        tolerances = f"atol = {atol:e}, rtol = {rtol:e}, ulps = {ulps}"
        return f"#vhlo.result_accuracy_v1<{tolerances}, mode = {_attribute(mode)}>"
    if parts := ALIAS.parts(struct):
        outputs, index, operands = parts
        output = f"outputTupleIndices = {outputs}, operandIndex = {index}"
        return f"#vhlo.output_operand_alias_v1<{output}, operandTupleIndices = {operands}>"
    raise LegalizationError(f"attribute {attribute_text(struct)} cannot be written as VHLO text")


def _constant(constant: Dense) -> str:
    return f"#vhlo.tensor_v1<{attribute_text(constant)}>"


_TEXTS: Final[Mapping[type, Callable[[Any], str]]] = {
    tuple: _list,
    dict: _dictionary,
    bool: lambda value: f"#vhlo.bool_v1<{str(value).lower()}>",
    str: lambda text: f"#vhlo.string_v1<{attribute_text(text)}>",
    Integer: _number,
    Float: _number,
    Dense: _constant,
    DenseResource: _constant,
    TypeAttribute: lambda attribute: f"#vhlo.type_v1<{_type(attribute.type)}>",
    Enumeration: lambda word: f"#vhlo<{word.kind}_v1 {word.value}>",
    Symbol: lambda symbol: f"#vhlo.string_v1<{attribute_text(symbol.name)}>",
    Opaque: _opaque,
    **dict.fromkeys(SHARDY, attribute_text),
    Struct: _struct,
    ApiVersion: lambda version: f"#vhlo<api_version_v1 {API_VERSIONS[version.number]}>",
}
