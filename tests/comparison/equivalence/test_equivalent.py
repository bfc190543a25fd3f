"""Programs that are the same, and programs that are not, written by hand."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence import compared
from stablehlo_tools.comparison.equivalence.pair import Pair
from stablehlo_tools.comparison.equivalence.prove import equivalent
from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.residues.domain import FieldDomain
from stablehlo_tools.comparison.equivalence.residues.fields import Fields
from stablehlo_tools.comparison.equivalence.residues.literals import literal
from stablehlo_tools.comparison.equivalence.residues.odds import Odds
from stablehlo_tools.comparison.equivalence.results import ComparedResult, Equivalence, EquivalenceOptions
from stablehlo_tools.comparison.equivalence.wording import describe
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.verdict.tolerance import Tolerance
from tests.comparison.programs import again


def _body(
    lines: str, arguments: str = "%x: tensor<4xf32>, %y: tensor<4xf32>", result: str = "tensor<4xf32>"
) -> str:
    return f"func.func @main({arguments}) -> {result} {{\n{lines}\n}}"


def _judge(first: str, second: str, level: str = "reals") -> Equivalence:
    return st.equivalent(first, second, level=level)  # type: ignore[arg-type]


_SUM = _body("%r = stablehlo.add %x, %y : tensor<4xf32>\nreturn %r : tensor<4xf32>")
_SWAPPED = _body("%r = stablehlo.add %y, %x : tensor<4xf32>\nreturn %r : tensor<4xf32>")
_TWICE = _body("%r = stablehlo.add %x, %x : tensor<4xf32>\nreturn %r : tensor<4xf32>")
_NESTED = (
    _body(
        "%a = stablehlo.add %x, %y : tensor<4xf32>\n%r = stablehlo.add %a, %x : tensor<4xf32>\n"
        "return %r : tensor<4xf32>"
    ),
    _body(
        "%a = stablehlo.add %y, %x : tensor<4xf32>\n%b = stablehlo.add %x, %x : tensor<4xf32>\n"
        "%r = stablehlo.add %b, %y : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    ),
)


@pytest.mark.parametrize(
    ("first", "second", "level", "verdict"),
    [
        (_SUM, _SWAPPED, "reals", "equal"),
        (_SUM, _SWAPPED, "bits", "equal"),
        (_SUM, _TWICE, "reals", "different"),
        (*_NESTED, "reals", "equal"),
        (*_NESTED, "bits", "unknown"),
    ],
    ids=["swapped", "swapped in bits", "another operand", "associated", "associated in bits"],
)
def test_verdict(first: str, second: str, level: str, verdict: str) -> None:
    assert _judge(first, second, level).verdict == verdict


_GREATEST = (
    "%r = stablehlo.reduce(%x init: %y) applies stablehlo.maximum across dimensions = [AXES]"
    " : (tensor<3x7x2xf32>, tensor<f32>) -> TYPE\nreturn %r : TYPE"
)
_IN_ORDER = (
    "%r = stablehlo.reduce(%x init: %y) across dimensions = [AXES]"
    " : (tensor<3x7x2xf32>, tensor<f32>) -> TYPE\n"
    "reducer(%a: tensor<f32>, %b: tensor<f32>) {\n"
    "%c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "%d = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>\nstablehlo.return %d : tensor<f32>\n}\n"
    "return %r : TYPE"
)


@pytest.mark.parametrize(("axes", "sizes"), [("1", "3x2x"), ("2, 0", "7x"), ("0, 1, 2", ""), ("", "3x7x2x")])
def test_a_tree_of_maxima_is_the_fold_in_order(axes: str, sizes: str) -> None:
    type, arguments = f"tensor<{sizes}f32>", "%x: tensor<3x7x2xf32>, %y: tensor<f32>"
    greatest, in_order = (
        _body(each.replace("AXES", axes).replace("TYPE", type), arguments, type)
        for each in (_GREATEST, _IN_ORDER)
    )
    assert _judge(greatest, in_order).verdict == "equal"
    assert _judge(greatest.replace("maximum", "minimum"), in_order).verdict == "different"


def test_the_op_at_fault_and_the_element_are_named() -> None:
    first = _body(
        "%a = stablehlo.multiply %x, %y : tensor<4xf32>\n%b = stablehlo.tanh %a : tensor<4xf32>\n"
        "return %b : tensor<4xf32>"
    )
    second = first.replace("stablehlo.tanh", "stablehlo.sine")
    found = _judge(first, second)
    assert found.verdict == "different"
    (result,) = found.results
    x, y = found.inputs
    assert result.first == pytest.approx(np.tanh(x * y)[result.index])
    assert result.second == pytest.approx(np.sin(x * y)[result.index])
    assert found.unexplained is not None
    span = found.unexplained.operation.span
    assert span is not None
    assert span.text == "stablehlo.sine"


def test_a_rounded_constant_is_recognized_and_said() -> None:
    divided = _body(
        "%c = stablehlo.constant dense<2.82842708> : tensor<4xf32>\n"
        "%r = stablehlo.divide %x, %c : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    multiplied = _body(
        "%c = stablehlo.constant dense<0.353553385> : tensor<4xf32>\n"
        "%r = stablehlo.multiply %x, %c : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    found = _judge(divided, multiplied)
    assert found.verdict == "equal"
    assert any("0.35355338 is the rounded 1 / 2.828427" in each for each in found.assumptions)
    assert _judge(divided, multiplied.replace("0.353553385", "0.3536")).verdict == "different"


def test_constants_of_channels_are_folded() -> None:
    """(x / 255 - mean) / deviation, and x / (255 deviation) - mean / deviation, rounded to f32."""
    means, deviations = np.array([0.485, 0.456, 0.406, 0.5]), np.array([0.229, 0.224, 0.225, 0.5])
    line = "%{} = stablehlo.constant dense<{}> : tensor<4xf32>".format

    def shown(values: Sequence[float] | np.ndarray) -> str:
        return str([float(np.float32(value)) for value in values])

    first = _unary(
        "\n".join([line("s", 255.0), line("m", shown(means)), line("d", shown(deviations))])
        + "\n%a = stablehlo.divide %x, %s : tensor<4xf32>\n%b = stablehlo.subtract %a, %m : tensor<4xf32>\n"
        "%r = stablehlo.divide %b, %d : tensor<4xf32>"
    )

    def folded(most: float) -> str:
        scales = [*1 / (255 * deviations)[:3], 1 / (most * deviations[3])]
        return _unary(
            "\n".join([line("s", shown(scales)), line("m", shown(means / deviations))])
            + "\n%a = stablehlo.multiply %x, %s : tensor<4xf32>\n"
            "%r = stablehlo.subtract %a, %m : tensor<4xf32>"
        )

    found = _judge(first, folded(255.0))
    assert found.verdict == "equal"
    assert "0.017124753 is the rounded 1 / 255 / 0.229" in found.assumptions
    assert _judge(first, folded(255.003)).verdict == "different"


@pytest.mark.parametrize("precise", ["1.6732632423543772", "1.6732642423543772"])
def test_either_program_may_have_the_rounded_constant(precise: str) -> None:
    def program(constant: str) -> str:
        return f"""func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
          {constant}
          %0 = stablehlo.multiply %x, %c : tensor<4xf32>
          return %0 : tensor<4xf32>
        }}"""

    rounded = program("%c = stablehlo.constant dense<1.67326319> : tensor<4xf32>")
    exact = program(
        f"%d = stablehlo.constant dense<{precise}> : tensor<4xf64>\n"
        "%c = stablehlo.convert %d : (tensor<4xf64>) -> tensor<4xf32>"
    )
    expected = "equal" if precise.startswith("1.673263") else "different"
    assert st.equivalent(rounded, exact).verdict == expected
    assert st.equivalent(exact, rounded).verdict == expected


def test_constants_of_programs_without_arguments_may_be_rounded() -> None:
    """All inputs that are tried are the same."""

    def program(constant: str) -> str:
        return f"""func.func @main() -> tensor<f32> {{
          %c = stablehlo.constant dense<{constant}> : tensor<f32>
          %0 = stablehlo.tanh %c : tensor<f32>
          return %0 : tensor<f32>
        }}"""

    assert st.equivalent(program("0.7236417"), program("0.72364175")).verdict == "unknown"
    assert st.equivalent(program("0.7236417"), program("0.7237")).verdict == "different"


def test_a_constant_that_nobody_rounded_is_different() -> None:
    eps = _body(
        "%c = stablehlo.constant dense<1.0e-05> : tensor<4xf32>\n"
        "%r = stablehlo.add %x, %c : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    assert _judge(eps, eps.replace("1.0e-05", "1.1e-05")).verdict == "different"


def _unary(lines: str) -> str:
    return _body(f"{lines}\n  return %r : tensor<4xf32>", "%x: tensor<4xf32>")


def test_programs_that_are_the_same_are_equal_beyond_f64() -> None:
    program = _shifted_power(800)
    assert _judge(program, program.replace("%e", "%other")).verdict == "equal"


def _corrected(rate: float) -> str:
    """A moment of Adam, whose number of steps is an exponent."""
    return (
        "func.func @main(%x: tensor<f32>, %steps: tensor<i32>) -> tensor<f32> {\n"
        f"  %rate = stablehlo.constant dense<{rate}> : tensor<f32>\n"
        "  %one = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "  %n = stablehlo.convert %steps : (tensor<i32>) -> tensor<f32>\n"
        "  %p = stablehlo.power %rate, %n : tensor<f32>\n  %c = stablehlo.subtract %one, %p : tensor<f32>\n"
        "  %r = stablehlo.divide %x, %c : tensor<f32>\n  return %r : tensor<f32>\n}"
    )


def test_integers_that_are_exponents_are_small() -> None:
    """A power of -2^31 is beyond the range of f64."""
    inverse = _corrected(0.9).replace("divide %x, %c", "divide %one, %c").replace("  return", (
        "  %s = stablehlo.multiply %x, %r : tensor<f32>\n  return"
    )).replace("return %r", "return %s")  # fmt: skip
    found = _judge(_corrected(0.9), inverse)
    assert found.verdict == "equal"
    assert any("they are exponents" in note for note in found.assumptions)
    assert _judge(_corrected(0.9), _corrected(0.99)).verdict == "different"


def test_programs_are_compiled_once_for_numbers_and_for_each_nudge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inputs of sixteen sizes are judged, for each order of the programs."""
    program = _unary(
        "%c = stablehlo.constant dense<0.3712345> : tensor<4xf32>\n"
        "%a = stablehlo.multiply %x, %c : tensor<4xf32>\n%r = stablehlo.tanh %a : tensor<4xf32>"
    )
    compiled: Counter[tuple[object, int | None]] = Counter()

    def counted(module: Module, *values: Any, domain: FieldDomain, **options: Any) -> Executable:
        if len(domain.arithmetic.fields) == 2:
            compiled[module, domain.arithmetic.nudge] += 1
        return compile(module, *values, domain=domain, **options)

    monkeypatch.setattr("stablehlo_tools.comparison.equivalence.pair.compile", counted)
    assert "rounding" in _judge(program, program.replace("0.3712345", "0.37123455")).reason
    assert max(compiled.values()) <= 4


