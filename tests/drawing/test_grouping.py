"""Parts of functions: name scopes, and what repeats itself."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

import stablehlo_tools
from stablehlo_tools.drawing.argument_trees import trees_of
from stablehlo_tools.drawing.grouping import Box, Item, parts_of
from stablehlo_tools.ir.operations import Block, Module
from stablehlo_tools.text.name_scopes import NameScopes
from stablehlo_tools.text.source_frames import SourceFrames

LAYER = (
    "negate",
    "abs",
    "sine",
    "cosine",
    "tanh",
    "sqrt",
    "floor",
    "ceil",
    "sign",
    "exponential",
    "log",
    "cbrt",
)


def block_of(lines: Sequence[str]) -> tuple[Module, Block]:
    body = "\n".join(lines)
    module = stablehlo_tools.parse(f"func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{\n{body}\n}}")
    block = module.functions[0].body
    assert block is not None
    return module, block


def parts(lines: Sequence[str]) -> list[Item]:
    """The parts of a function of these lines."""
    module, block = block_of(lines)
    return parts_of(block, NameScopes(module), SourceFrames(module))


def chain(ops: Sequence[str], locations: Sequence[str] = ()) -> list[Item]:
    """The parts of a function in which each op works on the result of the one before."""
    lines = []
    for index, op in enumerate(ops):
        location = f' loc("{locations[index]}")' if locations else ""
        operand = f"%{index - 1}" if index else "%x"
        lines.append(f"  %{index} = stablehlo.{op} {operand} : tensor<2xf32>{location}")
    return parts([*lines, f"  return %{len(ops) - 1} : tensor<2xf32>"])


def named(*scopes: tuple[str, int]) -> list[Item]:
    """The parts of a chain in which so many ops that do not repeat themselves have each name."""
    names = [name for name, count in scopes for _ in range(count)]
    return chain(random.Random(0).choices(LAYER, k=len(names)), names)


def outline(items: Sequence[Item]) -> list[object]:
    """Titles with what is inside; of operations how many there are between."""
    found: list[object] = []
    for is_part, group in itertools.groupby(items, key=lambda item: isinstance(item, Box)):
        if is_part:
            found += [(part.title, *outline(part.items)) for part in group if isinstance(part, Box)]
        else:
            found.append(len(list(group)))
    return found


def test_layers_that_repeat_themselves_are_parts() -> None:
    ops = ["rsqrt", *LAYER * 5, "logistic"]
    layers = [Box(f"part {n + 1} of 5", tuple(range(1 + 12 * n, 13 + 12 * n))) for n in range(5)]
    assert chain(ops) == [0, *layers, 61]


def test_what_is_around_repeats_itself_too() -> None:
    back = list(reversed(LAYER))
    assert outline(chain([*LAYER * 3, "logistic", *back * 2])) == [
        *((f"part {n} of 3", 12) for n in (1, 2, 3)), 1, *((f"part {n} of 2", 12) for n in (1, 2))
    ]  # fmt: skip


def test_many_rounds_are_folded_in_one_box() -> None:
    (fold,) = chain(list(LAYER) * 40)
    assert isinstance(fold, Box)
    assert (fold.title, fold.repetitions, len(fold.items)) == ("40 parts", 40, 40)


def test_one_op_again_and_again_is_no_part() -> None:
    assert chain(["sine"] * 60) == list(range(60))


def test_a_short_function_has_no_parts() -> None:
    assert chain(list(LAYER) * 2) == list(range(24))


def test_what_does_not_repeat_itself_has_no_parts() -> None:
    assert chain(random.Random(0).choices(LAYER, k=60)) == list(range(60))


def test_name_scopes_nest() -> None:
    inner = [
        (f"jit(f)/block{n}/{name}/sin", size) for n, size in ((0, 11), (1, 13)) for name in ("attn", "mlp")
    ]
    assert outline(named(*inner)) == [
        ("block0", ("attn", 11), ("mlp", 11)), ("block1", ("attn", 13), ("mlp", 13))
    ]  # fmt: skip


def test_a_lone_wrapper_needs_no_box() -> None:
    found = named(("jit(f)/Model/a/sin", 30), ("jit(f)/Model/b/only/sin", 31), ("jit(f)/Model/sin", 1))
    assert outline(found) == [("a", 30), ("b/only", 31), 1]


def test_what_has_no_scope_is_in_no_box() -> None:
    assert outline(named(("jit(f)/Embed_0/sin", 1), ("jit(f)/sin", 60))) == [61]
    assert outline(named(("jit(f)/a/sin", 20), ("jit(f)/sin", 20), ("jit(f)/b/sin", 20))) == [
        ("a", 20), 20, ("b", 20)
    ]  # fmt: skip


def test_a_train_step_has_a_box_for_each_of_its_phases() -> None:
    found = named(
        ("jit(f)/jvp(Model)/layer_0/sin", 10),
        ("jit(f)/jvp(Model)/layer_1/sin", 11),
        ("jit(f)/jvp()/sin", 5),
        ("jit(f)/transpose(jvp())/sin", 6),
        ("jit(f)/transpose(jvp(Model))/jvp(Model)/checkpoint/rematted_computation/layer_1/sin", 12),
        ("jit(f)/transpose(jvp(Model))/jvp(Model)/checkpoint/layer_1/sin", 13),
        ("jit(f)/transpose(jvp(Model))/layer_0/sin", 14),
        ("jit(f)/mul", 15),
    )
    assert outline(found) == [
        ("Model", ("layer_0", 10), ("layer_1", 11)),
        ("loss", 5),
        ("loss (backward)", 6),
        (
            "Model (backward)",
            ("layer_1 (recomputed)", 12), ("layer_1 (backward)", 13), ("layer_0 (backward)", 14),
        ),
        ("optimizer", 15),
    ]  # fmt: skip


def test_layers_that_are_alike_are_folded_once() -> None:
    names = [f"jit(f)/jvp(Model)/layer_{n}/sin" for n in range(5) for _ in LAYER]
    back = [
        f"jit(f)/transpose(jvp(Model))/checkpoint/{inside}layer_{n}/sin"
        for n in reversed(range(5))
        for inside in ("rematted_computation/", "")
        for _ in LAYER
    ]
    (model, backward) = chain([*LAYER] * 15, names + back)
    assert isinstance(model, Box)
    assert isinstance(backward, Box)
    folds = [each for each in (*model.items, *backward.items) if isinstance(each, Box)]
    assert [(each.title, each.repetitions) for each in folds] == [
        ("layer_0 … layer_4", 5),
        ("layer_4 … layer_0 (recomputed, backward)", 5),
    ]  # fmt: skip


def test_constants_are_where_they_are_used() -> None:
    """JAX gives constants the name of the whole function, and makes some long before they are used."""
    lines = ['  %c = stablehlo.constant dense<1.0> : tensor<2xf32> loc("jit(f)")']
    for n in range(60):
        name = f'"jit(f)/{"ab"[n >= 30]}/add"'
        operand = "%x" if n == 0 else f"%{n - 1}"
        lines.append(f'  %k{n} = stablehlo.constant dense<{n}.0> : tensor<2xf32> loc("jit(f)")')
        second = "%c" if n in (40, 50) else f"%k{n}"
        lines.append(f"  %{n} = stablehlo.add {operand}, {second} : tensor<2xf32> loc({name})")
    found = parts([*lines, "  return %59 : tensor<2xf32>"])
    assert [each.title for each in found if isinstance(each, Box)] == ["a", "b"]
    assert isinstance(found[1], Box)
    assert 0 in inside([found[1]])


def test_a_scope_that_is_left_and_entered_again_is_one_box_where_it_can_be() -> None:
    lines, values = [], ["%x"] * 3
    scopes = ("a", "b", "c")
    for n in range(60):  # three chains side by side
        which = n % 3
        name = f"jit(f)/{scopes[which]}/{LAYER[n % 11]}"
        lines.append(f'  %{n} = stablehlo.{LAYER[n % 11]} {values[which]} : tensor<2xf32> loc("{name}")')
        values[which] = f"%{n}"
    found = parts([*lines, "  return %59 : tensor<2xf32>"])
    assert outline(found) == [("a", 20), ("b", 20), ("c", 20)]


@pytest.mark.parametrize("seed", range(20))
def test_no_box_uses_what_uses_it(seed: int) -> None:
    """Each item of a level is behind all that it uses, whatever the names say, and nothing is lost."""
    chance = random.Random(seed)
    lines = []
    for n in range(80):
        first, second = (f"%{chance.randrange(max(0, n - 9), n)}" if n else "%x" for _ in range(2))
        path = "/".join(chance.choices("abc", k=chance.randrange(4)))
        op = f"add {first}, {second}" if chance.random() < 0.8 else f"constant dense<{n}.0>"
        lines.append(f'  %{n} = stablehlo.{op} : tensor<2xf32> loc("jit(f)/{path}/add")')
    module, block = block_of([*lines, "  return %79 : tensor<2xf32>"])
    items = parts_of(block, NameScopes(module), SourceFrames(module))
    number = {operation: index for index, operation in enumerate(block.operations)}
    uses = [
        [number[value.owner] for value in each.operands if value.owner in number] for each in block.operations
    ]
    assert sorted(inside(items)) == list(range(80))
    assert_in_order(items, uses)


def inside(items: Sequence[Item]) -> list[int]:
    return [index for item in items for index in (inside(item.items) if isinstance(item, Box) else [item])]


def assert_in_order(items: Sequence[Item], uses: Sequence[Sequence[int]]) -> None:
    place = {index: n for n, item in enumerate(items) for index in inside([item])}
    assert all(place[used] <= place[index] for index in place for used in uses[index] if used in place)
    for item in items:
        if isinstance(item, Box):
            assert_in_order(item.items, uses)


def test_an_optimizer_is_parted_by_what_its_library_calls() -> None:
    def frames(function: str) -> str:
        library = '"/x/site-packages/optax/_src/transform.py":1:1'
        chained = (
            f'callsite("{function}.<locals>.update_fn"({library}) at "chain.<locals>.update_fn"({library}))'
        )
        return f'"jit(f)/mul"(callsite({chained} at "train_step"("train.py":7:1)))'

    places = [('"jit(f)/jvp(Model)/sin"', 20), ('"jit(f)/transpose(jvp(Model))/sin"', 20),
              (frames("clip"), 10), (frames("scale_by_adam"), 10), ('"jit(f)/mul"', 5)]  # fmt: skip
    locations = [location for location, count in places for _ in range(count)]
    ops = random.Random(0).choices(LAYER, k=len(locations))
    lines = [
        f"  %{n} = stablehlo.{op} {f'%{n - 1}' if n else '%x'} : tensor<2xf32> loc({location})"
        for n, (op, location) in enumerate(zip(ops, locations, strict=True))
    ]
    assert outline(parts([*lines, f"  return %{len(ops) - 1} : tensor<2xf32>"])) == [
        ("Model", 20), ("Model (backward)", 20), ("optimizer", ("clip", 10), ("scale_by_adam", 10), 5)
    ]  # fmt: skip


def test_arguments_are_in_the_trees_that_their_names_tell_of() -> None:
    names = [
        *(f"params['layer_{n}']['{name}']" for n in range(2) for name in ("bias", "kernel")),
        "state[0].mu['a']", "state[0].mu['b']", "state[0].count", "x",
    ]  # fmt: skip
    assert trees_of(names) == [
        Box("%params", (Box("%params['layer_0']", (0, 1)), Box("%params['layer_1']", (2, 3)))),
        Box("%state[0]", (Box("%state[0].mu", (4, 5)), 6)),
        7,
    ]
    assert trees_of(["p.0.weight", "p.0.bias", "p.1.weight"]) == [Box("%p", (Box("%p.0", (0, 1)), 2))]


def test_many_arguments_of_no_tree_are_one_box() -> None:
    assert trees_of([f"arg{n}" for n in range(30)]) == [Box("%arg0 … %arg29", tuple(range(30)))]
