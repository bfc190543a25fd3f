"""A program as an exported function of JAX: the calling convention that its types and attributes say."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.formats.bytecode.write import portable_artifact
from stablehlo_tools.formats.jaxexport import export_schema
from stablehlo_tools.formats.jaxexport.shardings import named_sharding
from stablehlo_tools.formats.jaxexport.symbols import Shape, Shapes, not_exported, shapes_of
from stablehlo_tools.ir.attributes import Attribute, Integer
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.edit import set_arguments
from stablehlo_tools.ir.interface import PLATFORM_INDEX
from stablehlo_tools.ir.operations import Function, Module, Value, callee_of, default_entry
from stablehlo_tools.ir.shardy import Mesh
from stablehlo_tools.ir.types import ElementType, FunctionType, TensorType, TokenType, Type, tensor_type
from stablehlo_tools.ops.model.meshes import meshes_in
from stablehlo_tools.ops.model.versions import NAMED, Version
from stablehlo_tools.rewrite.lowering import lower_to_version

# JAX itself writes `week4` of the day of its release; who calls an export has an older release, perhaps.
TARGET: Final = NAMED["week12"]
# The only version of JAX's files that its readers from before November 2025 accept.
_SERIALIZATION_VERSION: Final = 3
_CONVENTION: Final = 10
_INDEX: Final = tensor_type((), "i32")
_INDEX_ATTRIBUTES: Final[Mapping[str, Attribute]] = {"jax.global_constant": PLATFORM_INDEX}


class Side(NamedTuple):
    """The types and shardings of all arguments, or of all results."""

    avals: Sequence[export_schema.AbstractValue]
    shardings: Sequence[export_schema.NamedSharding | None]


def exported_bytes(module: Module, target: Version, platforms: Sequence[str]) -> bytes:
    """The bytes that `jax.export.deserialize` reads, for a function with the arguments of the program.

    With several platforms, the first argument is the index of one; it is added to a program that has none.
    Raises ConversionError.
    """
    module = clone(module)
    main = _main(module)
    has_several = len(platforms) > 1
    if _has_index(main) and not has_several:
        message = f"the first argument of @{main.symbol} is the index of a platform"
        raise not_exported(main, message, "name the platforms in their order: `--platform cpu,tpu`")
    if has_several and not _has_index(main):
        _add_index(module, main)
    shapes = shapes_of(module, main)
    sides = _sides(main, shapes, meshes_in(module.regions[0]), first=int(has_several))
    module.attributes = {**module.attributes, "jax.uses_shape_polymorphism": shapes.has_symbols}
    table = export_schema.ExportedTable(
        serialization_version=_SERIALIZATION_VERSION,
        function_name=_name(module, main),
        in_tree=_tree("tuple", _tree("tuple", *[_LEAF] * len(sides[0].avals)), _tree("dict")),
        out_tree=_LEAF if len(sides[1].avals) == 1 else _tree("tuple", *[_LEAF] * len(sides[1].avals)),
        nr_devices=_devices(module, sides),
        platforms=tuple(platforms),
        mlir_module_serialized=artifact_of(_with_main(module, main), target),
        calling_convention_version=_CONVENTION,
        module_kept_var_idx=tuple(range(len(sides[0].avals))),
        uses_global_constants=int(shapes.has_symbols),
    )
    return export_schema.write_table(complete(table, *sides))


def artifact_of(module: Module, target: Version) -> bytes:
    """The program of an exported function, for a version of StableHLO. Raises ConversionError."""
    return portable_artifact(lower_to_version(module, target), target)


def complete(table: export_schema.ExportedTable, inputs: Side, outputs: Side) -> export_schema.ExportedTable:
    """The table with these types and shardings, both as JAX has them since April 2026 and as before."""
    avals, indices = export_schema.distinct((*inputs.avals, *outputs.avals))
    shardings = [*inputs.shardings, *outputs.shardings]
    meshes, places = export_schema.distinct(
        [named.mesh or export_schema.AbstractMesh() for named in shardings if named]
    )
    numbered = iter(places)
    indexed = [named and dataclasses.replace(named, abstract_mesh_idx=next(numbered)) for named in shardings]
    kinds, numbers = export_schema.distinct([named for named in indexed if named])
    remaining = iter(numbers)
    sharding_numbers = tuple(next(remaining) + 1 if named else 0 for named in indexed)
    count = len(inputs.avals)
    return dataclasses.replace(
        table,
        in_avals=tuple(inputs.avals),
        out_avals=tuple(outputs.avals),
        in_shardings=tuple(export_schema.ShardingTable(named_sharding=named) for named in indexed[:count]),
        out_shardings=tuple(export_schema.ShardingTable(named_sharding=named) for named in indexed[count:]),
        unique_avals=avals,
        unique_abstract_meshes=meshes,
        unique_named_shardings=kinds,
        in_avals_idxs=indices[:count],
        out_avals_idxs=indices[count:],
        in_shardings_idxs=sharding_numbers[:count],
        out_shardings_idxs=sharding_numbers[count:],
    )


# -- the function ---------------------------------------------------------------------------------


def _main(module: Module) -> Function:
    main = module.function(default_entry(module))
    if main is None or main.body is None:
        names = ", ".join(f"@{function.symbol}" for function in module.functions) or "none"
        raise not_exported(Function("func.func", [], {}), f"expected a function @main, found {names}")
    return main


def _with_main(module: Module, main: Function) -> Module:
    """The module with the function renamed to the name that JAX expects."""
    main.attributes = {**main.attributes, "sym_name": "main", "sym_visibility": "public"}
    main.template = None
    return module


def _name(module: Module, main: Function) -> str:
    """The name of the function in Python: JAX calls the module of a function f `jit_f`."""
    name = module.attributes.get("sym_name")
    if main.symbol != "main" or not isinstance(name, str):
        return main.symbol
    return name.removeprefix("jit_")


def _has_index(main: Function) -> bool:
    return bool(main.arguments) and main.argument_attributes(0).items() >= _INDEX_ATTRIBUTES.items()


def _add_index(module: Module, main: Function) -> None:
    """Add an unused argument for the index of the platform."""
    if any(callee_of(operation) == main.symbol for operation in module.walk()):
        raise not_exported(main, f"cannot add a platform index to @{main.symbol}: the program calls it")
    assert main.body is not None
    attributes = [main.argument_attributes(index) for index in range(len(main.arguments))]
    set_arguments(main.body, [Value(_INDEX, "", main.body, 0), *main.arguments])
    main.attributes = {**main.attributes, "arg_attrs": (_INDEX_ATTRIBUTES, *attributes)}
    main.type = FunctionType((_INDEX, *main.type.inputs), main.type.results)


def _devices(module: Module, sides: Sequence[Side]) -> int:
    """The number of devices of a program: those of the largest mesh of a value, or all processes."""
    meshes = [named.mesh for side in sides for named in side.shardings if named and named.mesh]
    counts = [math.prod(mesh.axis_sizes) for mesh in meshes]
    processes = [module.attributes.get(name) for name in ("mhlo.num_partitions", "mhlo.num_replicas")]
    return max(1, *counts, math.prod([number.value for number in processes if isinstance(number, Integer)]))


# -- types ----------------------------------------------------------------------------------------


def _sides(main: Function, shapes: Shapes, meshes: Mapping[str, Mesh | None], first: int) -> list[Side]:
    """Arguments, from the `first` on, and results."""
    arguments = [main.argument_attributes(index) for index in range(len(main.type.inputs))]
    results = [main.result_attributes(index) for index in range(len(main.type.results))]
    return [
        _side(main, main.type.inputs[first:], shapes.arguments[first:], arguments[first:], meshes),
        _side(main, main.type.results, shapes.results, results, meshes),
    ]


def _side(
    main: Function,
    types: Sequence[Type],
    shapes: Sequence[Shape],
    attributes: Sequence[Mapping[str, Attribute]],
    meshes: Mapping[str, Mesh | None],
) -> Side:
    avals = [_aval(main, type, shape) for type, shape in zip(types, shapes, strict=True)]
    return Side(avals, [named_sharding(entry, meshes) for entry in attributes])


def _aval(main: Function, type: Type, shape: Shape) -> export_schema.AbstractValue:
    if isinstance(type, TokenType):
        message = f"@{main.symbol} takes or returns a token, whose effect in JAX is unknown"
        raise not_exported(main, message)
    element = type.element_type if isinstance(type, TensorType) and type.shape is not None else None
    name = _DTYPE_OF.get(str(element)) if isinstance(element, ElementType) else None
    if name is None:
        raise not_exported(main, f"JAX has no equivalent of {type}, used by @{main.symbol}")
    return export_schema.AbstractValue(
        shape=shape, dtype=export_schema.DTYPES.index(name), memory_space=export_schema.DEVICE_MEMORY
    )


# The names of JAX, by those of MLIR.
_DTYPE_OF: Final[Mapping[str, str]] = {
    "i1": "bool",
    "complex<f32>": "c64",
    "complex<f64>": "c128",
    **{f"i{bits}": f"i{bits}" for bits in (4, 8, 16, 32, 64)},
    **{f"ui{bits}": f"u{bits}" for bits in (4, 8, 16, 32, 64)},
    **{name: name for name in ("f16", "f32", "f64", "bf16")},
    **{f"{name[:2]}{name[3:].upper()}": name for name in export_schema.DTYPES if name[:3] in ("f8_", "f4_")},
}


# -- trees ----------------------------------------------------------------------------------------


def _tree(kind: str, *children: export_schema.PyTreeDef) -> export_schema.PyTreeDef:
    return export_schema.PyTreeDef(export_schema.TREES.index(kind), children)


_LEAF: Final = _tree("leaf")