def _shifted_power(shift: float) -> str:
    return _unary(
        f"%c = stablehlo.constant dense<[{shift:.1f}, 0.0, 0.0, 0.0]> : tensor<4xf32>\n"
        "%s = stablehlo.multiply %x, %x : tensor<4xf32>\n%a = stablehlo.add %s, %c : tensor<4xf32>\n"
        "%e = stablehlo.exponential %a : tensor<4xf32>\n%r = stablehlo.add %x, %e : tensor<4xf32>"
    )


def test_what_is_beyond_f64_is_unknown() -> None:
    """Infinite numbers would be equal; inputs at random have x^2 + 800 and x^2 + 900."""
    found = _judge(_shifted_power(800), _shifted_power(900))
    assert found.verdict == "unknown"
    assert "beyond the range of f64" in found.reason
    small = _judge(_shifted_power(-800), _shifted_power(-900))
    assert small.verdict == "equal"
    assert "exp(x) is zero for x < -745" in " ".join(small.assumptions)
    assert _judge(_shifted_power(50), _shifted_power(60)).verdict == "different"  # tanh(25) is 1 in f64


def test_integers_of_their_whole_range_are_tried() -> None:
    arguments, result = "%x: tensor<64xui8>", "tensor<64xui8>"
    halved = (
        "%c = stablehlo.constant dense<2> : tensor<64xui8>\n%a = stablehlo.add %x, %x : tensor<64xui8>\n"
        "%r = stablehlo.divide %a, %c : tensor<64xui8>\nreturn %r : tensor<64xui8>"
    )
    found = _judge(_body(halved, arguments, result), _body("return %x : tensor<64xui8>", arguments, result))
    assert found.verdict == "different"


@pytest.mark.parametrize(("type", "bound"), [("ui8", "-1.0"), ("i8", "300.0"), ("ui64", "1.0e30")])
def test_integers_that_their_type_does_not_hold_are_not_tried(type: str, bound: str) -> None:
    lines = (
        f"%c = stablehlo.constant dense<{bound}> : tensor<3xf32>\n"
        f"%0 = stablehlo.convert %x : (tensor<3x{type}>) -> tensor<3xf32>\n"
        "%r = stablehlo.maximum %0, %c : tensor<3xf32>\nreturn %r : tensor<3xf32>"
    )
    text = _body(lines, f"%x: tensor<3x{type}>", "tensor<3xf32>")
    assert _judge(text, again(text)).verdict == "equal"


def test_what_rounding_in_f64_explains_is_not_different() -> None:
    """erf_inv(erf(x)) - x is zero, of which 1e16 times is not, in f64; no law says so."""
    zero = _unary("%r = stablehlo.subtract %x, %x : tensor<4xf32>")
    amplified = _unary(
        "%c = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>\n"
        "%e = chlo.erf_inv %c : tensor<4xf32> -> tensor<4xf32>\n"
        "%d = stablehlo.subtract %e, %x : tensor<4xf32>\n"
        "%k = stablehlo.constant dense<1.0e+16> : tensor<4xf32>\n"
        "%r = stablehlo.multiply %d, %k : tensor<4xf32>"
    )
    assert _judge(zero, amplified).verdict == "unknown"


def test_rounding_that_no_input_changes_explains_a_difference() -> None:
    """x + y is on the grid of y, 2^-44, wherever x is: 3.4e-13 is six units of it in f64."""
    lines = (
        "%c = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>\n%e = stablehlo.tan %c : tensor<4xf32>\n"
        "%d = stablehlo.add %e, %y : tensor<4xf32>\n"
        "%r = stablehlo.subtract %d, %y : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    inputs = [np.full(4, each, np.float32) for each in (3.4e-13, 448)]
    first, second = (st.parse(_body(each)).functions[0] for each in (lines, "return %x : tensor<4xf32>"))
    assert equivalent(first, second, EquivalenceOptions(inputs=inputs)).verdict == "unknown"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": "bit"}, "unknown level 'bit': expected reals or bits"),
        ({"seeds": 0}, "expected 1 seed or more, found 0"),
    ],
    ids=["level", "seeds"],
)
def test_options_that_mean_nothing_are_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        st.equivalent(_SUM, _SUM, **options)


def test_a_loop_without_end_is_stopped() -> None:
    loop = _unary(
        "%r = stablehlo.while(%i = %x) : tensor<4xf32>\ncond {\n"
        "  %t = stablehlo.constant dense<true> : tensor<i1>\n  stablehlo.return %t : tensor<i1>\n} do {\n"
        "  stablehlo.return %i : tensor<4xf32>\n}"
    )
    function = st.parse(loop).functions[0]
    found = equivalent(function, function, EquivalenceOptions(timeout=0.5))
    assert (found.verdict, found.diagnostics[0].code) == ("unknown", "timeout")


@pytest.mark.parametrize("type", ["tensor<?xf32>", "tensor<4x!quant.uniform<i8:f32, 0.5:3>>"])
def test_inputs_that_cannot_be_drawn_are_unknown(type: str) -> None:
    program = _body(f"return %x : {type}", f"%x: {type}", type)
    negated = program.replace("return %x", f"%r = stablehlo.negate %x : {type}\nreturn %r")
    assert _judge(program, negated).verdict == "unknown"
    assert _judge(program, program).verdict == "equal"  # whatever the inputs are


def test_a_root_that_is_moved_still_has_its_square() -> None:
    root = (
        "%s = stablehlo.multiply %x, %x : tensor<4xf32>\n%q = stablehlo.sqrt %s : tensor<4xf32>\n"
        "%b = stablehlo.broadcast_in_dim %q, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>\n"
        "%r = stablehlo.multiply %b, %b : tensor<2x4xf32>\nreturn %r : tensor<2x4xf32>"
    )
    square = (
        "%s = stablehlo.multiply %x, %x : tensor<4xf32>\n"
        "%r = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>\n"
        "return %r : tensor<2x4xf32>"
    )
    first, second = (_body(each, "%x: tensor<4xf32>", "tensor<2x4xf32>") for each in (root, square))
    assert _judge(first, second).verdict == "equal"


def _of_root(lines: str) -> str:
    root = (
        "%q = stablehlo.multiply %x, %x : tensor<f32>\n%c = stablehlo.constant dense<31.0> : tensor<f32>\n"
        "%v = stablehlo.add %q, %c : tensor<f32>\n%s = stablehlo.sqrt %v : tensor<f32>\n"
    )
    return _body(f"{root}{lines}\nreturn %r : tensor<f32>", "%x: tensor<f32>, %y: tensor<f32>", "tensor<f32>")


@pytest.mark.parametrize(("op", "verdict"), [("subtract", "different"), ("add", "equal")])
def test_a_sign_of_the_square_of_a_root_is_told(op: str, verdict: str) -> None:
    """y s - v and (y + s) s have the same residues wherever v is a square in no field: of 32 v, in one."""
    first = _of_root(
        f"%a = stablehlo.multiply %y, %s : tensor<f32>\n%r = stablehlo.{op} %a, %v : tensor<f32>"
    )
    second = _of_root("%a = stablehlo.add %y, %s : tensor<f32>\n%r = stablehlo.multiply %a, %s : tensor<f32>")
    assert st.equivalent(first, second, seeds=1).verdict == verdict


def test_a_number_with_a_root_in_each_field_is_tried_with_another_sign() -> None:
    """In one field, every other number is a square, of which sqrt(x x) is x: for others, it is -x."""
    ops = "%q = stablehlo.multiply %x, %x : tensor<f32>\n%r = stablehlo.sqrt %q : tensor<f32>\nreturn"
    first, second = (
        _body(f"{ops} {each} : tensor<f32>", "%x: tensor<f32>", "tensor<f32>") for each in ("%r", "%x")
    )
    assert st.equivalent(first, second, primes=1).verdict == "different"


