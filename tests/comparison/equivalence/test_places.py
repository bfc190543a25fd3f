"""Programs that are the same but for some places, which are judged alone."""

from __future__ import annotations

import pytest

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence.prove import Pair

_TYPE = "tensor<4xf32>"
_LAYERS = 20
_BUT_ONE = "the programs are the same, but for 1 place with equal results"


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
    twice = (f"%c = stablehlo.constant dense<1.0> : {_TYPE}", f"%u = stablehlo.add %s, %x : {_TYPE}")
    once = _program(*twice, f"%y = stablehlo.multiply %u, %c : {_TYPE}")
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
