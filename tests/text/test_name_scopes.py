"""Name scopes, as JAX writes them into locations."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.text.name_scopes import NameScopes, Phase, ScopePath, ScopeStep, scopes_of

PRIMAL, FORWARD, BACKWARD, RECOMPUTED = Phase

TRANSPOSED = "jit(step)/transpose(jvp(Model))/jvp(Model)/checkpoint"


def place(phase: Phase, *steps: tuple[str, Phase]) -> ScopePath:
    return ScopePath(tuple(ScopeStep(*step) for step in steps), phase)


# The names are of JAX 0.10.2, for functions with `jax.named_scope`, Flax modules and the transformations.
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", place(PRIMAL)),
        ("sin", place(PRIMAL)),
        ("jit(step)", place(PRIMAL)),
        ("jit(step)/mul", place(PRIMAL)),
        ("jit(step)/jit(_where)", place(PRIMAL)),
        ("layer/attn/tanh", place(PRIMAL, ("layer", PRIMAL), ("attn", PRIMAL))),
        ("jit(f)/jit(main)/layer/tanh", place(PRIMAL, ("layer", PRIMAL))),
        ("jit(step)/jvp()/sub", place(FORWARD)),
        ("jit(step)/jvp(jit(_take))", place(FORWARD)),
        ("jit(step)/jvp(Model)/layer_0/mul", place(FORWARD, ("Model", FORWARD), ("layer_0", FORWARD))),
        (
            "jit(step)/jvp(Model)/attn/...qhd,...khd->...hqk/dot_general",
            place(FORWARD, ("Model", FORWARD), ("attn", FORWARD), ("...qhd,...khd->...hqk", FORWARD)),
        ),
        ("jit(step)/transpose(jvp())/neg", place(BACKWARD)),
        ("jit(step)/transpose(jvp(jit(_take)))", place(BACKWARD)),
        ("jit(step)/transpose(jvp(Model))/mlp/mul", place(BACKWARD, ("Model", BACKWARD), ("mlp", BACKWARD))),
        (f"{TRANSPOSED}/mlp/mul", place(BACKWARD, ("Model", BACKWARD), ("mlp", BACKWARD))),
        ("jit(step)/transpose(jvp(Model))/jvp(Model)/remat2", place(BACKWARD, ("Model", BACKWARD))),
        (
            f"{TRANSPOSED}/rematted_computation/mlp/mul",
            place(RECOMPUTED, ("Model", BACKWARD), ("mlp", RECOMPUTED)),
        ),
        (
            "jit(loss)/transpose(jvp(jvp()))/checkpoint/rematted_computation/layer/attn/sub",
            place(RECOMPUTED, ("layer", RECOMPUTED), ("attn", RECOMPUTED)),
        ),
        ("checkpoint/rematted_computation/layer/sub", place(RECOMPUTED, ("layer", RECOMPUTED))),
        ("jit(loss)/vmap(jvp(layer))/attn/tanh", place(FORWARD, ("layer", FORWARD), ("attn", FORWARD))),
        ("jit(loss)/vmap(transpose(jvp(layer)))/mul", place(BACKWARD, ("layer", BACKWARD))),
        ("jit(f)/vmap(jvp(vmap(transpose(jvp(layer)))))/mul", place(BACKWARD, ("layer", BACKWARD))),
        ("jit(f)/vmap()/transpose", place(PRIMAL)),
        (
            "jit(scan)/jvp(stack)/while/body/closed_call/layer/add",
            place(FORWARD, *((name, FORWARD) for name in ("stack", "while", "body", "layer"))),
        ),
        ("jit(f)/a/b(c)/sin", place(PRIMAL, ("a", PRIMAL), ("b(c)", PRIMAL))),  # named so by the user
    ],
)
def test_scopes(name: str, expected: ScopePath) -> None:
    assert scopes_of(name) == expected


@pytest.mark.parametrize(
    ("location", "scopes"),
    [
        ("unknown", []),
        ('"m.py":1:2', []),
        ('"jit(f)/a/sin"', ["a"]),
        ('"jit(f)/a/sin"("m.py":1:2)', ["a"]),
        ('callsite("jit(f)/a/sin" at "g"("m.py":1:2))', ["a"]),
        ('fused["jit(f)/a/sin", "jit(f)/b/sin"]', ["a"]),
        ('"jit:"("jit(f)/a/jit"("m.py":1:2))', ["a"]),
        ("#loc1", ["b", "c"]),
    ],
)
def test_the_outermost_name_of_a_location(location: str, scopes: list[str]) -> None:
    text = f"""\
#loc1 = loc("jit(f)/b/c/sin")
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {{
  %0 = stablehlo.negate %a : tensor<2xf32> loc({location})
  return %0 : tensor<2xf32>
}}
"""
    module = stablehlo_tools.parse(text)
    block = module.functions[0].body
    assert block is not None
    found = NameScopes(module).place(block.operations[0].location)
    assert [step.name for step in found.steps] == scopes
