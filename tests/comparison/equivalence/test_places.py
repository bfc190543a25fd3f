"""Programs that are the same but for some places, which are judged alone."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence.pair import Pair
from stablehlo_tools.comparison.equivalence.places import other_places, with_poles

_TYPE = "tensor<4xf32>"
_LAYERS = 20
_BUT_ONE = "the programs are identical except in 1 place, where their results are equal"


def _program(*place: str, layer: int = 9) -> str:
    """Layers, of which the first one decides, and one may have other operations in place of its sum."""
    lines = []
    for number in range(_LAYERS):
        before = f"%y{number - 1}" if number else "%x"
        lines += [
            f"%m{number} = stablehlo.{'add' if number else 'maximum'} {before}, %w : {_TYPE}",
            f"%s{number} = stablehlo.sine %m{number} : {_TYPE}",
            f"%e{number} = stablehlo.exponential %s{number} : {_TYPE}",
        ]
        sum = place if number == layer and place else (f"%y = stablehlo.add %s, %x : {_TYPE}",)
        lines += [each.replace("%s,", f"%s{number},").replace("%y", f"%y{number}") for each in sum]
    body = "\n".join([*lines, f"return %y{_LAYERS - 1} : {_TYPE}"])
    return f"func.func @main(%x: {_TYPE}, %w: {_TYPE}) -> {_TYPE} {{\n{body}\n}}"


_DIFFERENCE = (f"%n = stablehlo.negate %x : {_TYPE}", f"%y = stablehlo.subtract %s, %n : {_TYPE}")
_TWICE = (
    f"%c = stablehlo.constant dense<2.0> : {_TYPE}",
    f"%t = stablehlo.divide %x, %c : {_TYPE}",
    f"%u = stablehlo.add %s, %t : {_TYPE}",
    f"%y = stablehlo.add %u, %t : {_TYPE}",
)


@pytest.mark.parametrize("place", [_DIFFERENCE, _TWICE], ids=["difference", "two halves"])
@pytest.mark.parametrize("layer", [0, 9, _LAYERS - 1])
def test_a_place_is_judged_alone(place: tuple[str, ...], layer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    run = Pair.run
    monkeypatch.setattr(
        Pair, "run", lambda pair, *given: sizes.append(str(pair.second).count("sine")) or run(pair, *given)
    )
    found = st.equivalent(_program(), _program(*place, layer=layer))
    assert (found.verdict, found.reason, found.margin) == ("equal", _BUT_ONE, None)
    assert found.bound is not None
    assert 0 < found.bound < 1e-12


def test_a_place_that_is_left_out_is_one() -> None:
    twice = (f"%c = stablehlo.constant dense<0.0> : {_TYPE}", f"%u = stablehlo.add %s, %x : {_TYPE}")
    once = _program(*twice, f"%y = stablehlo.add %u, %c : {_TYPE}")
    for pair in ((_program(), once), (once, _program())):
        assert st.equivalent(*pair).reason == _BUT_ONE


@pytest.mark.parametrize(
    "line",
    ["%y = stablehlo.add %s, %w", "%y = stablehlo.subtract %s, %x", "%y = stablehlo.add %m3, %x"],
)
def test_a_place_that_is_another_value_is_a_difference(line: str) -> None:
    found = st.equivalent(_program(), _program(f"{line} : {_TYPE}"))
    assert found.verdict == "different"
    assert found.unexplained is not None


def test_other_results_are_a_difference_behind_an_op_without_results() -> None:
    group = f"sdy.sharding_group %y3 group_id=0 : {_TYPE}\nreturn"
    one, other = (each.replace("return", group) for each in (_program(), _program(*_DIFFERENCE)))
    assert st.equivalent(one, other).reason == _BUT_ONE
    assert st.equivalent(one, other.replace("return %y19", "return %y18")).verdict == "different"


def test_resources_are_compared() -> None:
    """Constants that have the same key in common are others where its blobs are."""

    def added(program: str, one: str) -> str:
        constant = f"%k = stablehlo.constant dense_resource<a> : {_TYPE}\n%y18 ="
        program = program.replace("%y18 =", constant).replace("%s18, %x", "%s18, %k")
        return f'{program}\n{{-# dialect_resources: {{ builtin: {{ a: "0x04000000{one * 4}" }} }} #-}}'

    one, other = added(_program(), "0000803F"), _program(*_DIFFERENCE)
    assert st.equivalent(one, added(other, "0000803F")).reason == _BUT_ONE
    assert st.equivalent(one, added(other, "00000040")).verdict == "different"


def test_a_place_that_decides_is_judged_with_the_whole() -> None:
    """max(s, 0) is (s + |s|) / 2, on the paths that are tried."""
    greater = (
        f"%c = stablehlo.constant dense<0.0> : {_TYPE}",
        f"%t = stablehlo.maximum %s, %c : {_TYPE}",
        f"%y = stablehlo.add %t, %x : {_TYPE}",
    )
    half = (
        f"%c = stablehlo.constant dense<0.5> : {_TYPE}",
        f"%a = stablehlo.multiply %s, %c : {_TYPE}",
        f"%b = stablehlo.abs %a : {_TYPE}",
        f"%t = stablehlo.add %a, %b : {_TYPE}",
        f"%y = stablehlo.add %t, %x : {_TYPE}",
    )
    found = st.equivalent(_program(*greater), _program(*half))
    assert (found.verdict, found.margin is None) == ("equal", False)


def test_functions_of_the_same_name_are_compared() -> None:
    """A call is no place that is the same where what it calls is another function."""

    def calling(op: str) -> str:
        call = f"%y = func.call @f(%x) : ({_TYPE}) -> {_TYPE}"
        called = (
            f"func.func private @f(%x: {_TYPE}) -> {_TYPE} {{\n%r = {op} : {_TYPE}\nreturn %r : {_TYPE}\n}}"
        )
        return f"{_program(call)}\n{called}"

    plain = calling("stablehlo.add %x, %x")
    assert st.equivalent(plain, calling("stablehlo.multiply %x, %x")).verdict == "different"
    twice = calling("stablehlo.multiply %x, %c").replace(
        "%r =", f"%c = stablehlo.constant dense<2.0> : {_TYPE}\n%r ="
    )
    assert st.equivalent(plain, twice).reason == _BUT_ONE


_MASKED = (
    "%k = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>",
    f"%f = stablehlo.constant dense<POLE> : {_TYPE}",
    f"%z = stablehlo.select %k, %s, %f : tensor<4xi1>, {_TYPE}",
)
_ONE = f"%o = stablehlo.constant dense<1.0> : {_TYPE}"
_FINITE = (
    f"%i = stablehlo.is_finite %z : ({_TYPE}) -> tensor<4xi1>",
    f"%y = stablehlo.select %i, %z, %x : tensor<4xi1>, {_TYPE}",
)


@pytest.mark.parametrize(
    ("pole", "place", "other"),
    [
        ("0.0", [f"%y = stablehlo.divide %z, %z : {_TYPE}"], [_ONE.replace("%o", "%y")]),
        ("0xFF800000", _FINITE, [_ONE, f"%y = stablehlo.multiply %z, %o : {_TYPE}"]),
        ("0x7FC00000", _FINITE, [_ONE, f"%y = stablehlo.multiply %z, %o : {_TYPE}"]),
        ("0.0", [_ONE, f"%y = stablehlo.divide %o, %z : {_TYPE}"], [
            _ONE, f"%a = stablehlo.subtract %z, %z : {_TYPE}", f"%n = stablehlo.subtract %a, %z : {_TYPE}",
            f"%b = stablehlo.divide %o, %n : {_TYPE}", f"%y = stablehlo.negate %b : {_TYPE}",
        ]),
    ],
    ids=["0 / 0", "infinity", "NaN", "sign of zero"],
)  # fmt: skip
def test_a_place_is_one_for_zeros_and_what_is_not_finite(
    pole: str, place: tuple[str, ...], other: list[str]
) -> None:
    masked = [each.replace("POLE", pole) for each in _MASKED]
    first, second = (_program(*masked, *each, layer=_LAYERS - 1) for each in (place, other))
    assert st.equivalent(first, second).verdict == "different"


def test_results_in_another_order_are_no_place() -> None:
    """The operation before the return has no result either."""

    def returning(results: str, *place: str) -> str:
        group = f"sdy.sharding_group %x group_id=0 : {_TYPE}\nreturn {results} : {_TYPE}, {_TYPE}"
        return (
            _program(*place)
            .replace(f"return %y{_LAYERS - 1} : {_TYPE}", group)
            .replace(f"-> {_TYPE} {{", f"-> ({_TYPE}, {_TYPE}) {{", 1)
        )

    first = returning("%x, %y19")
    assert st.equivalent(first, returning("%x, %y19", *_DIFFERENCE)).reason == _BUT_ONE
    assert st.equivalent(first, returning("%y19, %x", *_DIFFERENCE)).verdict == "different"


@pytest.mark.parametrize("result", ["", "%u = "])
def test_effects_of_one_program_alone_are_no_place(result: str) -> None:
    call = f"{result}stablehlo.custom_call @save(%x) {{has_side_effect = true}} : ({_TYPE}) -> "
    found = st.equivalent(_program(), _program(call + (_TYPE if result else "()"), *_DIFFERENCE))
    assert found.verdict == "unknown"


def test_resources_and_meshes_of_the_same_name_are_compared() -> None:
    def scaled(last: str, *place: str) -> str:
        """A number of a vector that is stored beside the program may be another one."""
        scale = (
            f"%c = stablehlo.constant dense_resource<scale> : {_TYPE}",
            f"%t = stablehlo.multiply %s, %c : {_TYPE}",
        )
        blob = f'"0x04000000{"0000803F" * 3}{last}"'
        program = _program(*scale, *(each.replace("%s", "%t") for each in place))
        return f"{program}\n{{-# dialect_resources: {{ builtin: {{ scale: {blob} }} }} #-}}\n"

    def on_mesh(mesh: str, *place: str) -> str:
        """Each device adds its number to its part."""
        computation = f"""
        %p = sdy.manual_computation(%y19) in_shardings=[<@mesh, [{{"a"}}]>] out_shardings=[<@mesh, [{{"a"}}]>]
            manual_axes={{"a", "b"}} (%q: tensor<2xf32>) {{
          %d = stablehlo.partition_id : tensor<ui32>
          %f = stablehlo.convert %d : (tensor<ui32>) -> tensor<f32>
          %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>
          %h = stablehlo.add %q, %g : tensor<2xf32>
          sdy.return %h : tensor<2xf32>
        }} : ({_TYPE}) -> {_TYPE}
        return %p"""
        return f"sdy.mesh @mesh = <[{mesh}]>\n{_program(*place).replace('return %y19', computation)}"

    first = scaled("0000803F", f"%y = stablehlo.add %s, %x : {_TYPE}")
    assert st.equivalent(first, scaled("0000803F", *_DIFFERENCE)).reason == _BUT_ONE
    assert st.equivalent(first, scaled("00004040", *_DIFFERENCE)).verdict == "different"
    first = on_mesh('"a"=2, "b"=2')
    assert st.equivalent(first, on_mesh('"a"=2, "b"=2', *_DIFFERENCE)).reason == _BUT_ONE
    assert st.equivalent(first, on_mesh('"b"=2, "a"=2', *_DIFFERENCE)).verdict == "different"


# -- in regions and callees ------------------------------------------------------------------------------


def _of_body(program: str, text: str, returned: str) -> str:
    """A text with the body of a program, which returns something else."""
    *body, _ = program.splitlines()[1:-1]
    return text.replace("BODY", "\n".join([*body, returned.replace("RESULT", f"%y{_LAYERS - 1}")]))


def _in_loop(program: str) -> str:
    loop = f"""func.func @main(%p: {_TYPE}, %w: {_TYPE}) -> {_TYPE} {{
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %r:2 = stablehlo.while(%i = %zero, %x = %p) : tensor<i32>, {_TYPE} cond {{
          %end = stablehlo.constant dense<3> : tensor<i32>
          %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %go : tensor<i1>
        }} do {{
          BODY
        }}
        return %r#1 : {_TYPE}
    }}"""
    steps = """%step = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %step : tensor<i32>
        stablehlo.return %j, RESULT : tensor<i32>, """
    return _of_body(program, loop, steps + _TYPE)


def _in_branch(program: str) -> str:
    branch = f"""func.func @main(%k: tensor<i1>, %x: {_TYPE}, %w: {_TYPE}) -> {_TYPE} {{
        %r = "stablehlo.if"(%k) ({{
          BODY
        }}, {{
          stablehlo.return %x : {_TYPE}
        }}) : (tensor<i1>) -> {_TYPE}
        return %r : {_TYPE}
    }}"""
    return _of_body(program, branch, f"stablehlo.return RESULT : {_TYPE}")


def _in_callee(program: str) -> str:
    """Called twice, by a function that another one calls."""
    arguments = f"(%x: {_TYPE}, %w: {_TYPE}) -> {_TYPE}"
    call = f"func.call @CALLEE(%x, %w) : ({_TYPE}, {_TYPE}) -> {_TYPE}"
    twice = f"%a = {call}\n%b = {call.replace('%x', '%a')}\nreturn %b : {_TYPE}".replace("CALLEE", "f")
    return f"""func.func @main{arguments} {{\n%r = {call.replace("CALLEE", "g")}\nreturn %r : {_TYPE}\n}}
        func.func private @g{arguments} {{\n{twice}\n}}
        {program.replace("@main", "private @f")}"""


@pytest.mark.parametrize("nested", [_in_loop, _in_branch, _in_callee])
def test_a_place_in_regions_and_callees_is_judged_alone(nested: Callable[[str], str]) -> None:
    found = st.equivalent(nested(_program()), nested(_program(*_DIFFERENCE)))
    assert (found.verdict, found.reason, found.margin) == ("equal", _BUT_ONE, None)
    other = f"%y = stablehlo.subtract %s, %x : {_TYPE}"
    assert st.equivalent(nested(_program()), nested(_program(other))).verdict == "different"


def test_a_place_in_a_reducer_is_judged_alone() -> None:
    def reducing(*body: str) -> str:
        reduction = f"""%zero = stablehlo.constant dense<0.0> : tensor<f32>
            %r = "stablehlo.reduce"(%y{_LAYERS - 1}, %zero) ({{ ^bb0(%a: tensor<f32>, %b: tensor<f32>):
              {" : tensor<f32> ".join([*body, "stablehlo.return %c"])} : tensor<f32>
            }}) {{dimensions = array<i64: 0>}} : ({_TYPE}, tensor<f32>) -> tensor<f32>
            return %r : tensor<f32>"""
        whole = f"func.func @main(%x: {_TYPE}, %w: {_TYPE}) -> tensor<f32> {{\nBODY\n}}"
        return _of_body(_program(), whole, reduction)

    one, other = (
        reducing("%c = stablehlo.add %a, %b"),
        ("%n = stablehlo.negate %b", "%c = stablehlo.subtract"),
    )
    assert st.equivalent(one, reducing(other[0], f"{other[1]} %a, %n")).reason == _BUT_ONE
    assert st.equivalent(one, reducing(other[0], f"{other[1]} %b, %n")).verdict == "different"


def test_loops_that_do_not_pair_off_are_in_a_place() -> None:
    """x + x + x, and x + 2 x by steps of two, which count in other ways."""

    def looping(count: int, *sum: str) -> tuple[str, ...]:
        return (
            "%zero = stablehlo.constant dense<0> : tensor<i32>",
            f"""%t:2 = stablehlo.while(%i = %zero, %a = %s) : tensor<i32>, {_TYPE} cond {{
              %end = stablehlo.constant dense<{count}> : tensor<i32>
              %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %go : tensor<i1>
            }} do {{
              %one = stablehlo.constant dense<1> : tensor<i32>
              %j = stablehlo.add %i, %one : tensor<i32>
              {f" : {_TYPE} ".join(sum)} : {_TYPE}
              stablehlo.return %j, %b : tensor<i32>, {_TYPE}
            }}""",
            f"%y = stablehlo.add %t#1, %x : {_TYPE}",
        )

    fours = looping(4, "%b = stablehlo.add %a, %x")
    twos = looping(2, "%c = stablehlo.add %a, %x", "%b = stablehlo.add %c, %x")
    programs = [_program(*(each.replace("= %s)", "= %s9)") for each in loop)) for loop in (fours, twos)]
    assert st.equivalent(*programs).reason == _BUT_ONE


def test_a_place_on_processes_is_judged_with_the_whole() -> None:
    """The number of a device is 0 on the first one alone."""

    part = "tensor<2xf32>"

    def on_mesh(*place: str, is_called: bool = False) -> str:
        call = f"%h = func.call @f(%q) : ({part}) -> {part}"
        computation = f"""
        %p = sdy.manual_computation(%y19) in_shardings=[<@mesh, [{{"a"}}]>] out_shardings=[<@mesh, [{{"a"}}]>]
            manual_axes={{"a"}} (%q: {part}) {{
          {call if is_called else " ".join(place)}
          sdy.return %h : {part}
        }} : ({_TYPE}) -> {_TYPE}
        return %p"""
        body = " ".join((*place, f"return %h : {part}"))
        callee = f"func.func private @f(%q: {part}) -> {part} {{ {body} }}" if is_called else ""
        return f'sdy.mesh @mesh = <["a"=2]>\n{_program().replace("return %y19", computation)}\n{callee}'

    number = (
        "%d = stablehlo.partition_id : tensor<ui32>",
        "%f = stablehlo.convert %d : (tensor<ui32>) -> tensor<f32>",
        "%g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>",
        "%h = stablehlo.add %q, %g : tensor<2xf32>",
    )
    negated = "%o = stablehlo.negate %q : tensor<2xf32>", "%h = stablehlo.negate %o : tensor<2xf32>"
    for is_called in (False, True):
        first = on_mesh(*number, is_called=is_called)
        assert st.equivalent(first, on_mesh(*negated)).verdict == "different"


def test_a_place_is_none_where_its_arguments_are_at_a_pole_of_one_program() -> None:
    """1 / (k - 1) + 1 / (1 - k) is 0, except at k = 1, which is k on all inputs."""
    one = (
        _ONE,
        f"%zero = stablehlo.constant dense<0.0> : {_TYPE}",
        f"%n = stablehlo.multiply %s, %zero : {_TYPE}",
        f"%k = stablehlo.add %n, %o : {_TYPE}",
    )
    sum = (
        f"%d = stablehlo.subtract %k, %o : {_TYPE}",
        f"%i = stablehlo.divide %o, %d : {_TYPE}",
        f"%e = stablehlo.subtract %o, %k : {_TYPE}",
        f"%j = stablehlo.divide %o, %e : {_TYPE}",
        f"%l = stablehlo.add %i, %j : {_TYPE}",
        f"%y = stablehlo.add %l, %k : {_TYPE}",
    )
    first = _program(*one, f"%y = stablehlo.multiply %k, %o : {_TYPE}")
    assert st.equivalent(first, _program(*one, *sum)).verdict == "different"


def test_operations_that_pass_one_another_are_no_place() -> None:
    """The second operations of both are sines of others, which the branches use; there is a place, too."""
    branch = f"""%y = "stablehlo.if"(%k) ({{
        %n = stablehlo.negate %a : {_TYPE}
        stablehlo.return %n : {_TYPE}
    }}, {{
        stablehlo.return %a : {_TYPE}
    }}) : (tensor<i1>) -> {_TYPE}"""
    ops = ("add %x, %w", "sine %x"), ("sine %x", "sine %w")
    first, second = (
        [f"%p = stablehlo.{before} : {_TYPE}", f"%a = stablehlo.{used} : {_TYPE}", branch]
        for before, used in ops
    )
    one, other = (_in_branch(_program(*place, layer=_LAYERS - 1)) for place in (first, second))
    sum = f"%z = stablehlo.add %r, %w : {_TYPE}\nreturn %z"
    difference = f"%m = stablehlo.negate %w : {_TYPE}\n%z = stablehlo.subtract %r, %m : {_TYPE}\nreturn %z"
    one, other = one.replace("return %r", sum), other.replace("return %r", difference)
    assert st.equivalent(one, other).verdict == "different"


# -- which places there are ------------------------------------------------------------------------------


def _residual(*layers: int) -> str:
    """Layers that add to their input; in some, by a difference."""
    lines = []
    for number in range(_LAYERS):
        sum = [f"%x{number + 1} = stablehlo.add %x{number}, %p{number}"]
        if number in layers:
            negated = f"%n{number} = stablehlo.negate %p{number}"
            sum = [negated, f"%x{number + 1} = stablehlo.subtract %x{number}, %n{number}"]
        lines += [
            f"%s{number} = stablehlo.sine %x{number}",
            f"%t{number} = stablehlo.tanh %s{number}",
            f"%p{number} = stablehlo.multiply %t{number}, %w",
            *sum,
        ]
    body = "\n".join(f"{line} : {_TYPE}" for line in [*lines, f"return %x{_LAYERS}"])
    return f"func.func @main(%x0: {_TYPE}, %w: {_TYPE}) -> {_TYPE} {{\n{body}\n}}"


def test_places_that_are_alike_are_judged_once() -> None:
    """Each takes what the place before it computes."""
    programs = _residual(), _residual(*range(4, 10))
    places = other_places(*(st.parse(program)["main"] for program in programs))
    assert places is not None
    assert places.number == 6
    assert [sum(1 for _ in each.walk()) for each in (places.first, places.second)] == [3, 4]
    assert "6 places" in st.equivalent(*programs).reason
    other = programs[1].replace("subtract %x7, %n7", "subtract %x7, %p7")
    assert st.equivalent(programs[0], other).verdict == "different"


def test_alike_places_with_other_constants_are_judged() -> None:
    def scaled(first: str, second: str, *lines: str) -> str:
        """Two places, each with a constant."""
        constant = f"%c = stablehlo.constant dense<NUMBER> : {_TYPE}"
        parts = [
            line.replace("%c", f"%c{at}").replace("%t", f"%t{at}").replace("NUMBER", number)
            for at, number in enumerate((first, second))
            for line in (constant, *lines, f"%u{at} = stablehlo.sine %t : {_TYPE}")
        ]
        return _program(*parts, f"%y = stablehlo.add %u0, %u1 : {_TYPE}")

    product = f"%t = stablehlo.multiply %s, %c : {_TYPE}"
    quotient = f"%t = stablehlo.divide %s, %c : {_TYPE}"
    one = scaled("2.0", "4.0", product)
    assert "2 places" in st.equivalent(one, scaled("0.5", "0.25", quotient)).reason
    assert st.equivalent(one, scaled("0.5", "0.5", quotient)).verdict == "different"


def test_a_place_is_one_where_a_value_that_both_programs_have_is_left_out_once() -> None:
    """The sum that is left out is computed in both programs, since it is used again."""
    zero = (f"%c = stablehlo.constant dense<0.0> : {_TYPE}", f"%t = stablehlo.add %x, %c : {_TYPE}")
    uses = f"%u = stablehlo.add %s, %t : {_TYPE}", f"%y = stablehlo.multiply %u, %t : {_TYPE}"
    once = uses[0], uses[1].replace("%t", "%x")
    assert st.equivalent(_program(*zero, *uses), _program(*zero, *once)).reason == _BUT_ONE


def test_a_place_is_not_all_of_a_program() -> None:
    """Else it would be judged as a program that has a place, without end."""
    last = f"func.func private @f0(%x: {_TYPE}) -> {_TYPE} {{\n return %x : {_TYPE}\n}}\n"
    functions = last + "\n".join(
        f"func.func private @f{at + 1}(%x: {_TYPE}) -> {_TYPE} {{\n"
        f" %y = func.call @f{at}(%x) : ({_TYPE}) -> {_TYPE}\n return %y : {_TYPE}\n}}"
        for at in range(70)
    )
    main = f"func.func @main(%x: {_TYPE}) -> {_TYPE} {{\n %y = func.call @f70(%x) : ({_TYPE}) -> {_TYPE}\n"
    first = f"{main} return %y : {_TYPE}\n}}\n{functions}"
    second = first.replace("@f70(%x) : ", "@f69(%x) : ")
    assert other_places(*(st.parse(text)["main"] for text in (first, second))) is None
    assert st.equivalent(first, second).verdict == "equal"


def test_each_of_few_elements_is_at_each_pole() -> None:
    inputs = [np.ones(shape, np.float32) for shape in ((), (2, 3))]
    tried = [*with_poles(inputs)]
    for at, input in enumerate(inputs):
        stack = np.stack([each[at] for each in tried]).reshape(len(tried), input.size)
        for pole in (0.0, math.inf, -math.inf):
            assert (stack == pole).any(axis=0).all()
        assert np.isnan(stack).any(axis=0).all()
