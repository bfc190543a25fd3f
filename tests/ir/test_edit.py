"""Clones, inlined calls, outlined values, and what nobody reads: the program stays the same."""

from __future__ import annotations

import random

import pytest

import stablehlo_tools
from stablehlo_tools.ir.attributes import Symbol
from stablehlo_tools.ir.clone import append, clone
from stablehlo_tools.ir.edit import erase, inline, insert_before, replace_all_uses, users
from stablehlo_tools.ir.operations import Block, Module, Operation, Value, callee_of
from stablehlo_tools.rewrite.dce import drop_dead, erase_dead
from stablehlo_tools.rewrite.outline import outline
from tests.rewrite.programs import Draw, results

seeds = pytest.mark.parametrize("seed", range(20))


def calls(module: Module) -> list[Operation]:
    return [each for each in module.walk() if each.name == "func.call"]


def computed(module: Module) -> list[Value]:
    """What `main` computes outside of regions."""
    main = module.function("main")
    assert main is not None
    assert main.body is not None
    return [value for operation in main.body.operations for value in operation.results]


@seeds
def test_a_clone_is_the_same_program_and_shares_no_operation(seed: int) -> None:
    module = Draw(seed).module()
    copy = clone(module)
    assert copy == module
    assert results(copy) == results(module)
    assert not {id(each) for each in copy.walk()} & {id(each) for each in module.walk()}
    for each in copy.walk():
        for value in each.operands:
            owner = value.owner.region.operation if isinstance(value.owner, Block) else value.owner
            assert owner in set(copy.walk())


def test_a_clone_says_all_that_the_original_says() -> None:
    text = """\
module @m attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%arg0: tensor<f32> loc("x")) -> tensor<f32> {
    %0 = stablehlo.abs %arg0 {mine.note = "n"} : tensor<f32> loc("y")
    return %0 : tensor<f32> loc(unknown)
  } loc(unknown)
} loc(unknown)
"""
    module = stablehlo_tools.parse(text)
    assert str(clone(module)) == str(module)
    first = next(each for each in clone(module).walk() if each.name == "stablehlo.abs")
    assert first.span is not None
    assert first.span.text.startswith("%0 = stablehlo.abs")


def test_a_clone_keeps_jumps_between_blocks() -> None:
    text = """\
func.func @main(%p: i1, %x: tensor<f32>) -> tensor<f32> {
  cf.cond_br %p, ^bb1(%x : tensor<f32>), ^bb2
^bb1(%a: tensor<f32>):
  return %a : tensor<f32>
^bb2:
  cf.br ^bb1(%x : tensor<f32>)
}
"""
    module = stablehlo_tools.parse(text)
    assert clone(module) == module


@seeds
def test_calls_are_inlined(seed: int) -> None:
    module = Draw(seed).module()
    before = results(module)
    while found := calls(module):
        call = found[0]
        callee = next(f for f in module.functions if call.attributes["callee"] == Symbol((f.symbol,)))
        inline(call, callee)
    assert results(module) == before


def test_some_random_programs_have_calls_and_branches() -> None:
    """Otherwise the tests of this file would see none."""
    modules = [Draw(seed).module() for seed in range(40)]
    assert sum(map(bool, map(calls, modules))) > 20
    assert sum(any(each.name == "stablehlo.if" for each in module.walk()) for module in modules) > 20


def test_a_function_of_several_blocks_is_not_inlined() -> None:
    text = """\
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<f32>
}
"""
    module = stablehlo_tools.parse(text)
    with pytest.raises(ValueError, match="@f does not have exactly one block"):
        inline(calls(module)[0], module.functions[1])
    assert module == stablehlo_tools.parse(text)


@seeds
def test_a_value_that_is_outlined_is_computed_by_a_function(seed: int) -> None:
    module, draw = Draw(seed).module(), random.Random(seed)
    before, values = results(module), computed(module)
    value = draw.choice(values)
    given = draw.sample(values[: values.index(value)], min(3, values.index(value)))
    function, operands = outline([value], "outlined", given)
    append(function, module.body)
    assert [each for each in operands if each in given] == [each for each in given if each in operands]
    call = Operation("func.call", list(operands), {"callee": Symbol(("outlined",))})
    call.results = [Value(value.type, "", call, 0)]
    assert isinstance(value.owner, Operation)
    insert_before([call], before=value.owner)
    replace_all_uses(value, call.results[0])
    assert users(value) == []
    main = module.function("main")
    assert main is not None
    assert main.body is not None
    count = len(main.body.operations)
    drop_dead(main.body, {each.symbol: each for each in module.functions})
    assert len(main.body.operations) < count
    assert results(module) == before


