"""Programs that JAX exports, and what becomes of them: a process of its own, which has several devices.

    python -m tests.formats.jaxexport.driver

For each program a line of JSON says whether it is read as JAX has it, and whether JAX computes the same with
what is written of it. For each text, whether JAX computes what the interpreter does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax._src import core, effects
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jax.sharding import NamedSharding, PartitionSpec
from jaxlib.mlir import ir

import stablehlo_tools
from stablehlo_tools.formats.jaxexport.export_schema import ExportedTable, read_table
from stablehlo_tools.ir.types import TensorType
from tests.formats.jaxexport.test_exported import without_locations

jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_enable_x64", True)

F32: Final = np.float32
X: Final = np.linspace(-2, 3, 12, dtype=F32).reshape(3, 4)
SQUARE: Final = np.array([[4, 1, 0.5], [1, 3, 0.25], [0.5, 0.25, 2]], F32)
MESH: Final = jax.make_mesh((2, 2), ("x", "y"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
LINE: Final = jax.make_mesh((1,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))


class Program(NamedTuple):
    """A function, the arguments that it is called with, and what it is exported for, if not these."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    shapes: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ("cpu",)
    gradients: int = 0
    keywords: Mapping[str, Any] = {}


def split(mesh: Any, *axes: Any) -> Any:
    """A sharding over a mesh."""
    return NamedSharding(mesh, PartitionSpec(*axes))


def sharded(function: Callable[..., Any], argument: Any, result: Any) -> Any:
    """A function whose arguments and results are sharded."""
    return jax.jit(function, in_shardings=argument, out_shardings=result)


def converted(dtype: Any) -> Program:
    """A program of arrays of a type."""
    return Program(lambda x: (x, x.astype(F32) + 1), (jnp.asarray([0, 1, 1, 0], dtype),))


def loop(x: Any) -> Any:
    """A program with a loop and a branch."""
    return jax.lax.fori_loop(0, 5, lambda i, y: jax.lax.cond(y.sum() > 3, jnp.sin, jnp.cos, y) + i, x)


def noisy(key: Any) -> Any:
    """A program that makes keys of keys."""
    return jax.random.split(key), jax.random.normal(key, (3,))


