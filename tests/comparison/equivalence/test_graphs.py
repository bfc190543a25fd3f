"""Programs that compute the same values by the same operations, wherever these are."""

from __future__ import annotations

import pytest

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence.graphs import have_same_values
from stablehlo_tools.comparison.equivalence.prove import _SAME_VALUES

_V = "tensor<4xf32>"
_M = "tensor<2x2xf32>"
_I = "tensor<3xi32>"


def _function(body: str, type: str = _V, others: str = "") -> str:
    return f"func.func @main(%x: {type}, %y: {type}) -> {type} {{\n{body}\n}}\n{others}"


def _are_same(first: str, second: str) -> bool:
    one, other = (st.parse(text)["main"] for text in (first, second))
    return have_same_values(one, other) and have_same_values(other, one)


_SUM = f"%s = stablehlo.sine %x : {_V}\n %r = stablehlo.subtract %s, %y : {_V}\n return %r : {_V}"
_CALLED = f"""
func.func private @f(%a: {_V}, %b: {_V}) -> {_V} {{
  %r = stablehlo.subtract %a, %b : {_V}
  return %r : {_V}
}}"""
_SAME = {
    "a call": f"""%s = stablehlo.sine %x : {_V}
        %r = func.call @f(%s, %y) : ({_V}, {_V}) -> {_V}
        return %r : {_V}""",
    "a copy": f"""%s = stablehlo.sine %x : {_V}
        %c = stablehlo.reshape %s : ({_V}) -> tensor<2x2xf32>
        %d = stablehlo.reshape %c : (tensor<2x2xf32>) -> {_V}
        %r = stablehlo.subtract %d, %y : {_V}
        return %r : {_V}""",
    "a barrier": f"""%s = stablehlo.sine %x : {_V}
        %b:2 = stablehlo.optimization_barrier %s, %y : {_V}, {_V}
        %r = stablehlo.subtract %b#0, %b#1 : {_V}
        return %r : {_V}""",
    "an operation that is unused": f"""%u = stablehlo.cosine %x : {_V}
        %s = stablehlo.sine %x : {_V}
        %r = stablehlo.subtract %s, %y : {_V}
        return %r : {_V}""",
}
_OTHER = {
    "operands swapped": _SUM.replace("%s, %y", "%y, %s"),
    "another argument": _SUM.replace("sine %x", "sine %y"),
    "another op": _SUM.replace("sine", "cosine"),
    "operands of a call swapped": _SAME["a call"].replace("(%s, %y)", "(%y, %s)"),
    "results of a barrier swapped": _SAME["a barrier"].replace("%b#0, %b#1", "%b#1, %b#0"),
}


@pytest.mark.parametrize("name", _SAME)
def test_values_are_the_same_wherever_they_are_computed(name: str) -> None:
    first, second = _function(_SUM, others=_CALLED), _function(_SAME[name], others=_CALLED)
    assert _are_same(first, second)
    found = st.equivalent(first, second)
    assert (found.verdict, found.reason, found.bound) == ("equal", _SAME_VALUES, 0.0)


@pytest.mark.parametrize("name", _OTHER)
def test_values_are_not_the_same(name: str) -> None:
    first, second = _function(_SUM, others=_CALLED), _function(_OTHER[name], others=_CALLED)
    assert not _are_same(first, second)
    assert st.equivalent(first, second).verdict == "different"


def test_functions_of_one_name_are_told_apart() -> None:
    second = _function(_SAME["a call"], others=_CALLED.replace("subtract", "add"))
    assert not _are_same(_function(_SAME["a call"], others=_CALLED), second)


# -- moved values


def _moved(*lines: str) -> str:
    return _function("\n".join([*lines, f"return %r : {_M}"]), _M)


_ROWS = "%r = stablehlo.broadcast_in_dim %v, dims = [{}] : (tensor<2xf32>) -> tensor<2x2xf32>"
_FIRST = "%v = stablehlo.slice %x [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>"
_TWICE = (
    _FIRST,
    "%r = stablehlo.broadcast_in_dim %v, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<2x2xf32>",
)
_ONCE = (_FIRST.replace("%v", "%u"), "%v = stablehlo.reshape %u : (tensor<1x2xf32>) -> tensor<2xf32>")


