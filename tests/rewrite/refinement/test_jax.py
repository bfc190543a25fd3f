"""Programs that JAX exports with sizes that are not known, refined: they compute what JAX does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.rewrite.refinement.unresolved_dimensions import unresolved_dimensions

jax = pytest.importorskip("jax", reason="the programs come from JAX")
export = pytest.importorskip("jax.export")
jnp = jax.numpy


def perceptron(x: Any, w: Any) -> Any:
    return jax.nn.relu(x @ w + 1).sum(1), jnp.argmax(x, 1)


def convolution(x: Any, w: Any) -> Any:
    return jax.lax.conv_general_dilated(x, w, (1, 1), "SAME")


def attention(q: Any, k: Any, v: Any) -> Any:
    return jnp.einsum("bqk,bkd->bqd", jax.nn.softmax(jnp.einsum("bqd,bkd->bqk", q, k)), v)


def sums(x: Any) -> Any:
    return jnp.cumsum(x, 0), jax.lax.scan(lambda c, y: (c + y, c * 2), jnp.zeros(x.shape[1]), x)


def shapes(x: Any) -> Any:
    return (
        x.reshape(-1),
        jnp.concatenate([x, x])[1:],
        jnp.tile(x, (2, 1)),
        jnp.arange(x.shape[0]),
        jnp.flip(x),
    )


def order(x: Any) -> Any:
    return jax.lax.top_k(x, 2), jnp.sort(x), jnp.linalg.norm(x)


Case = tuple[Callable[..., Any], list[str], list[tuple[int, ...]]]
CASES: Sequence[Case] = [
    (perceptron, ["b, 8", "8, 5"], [(4, 8), (8, 5)]),
    (convolution, ["b, 3, h, w", "4, 3, 3, 3"], [(2, 3, 7, 9), (4, 3, 3, 3)]),
    (attention, ["b, t, 8"] * 3, [(2, 5, 8)] * 3),
    (sums, ["n, m"], [(6, 4)]),
    (shapes, ["n, 4"], [(3, 4)]),
    (order, ["n, 4"], [(5, 4)]),
]
WITH_COMPOSITES = {order}


def each(cases: Sequence[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("function", "symbolic", "sizes"), cases, ids=[function.__name__ for function, *_ in cases]
    )


def exported(function: Callable[..., Any], symbolic: list[str]) -> str:
    scope = export.SymbolicScope()
    arguments = [
        jax.ShapeDtypeStruct(export.symbolic_shape(shape, scope=scope), np.float32) for shape in symbolic
    ]
    return str(export.export(jax.jit(function))(*arguments).mlir_module())


@each(CASES)
def test_a_refined_export_computes_what_jax_does(
    function: Callable[..., Any], symbolic: list[str], sizes: list[tuple[int, ...]]
) -> None:
    module = stablehlo_tools.refine(exported(function, symbolic), sizes)
    assert unresolved_dimensions(module) == []
    random = np.random.default_rng(7)
    inputs = [random.standard_normal(shape).astype(np.float32) for shape in sizes]
    expected = jax.tree.leaves(jax.jit(function)(*inputs))
    results = stablehlo_tools.run(module, inputs)
    assert [result.shape for result in results] == [result.shape for result in expected]
    for result, wanted in zip(results, expected, strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-4, atol=1e-5)


# MLIR refines the operands of a composite, but not the function that it names
@each([case for case in CASES if case[0] not in WITH_COMPOSITES])
def test_mlir_refines_the_same_functions_to_the_same_types(
    function: Callable[..., Any], symbolic: list[str], sizes: list[tuple[int, ...]]
) -> None:
    from jax._src.interpreters import mlir as jax_mlir
    from jaxlib.mlir import ir, passmanager
    from jaxlib.mlir.dialects import stablehlo

    text = exported(function, symbolic)
    assert "stablehlo.composite" not in text
    module = stablehlo_tools.refine(text, sizes)
    main = module.function("main")
    assert main is not None
    stablehlo.register_stablehlo_passes()
    with jax_mlir.make_ir_context():
        theirs = ir.Module.parse(text)
        types = ",".join(map(str, main.type.inputs))
        passes = f"stablehlo-refine-arguments{{types={types}}}, stablehlo-refine-shapes"
        passmanager.PassManager.parse(f"builtin.module({passes})").run(theirs.operation)
        wanted = {
            each.attributes["sym_name"].value: str(each.attributes["function_type"].value)
            for each in theirs.body.operations
        }
    found = {each.symbol: str(each.type) for each in module.functions}
    assert {name: type for name, type in found.items() if "?" not in wanted[name]} == {
        name: type for name, type in wanted.items() if "?" not in type and name in found
    }
    assert wanted.keys() - found.keys() <= {name for name in wanted if "reduce_window" in name}
