"""What the rules of numerics find, and what they leave alone."""

from __future__ import annotations

from typing import Any

import pytest

from stablehlo_tools.dataflow import zeros
from stablehlo_tools.interpret.machine import execute
from stablehlo_tools.ir.operations import Module
from tests.linter.finding import found, in_function

REDUCE = """\
  %c = stablehlo.constant dense<0.0> : tensor<{type}>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.{op} across dimensions = [0]
    : (tensor<{count}x{type}>, tensor<{type}>) -> tensor<{type}>"""


@pytest.mark.parametrize(
    ("type", "count", "op", "is_found"),
    [
        ("bf16", 256, "add", True),  # 8 bits of significand
        ("bf16", 255, "add", False),
        ("f16", 2048, "add", True),  # 11 bits
        ("f16", 2047, "add", False),
        ("f8E5M2", 8, "add", True),  # 3 bits
        ("bf16", 4096, "maximum", False),
        ("f32", 1 << 24, "add", False),
    ],
)
def test_sums_that_are_too_long(type: str, count: int, op: str, is_found: bool) -> None:
    text = in_function(REDUCE.format(type=type, count=count, op=op), f"%x: tensor<{count}x{type}>")
    assert bool(found(text, "NUM001")) is is_found


@pytest.mark.parametrize(("result", "is_found"), [("bf16", True), ("f32", False)])
def test_products_that_are_too_long(result: str, is_found: bool) -> None:
    x = "tensor<4x256xbf16>"
    dot = f"stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : ({x}, {x}) -> tensor<4x4x{result}>"
    assert bool(found(in_function(f"  %0 = {dot}", f"%x: {x}"), "NUM001")) is is_found


def test_the_terms_of_a_sum_are_known_though_others_are_not() -> None:
    body = """\
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x512xbf16>, tensor<512x4xbf16>) -> tensor<?x4xbf16>
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<?x512xbf16>, tensor<?x512xbf16>) -> tensor<512x512xbf16>
  %2 = stablehlo.dot %w, %v : (tensor<512x4xbf16>, tensor<4xbf16>) -> tensor<512xbf16>"""  # noqa: E501
    inputs = "%x: tensor<?x512xbf16>, %w: tensor<512x4xbf16>, %v: tensor<4xbf16>"
    assert [line for line, _ in found(in_function(body, inputs), "NUM001")] == [2]


@pytest.mark.parametrize(
    ("before", "between", "after", "is_found"),
    [
        ("f32", "bf16", "f32", True),
        ("f32", "f16", "f64", True),
        ("bf16", "f32", "bf16", False),
        ("f64", "f32", "bf16", False),
        ("f32", "i8", "f32", False),
    ],
)
def test_narrow_between_wide(before: str, between: str, after: str, is_found: bool) -> None:
    body = f"""\
  %0 = stablehlo.convert %x : (tensor<2x{before}>) -> tensor<2x{between}>
  %1 = stablehlo.convert %0 : (tensor<2x{between}>) -> tensor<2x{after}>"""
    assert bool(found(in_function(body, f"%x: tensor<2x{before}>"), "NUM002")) is is_found


SOFTPLUS = [
    (["%0 = stablehlo.exponential %x", "%1 = stablehlo.log_plus_one %0"], True),
    (["%0 = stablehlo.exponential %x", "%1 = stablehlo.add %0, %one", "%2 = stablehlo.log %1"], True),
    (
        [
            "%0 = stablehlo.abs %x",
            "%1 = stablehlo.negate %0",
            "%2 = stablehlo.exponential %1",
            "%3 = stablehlo.log_plus_one %2",
        ],
        False,
    ),
    (
        [
            "%0 = stablehlo.tanh %x",
            "%1 = stablehlo.exponential %0",
            "%2 = stablehlo.add %1, %one",
            "%3 = stablehlo.log %2",
        ],
        False,
    ),
    (
        [
            "%0 = stablehlo.exponential %x",
            "%1 = stablehlo.add %0, %one",
            "%2 = stablehlo.divide %0, %1",
        ],
        True,
    ),
    (
        [
            "%0 = stablehlo.exponential %x",
            "%1 = stablehlo.add %0, %one",
            "%2 = stablehlo.divide %one, %1",  # 1 / infinity is 0
        ],
        False,
    ),
    (
        [
            "%0 = stablehlo.exponential %x",
            "%1 = stablehlo.add %0, %one",
            "%2 = stablehlo.divide %one, %1",
            "%3 = stablehlo.multiply %2, %0",  # and infinity times 0 is NaN
        ],
        True,
    ),
]