def test_a_broadcast_repeats_what_has_one_element_along_an_axis() -> None:
    assert _are_same(_moved(*_TWICE), _moved(*_ONCE, _ROWS.format(1)))
    assert not _are_same(_moved(*_TWICE), _moved(*_ONCE, _ROWS.format(0)))


@pytest.mark.parametrize(("order", "is_same"), [("0, 1", True), ("1, 0", False)])
def test_a_transpose_is_a_copy_only_if_axes_keep_their_order(order: str, is_same: bool) -> None:
    moved = _moved(f"%r = stablehlo.transpose %x, dims = [{order}] : (tensor<2x2xf32>) -> tensor<2x2xf32>")
    assert (
        _are_same(moved, _moved("%r = stablehlo.reshape %x : (tensor<2x2xf32>) -> tensor<2x2xf32>"))
        is is_same
    )


@pytest.mark.parametrize(("number", "is_same"), [("2.0", True), ("3.0", False)])
def test_a_broadcast_scalar_is_a_constant(number: str, is_same: bool) -> None:
    first = _moved(
        "%c = stablehlo.constant dense<2.0> : tensor<f32>",
        "%b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2x2xf32>",
        "%r = stablehlo.multiply %b, %x : tensor<2x2xf32>",
    )
    second = _moved(
        f"%b = stablehlo.constant dense<{number}> : tensor<2x2xf32>",
        "%r = stablehlo.multiply %x, %b : tensor<2x2xf32>",
    )
    assert _are_same(first, second) is is_same


@pytest.mark.parametrize(
    ("op", "type", "first", "second", "result", "is_same"),
    [
        ("subtract", "f32", "8.0", "5.0", "3.0", True),
        ("subtract", "f32", "8.0", "5.0", "4.0", False),
        ("multiply", "bf16", "16.0", "16.0", "256.0", True),
        ("add", "bf16", "256.0", "1.0", "256.0", False),  # 257 is rounded
        ("add", "f32", "0.5", "0.5", "1.0", False),  # no whole numbers: such sums may be rounded
        ("maximum", "f32", "8.0", "5.0", "8.0", True),
        ("divide", "f32", "6.0", "2.0", "3.0", False),  # quotients may be off by 2 ULP
        ("add", "f32", "inf", "1.0", "inf", False),
    ],
)
def test_whole_numbers_that_no_engine_rounds_are_folded(
    op: str, type: str, first: str, second: str, result: str, is_same: bool
) -> None:
    def multiplied(*lines: str) -> str:
        return "\n".join((*lines, "%r = stablehlo.multiply %x, %c : tensor<T>", "return %r : tensor<T>"))

    one, other, folded = (each.replace("inf", "0x7F800000") for each in (first, second, result))
    computed = multiplied(
        f"%a = stablehlo.constant dense<{one}> : tensor<T>",
        f"%b = stablehlo.constant dense<{other}> : tensor<T>",
        f"%c = stablehlo.{op} %a, %b : tensor<T>",
    )
    known = multiplied(f"%c = stablehlo.constant dense<{folded}> : tensor<T>")
    pair = (_function(body, "tensor<T>").replace("<T>", f"<{type}>") for body in (computed, known))
    assert _are_same(*pair) is is_same


@pytest.mark.parametrize(("direction", "is_same"), [("GT", True), ("LE", False)])
def test_decisions_of_whole_numbers_are_folded(direction: str, is_same: bool) -> None:
    count, scalar = "tensor<i32>", "tensor<f32>"
    folded = f"%p = stablehlo.constant dense<true> : tensor<i1>\n%r = stablehlo.select %p, %x, %y : {_V}"
    computed = f"""%n = stablehlo.constant dense<8> : {count}
        %f = stablehlo.convert %n : ({count}) -> {scalar}
        %z = stablehlo.constant dense<0.0> : {scalar}
        %p = stablehlo.compare {direction}, %f, %z, FLOAT : ({scalar}, {scalar}) -> tensor<i1>
        %r = stablehlo.select %p, %x, %y : (tensor<i1>, {_V}, {_V}) -> {_V}"""
    folded = folded.replace(f": {_V}", f": (tensor<i1>, {_V}, {_V}) -> {_V}")
    first, second = (_function(f"{body}\nreturn %r : {_V}") for body in (computed, folded))
    assert _are_same(first, second) is is_same