def test_functions_that_f64_does_not_tell_apart_are_not_shown_as_two_equal_numbers() -> None:
    described = [describe(ComparedResult(0, 6, 2, (1,), 0.1, other)) for other in (0.1, 0.1 + 2.0**-56)]
    where = "result 0: 2 of 6 elements differ; element [1] is"
    assert described == [f"{where} 0.1 in both, rounded to f64", f"{where} 0.1 and 0.10000000000000002"]


def test_a_decision_that_a_law_shows_to_be_a_tie_is_not_close() -> None:
    """q / sqrt(q) / sqrt(q) is 1 by one law of roots, and bounded by 1, as a correlation is."""
    ops = (
        "%k = constant dense<1.0>", "%f = constant dense<FACTOR>", "%a = multiply %x, %x", "%q = add %a, %k",
        "%s = sqrt %q", "%d = divide %q, %s", "%e = divide %d, %s", "%m = minimum %e, %k",
        "%p = multiply %y, %f", "%r = add %m, %p",
    )  # fmt: skip
    lines = [f"{op} : tensor<4xf32>".replace("= ", "= stablehlo.") for op in ops]
    text = _body("\n".join([*lines, "return %r : tensor<4xf32>"]))
    first, second = (text.replace("FACTOR", factor) for factor in ("2.0", "2.001"))
    assert _judge(first, second).verdict == "different"


def test_a_place_that_an_underflow_decides_is_no_difference() -> None:
    """The greatest of numbers is that of their powers, unless these are 0 in f64."""
    types = "(tensor<4xf32>, tensor<4xi32>)"
    lines = (
        f"%z = stablehlo.iota dim = 0 : tensor<4xi32>\n{{}}%v:2 = "
        f'"stablehlo.sort"(%{{}}, %z) <{{{{dimension = 0 : i64}}}}> ({{{{\n'
        "^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):\n"
        "%g = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        f"stablehlo.return %g : tensor<i1>\n}}}}) : {types} -> {types}\nreturn %v#1 : tensor<4xi32>"
    )
    power = "%e = stablehlo.exponential %x : tensor<4xf32>\n"
    texts = (_body(lines.format(*each), result="tensor<4xi32>") for each in (("", "x"), (power, "e")))
    inputs = [np.array([-900, -800, -1000, -2000], np.float32)] * 2
    first, second = (st.parse(text).functions[0] for text in texts)
    assert equivalent(first, second, EquivalenceOptions(inputs=inputs)).verdict == "unknown"


def test_an_unknown_function_of_operands_of_other_ranks() -> None:
    type = "tensor<2x3xf32>"
    line = f"%r = chlo.broadcast_power %x, {{}} : ({type}, {{}}) -> {type}\nreturn %r : {type}"
    wide = "%z = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>\n"
    lines = line.format("%y", "tensor<3xf32>"), wide + line.format("%z", type)
    first, second = (_body(each, f"%x: {type}, %y: tensor<3xf32>", type) for each in lines)
    assert st.equivalent(first, second, seeds=1, level="bits").verdict == "equal"


def test_constants_that_are_rounded_are_no_evidence_where_a_law_is_missing() -> None:
    """0.9 erf_inv(erf(x)) is x - 0.1 x, which is not known; the constants of f32 differ by 1e-8."""
    first = _body(
        "%c = stablehlo.constant dense<0.9> : tensor<4xf32>\n"
        "%t = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>\n"
        "%s = chlo.erf_inv %t : tensor<4xf32> -> tensor<4xf32>\n"
        "%r = stablehlo.multiply %c, %s : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    second = _body(
        "%c = stablehlo.constant dense<0.1> : tensor<4xf32>\n%p = stablehlo.multiply %c, %x : tensor<4xf32>\n"
        "%r = stablehlo.subtract %x, %p : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    assert _judge(first, second).verdict == "unknown"


def test_other_constants_of_a_table_with_a_simple_one_are_nudged() -> None:
    """4 / 5 is recognized; 1 - 0.1 (2 - sqrt(2)) is not, and may be rounded to another float."""
    arithmetic = Arithmetic(Fields(2, 1), rounds=False)
    arithmetic.constants, arithmetic.nudge = RoundedConstants(), 1
    table = np.array([0.8, 0.941421329], np.float32)
    simple, other = literal(arithmetic, table.astype(np.float64), table.dtype).numbers
    assert simple == 0.8
    assert 0 < abs(other - table[1]) <= 2.0**-25


def test_the_rounding_of_a_difference_is_odd() -> None:
    before, after = (
        _body(
            f"{lines}\nreturn %r : tensor<4xbf16>", "%x: tensor<4xbf16>, %y: tensor<4xbf16>", "tensor<4xbf16>"
        )
        for lines in (
            "%r = stablehlo.subtract %x, %y : tensor<4xbf16>",
            "%d = stablehlo.subtract %y, %x : tensor<4xbf16>\n%r = stablehlo.negate %d : tensor<4xbf16>",
        )
    )
    assert _judge(before, after, "bits").verdict == "equal"


def test_the_root_of_the_square_of_an_integer_is_rounded() -> None:
    type, of_floats = "tensor<4xi32>", "tensor<4xf32>"
    bounded = (
        f"%low = stablehlo.constant dense<0> : {type}\n%high = stablehlo.constant dense<60> : {type}\n"
        f"%b = stablehlo.clamp %low, %x, %high : {type}\n"
    )
    rooted = (
        f"{bounded}%s = stablehlo.multiply %b, %b : {type}\n"
        f"%n = stablehlo.convert %s : ({type}) -> {of_floats}\n%f = stablehlo.sqrt %n : {of_floats}\n"
        f"%r = stablehlo.convert %f : ({of_floats}) -> {type}\nreturn %r : {type}"
    )
    programs = [_body(each, f"%x: {type}", type) for each in (rooted, f"{bounded}return %b : {type}")]
    assert _judge(*programs).verdict == "equal"


@pytest.mark.parametrize("name", ["stablehlo.cbrt", "stablehlo.tanh"])
def test_the_roundings_of_odd_functions_are_odd(name: str) -> None:
    before, after = (
        _unary(f"%a = {first} %x : tensor<4xf32>\n%r = {second} %a : tensor<4xf32>")
        for first, second in (("stablehlo.negate", name), (name, "stablehlo.negate"))
    )
    assert _judge(before, after, "bits").verdict == "equal"


def test_the_square_of_a_root_is_not_a_number_where_the_root_is_not() -> None:
    squared = _unary("%s = stablehlo.sqrt %x : tensor<4xf32>\n%r = stablehlo.multiply %s, %s : tensor<4xf32>")
    itself = _unary("%n = stablehlo.negate %x : tensor<4xf32>\n%r = stablehlo.negate %n : tensor<4xf32>")
    assert _judge(squared, itself).verdict == "different"
    again = squared.replace("sqrt %x", "sqrt %a").replace(
        "%s =", "%a = stablehlo.abs %x : tensor<4xf32>\n%s ="
    )
    assert _judge(again, _unary("%r = stablehlo.abs %x : tensor<4xf32>")).verdict == "equal"


@pytest.mark.parametrize("other", ["2.0e-8", "0.0"])
def test_small_numbers_in_tables_are_no_cosines_of_right_angles(other: str) -> None:
    table = _unary(
        "%c = stablehlo.constant dense<[1.0, 0.707106769, 1.0e-8, 0.382683426]> : tensor<4xf32>\n"
        "%r = stablehlo.multiply %x, %c : tensor<4xf32>"
    )
    assert _judge(table, table.replace("1.0e-8", other)).verdict == "different"


def test_the_error_counts_hashes_that_collide() -> None:
    """Words of 64 bits determine three residues and two; two of n values agree with n^2 / 2 of these odds."""
    fields = Fields(5, 1)
    odds = Odds(fields)
    odds.unknown += 1 << 20
    odds.note(0, 1, (1.0, 0.0))
    a, b, c, d, e = fields.primes
    chance, bound = odds.error()
    assert chance == pytest.approx(2.0**39 * (1 / (a * c * e) + 2.0**-64) * (1 / (b * d) + 2.0**-64))
    assert bound == pytest.approx(2.0**39 * (8 / (a * c * e) + 2.0**-64) * (4 / (b * d) + 2.0**-64))
    odds.note(0, 1, (1e9, 0.0))
    assert odds.error()[1] is None


@pytest.mark.parametrize(("type", "least", "most"), [("f32", "0.0", "1.0"), ("i32", "0", "9")])
def test_random_numbers_are_unknown(type: str, least: str, most: str) -> None:
    result = f"tensor<4x{type}>"
    program = _body(
        f"%a = stablehlo.constant dense<{least}> : tensor<{type}>\n"
        f"%b = stablehlo.constant dense<{most}> : tensor<{type}>\n"
        "%s = stablehlo.constant dense<4> : tensor<1xi64>\n"
        '%r = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>}'
        f" : (tensor<{type}>, tensor<{type}>, tensor<1xi64>) -> {result}\nreturn %r : {result}",
        result=result,
    )
    found = _judge(program, program)
    assert found.verdict == "unknown"
    assert "random numbers" in found.reason


def test_programs_of_other_types_are_refused() -> None:
    with pytest.raises(st.RunError, match="inputs of @main and @main have different types"):
        _judge(_SUM, _SUM.replace("4x", "5x"))


_ONE = "%one = stablehlo.constant dense<1.0> : tensor<f32>\n"
_IN_DOMAINS = {
    "the logarithm of a square": (
        "%a = stablehlo.multiply %x, %x : tensor<f32>\n%r = stablehlo.log %a : tensor<f32>",
        "%a = stablehlo.log %x : tensor<f32>\n%r = stablehlo.add %a, %a : tensor<f32>",
    ),
    "log gamma": (
        f"{_ONE}%a = stablehlo.add %x, %one : tensor<f32>\n%r = chlo.lgamma %a : tensor<f32> -> tensor<f32>",
        "%a = stablehlo.log %x : tensor<f32>\n%b = chlo.lgamma %x : tensor<f32> -> tensor<f32>\n"
        "%r = stablehlo.add %a, %b : tensor<f32>",
    ),
    "a product of negative numbers": (
        f"{_ONE}%a = stablehlo.add %x, %one : tensor<f32>\n%b = stablehlo.subtract %x, %one : tensor<f32>\n"
        "%c = stablehlo.multiply %a, %b : tensor<f32>\n%r = stablehlo.log %c : tensor<f32>",
        f"{_ONE}%a = stablehlo.add %x, %one : tensor<f32>\n%b = stablehlo.subtract %x, %one : tensor<f32>\n"
        "%c = stablehlo.log %a : tensor<f32>\n%d = stablehlo.log %b : tensor<f32>\n"
        "%r = stablehlo.add %c, %d : tensor<f32>",
    ),
    "the sine of an angle that does not exist": (
        "%a = chlo.atan %x : tensor<f32> -> tensor<f32>\n%b = chlo.asin %a : tensor<f32> -> tensor<f32>\n"
        "%r = stablehlo.sine %b : tensor<f32>",
        "%r = chlo.atan %x : tensor<f32> -> tensor<f32>",
    ),
}


@pytest.mark.parametrize("name", _IN_DOMAINS)
def test_a_law_of_some_numbers_is_tried_on_others(name: str) -> None:
    """On the random inputs, x may be positive and the arguments of functions in their domains."""
    first, second = (
        _body(f"{lines}\nreturn %r : tensor<f32>", "%x: tensor<f32>", "tensor<f32>")
        for lines in _IN_DOMAINS[name]
    )
    assert _judge(first, second).verdict == "different"


def test_two_numbers_are_tried_with_different_signs() -> None:
    """sqrt(x x) sqrt(y y) is |x y|, and x y on the random inputs, whose signs are equal."""
    roots, product = (
        _body(f"{lines}\nreturn %r : tensor<f32>", "%x: tensor<f32>, %y: tensor<f32>", "tensor<f32>")
        for lines in (
            "%a = stablehlo.multiply %x, %x : tensor<f32>\n%b = stablehlo.multiply %y, %y : tensor<f32>\n"
            "%c = stablehlo.sqrt %a : tensor<f32>\n%d = stablehlo.sqrt %b : tensor<f32>\n"
            "%r = stablehlo.multiply %c, %d : tensor<f32>",
            "%r = stablehlo.multiply %x, %y : tensor<f32>",
        )
    )
    assert _judge(roots, product).verdict == "different"


@pytest.mark.parametrize(("turn", "verdict"), [(3.14159274, "equal"), (3.1417, "different")])
def test_an_array_of_one_angle_is_this_angle(turn: float, verdict: str) -> None:
    shifted = _unary(
        f"%c = stablehlo.constant dense<{turn}> : tensor<4xf32>\n"
        "%a = stablehlo.add %x, %c : tensor<4xf32>\n%r = stablehlo.cosine %a : tensor<4xf32>"
    )
    negated = _unary("%a = stablehlo.cosine %x : tensor<4xf32>\n%r = stablehlo.negate %a : tensor<4xf32>")
    assert _judge(shifted, negated).verdict == verdict


def test_results_are_compared_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compared, "_BLOCK", 3)
    twice = _unary("%r = stablehlo.add %x, %x : tensor<4xf32>")
    scaled = _unary(
        "%c = stablehlo.constant dense<[2.0, 2.0, 2.0, 2.5]> : tensor<4xf32>\n"
        "%r = stablehlo.multiply %x, %c : tensor<4xf32>"
    )
    assert _judge(twice, scaled.replace("2.5", "2.0")).verdict == "equal"
    (result,) = _judge(twice, scaled).results
    assert (result.differing, result.index) == (1, (3,))