@pytest.mark.parametrize(("statements", "is_found"), SOFTPLUS)
def test_exponentials_that_overflow(statements: list[str], is_found: bool) -> None:
    lines = ["%one = stablehlo.constant dense<1.0>", *statements]
    text = in_function("\n".join(f"  {each} : tensor<8xf32>" for each in lines), "%x: tensor<8xf32>")
    assert bool(found(text, "NUM003")) is is_found


def test_a_softmax_may_compute_its_exponentials_twice() -> None:
    body = """\
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<8xf32>
  %1 = stablehlo.exponential %x : tensor<8xf32>
  %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %4 = stablehlo.divide %0, %3 : tensor<8xf32>"""  # noqa: E501
    assert found(in_function(body, "%x: tensor<8xf32>"), "NUM003") == [(7, "stablehlo.divide")]


LOGSUMEXP = """\
  %c8 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.{shift} : tensor<8xf32>
  %1 = stablehlo.exponential %0 : tensor<8xf32>
  %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0]
    : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.log %2 : tensor<f32>"""


@pytest.mark.parametrize(
    ("shift", "is_found"),
    [("subtract %x, %y", False), ("add %x, %y", True), ("negate %x", True), ("subtract %x, %c8", True)],
)
def test_the_logarithm_of_a_sum_of_exponentials(shift: str, is_found: bool) -> None:
    text = in_function(LOGSUMEXP.format(shift=shift), "%x: tensor<8xf32>, %y: tensor<8xf32>")
    assert bool(found(text, "NUM003")) is is_found


@pytest.mark.parametrize(
    ("statements", "is_found"),
    [
        (["%1 = stablehlo.abs %x", "%2 = stablehlo.divide %y, %1"], True),
        (["%1 = stablehlo.multiply %x, %x", "%2 = stablehlo.rsqrt %1"], True),
        (["%1 = stablehlo.multiply %x, %y", "%2 = stablehlo.log %1"], False),
        (["%1 = stablehlo.exponential %x", "%0 = stablehlo.abs %1", "%2 = stablehlo.log %0"], False),
        (["%0 = stablehlo.add %x, %c", "%1 = stablehlo.multiply %0, %0", "%2 = stablehlo.log %1"], False),
        (["%1 = stablehlo.maximum %x, %z", "%2 = stablehlo.log %1"], True),
        (["%1 = stablehlo.maximum %x, %c", "%2 = stablehlo.log %1"], False),
        (["%1 = stablehlo.abs %x", "%0 = stablehlo.sqrt %1", "%2 = stablehlo.divide %0, %0"], True),
        (["%2 = stablehlo.divide %x, %y"], False),
    ],
)
def test_what_can_be_zero(statements: list[str], is_found: bool) -> None:
    constants = [
        "  %c = stablehlo.constant dense<1.0e-3> : tensor<8xf32>",
        "  %z = stablehlo.constant dense<0.0> : tensor<8xf32>",
    ]
    body = "\n".join([*constants, *(f"  {each} : tensor<8xf32>" for each in statements)])
    text = in_function(body, "%x: tensor<8xf32>, %y: tensor<8xf32>")
    assert bool(found(text, "NUM004")) is is_found


def test_a_division_that_is_only_selected_from_is_left_alone() -> None:
    body = """\
  %0 = stablehlo.abs %x : tensor<8xf32>
  %1 = stablehlo.divide %x, %0 : tensor<8xf32>
  %2 = stablehlo.select %p, %1, %x : tensor<8xi1>, tensor<8xf32>"""
    assert found(in_function(body, "%x: tensor<8xf32>, %p: tensor<8xi1>"), "NUM004") == []