@pytest.mark.parametrize(("number", "is_same"), [(-2, True), (2, False)])
def test_integers_are_folded(number: int, is_same: bool) -> None:
    def rolled(*lines: str) -> str:
        sizes = "sizes = [1, 2] : (tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>"
        last = "%r = stablehlo.broadcast_in_dim %v, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<2x2xf32>"
        return _moved(*lines, f"%v = stablehlo.dynamic_slice %x, %i, %i, {sizes}", last)

    one = "%o = stablehlo.constant dense<2> : tensor<i32>", "%i = stablehlo.negate %o : tensor<i32>"
    assert (
        _are_same(rolled(*one), rolled(f"%i = stablehlo.constant dense<{number}> : tensor<i32>")) is is_same
    )


_ROW = ("%u = stablehlo.reshape %x : (tensor<2x2xf32>) -> tensor<4xf32>",)
_BACK = "(tensor<4xf32>) -> tensor<2x2xf32>"
_NUMBER = (
    "%p = stablehlo.slice %x [0:1, 1:2] : (tensor<2x2xf32>) -> tensor<1x1xf32>",
    "%q = stablehlo.reshape %p : (tensor<1x1xf32>) -> tensor<f32>",
    "%k = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<f32>) -> tensor<{}xf32>",
)


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        ("%v = stablehlo.reshape %y : (tensor<2x2xf32>) -> tensor<4xf32>", True),
        ("%v = stablehlo.reshape %x : (tensor<2x2xf32>) -> tensor<4xf32>", False),
        (
            "%t = stablehlo.transpose %y, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>\n"
            "%v = stablehlo.reshape %t : (tensor<2x2xf32>) -> tensor<4xf32>",
            False,
        ),
    ],
)
def test_reshapes_move_past_elementwise_operations(other: str, is_same: bool) -> None:
    subtract = "%s = stablehlo.subtract %u, %v : tensor<4xf32>", f"%r = stablehlo.reshape %s : {_BACK}"
    assert _are_same(
        _moved("%r = stablehlo.subtract %x, %y : tensor<2x2xf32>"), _moved(*_ROW, other, *subtract)
    ) is (is_same)


def test_reshapes_move_past_operations_on_a_number() -> None:
    one, other = ([line.format(shape) for line in _NUMBER] for shape in ("2x2", "4"))
    divide = "%s = stablehlo.divide %u, %k : tensor<4xf32>", f"%r = stablehlo.reshape %s : {_BACK}"
    second = _moved(*_ROW, *other, *divide)
    assert _are_same(_moved(*one, "%r = stablehlo.divide %x, %k : tensor<2x2xf32>"), second)
    assert not _are_same(_moved(*one, "%r = stablehlo.divide %k, %x : tensor<2x2xf32>"), second)


@pytest.mark.parametrize(("term", "factor", "is_same"), [(0, 1, True), (1, 1, False), (0, 2, False)])
def test_integers_are_added_to_zero_and_multiplied_by_one(term: int, factor: int, is_same: bool) -> None:
    first = f"%r = stablehlo.subtract %x, %y : {_I}"
    second = f"""%a = stablehlo.constant dense<{term}> : {_I}
      %b = stablehlo.constant dense<{factor}> : {_I}
      %c = stablehlo.add %a, %x : {_I}
      %d = stablehlo.multiply %c, %b : {_I}
      %r = stablehlo.subtract %d, %y : {_I}"""
    programs = (_function(f"{body}\nreturn %r : {_I}", _I) for body in (first, second))
    assert _are_same(*programs) is is_same


# -- loops


def _loop(state: str, types: str, step: str, result: str, *before: str) -> str:
    """A loop of three iterations, which count from `%z` in `%n`."""
    return _function(f"""
      %z = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      {chr(10).join(before)}
      %w:{1 + state.count("=")} = stablehlo.while(%n = %z, {state}) : tensor<i32>, {types}
      cond {{
        %three = stablehlo.constant dense<3> : tensor<i32>
        %go = stablehlo.compare LT, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      }} do {{
        %m = stablehlo.add %n, %one : tensor<i32>
        {step}
      }}
      return {result} : {_V}""")


