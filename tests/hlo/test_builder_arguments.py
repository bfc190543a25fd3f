"""XlaBuilder refuses wrong arguments with its own error, whatever they are, and knows bounded dimensions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.hlo import builder as xla
from stablehlo_tools.hlo.builder import XlaBuilder, XlaBuilderError, XlaComputation, XlaOp
from stablehlo_tools.ir.types import Dim

Arguments = list[Any]


def computation(body: Callable[..., XlaOp], *shapes: str) -> XlaComputation:
    builder = XlaBuilder("inner")
    return builder.build(body(*(xla.Parameter(builder, n, shape) for n, shape in enumerate(shapes))))


SUM = computation(xla.Add, "f32[]", "f32[]")
GREATER = computation(xla.Ge, "f32[]", "f32[]")
NEGATE = computation(xla.Neg, "f32[]")
STEP = computation(lambda x, y: xla.Tuple(x.builder, [xla.Add(x, y)] * 2), "f32[3]", "f32[3]")
RAGGED = xla.RaggedDotDimensionNumbers([1], [1], lhs_ragged_dimensions=[0], rhs_group_dimensions=[0])
DIMENSIONS = xla.default_convolution_dimension_numbers(1)
ITSELF = computation(lambda x: x, "f32[2,3]")
IS_TRUE = computation(lambda x: xla.Constant(x.builder, np.array(True)), "f32[2,3]")


class Values:
    """The values that valid calls are made of."""

    def __init__(self) -> None:
        self.builder = XlaBuilder("outer")
        self.given: dict[str, XlaOp] = {}

    def __getitem__(self, shape: str) -> XlaOp:
        if shape not in self.given:
            self.given[shape] = xla.Parameter(self.builder, len(self.given), shape)
        return self.given[shape]


def calls(v: Values) -> dict[str, Arguments]:
    """A valid call of each operation that is not a function of one or two arrays."""
    given: dict[str, Arguments] = _calls(v)
    return {**given, "Parameter": [v.builder, len(v.given), "f32[7]", "name"]}


def _calls(v: Values) -> dict[str, Any]:
    b, x, s, i, p = v.builder, v["f32[2,3]"], v["f32[]"], v["s32[]"], v["pred[]"]
    vector, image, kernel = v["f32[3]"], v["f32[2,4,5]"], v["f32[2,4,3]"]
    numbers = xla.DotDimensionNumbers([1], [0])
    square, token, pair = v["f32[3,3]"], xla.CreateToken(b), xla.Tuple(b, [x, s])
    norm, index = [x, vector, vector], v["s64[2]"]
    return {
        "AfterAll": [b, [token]],
        "AllGather": [x, 0, 2, [[0, 1]], 1, False],
        "AllGatherTuple": [[x, vector], 0, 2],
        "AllReduceTuple": [[x, s], SUM, [[0, 1]], 1, False],
        "AllToAllTuple": [[x, x], [[0, 1]], 1],
        "CollectiveBroadcast": [x, [[0, 1]], 1],
        "CompositeCall": [b, ITSELF, [x], "my.name", {}, 1],
        "ConvGeneral": [image, kernel, [1], [(0, 0)], DIMENSIONS],
        "ConvWithGeneralDimensions": [image, kernel, [1], "VALID", DIMENSIONS],
        "CustomCallWithComputation": [b, "f", [x], ITSELF, "f32[2]", "text", True],
        "CustomCallWithComputationAndLayouts": [b, "f", [x], ITSELF, "f32[2]", ["f32[2,3]{0,1}"]],
        "CustomCallWithLayout": [b, "f", [x], "f32[2]", ["f32[2,3]{0,1}"]],
        "DynamicReshape": [x, [i, i], [3, 2], [False, True]],
        "Mulhi": [v["s32[2,3]"], v["s32[2,3]"]],
        "MultiCollectivePermute": [[x, s], [[0, 1]], 1],
        "OutfeedWithToken": [x, token, ""],
        "PadInDim": [x, s, 1, 1, 0],
        "RaggedAllToAll": [x, index, index, x, index, index, [[0, 1]], 1],
        "RaggedDot": [x, v["f32[2,3,4]"], v["s32[2]"], RAGGED, ["DEFAULT", "DEFAULT"]],
        "RecvFromHost": [token, "f32[2]", 1],
        "RecvWithToken": [token, "f32[2]", 1],
        "ReduceAll": [x, s, SUM],
        "ReduceWindowWithGeneralPadding": [x, s, SUM, [1, 2], [1, 1], [1, 1], [1, 1], [(0, 0)] * 2],
        "ReshapeWithInferredDimension": [x, [6], -1],
        "Scan": [[x], [vector], STEP, 0],
        "SelectAndScatterWithGeneralPadding": [
            x, GREATER, [1, 3], [1, 3], [(0, 0)] * 2, v["f32[2,1]"], s, SUM,
        ],
        "SendToHost": [x, token, 1],
        "SendWithToken": [x, token, 1],
        "SliceInDim": [x, 0, 2, 1, 1],
        "StochasticConvertType": [x, v["u32[2,3]"], "f16"],
        "AllReduce": [x, SUM, [[0, 1]], 1, False],
        "AllToAll": [x, 0, 1, 2, [[0, 1]], 1],
        "BatchNormGrad": [x, vector, vector, vector, x, 0.1, 1],
        "BatchNormInference": [*norm, vector, vector, 0.1, 1],
        "BatchNormTraining": [*norm, 0.1, 1],
        "BitcastConvertType": [x, "s32"],
        "Broadcast": [x, [4]],
        "BroadcastInDim": [vector, [2, 3], [1]],
        "Call": [b, ITSELF, [x]],
        "Cholesky": [square, True],
        "Clamp": [s, x, s],
        "Collapse": [x, [0, 1]],
        "CollectivePermute": [x, [[0, 1]], 1],
        "ConcatInDim": [b, [x, x], 0],
        "Concatenate": [[x, x], 0],
        "Conditional": [p, x, ITSELF, x, ITSELF],
        "Constant": [b, [1.0, 2.0], "f32"],
        "Conv": [image, kernel, [1], "SAME", 1, 1, ["DEFAULT", "DEFAULT"]],
        "ConvGeneralDilated": [image, kernel, [1], [(0, 0)], [1], [1], DIMENSIONS],
        "ConvWithGeneralPadding": [image, kernel, [1], [(0, 0)], [1], [1], 1, 1],
        "ConvertElementType": [x, "f16"],
        "CreateScalarGtComputation": [[x]],
        "CreateScalarLtComputation": [[x]],
        "CreateToken": [b],
        "CrossReplicaSum": [x, [[0, 1]]],
        "CustomCall": [b, "f", [x], "f32[2]"],
        "Dot": [x, square, ["DEFAULT", "DEFAULT"]],
        "DotGeneral": [x, square, numbers, ["DEFAULT", "DEFAULT"], "f32"],
        "DynamicSlice": [x, [i, i], [1, 2]],
        "DynamicUpdateSlice": [x, x, [i, i]],
        "Fft": [v["c64[2,3]"], "FFT", [3]],
        "Gather": [x, v["s32[4,1]"], [1], [0], [1, 3], [0], 1, False, False],
        "GetDimensionSize": [x, 1],
        "GetTupleElement": [pair, 1],
        "Infeed": [b, "f32[2]", ""],
        "InfeedWithToken": [token, "f32[2]", ""],
        "Iota": [b, "s32[2,3]", 1],
        "Map": [[x], NEGATE, [0, 1]],
        "OptimizationBarrier": [pair],
        "Outfeed": [x, ""],
        "Pad": [x, s, [(1, 1, 0), (0, 0, 1)]],
        "Recv": [b, "f32[2]", 1],
        "Reduce": [x, s, SUM, [1]],
        "ReducePrecision": [x, 5, 10],
        "ReduceScatter": [x, SUM, 0, 2, [[0, 1]], 1, False],
        "ReduceWindow": [x, s, SUM, [1, 2], [1, 1], [1, 1], [1, 1], "SAME"],
        "ReplicaId": [b],
        "Reshape": [x, [1, 0], [6]],
        "Rev": [x, [0]],
        "RngBitGenerator": ["RNG_DEFAULT", v["u64[2]"], "u32[2]"],
        "RngNormal": [s, s, "f32[2]"],
        "RngUniform": [s, s, "f32[2]"],
        "Scatter": [x, v["s32[4,1]"], v["f32[4,3]"], SUM, 1, [1], [0], [0], False, False],
        "Select": [p, x, x],
        "SelectAndScatter": [x, GREATER, [1, 3], [1, 3], "VALID", v["f32[2,1]"], s, SUM],
        "Send": [x, 1],
        "SetDimensionSize": [x, i, 1],
        "Slice": [x, [0, 1], [2, 3], [1, 1]],
        "Sort": [x, GREATER, 1, False],
        "TopK": [x, 2, True],
        "Transpose": [x, [1, 0]],
        "TriangularSolve": [square, square, True, True, False, "NO_TRANSPOSE"],
        "Tuple": [b, [x, s]],
        "While": [IS_TRUE, ITSELF, x],
    }  # fmt: skip


CLASSES = {
    "DotDimensionNumbers",
    "PaddingConfigDimension",
    "RaggedDotDimensionNumbers",
    "XlaBuilder",
    "XlaBuilderError",
    "XlaComputation",
    "XlaOp",
}
OPERATIONS = sorted(name for name in xla.__all__ if name[0].isupper() and name not in CLASSES)
OF_BOOLEANS = {"And", "LogicalAnd", "LogicalNot", "LogicalOr", "Not", "Or", "Xor"}
OF_INTEGERS = {"Clz", "PopulationCount", "ShiftLeft", "ShiftRightArithmetic", "ShiftRightLogical"}


def valid(name: str) -> tuple[Values, Arguments]:
    values = Values()
    given = calls(values)
    if name in given:
        return values, given[name]
    count = [
        each for each in inspect.signature(getattr(xla, name)).parameters if each in ("lhs", "rhs", "operand")
    ]
    shape = "s32[2,3]" if name in OF_INTEGERS | OF_BOOLEANS else "f32[2,3]"
    return values, [values[shape]] * len(count)


WRONG = [
    None, -1, 0, 1, 99, 10**30, 2.5, float("nan"), True, object(), SUM, NEGATE, IS_TRUE,
    "", "f32[", "f32[2]", "nonsense", "token[]", "(f32[2])",
    [], [-1], [0], [99], [0, 0], [1, 1], [0, 1, 2], [10**30], [[0]], [[0, 0]], [[]], [None], ["x"], (),
    [(0, 0)] * 2, [(0, 0, -1)] * 2, {}, {"nonsense": [0]}, {"lhs_contracting_dimensions": [7]},
    {**DIMENSIONS, "input_spatial_dimensions": [9]}, {**DIMENSIONS, "input_spatial_dimensions": 1},
]  # fmt: skip
SHAPES = [
    "f32[]", "f32[0]", "f32[2]", "pred[3]", "s32[<=4]", "f32[2,<=3]", "f32[<=2,3]", "c64[2,3]", "u8[]",
    "f32[1,2,3,4]", "bf16[2,3]", "f32[?,3]",
]  # fmt: skip


def wrong_calls(name: str) -> Iterator[tuple[Values, Arguments]]:
    """Calls with one argument of another kind or value, one missing, or one too many."""
    values, arguments = valid(name)
    for position in range(len(arguments)):
        yield values, arguments[:position]
        for wrong in (lambda v: WRONG, *others()):
            if name == "Parameter":  # a builder has each number once
                values, arguments = valid(name)
            for value in wrong(values):
                yield values, [*arguments[:position], value, *arguments[position + 1 :]]
    yield values, [*arguments, 1, 2, 3, 4, 5, 6, 7]


def others() -> Sequence[Callable[[Values], list[Any]]]:
    """Values of other shapes, tokens, tuples, and values of another builder."""
    arrays = [lambda v, shape=shape: [v[shape]] for shape in SHAPES]
    lists = [lambda v, shape=shape: [[v[shape]], [v[shape]] * 2] for shape in SHAPES[:4]]
    return [
        *arrays,
        *lists,
        lambda v: [xla.CreateToken(v.builder), xla.Tuple(v.builder, []), xla.Tuple(v.builder, [v["f32[2]"]])],
        lambda v: [Values()["f32[2,3]"], [Values()["f32[2,3]"]], XlaBuilder("other")],
    ]


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_takes_what_the_document_says(name: str) -> None:
    _, arguments = valid(name)
    getattr(xla, name)(*arguments)


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_wrong_argument_is_an_error_of_the_builder(name: str) -> None:
    refused = 0
    for _, arguments in wrong_calls(name):
        try:
            getattr(xla, name)(*arguments)
        except XlaBuilderError:
            refused += 1
    assert refused


def test_an_unknown_name_of_an_argument_is_one_too() -> None:
    with pytest.raises(XlaBuilderError, match="Add: got an unexpected keyword argument 'dimensions'"):
        xla.Add(Values()["f32[2]"], Values()["f32[2]"], dimensions=[0])


def test_lists_may_be_arrays() -> None:
    x = Values()["f32[2,3]"]
    assert xla.Rev(x, np.array([0, 1])).shape == x.shape  # type: ignore[arg-type]


def test_values_of_two_builders_do_not_mix() -> None:
    with pytest.raises(XlaBuilderError, match="Add: arguments must be of one builder: outer and other"):
        xla.Add(Values()["f32[2]"], xla.Parameter(XlaBuilder("other"), 0, "f32[2]"))


# -- the cases of the document ---------------------------------------------------------------------------


def test_dot_general_takes_dimension_numbers() -> None:
    values = Values()
    lhs, rhs = values["f32[4,2,3]"], values["f32[4,3,5]"]
    numbers = xla.DotDimensionNumbers([2], [1], [0], [0])
    assert str(xla.DotGeneral(lhs, rhs, numbers).shape.without_layout) == "f32[4,2,5]"
    same = xla.DotGeneral(lhs, rhs, numbers._asdict())
    assert same.shape.without_layout == "f32[4,2,5]"
    with pytest.raises(XlaBuilderError, match="unknown dimension_numbers"):
        xla.DotGeneral(lhs, rhs, {"contracting": [0]})


@pytest.mark.parametrize("dimensions", [[5], [-1], [1, 5], [1, 0]])
def test_collapse_wants_dimensions_of_the_operand(dimensions: list[int]) -> None:
    with pytest.raises(XlaBuilderError, match="Collapse: dimensions must be consecutive dimensions"):
        xla.Collapse(Values()["f32[2,3]"], dimensions)


# -- bounded dimensions ----------------------------------------------------------------------------------

BOUNDED = {
    "AllGather": (lambda x: xla.AllGather(x, 0, 2), "f32[<=20,4]"),
    "AllToAll": (lambda x: xla.AllToAll(x, 0, 1, 2), "f32[<=5,8]"),
    "Add": (lambda x: xla.Add(x, x), "f32[<=10,4]"),
    "BitcastConvertType": (lambda x: xla.BitcastConvertType(x, "s16"), "s16[<=10,4,2]"),
    "Broadcast": (lambda x: xla.Broadcast(x, [3]), "f32[3,<=10,4]"),
    "Collapse": (lambda x: xla.Collapse(x, [0, 1]), "f32[<=40]"),
    "Concatenate": (lambda x: xla.Concatenate([x, x], 0), "f32[<=20,4]"),
    "ConvertElementType": (lambda x: xla.ConvertElementType(x, "s8"), "s8[<=10,4]"),
    "Eq": (lambda x: xla.Eq(x, x), "pred[<=10,4]"),
    "Map": (lambda x: xla.Map([x], NEGATE, [0, 1]), "f32[<=10,4]"),
    "Neg": (xla.Neg, "f32[<=10,4]"),
    "Reduce": (lambda x: xla.Reduce(x, xla.Constant(x.builder, 0.0), SUM, [1]), "f32[<=10]"),
    "ReduceScatter": (lambda x: xla.ReduceScatter(x, SUM, 0, 2), "f32[<=5,4]"),
    "Rev": (lambda x: xla.Rev(x, [0]), "f32[<=10,4]"),
    "SetDimensionSize": (lambda x: xla.SetDimensionSize(x, xla.Constant(x.builder, 3), 0), "f32[<=10,4]"),
    "Sort": (lambda x: xla.Sort(x, None, 1), "f32[<=10,4]"),
    "Transpose": (lambda x: xla.Transpose(x, [1, 0]), "f32[4,<=10]"),
}


@pytest.mark.parametrize("name", BOUNDED)
def test_an_operation_keeps_bounds(name: str) -> None:
    apply, wanted = BOUNDED[name]
    builder = XlaBuilder("bounded")
    found = builder.build(apply(xla.Parameter(builder, 0, "f32[<=10,4]")))
    assert found.result.without_layout == wanted
    assert stablehlo_tools.verify(found.module) == []


def test_a_size_is_set_twice() -> None:
    builder = XlaBuilder("twice")
    x, size = xla.Parameter(builder, 0, "f32[10]"), xla.Constant(builder, 3)
    once = xla.SetDimensionSize(x, size, 0)
    twice = xla.SetDimensionSize(once, xla.Constant(builder, 2), 0)
    assert once.dimensions == twice.dimensions == (Dim(0, 10),)
    assert stablehlo_tools.verify(builder.build(twice).module) == []