@pytest.mark.parametrize(
    ("predicate", "is_found"),
    [
        ("constant dense<true> : tensor<8xi1>", True),  # of a causal mask, say, which zeros are nothing to
        ("compare GT, %0, %z : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>", False),
    ],
)
def test_a_division_may_be_selected_from_later_and_in_a_function(predicate: str, is_found: bool) -> None:
    where = """\
func.func private @where(%q: tensor<8xi1>, %a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.select %q, %a, %b : tensor<8xi1>, tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    body = f"""\
  %z = stablehlo.constant dense<0.0> : tensor<8xf32>
  %0 = stablehlo.abs %x : tensor<8xf32>
  %1 = stablehlo.divide %x, %0 : tensor<8xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<8xf32>
  %3 = stablehlo.{predicate}
  %4 = func.call @where(%3, %2, %z) : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>"""
    assert bool(found(where + in_function(body, "%x: tensor<8xf32>"), "NUM004")) is is_found


@pytest.mark.parametrize(
    ("statements", "is_found"),
    [
        (["%1 = stablehlo.divide %one, %0", "%2 = stablehlo.minimum %1, %one"], False),  # a clipped norm
        (["%1 = stablehlo.divide %x, %0", "%2 = stablehlo.minimum %1, %one"], True),
        (["%1 = stablehlo.log %0", "%2 = stablehlo.maximum %1, %one"], False),
        (["%1 = stablehlo.log %0", "%2 = stablehlo.minimum %1, %one"], True),
        (["%1 = stablehlo.logistic %x", "%2 = stablehlo.log %1"], True),
        (["%1 = stablehlo.tanh %x", "%2 = stablehlo.logistic %1", "%3 = stablehlo.log %2"], False),
        (["%1 = stablehlo.logistic %x", "%2 = stablehlo.subtract %one, %1", "%3 = stablehlo.log %2"], True),
        (["%1 = stablehlo.subtract %one, %one", "%2 = stablehlo.divide %x, %1"], True),
    ],
)
def test_where_zero_does_harm(statements: list[str], is_found: bool) -> None:
    lines = ["%one = stablehlo.constant dense<1.0>", "%0 = stablehlo.abs %x", *statements]
    text = in_function("\n".join(f"  {each} : tensor<8xf32>" for each in lines), "%x: tensor<8xf32>")
    assert bool(found(text, "NUM004")) is is_found


@pytest.mark.parametrize(("op", "is_found"), [("maximum", False), ("add", True)])
def test_as_many_as_are_the_largest_are_never_none(op: str, is_found: bool) -> None:
    """As in gradients of a maximum."""
    body = f"""\
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.{op} across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.compare EQ, %x, %1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %3 = stablehlo.convert %2 : (tensor<8xi1>) -> tensor<8xf32>
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.divide %z, %4 : tensor<f32>"""  # noqa: E501
    assert bool(found(in_function(body, "%x: tensor<8xf32>"), "NUM004")) is is_found


def test_a_division_of_integers_by_zero() -> None:
    body = """\
  %c = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %0 = stablehlo.divide %i, %c : tensor<2xi32>
  %1 = stablehlo.remainder %i, %i : tensor<2xi32>"""
    assert found(in_function(body, "%i: tensor<2xi32>"), "NUM004") == [(3, "stablehlo.divide")]


@pytest.mark.parametrize("op", ["divide", "remainder"])
def test_a_division_with_broadcasting_is_one(op: str) -> None:
    body = f"""%0 = stablehlo.multiply %x, %x : tensor<2xf32>
  %1 = chlo.broadcast_{op} %y, %0 : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>"""
    text = in_function(body, "%x: tensor<2xf32>, %y: tensor<4x2xf32>")
    assert found(text, "NUM004") == [(3, f"chlo.broadcast_{op}")]


def test_squares_of_squares_are_looked_at_once() -> None:
    lines = [f"  %{n + 1} = stablehlo.multiply %{n}, %{n} : tensor<8xf32>" for n in range(200)]
    lines.append("  %201 = stablehlo.log %200 : tensor<8xf32>")
    text = in_function("\n".join(lines), "%0: tensor<8xf32>")
    assert [line for line, _ in found(text, "NUM004")] == [202]


@pytest.mark.parametrize(("ones", "is_found"), [("0.0, 1.0, 1.0, 0.0", False), ("0.0, 0.0, 1.0, 1.0", True)])
def test_a_divisor_that_depends_on_constants_only_is_computed(ones: str, is_found: bool) -> None:
    """The count of an average that leaves out what is padded: how many elements each window has."""
    text = in_function(
        f"""%ones = stablehlo.constant dense<[{ones}]> : tensor<4xf32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %count = "stablehlo.reduce_window"(%ones, %zero) ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %sum = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %sum : tensor<f32>
        }}) {{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}}
          : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
        %r = stablehlo.divide %x, %count : tensor<2xf32>""",
        "%x: tensor<2xf32>",
    )
    assert bool(found(text, "NUM004")) is is_found


_DRAWN = """%zero = stablehlo.constant dense<0.0> : tensor<f32>
        %one = stablehlo.constant dense<1.0> : tensor<f32>
        %shape = stablehlo.constant dense<2> : tensor<1xi64>
        %y = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM
          : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>"""
_NUMBERED = """%id = stablehlo.partition_id : tensor<ui32>
        %ids = stablehlo.broadcast_in_dim %id, dims = [] : (tensor<ui32>) -> tensor<2xui32>
        %floats = stablehlo.convert %ids : (tensor<2xui32>) -> tensor<2xf32>
        %ones = stablehlo.constant dense<1.0> : tensor<2xf32>
        %y = stablehlo.subtract %floats, %ones : tensor<2xf32>"""


@pytest.mark.parametrize("lines", [_DRAWN, _NUMBERED])
def test_a_divisor_that_differs_between_runs_or_processes_can_be_zero(lines: str) -> None:
    text = in_function(
        f"""{lines}
        %count = stablehlo.abs %y : tensor<2xf32>
        %r = stablehlo.divide %x, %count : tensor<2xf32>""",
        "%x: tensor<2xf32>",
    )
    assert found(text, "NUM004")


def test_a_divisor_of_several_divisions_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    executed = list[Module]()

    def noted(module: Module, *arguments: Any) -> Any:
        executed.append(module)
        return execute(module, *arguments)

    monkeypatch.setattr(zeros, "execute", noted)
    divisions = "\n".join(f"%r{number} = stablehlo.divide %x, %count : tensor<2xf32>" for number in range(5))
    text = in_function(
        f"""%ones = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
        %count = stablehlo.abs %ones : tensor<2xf32>
        {divisions}
        %r = stablehlo.add %r0, %r1 : tensor<2xf32>""",
        "%x: tensor<2xf32>",
    )
    assert not found(text, "NUM004")
    assert len(executed) == 1


@pytest.mark.parametrize(
    ("lhs", "rhs", "direction", "is_found"),
    [
        ("%x", "%y", "EQ", True),
        ("%x", "%y", "NE", True),
        ("%x", "%y", "LT", False),
        ("%x", "%x", "NE", False),
        ("%x", "%zero", "EQ", False),
        ("%x", "%tenth", "EQ", True),
        ("%x", "%inf", "EQ", False),
        ("%floor", "%y", "EQ", False),
        ("%whole", "%y", "EQ", False),
    ],
)
def test_equality_of_floats(lhs: str, rhs: str, direction: str, is_found: bool) -> None:
    body = f"""\
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %tenth = stablehlo.constant dense<0.1> : tensor<8xf32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
  %floor = stablehlo.floor %x : tensor<8xf32>
  %whole = stablehlo.convert %i : (tensor<8xi32>) -> tensor<8xf32>
  %0 = stablehlo.compare {direction}, {lhs}, {rhs} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>"""
    text = in_function(body, "%x: tensor<8xf32>, %y: tensor<8xf32>, %i: tensor<8xi32>")
    assert bool(found(text, "NUM005")) is is_found


def test_numbers_that_are_equal_or_near() -> None:
    """As `jnp.isclose` has them, for the sake of infinities."""
    body = """\
  %0 = stablehlo.compare EQ, %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %1 = stablehlo.subtract %x, %y : tensor<8xf32>"""
    assert found(in_function(body, "%x: tensor<8xf32>, %y: tensor<8xf32>"), "NUM005") == []


def test_doubles_are_meant_where_an_argument_is_one() -> None:
    body = "  %0 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf64>"
    assert found(in_function(body, "%x: tensor<8xf32>"), "NUM006") == [(2, "tensor<8xf64>")]
    assert found(in_function(body, "%x: tensor<8xf32>, %y: tensor<f64>"), "NUM006") == []


REDUCTION = """reduce(%x init: %s) applies stablehlo.maximum across dimensions = [0]
    : (tensor<8xf32>, tensor<f32>) -> tensor<f32> //"""