_PLAIN = _loop(
    "%a = %x",
    _V,
    f"%b = stablehlo.divide %a, %y : {_V}\n stablehlo.return %m, %b : tensor<i32>, {_V}",
    "%w#1",
)
_CARRIED = f"stablehlo.return %m, %b, %k : tensor<i32>, {_V}, {_V}"
_SAME_LOOPS = {
    "invariant state": _loop(
        "%a = %x, %k = %y", f"{_V}, {_V}", f"%b = stablehlo.divide %a, %k : {_V}\n {_CARRIED}", "%w#1"
    ),
    "unused state": _loop(
        "%a = %x, %j = %y",
        f"{_V}, {_V}",
        f"%b = stablehlo.divide %a, %y : {_V}\n %k = stablehlo.add %j, %b : {_V}\n {_CARRIED}",
        "%w#1",
    ),
    "repeated state": _loop(
        "%j = %x, %a = %x",
        f"{_V}, {_V}",
        f"%b = stablehlo.divide %a, %y : {_V}\n %k = stablehlo.divide %j, %y : {_V}\n {_CARRIED}",
        "%w#2",
    ),
}
_OTHER_LOOPS = {
    "other invariant state": _loop(
        "%a = %x, %k = %x", f"{_V}, {_V}", f"%b = stablehlo.divide %a, %k : {_V}\n {_CARRIED}", "%w#1"
    ),
    "another result": _SAME_LOOPS["unused state"].replace("return %w#1", "return %w#2"),
    "state that begins otherwise": _loop(
        "%j = %y, %a = %x",
        f"{_V}, {_V}",
        f"%b = stablehlo.divide %j, %y : {_V}\n %k = stablehlo.divide %a, %y : {_V}\n {_CARRIED}",
        "%w#1",
    ),
    "state that is swapped": _loop(
        "%a = %x, %j = %x",
        f"{_V}, {_V}",
        f"%b = stablehlo.divide %j, %y : {_V}\n %k = stablehlo.add %a, %y : {_V}\n {_CARRIED}",
        "%w#1",
    ),
    "state that is swapped once": _loop(
        "%a = %x, %k = %y",
        f"{_V}, {_V}",
        f"%b = stablehlo.divide %a, %k : {_V}\n stablehlo.return %m, %k, %b : tensor<i32>, {_V}, {_V}",
        "%w#1",
    ),
    "another condition": _PLAIN.replace("dense<3>", "dense<4>"),
}


@pytest.mark.parametrize("name", _SAME_LOOPS)
def test_a_result_of_a_loop_depends_on_some_of_its_state(name: str) -> None:
    assert _are_same(_PLAIN, _SAME_LOOPS[name])


@pytest.mark.parametrize("name", _OTHER_LOOPS)
def test_a_result_of_another_loop_is_another_value(name: str) -> None:
    assert not _are_same(_PLAIN, _OTHER_LOOPS[name])
    assert st.equivalent(_PLAIN, _OTHER_LOOPS[name]).verdict == "different"


def test_a_loop_in_a_loop_is_told_by_what_it_takes_from_it() -> None:
    inner = f"""
      %v:2 = stablehlo.while(%i = %z, %c = %a) : tensor<i32>, {_V}
      cond {{
        %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      }} do {{
        %h = stablehlo.add %i, %one : tensor<i32>
        %d = stablehlo.add %c, %y : {_V}
        stablehlo.return %h, %d : tensor<i32>, {_V}
      }}
      stablehlo.return %m, %v#1 : tensor<i32>, {_V}"""
    assert _are_same(_loop("%a = %x", _V, inner, "%w#1"), _loop("%a = %x", _V, inner, "%w#1"))
    others = inner.replace("LT, %i, %n", "LT, %i, %m"), inner.replace("add %c, %y", "add %c, %a")
    for other in others:
        assert not _are_same(_loop("%a = %x", _V, inner, "%w#1"), _loop("%a = %x", _V, other, "%w#1"))


# -- branches, and stages of XLA


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [("%s", "%y", True), ("%y", "%s", False), ("%s", "%s", False), ("%s", "%x", False)],
)
def test_a_result_of_a_branch_is_that_of_its_index_and_branches(
    first: str, second: str, is_same: bool
) -> None:
    def chosen(before: str, inside: str, first: str, second: str) -> str:
        return _function(f"""{before}
          %i = stablehlo.constant dense<1> : tensor<i32>
          %j = stablehlo.custom_call @number(%x) : ({_V}) -> tensor<i32>
          %k = stablehlo.add %i, %j : tensor<i32>
          %r = "stablehlo.case"(%k) ({{
            {inside}
            stablehlo.return {first} : {_V}
          }}, {{
            stablehlo.return {second} : {_V}
          }}) : (tensor<i32>) -> {_V}
          return %r : {_V}""")

    sine = f"%s = stablehlo.sine %x : {_V}"
    assert _are_same(chosen("", sine, "%s", "%y"), chosen(sine, "", first, second)) is is_same