def test_what_is_given_cuts_off_what_it_is_computed_from() -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %x : tensor<f32>
  %1 = stablehlo.add %0, %y : tensor<f32>
  %2 = stablehlo.negate %1 : tensor<f32>
  return %2 : tensor<f32>
}
""")
    x, y = module.functions[0].arguments
    first, second, third = computed(module)
    for given, wanted, names in (
        ([], [x, y], ["abs", "add", "negate"]),
        ([first], [first, y], ["add", "negate"]),
        ([second, first], [second], ["negate"]),
        ([third], [third], []),
    ):
        function, operands = outline([third], "f", given)
        assert operands == wanted
        assert function.body is not None
        inside = [each.name.partition(".")[2] for each in function.body.operations]
        assert inside == [*names, "return"]


def test_what_is_read_is_not_dropped() -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %x : tensor<f32>
  return %0 : tensor<f32>
}
""")
    (value,) = computed(module)
    assert isinstance(value.owner, Operation)
    with pytest.raises(ValueError, match=r"%0: tensor<f32>> is used by <func.return>"):
        erase(value.owner)
    replace_all_uses(value, module.functions[0].arguments[0])
    erase(value.owner)
    assert [each.name for each in module.functions[0].walk()] == ["func.func", "func.return"]


def test_values_that_other_blocks_use_are_not_dead() -> None:
    module = stablehlo_tools.parse("""\
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %x : tensor<f32>
  %1 = stablehlo.sine %x : tensor<f32>
  cf.br ^bb1
^bb1:
  %2 = stablehlo.cosine %1 : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @prints(%x: tensor<f32>) -> tensor<f32> {
  cf.br ^bb1
^bb1:
  %0 = stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
  return %x : tensor<f32>
}
func.func @main(%x: tensor<f32>) {
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @prints(%x) : (tensor<f32>) -> tensor<f32>
  return
}
""")
    erased = clone(module)
    assert erase_dead(erased) == 3  # sine, cosine and the call of @f
    assert stablehlo_tools.verify(erased) == []
    assert [each.name for each in erased.functions[0].walk()] == [
        "func.func", "stablehlo.abs", "cf.br", "func.return",
    ]  # fmt: skip
    assert [callee_of(each) for each in calls(erased)] == ["prints"]
    function = module.functions[0]
    assert function.body is not None
    drop_dead(function.body, module.declared)
    assert [each.name for each in function.body.operations] == ["stablehlo.abs", "stablehlo.sine", "cf.br"]


@pytest.mark.parametrize(("last", "count"), [("stablehlo.sine %x :", 1), ("stablehlo.custom_call @f(%x)", 0)])
def test_effects_are_found_in_a_long_chain_of_calls(last: str, count: int) -> None:
    """The call of the first function is erased unless the last one has an effect."""
    number = "(tensor<f32>) -> tensor<f32>"
    bodies = [f"func.call @f{at + 1}(%x) : {number}" for at in range(2000)]
    bodies.append(f"{last} tensor<f32>" if count else f"{last} {{has_side_effect = true}} : {number}")
    functions = [
        f"func.func private @f{at}(%x: tensor<f32>) -> tensor<f32> {{ %r = {body} return %r : tensor<f32> }}"
        for at, body in enumerate(bodies)
    ]
    main = f"func.func @main(%x: tensor<f32>) {{ %r = func.call @f0(%x) : {number} return }}"
    assert erase_dead(stablehlo_tools.parse("\n".join([main, *functions]))) == count


def test_a_value_of_another_type_is_no_longer_what_the_text_says() -> None:
    """A verdict of the text would be one of the old types."""
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<f32>, %y: tensor<i32>) -> tensor<f32> {
  %0 = stablehlo.abs %x : tensor<f32>
  return %x : tensor<f32>
}
""")
    x, y = module.functions[0].arguments
    replace_all_uses(x, y)
    assert {each.code for each in stablehlo_tools.verify(module)} == {"abs_c2", "return_type"}
