"""Programs of ops that take shapes as operands, and of CHLO's that broadcast, from their sisters'."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of, element_type_of
from stablehlo_tools.ir.attributes import Float, Integer
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.text.statement.statement_parser import parse_type
from stablehlo_tools.verifier.builder import OpBuilder
from tests.differential import elementwise, structure  # noqa: F401 (they fill FAMILIES)
from tests.differential.draw import Draw
from tests.differential.programs import Program, family, of_family, scalar, simple, type_of_main


def _sister(
    draw: Draw, op: str, static: str, constants: Sequence[str], kept: Mapping[str, Any] | None = None
) -> Program:
    """The program of `static` that is drawn, as one of `op`, its attributes `constants` being operands."""
    program = of_family(static, draw)
    result = _result(program)
    attributes = {name: value for name, value in program.attributes.items() if name not in constants}
    values = [program.attributes[name] if name else result.static_shape for name in constants]
    type = draw.choice([np.int32, np.int64])

    def add(builder: OpBuilder, *operands: Value) -> Sequence[Value]:
        shapes = [builder.constant(np.array(value, type)) for value in values]
        return builder.add(op, [*operands, *shapes], {**attributes, **(kept or {})}, results=[result])

    return program._replace(op=op, add=add, theirs=program.add if op in _XLA_LACKS else None)


def _result(program: Program) -> TensorType:
    (type,) = type_of_main(program).results
    assert isinstance(type, TensorType)
    return type


_SISTERS = {
    "dynamic_broadcast_in_dim": ("broadcast_in_dim", [""]),
    "dynamic_reshape": ("reshape", [""]),
    "dynamic_iota": ("iota", [""]),
    "dynamic_pad": ("pad", ["edge_padding_low", "edge_padding_high", "interior_padding"]),
    "real_dynamic_slice": ("slice", ["start_indices", "limit_indices", "strides"]),
    "dynamic_gather": ("gather", ["slice_sizes"]),
    "dynamic_conv": ("convolution", ["padding"]),
}


_XLA_LACKS = ("stablehlo.dynamic_conv",)


@family(*(f"stablehlo.{name}" for name in _SISTERS))
def _dynamic(draw: Draw, op: str) -> Program:
    static, constants = _SISTERS[op.partition(".")[2]]
    return _sister(draw, op, f"stablehlo.{static}", constants)


_BROADCAST = (
    "add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum", "multiply", "next_after",
    "or", "polygamma", "power", "remainder", "shift_left", "shift_right_arithmetic", "shift_right_logical",
    "subtract", "xor", "zeta",
)  # fmt: skip
_OF_CHLO = ("next_after", "polygamma", "zeta")


@family(*(f"chlo.broadcast_{name}" for name in _BROADCAST))
def _broadcast(draw: Draw, op: str) -> Program:
    """Of one operand some sizes become one, or it loses its first dimensions."""
    name = op.removeprefix("chlo.broadcast_")
    program = of_family(f"{'chlo' if name in _OF_CHLO else 'stablehlo'}.{name}", draw)
    inputs = list(program.inputs)
    side = draw.integer(0, 1)
    first = draw.integer(0, inputs[side].ndim)
    cut = inputs[side][(0,) * first] if all(inputs[side].shape[:first]) else inputs[side]
    kept = tuple(slice(0, 1) if draw.chance(0.3) else slice(None) for _ in range(cut.ndim))
    inputs[side] = np.asarray(cut[kept])
    shape = np.broadcast_shapes(*(array.shape for array in inputs))
    result = TensorType(shape, _result(program).element_type)
    return simple(op, inputs, results=[result], **program.attributes)


@family("chlo.constant_like")
def _constant_like(draw: Draw, op: str) -> Program:
    operand = draw.array(draw.type(["i32", "f32"]), draw.shape())
    type = element_type_of(operand.dtype)
    value = Float(3.0, type, 0x40400000) if type.kind == "float" else Integer(3, type)
    return simple(op, [operand], value=value)


@family("stablehlo.einsum")
def _einsum(draw: Draw, op: str) -> Program:
    letters = draw.some("abcde", 4)
    sizes = {letter: draw.integer(0 if draw.chance(0.1) else 1, 4) for letter in letters}
    sides = [draw.some(letters, draw.integer(0, 3)) for _ in range(2)]
    shared = [letter for letter in letters if any(letter in side for side in sides)]
    summed = {letter for letter in sides[0] if letter in sides[1] and draw.chance()}
    result = [letter for letter in draw.some(shared, len(shared)) if letter not in summed]
    type = draw.type(["f32", "f64", "i32", "complex"])
    operands = [draw.array(type, [sizes[letter] for letter in side], tame=True) for side in sides]
    config = f"{''.join(sides[0])},{''.join(sides[1])}->{''.join(result)}"
    shape = TensorType(tuple(sizes[letter] for letter in result), type)
    return simple(op, operands, results=[shape], einsum_config=config)


@family("stablehlo.unary_einsum")
def _unary_einsum(draw: Draw, op: str) -> Program:
    letters = draw.some("abcd", draw.integer(0, 3))
    type, shape = draw.type(["f32", "f64", "i32", "complex"]), draw.integers(len(letters), 0, 4)
    operand = draw.array(type, shape, tame=True)
    result = draw.some(letters)
    sizes = dict(zip(letters, operand.shape, strict=True))
    results = [TensorType(tuple(sizes[letter] for letter in result), type)]
    config = f"{''.join(letters)}->{''.join(result)}"

    def theirs(builder: OpBuilder, operand: Value) -> Sequence[Value]:
        one = builder.constant(np.ones((), dtype_of(type)))
        return builder.add(
            "stablehlo.einsum", [one, operand], {"einsum_config": f",{config}"}, results=results
        )

    return simple(op, [operand], results=results, einsum_config=config)._replace(theirs=theirs)


@family("stablehlo.set_dimension_size")
def _set_dimension_size(draw: Draw, op: str) -> Program:
    """What is left is summed up, and the size is asked for: XLA's results have no unknown sizes."""
    type, shape = draw.type(("signed", "unsigned", "f32", "f64")), draw.shape(1, 3, least=1)
    operand, rank = draw.array(type, shape, tame=True), len(shape)
    dimension = draw.integer(0, rank - 1)
    size = np.array(draw.integer(0, shape[dimension]), np.int32)
    sizes = [("?", extent) if axis == dimension else (extent, "?") for axis, extent in enumerate(shape)]
    dims, bounds = "".join(f"{extent}x" for extent, _ in sizes), ", ".join(f"{bound}" for _, bound in sizes)
    bounded = parse_type(f"tensor<{dims}{type}, #stablehlo.bounds<{bounds}>>")

    def add(builder: OpBuilder, operand: Value, size: Value) -> Sequence[Value]:
        (part,) = builder.add(op, [operand, size], {"dimension": dimension}, results=[bounded])
        zero = builder.constant(np.zeros((), dtype_of(type)))
        body = builder.region([scalar(type)] * 2, lambda x, y: builder.add("stablehlo.add", [x, y]))
        attributes = {"dimensions": list(range(rank))}
        (total,) = builder.add("stablehlo.reduce", [[part], [zero]], attributes, regions=[body])
        asked = {"dimension": dimension}
        return [total, *builder.add("stablehlo.get_dimension_size", [part], asked)]

    return Program(op, type, [operand, size], add, f"{size} of dimension {dimension}")