_HLO = """HloModule before

ENTRY main {
  x = f32[4]{0} parameter(0)
  y = f32[4]{0} parameter(1)
  s = f32[4]{0} sine(x)
  ROOT r = f32[4]{0} subtract(s, y)
}
"""
_FUSED = """HloModule after

fused {
  p = f32[4]{0} parameter(0)
  q = f32[4]{0} parameter(1)
  s = f32[4]{0} sine(q)
  ROOT r = f32[4]{0} subtract(s, p)
}

ENTRY main {
  x = f32[4]{0} parameter(0)
  y = f32[4]{0} parameter(1)
  c = f32[4]{0} copy(x)
  ROOT f = f32[4]{0} fusion(ARGUMENTS), kind=kLoop, calls=fused
}
"""


@pytest.mark.parametrize(("arguments", "is_same"), [("y, c", True), ("c, y", False)])
def test_fusions_and_copies_of_hlo_change_no_value(arguments: str, is_same: bool) -> None:
    assert _are_same(_HLO, _FUSED.replace("ARGUMENTS", arguments)) is is_same


# -- operations that are known by more than their operands


@pytest.mark.parametrize("is_pure", [True, False])
def test_values_of_operations_with_effects_have_no_number(is_pure: bool) -> None:
    effect = "" if is_pure else " {has_side_effect = true}"
    call = f"%r = stablehlo.custom_call @f(%x){effect} : ({_V}) -> {_V}\n return %r : {_V}"
    dead = call.replace("return", f"%u = stablehlo.sine %x : {_V}\n return")
    assert _are_same(_function(call), _function(dead)) is is_pure


def test_random_numbers_are_not_the_same() -> None:
    def drawn(result: str) -> str:
        draw = "= stablehlo.rng %a, %b, %s, distribution = UNIFORM"
        types = "(tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>"
        return _function(f"""%a = stablehlo.constant dense<0.0> : tensor<f32>
          %b = stablehlo.constant dense<1.0> : tensor<f32>
          %s = stablehlo.constant dense<4> : tensor<1xi64>
          %p {draw} : {types}
          %q {draw} : {types}
          %r = stablehlo.subtract %p, %q : {_V}
          return {result} : {_V}""")

    assert not _are_same(drawn("%p"), drawn("%q"))


@pytest.mark.parametrize(("name", "is_same"), [("FLOAT", True), ("TOTALORDER", False)])
def test_the_total_order_is_another_one(name: str, is_same: bool) -> None:
    def chosen(type: str) -> str:
        return _function(f"""%c = stablehlo.compare LT, %x, %y{type} : ({_V}, {_V}) -> tensor<4xi1>
          %r = stablehlo.select %c, %x, %y : tensor<4xi1>, {_V}
          return %r : {_V}""")

    assert _are_same(chosen(""), chosen(f", {name}")) is is_same


def _called(attributes: str, others: str = "", x: str = "%x") -> str:
    call = f"%r = stablehlo.custom_call @f({x}, %y) {{{attributes}}} : ({_V}, {_V}) -> {_V}"
    return _function(f"{call}\n return %r : {_V}", others=others)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('backend_config = "a"', 'backend_config = "b"'),
        ('hlo.window = "{size=1x1}"', 'hlo.window = "{size=1x1 rhs_dilate=2x1}"'),
        ("hlo.feature_group_count = 1 : i64", "hlo.feature_group_count = 2 : i64"),
    ],
)
def test_custom_calls_are_told_by_all_their_attributes(first: str, second: str) -> None:
    assert _are_same(_called(first), _called(first))
    assert not _are_same(_called(first), _called(second))


_CONVOLUTION = "convolution(x, y), window={size=1}, dim_labels=b0f_0io->b0f"
_PRODUCT = (
    "dot(x, y), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}"
)


