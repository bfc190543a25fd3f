"""That the work of linting grows with a program and no faster: looks at users are counted, not time."""

from __future__ import annotations

from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.linter import edits
from stablehlo_tools.linter.rule import Program
from stablehlo_tools.linter.rules import hygiene
from stablehlo_tools.linter.settings import Settings
from stablehlo_tools.linter.suppressions import Suppressions
from stablehlo_tools.rewrite.dce import Effects

TYPE = "tensor<4xf32>"
BOOLS = "tensor<4xi1>"
FORMS = {
    "added": "%v{n} = stablehlo.add %y{n}, %w : TYPE",
    "logarithms": "%v{n} = stablehlo.log %w : TYPE",
    "distances": "%s{n} = stablehlo.compare EQ, %w, %q : (TYPE, TYPE) -> BOOLS\n"
    "  %v{n} = stablehlo.select %s{n}, %w, %q : BOOLS, TYPE",
}


def used(count: int, form: str) -> str:
    """A program of one value that so many operations use."""
    lines = "\n".join(
        f"  {form.format(n=n)}\n  %y{n + 1} = stablehlo.add %y{n}, %v{n} : TYPE" for n in range(count)
    )
    text = (
        "func.func @main(%x: TYPE, %q: TYPE) -> TYPE {\n"
        "  %w = stablehlo.abs %x : TYPE\n  %y0 = stablehlo.sine %x : TYPE\n"
        f"{lines}\n  return %y{count} : TYPE\n}}"
    )
    return text.replace("TYPE", TYPE).replace("BOOLS", BOOLS)


class Uses(dict[Value, Any]):
    """Who uses which value, that counts how many are looked at."""

    looked = 0

    def get(self, value: Value, default: Any = ()) -> Any:
        users = super().get(value, default)
        self.looked += len(users)
        return users


def looks(count: int, form: str, monkeypatch: pytest.MonkeyPatch) -> int:
    counting = Uses()
    of_program = Program.uses
    with monkeypatch.context() as patched:

        def uses(self: Program) -> Uses:
            if not counting:
                counting.update(vars(of_program)["func"](self))
            return counting

        patched.setattr(Program, "uses", property(uses))
        stablehlo_tools.lint(used(count, form))
    return counting.looked


@pytest.mark.parametrize("form", ["added", "distances"])
def test_lint_looks_at_the_users_of_a_value_a_few_times(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (looks(count, FORMS[form], monkeypatch) for count in (100, 400))
    assert many <= 5 * max(few, 100)


def test_lint_of_a_value_that_ten_thousand_operations_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(10_000, FORMS["added"], monkeypatch) <= 4 * 20_000


def test_terms_that_are_followed_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []
    equal = TracedValue.__eq__

    def counted(self: TracedValue, other: object) -> bool:
        compared.append(1)
        return equal(self, other)

    monkeypatch.setattr(TracedValue, "__eq__", counted)
    stablehlo_tools.lint(used(300, FORMS["logarithms"]))
    assert len(compared) <= 300 * 256


def test_an_operation_that_uses_many_duplicates_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    count, read, written = 50, [], edits._operand_spans
    monkeypatch.setattr(edits, "_operand_spans", lambda *of: read.append(of[1].name) or written(*of))
    names, types = ", ".join(f"%{n}" for n in range(count)), ", ".join([TYPE] * count)
    lines = "".join(f"  %{n} = stablehlo.sine %x : {TYPE}\n" for n in range(count))
    found = stablehlo_tools.lint(
        f"func.func @main(%x: {TYPE}) -> tensor<{4 * count}xf32> {{\n{lines}"
        f"  %all = stablehlo.concatenate {names}, dim = 0 : ({types}) -> tensor<{4 * count}xf32>\n"
        f"  return %all : tensor<{4 * count}xf32>\n}}"
    )
    fixes = [each.fix for each in found if each.code == "HYG005"]
    assert [len(fix.edits) for fix in fixes if fix] == [2] * (count - 1)
    assert read == ["stablehlo.concatenate"]


def test_operations_of_different_types_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    count, compared, equal = 50, [], hygiene._is_same
    monkeypatch.setattr(hygiene, "_is_same", lambda *of: compared.append(of) or equal(*of))
    lines = "".join(
        f"  %{n} = stablehlo.broadcast_in_dim %x, dims = [1] : ({TYPE}) -> tensor<{n}x4xf32>\n"
        for n in range(1, count)
    )
    stablehlo_tools.lint(f"func.func @main(%x: {TYPE}) -> {TYPE} {{\n{lines}  return %x : {TYPE}\n}}")
    assert not compared


def test_a_term_is_made_once() -> None:
    """What a select depends on is found out once, however many ask."""
    module = stablehlo_tools.parse(used(8, FORMS["distances"]))
    program = Program(module, Settings(), Suppressions(None), ())
    selects = [each for each in program.operations if each.name == "stablehlo.select"]
    first, *others = (TracedValue.trace(program, each.operands[1]) for each in selects)
    assert all(each is first for each in others)
    predicate = TracedValue.trace(program, selects[0].operands[0])
    assert predicate.ancestors is predicate.ancestors
    assert [each.value.name for each in predicate.ancestors] == ["%s0", "%w", "%q", "%x"]


def test_functions_that_call_the_next_one_twice_are_searched_once() -> None:
    """With 60 of them, there are 2^60 ways from the first to the last."""
    call = "{} = call @f{}(%x) : ({}) -> {}".format
    lines = [f"func.func @main(%x: {TYPE}) {{\n  {call('%0', 0, TYPE, TYPE)}\n  return\n}}"]
    for n in range(60):
        both = "\n".join(call(name, n + 1, TYPE, TYPE) for name in ("%0", "%1"))
        lines.append(f"func.func private @f{n}(%x: {TYPE}) -> {TYPE} {{\n{both}\n  return %1 : {TYPE}\n}}")
    lines.append(f"func.func private @f60(%x: {TYPE}) -> {TYPE} {{\n  return %x : {TYPE}\n}}")
    unused = [each for each in stablehlo_tools.lint("\n".join(lines)) if each.code == "HYG002"]
    assert len(unused) == 61


def test_operations_in_nested_regions_are_searched_for_effects_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched, has_effects = list[str](), Effects.has_effects
    monkeypatch.setattr(
        Effects, "has_effects", lambda self, each: searched.append(each.name) or has_effects(self, each)
    )
    depth, body = 40, f"%y = stablehlo.sine %x : {TYPE}\n"
    for _ in range(depth):
        branch = f"({{\n{body}stablehlo.return %x : {TYPE}\n}})"
        body = f'%y = "stablehlo.case"(%i) {branch} : (tensor<i32>) -> {TYPE}\n'
    found = stablehlo_tools.lint(
        f"func.func @main(%i: tensor<i32>, %x: {TYPE}) -> {TYPE} {{\n{body}return %x : {TYPE}\n}}"
    )
    assert [each.code for each in found].count("HYG002") == depth + 1
    assert len(searched) <= 4 * depth