@pytest.mark.parametrize(
    ("literal", "statement", "is_found"),
    [
        ("0x7FC00000", "add %x, %c", True),
        ("0x7FC00000", "maximum %x, %c", True),
        ("0xFF800000", "add %x, %c", False),  # a mask
        ("0xFF800000", "multiply %x, %c", True),
        ("0xFF800000", "maximum %x, %c", False),
        ("1.0", "multiply %x, %c", False),
        ("0x7FC00000", "select %p, %x, %c : tensor<8xi1>, tensor<8xf32> // ", False),
        ("0x7FC00000", REDUCTION, True),
        ("0xFF800000", REDUCTION, False),
    ],
)
def test_constants_that_poison(literal: str, statement: str, is_found: bool) -> None:
    body = f"""\
  %s = stablehlo.constant dense<{literal}> : tensor<f32>
  %c = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %0 = stablehlo.{statement} : tensor<8xf32>"""
    assert bool(found(in_function(body, "%x: tensor<8xf32>, %p: tensor<8xi1>"), "NUM007")) is is_found


def test_a_converted_infinity_poisons_nothing() -> None:
    body = """
    %0 = stablehlo.constant dense<0xFF800000> : tensor<8xf32>
    %1 = stablehlo.convert %0 : (tensor<8xf32>) -> tensor<8xf64>
    """
    assert not found(in_function(body, "%x: tensor<8xf32>"), "NUM007")