@pytest.mark.parametrize(
    ("instruction", "rounding"),
    [
        ("sine(x)", "result_accuracy={mode=highest}"),
        ("exp2(x)", "result_accuracy={mode=highest}"),
        (_CONVOLUTION, "algorithm=dot_bf16_bf16_f32"),
        (_PRODUCT, "algorithm=dot_bf16_bf16_f32"),
    ],
)
@pytest.mark.parametrize("last", ["copy(s)", "negate(n)"])
def test_values_are_told_by_the_rounding_that_hlo_asks_for(
    instruction: str, rounding: str, last: str
) -> None:
    def program(instruction: str, last: str = "copy(s)") -> str:
        lines = (f"s = f32[1,1,1] {instruction}", "n = f32[1,1,1] negate(s)", f"ROOT r = f32[1,1,1] {last}")
        parameters = (f"{name} = f32[1,1,1] parameter({at})" for at, name in enumerate("xy"))
        return "\n ".join(["HloModule program\nENTRY main {", *parameters, *lines]) + "\n}"

    first, second = program(instruction), program(f"{instruction}, {rounding}", last)
    assert not _are_same(first, second)
    assert st.equivalent(first, second).verdict == "equal"
    assert st.equivalent(first, second, level="bits").verdict == "unknown"
    assert st.equivalent(first, program(instruction, last), level="bits").verdict == "equal"


@pytest.mark.parametrize("target", ["xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"])
def test_parts_of_devices_are_told_by_their_shardings(target: str) -> None:
    """Neither is the whole, although all of its elements are from it."""

    def program(axis: str) -> str:
        sharding = f'mhlo.frontend_attributes = {{xla.sdy.in_shardings = "{axis}"}}'
        return f"""func.func @main(%x: {_V}) -> tensor<2xf32> {{
          %y = stablehlo.custom_call @f(%x) : ({_V}) -> {_V}
          %r = stablehlo.custom_call @{target}(%y) {{{sharding}}} : ({_V}) -> tensor<2xf32>
          return %r : tensor<2xf32>
        }}"""

    assert _are_same(program("x"), program("x"))
    assert not _are_same(program("x"), program("y"))
    assert st.equivalent(program("x"), program("y")).verdict == "unknown"


_SCALAR = "tensor<f32>"
_FIRST_ONLY = f"func.func private @g(%a: {_SCALAR}) -> {_SCALAR} {{\n return %a : {_SCALAR}\n}}"
_FIRST_OF_TWO = _FIRST_ONLY.replace("%a:", f"%a: {_SCALAR}, %b:")
_FIRST_TWICE = f"""func.func private @h(%a: {_SCALAR}) -> ({_SCALAR}, {_SCALAR}) {{
  return %a, %a : {_SCALAR}, {_SCALAR}
}}"""


def test_called_computations_are_told_by_their_types() -> None:
    one = "called_computations = [@g]"
    assert _are_same(_called(one, _FIRST_ONLY), _called(one, _FIRST_ONLY))
    assert not _are_same(_called(one, _FIRST_ONLY), _called(one, _FIRST_OF_TWO))
    two, functions = "called_computations = [@{}, @{}]", f"{_FIRST_ONLY}\n{_FIRST_TWICE}"
    swapped = (_called(two.format(*names), functions) for names in ("gh", "hg"))
    assert not _are_same(*swapped)


@pytest.mark.parametrize("callee", ["main", "nowhere"])
def test_calls_that_do_not_end_or_have_no_body_have_no_number(callee: str) -> None:
    program = _called(f"called_computations = [@{callee}]")
    assert not _are_same(program, program)


@pytest.mark.parametrize(("depth", "is_same"), [(40, True), (1000, False)])
def test_calls_in_few_calls_are_numbered_once(depth: int, is_same: bool) -> None:
    def twice(callee: str) -> str:
        call = f"func.call @{callee}(%x) : ({_V}) -> {_V}"
        return f"(%x: {_V}) -> {_V} {{\n %a = {call}\n %b = {call}\n {{}} : {_V}\n return %r : {_V}\n}}"

    def program(op: str) -> str:
        one = f"%r = stablehlo.{op} %a, %b"
        functions = [
            f"func.func private @f{at + 1}{twice(f'f{at}')}".replace("{}", one) for at in range(depth)
        ]
        last = f"func.func private @f0(%x: {_V}) -> {_V} {{\n return %x : {_V}\n}}"
        main = f"func.func @main{twice(f'f{depth}')}".replace("{}", one)
        return "\n".join([main, last, *functions])

    assert _are_same(program("add"), program("add")) is is_same
    assert not _are_same(program("add"), program("subtract"))