class UnorderedEffect(effects.Effect):  # type: ignore[misc]
    """An effect of which the program says nothing."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return type(self).__name__


class OrderedEffect(UnorderedEffect):
    """An effect of which the program has a token."""


def lowered(context: Any, x: Any, *, effect: Any) -> Any:
    """An operation with an effect is the identity, which passes the token on."""
    if isinstance(effect, OrderedEffect):
        context.set_tokens_out(mlir.TokenSet({effect: context.tokens_in.get(effect)}))
    return [x]


EFFECTS: Final = (OrderedEffect(), UnorderedEffect())
effectful_p: Final = core.Primitive("effectful")
effectful_p.def_effectful_abstract_eval(lambda x, *, effect: (x, {effect}))
mlir.register_lowering(effectful_p, lowered)
for effect in EFFECTS:
    effects.lowerable_effects.add_type(type(effect))
effects.ordered_effects.add_type(OrderedEffect)


def effectful(x: Any) -> Any:
    """A program with effects."""
    for effect in EFFECTS:
        x = effectful_p.bind(x + 1, effect=effect)
    return x


def printed(x: Any) -> Any:
    """A program whose platforms differ."""
    return jax.lax.platform_dependent(x, cpu=jnp.sin, default=jnp.cos)


PROGRAMS: Final[Mapping[str, Program]] = {
    "one": Program(jnp.sin, (X,)),
    "scalars": Program(lambda x, n: x * n, (F32(2.5), np.int32(3))),
    "no_arguments": Program(lambda: jnp.arange(4), ()),
    "no_results": Program(lambda x: (), (X,)),
    "nothing_in_them": Program(lambda x: (x + 1, x.sum()), (np.zeros((0, 4), F32),)),
    "unused": Program(lambda x, unused: 2 * x, (X, X)),
    "a_dictionary": Program(lambda p, x: x @ p["w"] + p["b"], ({"w": X.T, "b": F32(1)}, X)),
    "nested": Program(lambda t: {"a": [t[0]["x"], (t[1],)], "none": None}, (({"x": X}, X[0]),)),
    "keywords": Program(lambda x, *, scale: x * scale, (X,), keywords={"scale": F32(3)}),
    "loop": Program(loop, (X[0],)),
    "sorted": Program(lambda x: (jnp.sort(x), jnp.argsort(x)), (X[0],)),
    "convolved": Program(lambda x, w: jnp.convolve(x, w, mode="same"), (X[0], X[1, :3])),
    "gathered": Program(lambda x, i: x[i].at[0].add(1), (X, np.array([2, 0], np.int32))),
    "fourier": Program(jnp.fft.fft, (X[0],)),
    "complex": Program(lambda z: z * z.conj() + 1j, (X.astype(np.complex64),)),
    "complex128": Program(lambda z: jnp.abs(z), (X.astype(np.complex128),)),
    "doubles": Program(lambda x: jnp.exp(x), (X.astype(np.float64),)),
    "bools": Program(lambda x: (x > 0, ~(x > 1)), (X,)),
    "bf16": converted(jnp.bfloat16),
    "f8": converted(jnp.float8_e4m3fn),
    "f8_e8m0": converted(jnp.float8_e8m0fnu),
    "int4": converted(jnp.int4),
    "uint4": converted(jnp.uint4),
    "symbolic": Program(lambda x: x.sum(0), (X,), shapes=("b, 4",)),
    "symbols": Program(lambda x, y: (x @ y, jnp.ones(2 * x.shape[0])), (X, X.T), shapes=("a, b", "b, a")),
    "an_expression": Program(lambda x: x.reshape(-1, 2), (X[0],), shapes=("2*b",)),
    "several_platforms": Program(jnp.cos, (X,), platforms=("cpu", "cuda", "tpu")),
    "other_for_each_platform": Program(printed, (X,), platforms=("tpu", "cpu")),
    "symbols_on_platforms": Program(printed, (X,), ("a, b",), platforms=("cpu", "tpu")),
    "cholesky": Program(jnp.linalg.cholesky, (SQUARE,)),
    "eigenvalues": Program(lambda x: jnp.linalg.eigh(x)[0], (SQUARE,)),
    "solved": Program(jnp.linalg.solve, (SQUARE, X[:, 0])),
    "a_gradient": Program(lambda x, y: (jnp.sin(x) * y).sum(), (X, X + 1), gradients=1),
    "gradients": Program(lambda x: (jnp.sin(x) ** 3).sum(), (X,), gradients=2),
    "a_symbolic_gradient": Program(lambda x: (x**3).sum(), (X[0],), ("b",), gradients=1),
    "on_one_device": Program(sharded(jnp.sin, split(LINE, "x"), split(LINE)), (X,)),
    "on_four_devices": Program(sharded(lambda x: x @ x.T, split(MESH, "x"), split(MESH, "y")), (X[:2],)),
    "over_both_axes": Program(sharded(jnp.cos, split(MESH, None, ("y", "x")), split(MESH)), (X,)),
    "a_sharded_gradient": Program(
        sharded(lambda x: jnp.sin(x), split(MESH, "y"), None), (X[:2],), gradients=1
    ),
    "effects": Program(effectful, (X,)),
    "keys": Program(noisy, (jax.random.key(7),)),
    "keys_of_rbg": Program(lambda key: jax.random.key_data(key), (jax.random.key(7, impl="rbg"),)),
}
# Programs that are no exports, with the shapes of the arguments that they are run for.
TEXTS: Final[Mapping[str, str]] = {
    "several": """func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xi32>) -> (tensor<3x2xf32>, tensor<3xi32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.add %b, %b : tensor<3xi32>
  return %0, %1 : tensor<3x2xf32>, tensor<3xi32>
}""",
    "dynamic": """func.func @main(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>, %c: tensor<?xi64>)
    -> (tensor<?x3xf32>, tensor<?xi64>) {
  %0 = stablehlo.multiply %a, %b : tensor<?x3xf32>
  %1 = stablehlo.concatenate %c, %c, dim = 0 : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  return %0, %1 : tensor<?x3xf32>, tensor<?xi64>
}""",
    "types": """func.func @main(%a: tensor<2xbf16>, %b: tensor<2xui8>, %c: tensor<2xcomplex<f32>>,
    %d: tensor<2xi1>,
    %e: tensor<2xf8E5M2>, %f: tensor<2xi4>, %g: tensor<0xf64>, %h: tensor<ui32>)
    -> (tensor<2xbf16>, tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<2xi1>, tensor<2xf8E5M2>, tensor<2xi4>,
        tensor<0xf64>, tensor<ui32>) {
  return %a, %b, %c, %d, %e, %f, %g, %h
    : tensor<2xbf16>, tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<2xi1>, tensor<2xf8E5M2>, tensor<2xi4>,
      tensor<0xf64>, tensor<ui32>
}""",
    "called": """module @jit_g {
  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}""",
}
CHOSEN: Final = {"dynamic": [(2, 3), (2, 3), (5,)]}  # where sizes are dynamic


def exported(program: Program) -> tuple[bytes, Any]:
    """A program as JAX serializes it, and its text."""
    scope = export.SymbolicScope()
    shapes = [export.symbolic_shape(shape, scope=scope) for shape in program.shapes]
    arguments = [
        jax.ShapeDtypeStruct(shape, x.dtype) for shape, x in zip(shapes, program.arguments, strict=False)
    ] or program.arguments
    function = program.function if hasattr(program.function, "lower") else jax.jit(program.function)
    found = export.export(function, platforms=program.platforms)(*arguments, **program.keywords)
    return bytes(found.serialize(vjp_order=program.gradients)), found.mlir_module()


def called(data: bytes, program: Program) -> list[bytes]:
    """The results of an exported function, and of its gradients."""
    found = export.deserialize(bytearray(data))
    mesh = found.in_shardings_jax(MESH) if found.nr_devices > 1 else [None] * len(found.in_avals)
    leaves, tree = jax.tree.flatten(program.arguments)
    placed = jax.tree.unflatten(tree, [jax.device_put(x, s) for x, s in zip(leaves, mesh, strict=False)])
    functions = [found.call]
    for _ in range(program.gradients):
        inner = functions[-1]
        functions.append(jax.grad(lambda *xs, inner=inner: sum(r.sum() for r in jax.tree.leaves(inner(*xs)))))
    return [
        data_of(x) for each in functions for x in jax.tree.leaves(jax.jit(each)(*placed, **program.keywords))
    ]


def data_of(array: Any) -> bytes:
    """The bytes of an array, or of a key."""
    is_key = jax.dtypes.issubdtype(array.dtype, jax.dtypes.prng_key)
    return np.asarray(jax.random.key_data(array) if is_key else array).tobytes()


def about(data: bytes) -> list[str]:
    """What JAX says of an exported function, and of its gradients."""
    found = export.deserialize(bytearray(data))
    said = []
    while True:
        names = [
            "fun_name", "in_tree", "in_avals", "out_tree", "out_avals", "_in_named_shardings",
            "_out_named_shardings", "nr_devices", "platforms", "ordered_effects", "unordered_effects",
            "disabled_safety_checks", "calling_convention_version", "module_kept_var_idx",
            "uses_global_constants",
        ]  # fmt: skip
        said += [f"{name} = {getattr(found, name)!r}" for name in names]
        if not found.has_vjp():
            return said
        found = found.vjp()


def of_program(program: Program) -> dict[str, bool]:
    """What becomes of a program."""
    data, text = exported(program)
    renewed = stablehlo_tools.serialize(data, form="jaxexport")
    modules = [without_locations(stablehlo_tools.parse(each)) for each in (text, data, renewed)]
    return {
        "read": modules[0] == modules[1],
        "written": modules[0] == modules[2],
        "described": about(data) == about(renewed),
        "deterministic": renewed == stablehlo_tools.serialize(renewed, form="jaxexport"),
        "computed": called(data, program) == called(renewed, program),
    }


def of_text(name: str) -> dict[str, bool]:
    """What becomes of a text: JAX computes the same, with each number of platforms."""
    module = stablehlo_tools.parse(TEXTS[name])
    draw = np.random.default_rng(0)
    types = module.functions[0].type.inputs
    shapes = CHOSEN.get(name) or [type.static_shape for type in types if isinstance(type, TensorType)]
    dtypes = [export.deserialize(bytearray(stablehlo_tools.serialize(module, form="jaxexport"))).in_avals][0]
    arrays = [
        np.asarray(draw.integers(0, 2, shape), each.dtype) for shape, each in zip(shapes, dtypes, strict=True)
    ]
    expected = [x.tobytes() for x in stablehlo_tools.run(module, arrays)]
    found = {}
    for platforms in (("cpu",), ("tpu", "cpu")):
        data = stablehlo_tools.serialize(module, form="jaxexport", platforms=platforms)
        results = jax.tree.leaves(export.deserialize(bytearray(data)).call(*arrays))
        found["_".join(platforms)] = [data_of(x) for x in results] == expected
    return found


# -- files of long ago ----------------------------------------------------------------------------


def shardings_of(found: Any) -> tuple[list[Any], list[Any]]:
    """The shardings of arguments and results as XLA has them."""
    sides = (found._in_named_shardings, found.in_avals), (found._out_named_shardings, found.out_avals)
    inputs, outputs = (
        [each and each._to_xla_hlo_sharding(aval.ndim) for each, aval in zip(*side, strict=True)]
        for side in sides
    )
    return inputs, outputs


def before_2026(data: bytes) -> bytes:
    """An exported function as JAX serialized it before November 2025: with XLA's shardings, and no lists of
    what is distinct. It is written by JAX's own code."""
    import flatbuffers
    from jax._src.export import serialization as jax_serialization, serialization_generated as generated

    found, builder = export.deserialize(bytearray(data)), flatbuffers.Builder(1024)
    inputs, outputs = shardings_of(found)

    def aval(builder: Any, each: Any) -> Any:
        sizes = [builder.CreateString(str(size)) for size in each.shape]
        generated.AbstractValueStartShapeVector(builder, len(sizes))
        for size in reversed(sizes):
            builder.PrependUOffsetTRelative(size)
        shape = builder.EndVector()
        generated.AbstractValueStart(builder)
        generated.AbstractValueAddShape(builder, shape)
        generated.AbstractValueAddDtype(builder, jax_serialization._dtype_to_dtype_kind[each.dtype])
        return generated.AbstractValueEnd(builder)

    def sharding(builder: Any, each: Any) -> Any:
        proto = each and builder.CreateByteVector(each.to_proto().SerializeToString())
        generated.ShardingStart(builder)
        if each is not None:
            generated.ShardingAddKind(builder, generated.ShardingKind.hlo_sharding)
            generated.ShardingAddHloShardingProto(builder, proto)
        return generated.ShardingEnd(builder)

    array = jax_serialization._serialize_array
    parts = {
        "FunctionName": builder.CreateString(found.fun_name),
        "InTree": jax_serialization._serialize_pytreedef(builder, found.in_tree),
        "InAvals": array(builder, aval, found.in_avals),
        "OutTree": jax_serialization._serialize_pytreedef(builder, found.out_tree),
        "OutAvals": array(builder, aval, found.out_avals),
        "InShardings": array(builder, sharding, inputs),
        "OutShardings": array(builder, sharding, outputs),
        "Platforms": array(builder, lambda b, p: b.CreateString(p), found.platforms),
        "MlirModuleSerialized": builder.CreateByteVector(found.mlir_module_serialized),
        "ModuleKeptVarIdx": builder.CreateNumpyVector(np.array(found.module_kept_var_idx, np.uint16)),
    }
    generated.ExportedStart(builder)
    generated.ExportedAddSerializationVersion(builder, 3)
    generated.ExportedAddNrDevicesShort(builder, found.nr_devices)
    generated.ExportedAddCallingConventionVersion(builder, found.calling_convention_version)
    generated.ExportedAddUsesGlobalConstants(builder, found.uses_global_constants)
    for name, offset in parts.items():
        getattr(generated, f"ExportedAdd{name}")(builder, offset)
    builder.Finish(generated.ExportedEnd(builder))
    return bytes(builder.Output())