def test_a_value_without_a_valid_residue_is_never_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of exp uses up residues; were one left without any, everything would be equal to it."""
    arithmetic = Arithmetic(Fields(3, 4), rounds=False)
    x = arithmetic.constant(np.ones(3))
    empty = dataclasses.replace(x, first=2, last=2)
    with pytest.raises(AssertionError, match="valid residue"):
        arithmetic.hashes(empty)
    monkeypatch.setattr(arithmetic, "opaque", lambda each: each)
    with pytest.raises(AssertionError, match="valid residue"):
        arithmetic.equal(empty, x)


def test_compare_says_that_a_difference_is_rounding() -> None:
    arrays = [np.array([1.0, 3.0, 1e-3, 7.0], np.float32) / np.float32(3), np.full(4, 0.7, np.float32)]
    none = Tolerance(rtol=0.0, atol=0.0)
    found = st.compare(_NESTED[0], arrays, "numpy", other=_NESTED[1], tolerance=none)
    assert not found.agrees
    assert any("equal over the reals" in note for note in found.notes)
    wrong = _NESTED[1].replace("stablehlo.add %b, %y", "stablehlo.subtract %b, %y")
    found = st.compare(_NESTED[0], arrays, "numpy", other=wrong, tolerance=none)
    assert not any("equal over the reals" in note for note in found.notes)


_CONVERTED = (
    "%c = stablehlo.constant dense<{}> : tensor<4x{type}>\n"
    "%a = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4x{type}>\n"
    "%b = stablehlo.multiply %a, %c : tensor<4x{type}>\n"
    "%r = stablehlo.convert %b : (tensor<4x{type}>) -> tensor<4xf32>"
)


def _scaled(constant: str, type: str) -> str:
    return _unary(_CONVERTED.format(constant, type=type))


@pytest.mark.parametrize(
    ("type", "rounded", "near", "far"),
    [
        ("bf16", "0.100097656", "0.100585938", "0.102539063"),
        ("f16", "0.0999755859", "0.1000366", "0.1003418"),
    ],
)
def test_a_constant_rounded_to_a_narrow_type_is_recognized(
    type: str, rounded: str, near: str, far: str
) -> None:
    """0.1 is 0.10009766 in bf16, and 0.09997559 in f16; the next number may be a rounded product."""
    found = _judge(_scaled("0.1", "f32"), _scaled(rounded, type))
    assert found.verdict == "equal"
    assert any("is the rounded" in each for each in found.assumptions)
    assert _judge(_scaled("0.1", "f32"), _scaled(near, type)).verdict == "unknown"
    assert _judge(_scaled("0.1", "f32"), _scaled(far, type)).verdict == "different"


def test_tables_of_constants_may_be_rounded() -> None:
    """A table of cosines, and the same computed ahead; one with an element that is off is another one."""
    table = np.cos(np.float64(np.float32(0.1)) * np.arange(4)).astype(np.float32)
    computed = _unary(
        "%i = stablehlo.iota dim = 0 : tensor<4xf32>\n%c = stablehlo.constant dense<0.1> : tensor<4xf32>\n"
        "%a = stablehlo.multiply %i, %c : tensor<4xf32>\n%t = stablehlo.cosine %a : tensor<4xf32>\n"
        "%r = stablehlo.multiply %x, %t : tensor<4xf32>"
    )
    ahead = (
        "%t = stablehlo.constant dense<[{}]> : tensor<4xf32>\n%r = stablehlo.multiply %x, %t : tensor<4xf32>"
    )
    folded = _unary(ahead.format(", ".join(map(str, table.tolist()))))
    for pair in ((computed, folded), (folded, computed)):
        found = _judge(*pair)
        assert found.verdict == "equal"
        assert any("is the rounded" in each for each in found.assumptions)
    table[2] = np.nextafter(np.nextafter(table[2], np.float32(1)), np.float32(1))
    assert _judge(computed, _unary(ahead.format(", ".join(map(str, table.tolist()))))).verdict != "equal"


def test_a_count_that_was_inverted_once_already_is_recognized() -> None:
    """A program has both x / 768 and y times the rounded 1 / 768; the other one multiplies both."""
    divided = _body(
        "%c = stablehlo.constant dense<7.680000e+02> : tensor<4xf32>\n"
        "%k = stablehlo.constant dense<0.00130208337> : tensor<4xf32>\n"
        "%a = stablehlo.divide %x, %c : tensor<4xf32>\n%b = stablehlo.multiply %y, %k : tensor<4xf32>\n"
        "%r = stablehlo.add %a, %b : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    multiplied = divided.replace("divide %x, %c", "multiply %x, %k")
    found = _judge(divided, multiplied)
    assert found.verdict == "equal"
    assert "0.0013020834 is the rounded 1/768" in found.assumptions
    assert _judge(divided, multiplied.replace("0.00130208337", "0.00130209639")).verdict == "different"


@pytest.mark.parametrize(
    ("constant", "name"), [("3.1415927", "pi"), ("6.2831855", "2 pi"), ("0.31830987", "1 / pi")]
)
def test_multiples_of_pi_are_named(constant: str, name: str) -> None:
    found = _judge(_scaled("2.5", "f32"), _scaled(constant, "f32"))
    assert found.assumptions == (f"{constant} is the rounded {name}",)


def test_which_integers_were_tried_is_said_of_each_argument() -> None:
    program = (
        "func.func @main(%t: tensor<9x2xf32>, %i: tensor<i32>, %n: tensor<6xi32>, %p: tensor<3xi1>)"
        " -> (tensor<1x2xf32>, tensor<6xi32>, tensor<3xi1>) {\n"
        "%z = stablehlo.constant dense<0> : tensor<i32>\n%c = stablehlo.constant dense<1> : tensor<i32>\n"
        "%k = stablehlo.add %i, %c : tensor<i32>\n"
        "%r = stablehlo.dynamic_slice %t, %k, %z, sizes = [1, 2]"
        " : (tensor<9x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>\n"
        "return %r, %n, %p : tensor<1x2xf32>, tensor<6xi32>, tensor<3xi1>\n}"
    )
    lines = "%m = stablehlo.negate %i : tensor<i32>\n%k = stablehlo.subtract %c, %m"
    found = _judge(program, program.replace("%k = stablehlo.add %i, %c", lines))
    assert found.verdict == "equal"
    assert [each for each in found.assumptions if each.startswith("argument")] == [
        "argument 1: integers from 0 to 8 are tested, not proved:"
        " they are indices of stablehlo.dynamic_slice",
        "argument 2: integers of all sizes are tested, not proved",
        "argument 3: booleans are tested, not proved",
    ]


@pytest.mark.parametrize("type", ["i8", "ui16", "i32", "i64"])
@pytest.mark.parametrize("shape", ["", "32x"])
def test_a_difference_at_large_integers_is_found(type: str, shape: str) -> None:
    """2 x / 2 is not x where 2 x overflows."""
    tensor = f"tensor<{shape}{type}>"
    halved = (
        f"%c = stablehlo.constant dense<2> : {tensor}\n%a = stablehlo.add %x, %x : {tensor}\n"
        f"%r = stablehlo.divide %a, %c : {tensor}\nreturn %r : {tensor}"
    )
    same = _body(f"return %x : {tensor}", f"%x: {tensor}", tensor)
    assert _judge(_body(halved, f"%x: {tensor}", tensor), same).verdict == "different"


def test_an_array_that_is_still_read_is_not_written_into() -> None:
    """The second update must not change what the first one returned."""
    updated = (
        "%z = stablehlo.constant dense<0> : tensor<i32>\n%c = stablehlo.constant dense<1> : tensor<i32>\n"
        "%s = stablehlo.slice %y [0:1] : (tensor<4xf32>) -> tensor<1xf32>\n"
        "%a = stablehlo.dynamic_update_slice %x, %s, %z"
        " : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>\n"
        "%k = stablehlo.convert %a : tensor<4xf32>\n"
        "%b = stablehlo.dynamic_update_slice %a, %s, %c"
        " : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>\n"
        "%r = stablehlo.subtract %b, %k : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    expected = (
        "%s = stablehlo.slice %y [0:1] : (tensor<4xf32>) -> tensor<1xf32>\n"
        "%e = stablehlo.slice %x [1:2] : (tensor<4xf32>) -> tensor<1xf32>\n"
        "%d = stablehlo.subtract %s, %e : tensor<1xf32>\n%f = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "%r = stablehlo.pad %d, %f, low = [1], high = [2], interior = [0]"
        " : (tensor<1xf32>, tensor<f32>) -> tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    assert _judge(_body(updated), _body(expected)).verdict == "equal"


def test_tuples_are_compared_by_their_elements() -> None:
    pair = "tuple<tensor<4xf32>, tensor<i32>>"
    first = _body(
        f"%a = stablehlo.get_tuple_element %t[0] : ({pair}) -> tensor<4xf32>\n"
        f"%n = stablehlo.get_tuple_element %t[1] : ({pair}) -> tensor<i32>\n"
        f"%b = stablehlo.tanh %a : tensor<4xf32>\n%r = stablehlo.tuple %b, %n : {pair}\nreturn %r : {pair}",
        f"%t: {pair}",
        pair,
    )
    assert _judge(first, first).verdict == "equal"
    found = _judge(first, first.replace("tanh", "sine"))
    assert (found.verdict, [each.differing for each in found.results]) == ("different", [4, 0])


@pytest.mark.parametrize(
    ("argument", "made", "other"),
    [
        ("", "%t = stablehlo.create_token : !stablehlo.token\n", "!stablehlo.token"),
        (", %t: tuple<tensor<2xf32>>", "", "tuple<tensor<2xf32>>"),
    ],
)
def test_integers_are_tried_beside_what_is_no_tensor(argument: str, made: str, other: str) -> None:
    line = f"%m = stablehlo.and %n, %n : tensor<i32>\nreturn %m, %t : tensor<i32>, {other}"
    first = _body(made + line, "%n: tensor<i32>" + argument, f"tensor<i32>, {other}")
    others = [first.replace("stablehlo.and", f"stablehlo.{op}") for op in ("or", "xor")]
    assert [_judge(first, each).verdict for each in others] == ["equal", "different"]


def test_floats_and_integers_are_moved_together() -> None:
    types = "tensor<4xf32>, tensor<4xi32>"
    arguments, result = "%x: tensor<4xf32>, %i: tensor<4xi32>", f"({types})"
    held = f"%r:2 = stablehlo.optimization_barrier %x, %i : {types}\n"
    first = _body(f"{held}return %r#0, %r#1 : {types}", arguments, result)
    assert _judge(first, _body(f"return %x, %i : {types}", arguments, result)).verdict == "equal"
    other = f"%j = stablehlo.negate %i : tensor<4xi32>\nreturn %x, %j : {types}"
    assert _judge(first, _body(other, arguments, result)).verdict == "different"


@pytest.mark.parametrize("op", ["cbrt", "tan", "logistic"])
def test_a_requested_accuracy_is_no_other_function(op: str) -> None:
    """Over the reals: it may round otherwise."""
    arguments, result = "%x: tensor<4xf32>", "tensor<4xf32>"
    mode = "#stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>"
    plain, highest = (
        f'%0 = "stablehlo.{op}"(%x) {attributes} : (tensor<4xf32>) -> tensor<4xf32>\nreturn %0 : {result}'
        for attributes in ("", f"{{result_accuracy = {mode}}}")
    )
    programs = _body(plain, arguments, result), _body(highest, arguments, result)
    assert _judge(*programs).verdict == "equal"
    assert _judge(*programs, "bits").verdict == "unknown"


def test_an_algorithm_does_not_round() -> None:
    def product(algorithm: str, other: str = "%y") -> str:
        types = "(tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>"
        return _body(
            f"%r = stablehlo.dot_general %x, {other}, contracting_dims = [1] x [0]{algorithm} : {types}\n"
            "return %r : tensor<2x2xf32>",
            "%x: tensor<2x3xf32>, %y: tensor<3x2xf32>, %z: tensor<3x2xf32>",
            "tensor<2x2xf32>",
        )

    of_bf16 = (
        ", algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, "
        "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, "
        "allow_imprecise_accumulation = false>"
    )
    found = _judge(product(of_bf16), product(""))
    assert found.verdict == "equal"
    assert "dot algorithms do not round" in found.assumptions
    assert _judge(product(of_bf16), product("", "%z")).verdict == "different"
    assert _judge(product(of_bf16), product(""), "bits").verdict != "equal"


@pytest.mark.parametrize("shape", ["", "2x", "8x"])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_root_of_a_square_is_no_number_of_either_sign(shape: str, sign: int) -> None:
    """Of one number, inputs of the same sign are drawn often."""
    arguments, type = f"%x: tensor<{shape}f32>", f"tensor<{shape}f32>"
    root = _body(
        f"%a = stablehlo.multiply %x, %x : {type}\n%r = stablehlo.sqrt %a : {type}\nreturn %r : {type}",
        arguments,
        type,
    )
    itself = _body(f"return %x : {type}", arguments, type)
    if sign < 0:
        itself = _body(f"%r = stablehlo.negate %x : {type}\nreturn %r : {type}", arguments, type)
    assert _judge(root, itself).verdict != "equal"


@pytest.mark.parametrize("function", ["tanh", "logistic"])
def test_functions_are_judged_where_their_powers_are_beyond_f64(function: str) -> None:
    first, second = (
        _body(
            f"%c = {constant} dense<-4e3> : tensor<4xf32>\n"
            f"%a = stablehlo.multiply {operands} : tensor<4xf32>\n"
            f"%r = stablehlo.{function} %a : tensor<4xf32>\nreturn %r : tensor<4xf32>"
        )
        for constant, operands in (("stablehlo.constant", "%x, %c"), ("sdy.constant", "%c, %x"))
    )
    assert _judge(first, second).verdict == "equal"


_SCALAR = "%x: tensor<f32>", "tensor<f32>"
_IDENTITY = _body("return %x : tensor<f32>", *_SCALAR)


def _of_scalar(*lines: str) -> str:
    """A program of a scalar, which returns its last line; each is what follows `%n = stablehlo.`."""
    numbered = "\n".join(f"%{number} = stablehlo.{line}" for number, line in enumerate(lines))
    return _body(f"{numbered}\nreturn %{len(lines) - 1} : tensor<f32>", *_SCALAR)


def _beyond(threshold: float, op: str, number: float) -> str:
    return _of_scalar(
        f"constant dense<{number}> : tensor<f32>",
        f"constant dense<{threshold}> : tensor<f32>",
        f"{op} %x, %0 : tensor<f32>",
        "compare GT, %2, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>",
        "negate %x : tensor<f32>",
        "select %3, %x, %4 : tensor<i1>, tensor<f32>",
    )


def test_numbers_of_the_same_bits_are_rounded() -> None:
    """XLA sorts floats by their bits, which are those of two numbers here."""

    def sorted(*key: str) -> str:
        made = [line for name in ("a", "b") for line in (each.replace("$", name) for each in key)]
        type = "i32" if key else "f32"
        return _body(
            f"%c = stablehlo.constant dense<2.0e-8> : tensor<1xf32>\n"
            f"%m = stablehlo.multiply %x, %c : tensor<1xf32>\n%s = stablehlo.add %x, %m : tensor<1xf32>\n"
            f"%t = stablehlo.concatenate %s, %x, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>\n"
            f'%r = "stablehlo.sort"(%t) <{{dimension = 0 : i64, is_stable = true}}> ({{\n'
            f"^bb0(%a: tensor<f32>, %b: tensor<f32>):\n{chr(10).join(made)}\n"
            f"%p = stablehlo.compare LT, {'%ka, %kb' if key else '%a, %b'} "
            f": (tensor<{type}>, tensor<{type}>) -> tensor<i1>\nstablehlo.return %p : tensor<i1>\n}}) "
            f": (tensor<2xf32>) -> tensor<2xf32>\nreturn %r : tensor<2xf32>",
            "%x: tensor<1xf32>",
            "tensor<2xf32>",
        )

    of_bits = sorted("%k$ = stablehlo.bitcast_convert %$ : (tensor<f32>) -> tensor<i32>")
    assert _judge(sorted(), of_bits).verdict != "different"


def test_great_numbers_of_the_same_bits_are_rounded() -> None:
    """At 1e8, numbers are 8 apart in f32."""

    def sorted(type: str, compared: str, *keys: str) -> Function:
        lines = [
            "%w = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<3xf32>",
            "%t = stablehlo.add %x, %w : tensor<3xf32>",
            '%r = "stablehlo.sort"(%t) <{dimension = 0 : i64, is_stable = true}> ({',
            "^bb0(%a: tensor<f32>, %b: tensor<f32>):",
            *keys,
            f"%p = stablehlo.compare LT, {compared} : (tensor<{type}>, tensor<{type}>) -> tensor<i1>",
            "stablehlo.return %p : tensor<i1>",
            "}) : (tensor<3xf32>) -> tensor<3xf32>",
            "return %r : tensor<3xf32>",
        ]
        arguments = "%x: tensor<3xf32>, %y: tensor<f32>"
        return st.parse(_body("\n".join(lines), arguments, "tensor<3xf32>"))["main"]

    keys = (f"%k{x} = stablehlo.bitcast_convert %{x} : (tensor<f32>) -> tensor<i32>" for x in "ab")
    inputs = [np.array([0.5, 0.25, 1.0], np.float32), np.float32(1e8)]
    pair = sorted("f32", "%a, %b"), sorted("i32", "%ka, %kb", *keys)
    assert equivalent(*pair, EquivalenceOptions(inputs=inputs)).verdict == "unknown"


def test_what_is_lost_beside_one_is_rounding() -> None:
    """Of small x, 1 + x x is 1 in f64, as if it were exact."""
    first = _of_scalar(
        "constant dense<1.0> : tensor<f32>",
        "multiply %x, %x : tensor<f32>",
        "add %0, %1 : tensor<f32>",
        "sqrt %2 : tensor<f32>",
        "add %3, %0 : tensor<f32>",
        "subtract %3, %0 : tensor<f32>",
        "sqrt %4 : tensor<f32>",
        "sqrt %5 : tensor<f32>",
        "multiply %6, %7 : tensor<f32>",
    )
    assert _judge(first, _of_scalar("abs %x : tensor<f32>")).verdict != "different"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (_of_scalar("constant dense<0.0> : tensor<f32>", "maximum %x, %0 : tensor<f32>"), _IDENTITY),
        (_of_scalar("log %x : tensor<f32>", "exponential %0 : tensor<f32>"), _IDENTITY),
        (_beyond(1e4, "multiply", 1e3), _beyond(1.1e4, "multiply", 1e3)),
        (_beyond(100003.0, "add", 1e5), _beyond(100005.0, "add", 1e5)),
    ],
    ids=["relu", "logarithm", "beside a great constant", "beside a great sum"],
)
def test_what_only_some_numbers_show_is_found(first: str, second: str) -> None:
    """They differ for numbers of the other sign, or between two thresholds."""
    assert _judge(first, second).verdict == "different"


def test_a_power_of_logarithms_that_are_put_together_is_their_number() -> None:
    """As the weights of parts of attention are. A report of a difference lists no laws: it rests on none."""

    def joined(*lines: str) -> str:
        return "\n".join(
            [
                "func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<4xf32> {",
                "%x = stablehlo.multiply %a, %a : tensor<2xf32>",
                "%y = stablehlo.multiply %b, %b : tensor<2xf32>",
                *lines,
                "return %r : tensor<4xf32>\n}",
            ]
        )

    whole = "%{} = stablehlo.concatenate %{}, %{}, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>"
    logarithms = [f"%{name}{name} = stablehlo.log %{name} : tensor<2xf32>" for name in "xy"]
    power = "%r = stablehlo.exponential %c : tensor<4xf32>"
    first = joined(whole.format("r", "x", "y"))
    assert st.equivalent(first, joined(*logarithms, whole.format("c", "xx", "yy"), power))
    other = st.equivalent(first, joined(*logarithms, whole.format("c", "yy", "xx"), power))
    assert (other.verdict, other.assumptions) == ("different", ())


_SUM_AS_DIFFERENCE = (
    "%r = stablehlo.add %x, %y :",
    "%n = stablehlo.negate %y : tensor<4xf32>\n%r = stablehlo.subtract %x, %n :",
)


@pytest.mark.parametrize(
    ("changed", "is_same"),
    [
        (lambda text: text.replace("%r", "%sum"), True),
        (lambda text: f"module @other {{\n{text}\n}}", True),
        (lambda text: text.replace("%x, %y :", "%y, %x :"), True),
        (lambda text: text.replace(*_SUM_AS_DIFFERENCE), False),
    ],
    ids=["names of values", "name of the module", "operands that commute", "another operation"],
)
def test_programs_that_are_the_same_but_for_names_are_run_once(
    changed: Callable[[str], str], is_same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = []
    run = Pair.run
    monkeypatch.setattr(Pair, "run", lambda *given: runs.append(given[1]) or run(*given))
    found = _judge(_SUM, changed(_SUM))
    assert (found.verdict, found.seeds) == ("equal", (0, 1) if is_same else (0,))  # nothing is decided
    assert found.reason.startswith("the programs are identical up to names") == is_same
    assert (1 in runs) != is_same
    assert st.equivalent(_SUM, changed(_SUM), seeds=3).seeds == (0, 1, 2)


def test_programs_that_are_the_same_are_so_with_certainty_where_some_elements_are_not_numbers() -> None:
    logarithm = _SUM.replace("add %x, %y", "log %x").replace("4x", "16x")
    found = _judge(logarithm, logarithm.replace("%r", "%result"))
    assert (found.verdict, found.error, found.bound) == ("equal", 0.0, 0.0)
    assert found.reason.startswith("the programs are identical up to names")


_CALL = _body(
    '%r = stablehlo.custom_call @acme.op(%x) {backend_config = "a"} : (tensor<4xf32>) -> tensor<4xf32>\n'
    "return %r : tensor<4xf32>"
)
_QUANTIZED = _body(
    "%q = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>\n"
    "%r = stablehlo.uniform_dequantize %q : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>\n"
    "return %r : tensor<4xf32>"
)


_EIGH = """func.func @main(%x: tensor<3x3xf32>) -> tensor<3xf32> {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x)
    {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
    : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
  return %0#1 : tensor<3xf32>
}
"""
_CONFIGURED = "{mhlo.backend_config = {mode"


@pytest.mark.parametrize(
    "written",
    [
        '{backend_config = "", mhlo.backend_config = {mode',  # as JAX prints
        "{operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : "
        "tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], "
        "mhlo.backend_config = {mode",
        "{api_version = 4 : i32, backend_config = {mode",  # as XLA writes
    ],
)
def test_a_custom_call_is_the_same_in_all_ways_of_writing_it(written: str) -> None:
    assert _judge(_EIGH, _EIGH.replace(_CONFIGURED, written)).verdict == "equal"
    other = _EIGH.replace(_CONFIGURED, written).replace("uplo = 76", "uplo = 85")  # the other triangle
    assert _judge(_EIGH, other).verdict == "different"


_COMPLEX_REMAINDER = _body(
    "%r = stablehlo.remainder %z, %z : tensor<4xcomplex<f32>>\n"
    "%s = stablehlo.real %r : (tensor<4xcomplex<f32>>) -> tensor<4xf32>\nreturn %s : tensor<4xf32>"
).replace("{", "{\n%z = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>", 1)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (_COMPLEX_REMAINDER, "cannot decide equality of remainders of complex numbers"),
        (_CALL, "stablehlo.custom_call @acme.op cannot be executed"),
        (_QUANTIZED, "cannot decide equality of quantized elements"),
    ],
    ids=["complex remainder", "unknown call", "quantized"],
)
def test_programs_that_are_the_same_are_equal_even_if_they_cannot_be_run(program: str, reason: str) -> None:
    found = _judge(program, program.replace("%r", "%result"), "bits")
    assert (found.verdict, found.seeds) == ("equal", ())
    assert found.reason.startswith("the programs are identical up to names")
    assert [text.partition(": ")[2] for text in found.assumptions] == [reason]
    assert "on the paths" not in str(found)


def test_programs_that_cannot_be_run_are_not_equal_if_they_differ_or_draw_numbers() -> None:
    drawn = _body(
        "%s = stablehlo.constant dense<4> : tensor<1xi64>\n%c = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "%r = stablehlo.rng %c, %c, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) "
        "-> tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    for first, second in ((_CALL, _CALL.replace('"a"', '"b"')), (drawn, drawn)):
        assert _judge(first, second).verdict == "unknown"


def test_what_programs_send_is_said_not_to_be_compared() -> None:
    text = """
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %t = stablehlo.after_all : !stablehlo.token
      %y = stablehlo.negate %x : tensor<4xf32>
      %s = "stablehlo.outfeed"(%x, %t) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
      return %y : tensor<4xf32>
    }
    """
    found = _judge(text, text.replace("(%x, %t)", "(%y, %t)"))
    assert found.assumptions == ("the data that `stablehlo.outfeed` sends are not compared",)


def _faulty_far_out(threshold: float, factor: float, lines: str) -> str:
    """A fault beyond a threshold, beside other numbers of the same result."""
    return f"""func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {{
  {lines}
  %k = stablehlo.constant dense<{threshold}> : tensor<4xf32>
  %g = stablehlo.compare GT, %x, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %f = stablehlo.constant dense<{factor}> : tensor<4xf32>
  %y = stablehlo.multiply %x, %f : tensor<4xf32>
  %w = stablehlo.select %g, %y, %x : tensor<4xi1>, tensor<4xf32>
  %r = stablehlo.concatenate %w, %s, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}}"""


def test_a_quotient_by_what_overflows_is_no_difference() -> None:
    """p / (p p) p is 1; for p = exp(400), it is 0 in f64."""
    one = _unary("%r = stablehlo.divide %x, %x : tensor<4xf32>")
    lost = _unary(
        "%p = stablehlo.exponential %x : tensor<4xf32>\n%s = stablehlo.multiply %p, %p : tensor<4xf32>\n"
        "%q = stablehlo.divide %p, %s : tensor<4xf32>\n%r = stablehlo.multiply %q, %p : tensor<4xf32>"
    )
    first, second = (st.parse(text).functions[0] for text in (one, lost))
    options = EquivalenceOptions(inputs=[np.full(4, 400, np.float32)])
    assert equivalent(first, second, options).verdict == "unknown"


def test_a_power_of_what_underflows_is_no_difference() -> None:
    """1 + logistic(x)^c is 1 + exp(c (x - log(1 + exp(x)))); of -1000, it is 1 in f64 and almost 2."""
    one = "%one = stablehlo.constant dense<1.0> : tensor<4xf32>\n"
    small = f"{one}%c = stablehlo.constant dense<1.0e-6> : tensor<4xf32>\n"
    of_zero = _unary(
        f"{small}%l = stablehlo.logistic %x : tensor<4xf32>\n%p = stablehlo.power %l, %c : tensor<4xf32>\n"
        "%r = stablehlo.add %p, %one : tensor<4xf32>"
    )
    by_logarithm = _unary(
        f"{small}%e = stablehlo.exponential %x : tensor<4xf32>\n"
        "%n = stablehlo.log_plus_one %e : tensor<4xf32>\n"
        "%l = stablehlo.subtract %x, %n : tensor<4xf32>\n%m = stablehlo.multiply %c, %l : tensor<4xf32>\n"
        "%p = stablehlo.exponential %m : tensor<4xf32>\n%r = stablehlo.add %p, %one : tensor<4xf32>"
    )
    first, second = (st.parse(text).functions[0] for text in (of_zero, by_logarithm))
    options = EquivalenceOptions(inputs=[np.full(4, -1000, np.float32)])
    assert equivalent(first, second, options).verdict == "unknown"


@pytest.mark.parametrize(
    ("threshold", "lines"),
    [
        pytest.param(
            50.0,
            """%one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %t = stablehlo.tanh %x : tensor<4xf32>
  %u = stablehlo.multiply %t, %t : tensor<4xf32>
  %d = stablehlo.subtract %one, %u : tensor<4xf32>
  %s = stablehlo.sqrt %d : tensor<4xf32>""",
            id="root of a difference that is 0",
        ),
        pytest.param(
            1000.0,
            """%m = stablehlo.negate %x : tensor<4xf32>
  %s = stablehlo.exponential %m : tensor<4xf32>""",
            id="power that is too small",
        ),
    ],
)
def test_what_is_lost_in_an_element_hides_no_fault_in_another(threshold: float, lines: str) -> None:
    programs = [_faulty_far_out(threshold, factor, lines) for factor in (1.0, 2.0)]
    assert _judge(*programs).verdict == "different"


def _converted(*types: str) -> str:
    """`%x` converted to one type after another, and to f32."""
    lines, before = list[str](), "tensor<4xf32>"
    for number, type in enumerate([*(f"tensor<4x{each}>" for each in types), "tensor<4xf32>"]):
        operand = f"%c{number - 1}" if number else "%x"
        lines.append(f"%c{number} = stablehlo.convert {operand} : ({before}) -> {type}")
        before = type
    return _body("\n".join([*lines, f"return %c{len(types)} : tensor<4xf32>"]))


@pytest.mark.parametrize(
    ("types", "others", "verdict"),
    [
        (["f64"], [], "equal"),
        (["f64", "f32", "f64"], [], "equal"),
        (["bf16", "f32", "bf16"], ["bf16"], "equal"),
        (["f64", "bf16"], ["bf16"], "equal"),
        (["bf16"], [], "unknown"),
        (["f16", "bf16"], ["bf16"], "unknown"),
    ],
)
def test_what_a_type_has_already_is_not_rounded(types: list[str], others: list[str], verdict: str) -> None:
    assert _judge(_converted(*types), _converted(*others), "bits").verdict == verdict


def test_what_is_computed_in_a_wider_type_is_rounded() -> None:
    lines = (
        "%a = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>",
        "%b = stablehlo.convert %y : (tensor<4xf32>) -> tensor<4xf64>",
        "%m = stablehlo.{} %a, %b : tensor<4xf64>",
        "%r = stablehlo.convert %m : (tensor<4xf64>) -> tensor<4xf32>\nreturn %r : tensor<4xf32>",
    )
    wide, narrow = "\n".join(lines), "%r = stablehlo.{} %x, %y : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    verdicts = [
        _judge(_body(wide.format(op)), _body(narrow.format(op)), "bits").verdict for op in ("maximum", "add")
    ]
    assert verdicts == ["equal", "unknown"]


@pytest.mark.parametrize(
    "line",
    [
        "%r = stablehlo.cbrt %a : T",
        "%r = stablehlo.atan2 %a, %b : T",
        "%r = chlo.erf %a : T -> T",
        "%z = stablehlo.complex %a, %b : tensor<4xcomplex<E>>"
        "%r = stablehlo.abs %z : (tensor<4xcomplex<E>>) -> T",
    ],
)
def test_a_function_is_rounded_to_the_type_that_computes_it(line: str) -> None:
    """The f32 that is nearest to a root is another number than the f64 that is nearest to it."""

    def program(*lines: str) -> str:
        return _body("\n".join((*lines, "return %s : tensor<4xf64>")), result="tensor<4xf64>")

    def computed(type: str) -> str:
        return line.replace("T", f"tensor<4x{type}>").replace("E", type)

    to_f64 = "%{} = stablehlo.convert %{} : (tensor<4xf32>) -> tensor<4xf64>"
    narrow = program(computed("f32").replace("%a", "%x").replace("%b", "%y"), to_f64.format("s", "r"))
    wide = program(to_f64.format("a", "x"), to_f64.format("b", "y"), computed("f64").replace("%r", "%s", 1))
    assert _judge(narrow, wide).verdict == "equal"
    assert _judge(narrow, wide, "bits").verdict == "unknown"


def test_an_integer_that_a_float_type_has_is_not_rounded() -> None:
    def program(*lines: str) -> str:
        return _body("\n".join(("%c = stablehlo.constant dense<3> : tensor<4xi64>", *lines)))

    to_f32 = program(
        "%d = stablehlo.convert %c : (tensor<4xi64>) -> tensor<4xf32>",
        "%r = stablehlo.add %x, %d : tensor<4xf32>\nreturn %r : tensor<4xf32>",
    )
    constant = _body(
        "%d = stablehlo.constant dense<3.0> : tensor<4xf32>\n"
        "%r = stablehlo.add %x, %d : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    assert _judge(to_f32, constant, "bits").verdict == "equal"


def test_programs_that_read_what_the_host_sends_are_unknown() -> None:
    program = _body(
        "%t = stablehlo.create_token : !stablehlo.token\n"
        '%i:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)\n'
        "%r = stablehlo.add %x, %i#0 : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    found = _judge(program, program.replace("add", "subtract"))
    assert (found.verdict, found.diagnostics[0].code) == ("unknown", "infeed_empty")


def test_what_a_host_sends_is_not_known() -> None:
    received = _unary(
        "%t = stablehlo.create_token : !stablehlo.token\n"
        '%i:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>,'
        " is_host_transfer = true} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)\n"
        "%r = stablehlo.add %x, %i#0 : tensor<4xf32>"
    )
    found = _judge(received, _unary("%r = stablehlo.add %x, %x : tensor<4xf32>"))
    assert (found.verdict, found.diagnostics[0].code) == ("unknown", "deadlock")
    assert found.diagnostics[0].span is not None


def _of_bits(bits: str) -> str:
    """Floats of three bits of integers, beside numbers that are sorted by their bits."""
    return _body(
        "%s = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>\n"
        '%o = "stablehlo.sort"(%s) <{dimension = 0 : i64}> ({\n^bb0(%a: tensor<i32>, %b: tensor<i32>):\n'
        "%p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "stablehlo.return %p : tensor<i1>\n}) : (tensor<4xi32>) -> tensor<4xi32>\n"
        "%d = stablehlo.constant dense<7> : tensor<4xi32>\n"
        "%e = stablehlo.constant dense<1065353216> : tensor<4xi32>\n"
        f"%l = stablehlo.and {bits}, %d : tensor<4xi32>\n%m = stablehlo.or %l, %e : tensor<4xi32>\n"
        "%u = stablehlo.bitcast_convert %m : (tensor<4xi32>) -> tensor<4xf32>\n"
        "%z = stablehlo.constant dense<0> : tensor<4xi32>\n"
        "%n = stablehlo.compare LT, %o, %z : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n"
        "%t = stablehlo.multiply %x, %u : tensor<4xf32>\n"
        "%r = stablehlo.select %n, %t, %x : tensor<4xi1>, tensor<4xf32>\nreturn %r : tensor<4xf32>",
        "%x: tensor<4xf32>, %k: tensor<4xi32>",
    )


@pytest.mark.parametrize(("bits", "verdict"), [("%k", "equal"), ("%o", "unknown"), ("%s", "unknown")])
def test_a_float_may_be_made_of_bits_that_are_none_of_another_one(bits: str, verdict: str) -> None:
    program = _of_bits(bits)
    sums = "%w = stablehlo.add %x, %x : tensor<4xf32>\n%v = stablehlo.subtract %w, %x : tensor<4xf32>\n%t ="
    other = program.replace("multiply %x, %u", "multiply %v, %u").replace("%t =", sums)
    assert _judge(program, other).verdict == verdict


def test_a_custom_call_that_calls_a_function_is_not_supported() -> None:
    program = """
    func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>)
        -> tensor<i1> {
      %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %0 : tensor<i1>
    }
    func.func @main(%x: tensor<8xf32>) -> tensor<2xf32> {
      %i = stablehlo.iota dim = 0 : tensor<8xi32>
      %f = stablehlo.constant dense<-1.0> : tensor<f32>
      %n = stablehlo.constant dense<-1> : tensor<i32>
      %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %f, %n) {
        called_computations = [@greater], mhlo.backend_config = {reduction_dim = 0 : i64}
      } : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
      SUFFIX
    }"""
    first = program.replace("SUFFIX", "return %0#0 : tensor<2xf32>")
    sums = """%1 = stablehlo.add %0#0, %0#0 : tensor<2xf32>
      %2 = stablehlo.subtract %1, %0#0 : tensor<2xf32>
      return %2 : tensor<2xf32>"""
    found = _judge(first, program.replace("SUFFIX", sums))
    assert (found.verdict, found.diagnostics[0].code) == ("unknown", "unsupported_op")


def _of_bf16(constant: str, *, beside: str = "") -> str:
    """A function of x in bf16 and a constant."""
    return f"func.func @main(%x: tensor<4xbf16>) -> tensor<4xbf16> {{\n{constant}\n{beside}\n}}"


_REMAINDER_IN_F32 = (
    "%y = stablehlo.convert %x : (tensor<4xbf16>) -> tensor<4xf32>\n"
    "%p = stablehlo.remainder %y, %c : tensor<4xf32>\n"
    "%z = stablehlo.convert %p : (tensor<4xf32>) -> tensor<4xbf16>\nreturn %z : tensor<4xbf16>"
)
_OF_CONVERTED = _of_bf16(
    "%c = stablehlo.constant dense<0.7> : tensor<4xf32>",
    beside="%d = stablehlo.convert %c : (tensor<4xf32>) -> tensor<4xbf16>\n"
    "%p = stablehlo.remainder %x, %d : tensor<4xbf16>\nreturn %p : tensor<4xbf16>",
)


@pytest.mark.parametrize(
    ("number", "verdict"), [("0.69921875", "equal"), ("0.7", "equal"), ("0.75", "different")]
)
def test_a_constant_that_is_converted_is_the_rounded_one(number: str, verdict: str) -> None:
    """0.7 is 0.69921875 in bf16, which a compiler folds."""
    folded = _of_bf16(f"%c = stablehlo.constant dense<{number}> : tensor<4xf32>", beside=_REMAINDER_IN_F32)
    assert _judge(_OF_CONVERTED, folded).verdict == verdict
    assert _judge(folded, _OF_CONVERTED).verdict == verdict


def _sorted_by(key: str) -> str:
    """Twice the numbers, sorted by a comparison of %a and %b."""
    return f"""func.func @main(%x: tensor<6xf8E4M3FN>) -> tensor<6xf8E4M3FN> {{
        %y = stablehlo.add %x, %x : tensor<6xf8E4M3FN>
        %r = "stablehlo.sort"(%y) ({{
        ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
          {key}
          stablehlo.return %p : tensor<i1>
        }}) {{dimension = 0 : i64}} : (tensor<6xf8E4M3FN>) -> tensor<6xf8E4M3FN>
        return %r : tensor<6xf8E4M3FN>
    }}"""


def test_the_bits_of_numbers_beyond_a_type_order_nothing() -> None:
    """XLA sorts floats by their bits; 2 * 400 and 2 * 440 have the same bits in f8E4M3FN, those of NaN."""
    by_bits = """
          %i = stablehlo.bitcast_convert %a : (tensor<f8E4M3FN>) -> tensor<i8>
          %j = stablehlo.bitcast_convert %b : (tensor<f8E4M3FN>) -> tensor<i8>
          %zero = stablehlo.constant dense<0> : tensor<i8>
          %most = stablehlo.constant dense<127> : tensor<i8>
          %n = stablehlo.compare LT, %i, %zero : (tensor<i8>, tensor<i8>) -> tensor<i1>
          %m = stablehlo.compare LT, %j, %zero : (tensor<i8>, tensor<i8>) -> tensor<i1>
          %k = stablehlo.xor %i, %most : tensor<i8>
          %l = stablehlo.xor %j, %most : tensor<i8>
          %s = stablehlo.select %n, %k, %i : tensor<i1>, tensor<i8>
          %t = stablehlo.select %m, %l, %j : tensor<i1>, tensor<i8>
          %p = stablehlo.compare LT, %s, %t : (tensor<i8>, tensor<i8>) -> tensor<i1>"""
    by_numbers = "%p = stablehlo.compare LT, %a, %b : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>"
    assert _judge(_sorted_by(by_numbers), _sorted_by(by_bits)).verdict == "equal"


@pytest.mark.parametrize(("least", "verdict"), [("0.0", "equal"), ("0.1", "different")])
def test_the_norm_of_no_elements(least: str, verdict: str) -> None:
    def norm(least: str, size: str) -> str:
        return _body(
            "%p = stablehlo.multiply %x, %x : tensor<0xf32>\n"
            f"%c = stablehlo.constant dense<{least}> : tensor<f32>\n"
            "%s = stablehlo.reduce(%p init: %c) applies stablehlo.add across dimensions = [0]"
            f" : (tensor<0xf32>, tensor<f32>) -> tensor<f32>\n{size}\n"
            "%r = stablehlo.sqrt %a : tensor<f32>\nreturn %r : tensor<f32>",
            "%x: tensor<0xf32>",
            "tensor<f32>",
        )

    twice = "%n = stablehlo.negate %s : tensor<f32>\n%a = stablehlo.negate %n : tensor<f32>"
    first = norm("0.0", "%a = stablehlo.abs %s : tensor<f32>")
    assert _judge(first, norm(least, twice)).verdict == verdict


def test_integers_that_are_converted_are_no_constants() -> None:
    """Conversions of floats are exact over the reals: to f32 and then to bf16 is to bf16, on all integers."""
    once = "%b = stablehlo.convert %i : (tensor<4xi16>) -> tensor<4xbf16>\n"
    twice = (
        "%f = stablehlo.convert %i : (tensor<4xi16>) -> tensor<4xf32>\n"
        "%b = stablehlo.convert %f : (tensor<4xf32>) -> tensor<4xbf16>\n"
    )
    end = (
        "%n = stablehlo.negate %b : tensor<4xbf16>\n"
        "%r = stablehlo.convert %n : (tensor<4xbf16>) -> tensor<4xi32>\nreturn %r : tensor<4xi32>"
    )
    programs = (_body(begin + end, "%i: tensor<4xi16>", "tensor<4xi32>") for begin in (once, twice))
    assert _judge(*programs).verdict == "equal"