# -- constants


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ("w", "v", False),
        ("w", "u", True),
        ("__elided__", "__elided__", False),
    ],
)
def test_resources_are_told_by_their_data(first: str, second: str, is_same: bool) -> None:
    ones, twos = ("0x04000000" + number * 4 for number in ("0000803F", "00000040"))

    def program(key: str, w: str) -> str:
        body = f"""%c = stablehlo.constant dense_resource<{key}> : {_V}
          %r = stablehlo.subtract %x, %c : {_V}
          return %r : {_V}"""
        blobs = f'w: "{w}", u: "{ones}", v: "{twos}"'
        return _function(body, others=f"{{-# dialect_resources: {{ builtin: {{ {blobs} }} }} #-}}")

    assert _are_same(program(first, ones), program(second, ones)) is is_same
    assert not _are_same(program("w", ones), program("w", twos))
    inlined = f"""%c = stablehlo.constant dense<1.0> : {_V}
      %r = stablehlo.subtract %x, %c : {_V}
      return %r : {_V}"""
    assert _are_same(program(first, ones), _function(inlined)) is (first == "w")


def test_constants_of_one_number_are_not_expanded() -> None:
    type = "tensor<1000000x1000000x1000000xf32>"
    constant = f"%c = stablehlo.constant dense<{{}}> : {type}\n return %c : {type}"
    main = f"func.func @main() -> {type} {{{{\n {constant}\n}}}}"
    positive, negative = main.format("0.0"), main.format("-0.0")
    assert _are_same(positive, positive)
    assert not _are_same(positive, negative)


def _nest(depth: int, value: str) -> str:
    """A loop in a loop, `depth` in all, of which the innermost one adds %y to a value; all return %r."""
    if not depth:
        return f"%r = stablehlo.add {value}, %y : {_V}"
    inner = _nest(depth - 1, f"%v{depth}").replace("%r", f"%r{depth}")
    return (
        f"%zero{depth} = stablehlo.constant dense<0> : tensor<i32>\n"
        f"%r:2 = stablehlo.while(%i{depth} = %zero{depth}, %v{depth} = {value}) : tensor<i32>, {_V}\n"
        f"cond {{\n%two{depth} = stablehlo.constant dense<2> : tensor<i32>\n"
        f"%c{depth} = stablehlo.compare LT, %i{depth}, %two{depth}"
        " : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        f"stablehlo.return %c{depth} : tensor<i1>\n}} do {{\n"
        f"%one{depth} = stablehlo.constant dense<1> : tensor<i32>\n"
        f"%j{depth} = stablehlo.add %i{depth}, %one{depth} : tensor<i32>\n{inner}\n"
        f"stablehlo.return %j{depth}, %r{depth}{'#1' * (depth > 1)} : tensor<i32>, {_V}\n}}"
    )


def test_deep_nests_of_loops_are_numbered() -> None:
    """Each body is numbered once for a state: five times for each loop around it are too many."""
    nest = _function(f"{_nest(7, '%x')}\nreturn %r#1 : {_V}")
    assert _are_same(nest, nest)


@pytest.mark.parametrize(("op", "is_same"), [("composite", True), ("stochastic_convert", False)])
def test_a_composite_is_its_decomposition_and_random_rounding_is_its_own(op: str, is_same: bool) -> None:
    """Two stochastic conversions of the same numbers may differ."""
    lines = {
        "composite": f'%s = stablehlo.composite "a.b" %x {{decomposition = @f}} : ({_V}) -> {_V}',
        "stochastic_convert": f'%s = "mhlo.stochastic_convert"(%x, %k) : ({_V}, tensor<4xui32>) -> {_V}',
    }
    called = f"func.func private @f(%a: {_V}) -> {_V} {{ %r = stablehlo.sine %a : {_V} return %r : {_V} }}"
    key = "%k = stablehlo.constant dense<7> : tensor<4xui32>\n"
    end = f"\n%r = stablehlo.subtract %s, %y : {_V}\nreturn %r : {_V}"
    other = _function(_SUM) if is_same else _function(key + lines[op] + end)
    assert _are_same(_function(key + lines[op] + end, others=called), other) is is_same