OLD: Final = (
    "a_dictionary", "unused", "symbolic", "several_platforms", "on_one_device", "on_four_devices",
    "over_both_axes",
)  # fmt: skip


def of_old(name: str) -> dict[str, bool]:
    """What becomes of a file of 2025, which JAX 0.12 refuses: it is of today, and JAX computes the same."""
    program = PROGRAMS[name]._replace(gradients=0)
    data = exported(program)[0]
    old = before_2026(data)
    renewed = stablehlo_tools.serialize(old, form="jaxexport")
    table: ExportedTable = read_table(memoryview(renewed))
    before, after = (export.deserialize(bytearray(each)) for each in (data, renewed))
    return {
        "is_known_as_old": stablehlo_tools.info(old).exported.format is None,  # type: ignore[union-attr]
        "is_of_today": table.nr_devices > 0 and bool(table.unique_avals),
        "sharded": str(shardings_of(before)) == str(shardings_of(after)),
        "computed": called(data, program) == called(renewed, program),
    }


# -- artifacts ------------------------------------------------------------------------------------

MODELS: Final = Path(__file__).resolve().parents[3] / "testdata" / "models"
VERSIONS: Final = ("0.9.0", "0.10.0", "0.12.0", "0.14.0", "0.15.0", "1.0.0", "1.9.0", "1.17.0")