def test_what_a_call_returns_may_be_poisonous() -> None:
    callee = """\
func.func private @mask() -> tensor<8xf32> {
  %0 = stablehlo.constant dense<0xFF800000> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    body = """\
  %0 = call @mask() : () -> tensor<8xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<8xf32>"""
    assert found(in_function(body, "%x: tensor<8xf32>") + callee, "NUM007") == [(3, "%0")]


@pytest.mark.parametrize(("size", "lines"), [(9, [2]), (8, [])])
def test_indices_may_be_wide(size: int, lines: list[int]) -> None:
    body = f"  %0 = stablehlo.iota dim = 0 : tensor<{size}xi64>"
    assert [line for line, _ in found(in_function(body, "%x: tensor<8xi32>"), "NUM006")] == lines
    assert found(in_function(body, "%x: tensor<i64>"), "NUM006") == []


@pytest.mark.parametrize(
    ("type", "a", "b", "op", "is_found"),
    [
        ("i8", "100", "28", "add", True),
        ("i8", "100", "27", "add", False),
        ("i8", "-128", "1", "subtract", True),
        ("i32", "65536", "32768", "multiply", True),
        ("ui8", "200", "100", "add", False),
        ("i8", "[100, 1]", "28", "add", True),
        ("i8", "[99, 1]", "28", "add", False),
    ],
)
def test_integers_that_wrap_around(type: str, a: str, b: str, op: str, is_found: bool) -> None:
    shape = "2x" if "[" in a else ""
    body = f"""\
  %a = stablehlo.constant dense<{a}> : tensor<{shape}{type}>
  %b = stablehlo.constant dense<{b}> : tensor<{shape}{type}>
  %0 = stablehlo.{op} %a, %b : tensor<{shape}{type}>"""
    assert bool(found(in_function(body, ""), "NUM008")) is is_found


@pytest.mark.parametrize(
    ("type", "is_found"),
    [
        ("i8:f16, 510.0", False),  # 128 * 510 = 65,280, and f16 ends at 65,504
        ("i8:f16, 512.0", True),
        ("i8:f32, 1.0e-39", True),  # no normal number
        ("i8:f32, 0.1:-128", False),
    ],
)
def test_scales(type: str, is_found: bool) -> None:
    assert bool(found(in_function("", f"%x: tensor<8x!quant.uniform<{type}>>"), "NUM009")) is is_found


def test_floats_that_numpy_has_not_are_left_alone() -> None:
    assert found(in_function("", "%q: tensor<8x!quant.uniform<i8:f80, 0.1>>"), "NUM") == []


def test_of_constants_of_constants_the_first_that_wraps_is_reported() -> None:
    body = """\
  %a = stablehlo.constant dense<100> : tensor<i8>
  %0 = stablehlo.negate %a : tensor<i8>
  %1 = stablehlo.subtract %0, %a : tensor<i8>
  %2 = stablehlo.add %1, %a : tensor<i8>
  %b = stablehlo.constant dense<3000000000> : tensor<i64>
  %3 = stablehlo.convert %b : (tensor<i64>) -> tensor<i32>"""
    assert [line for line, _ in found(in_function(body, ""), "NUM008")] == [4, 7]