def of_model(name: str) -> dict[str, bool]:
    """Whether XLA computes from the artifact of each version what it computes from the text."""
    text = (MODELS / f"{name}.mlir").read_text(encoding="utf-8")
    with np.load(MODELS / f"{name}.inputs.npz") as file:
        arrays = [jax.device_put(file[each]) for each in file.files]
    with mlir.make_ir_context():
        expected = executed(ir.Module.parse(text), arrays)
    return {
        version: executed(stablehlo_tools.serialize(text, target=version), arrays) == expected
        for version in VERSIONS
    }


def executed(program: Any, arrays: list[Any]) -> list[bytes]:
    """The results of a module, or of the bytes of one."""
    client = jax.devices("cpu")[0].client
    devices = xla_client.DeviceList(tuple(client.local_devices()[:1]))
    program = client.compile_and_load(program, devices, xla_client.CompileOptions())
    results = program.execute_sharded(arrays).disassemble_into_single_device_arrays()
    return [np.asarray(each[0]).tobytes() for each in results]


def main() -> None:
    """Print a line for each."""
    for name, program in PROGRAMS.items():
        print(json.dumps([name, of_program(program)]), flush=True)
    for name in TEXTS:
        print(json.dumps([f"text {name}", of_text(name)]), flush=True)
    for name in OLD:
        print(json.dumps([f"old {name}", of_old(name)]), flush=True)
    for name in ("mlp", "scan"):
        print(json.dumps([f"model {name}", of_model(name)]), flush=True)


if __name__ == "__main__":
    main()
