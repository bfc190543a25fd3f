"""Programs of dynamic shapes on engines that compile static ones only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError, RunError
from stablehlo_tools.engines.interpreter import Numpy
from stablehlo_tools.engines.protocol import Capabilities, LoadedProgram
from stablehlo_tools.engines.refined import compile_on
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.types import TensorType
from tests import oracle

FLATTEN = """
func.func @main(%x: tensor<?x?xf32>, %token: !stablehlo.token, %y: tensor<2xf32>)
    -> (tensor<?xf32>, !stablehlo.token) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.multiply %n, %m : tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_reshape %x, %1 : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.concatenate %2, %y, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %4 = stablehlo.exponential %3 : tensor<?xf32>
  return %4, %token : tensor<?xf32>, !stablehlo.token
}
"""
WITHOUT_TOKEN = (
    FLATTEN.replace("%token: !stablehlo.token, ", "")
    .replace(", !stablehlo.token)", ")")
    .replace("%4, %token : tensor<?xf32>, !stablehlo.token", "%4 : tensor<?xf32>")
)
X, Y = np.arange(6, dtype=np.float32).reshape(2, 3), np.array([7, 8], np.float32)
RESULT = np.exp(np.concatenate([X.reshape(-1), Y]))


class Static(Numpy):
    """The interpreter, as an engine that compiles nothing of dynamic shapes."""

    name = "static"

    def __init__(self) -> None:
        super().__init__()
        self.compiled: list[str] = []

    def capabilities(self) -> Capabilities:
        return Capabilities()

    def compile(self, module: Module, entry: str, options: RunOptions) -> LoadedProgram:
        values = [value for operation in module.walk() for value in operation.results]
        if not all(value.type.is_static for value in values if isinstance(value.type, TensorType)):
            raise EngineError(Diagnostic("engine_rejects", "expected static shapes", None))
        self.compiled.append(str(module.functions[-1].type))
        return super().compile(module, entry, options)


def test_a_program_is_refined_for_its_inputs_and_again_for_others() -> None:
    engine, module = Static(), stablehlo_tools.parse(FLATTEN)
    with closing(compile_on(engine, module, "main", RunOptions())) as program:
        for x in (X, X, X[:1]):
            inputs: list[Any] = [x, None, Y]
            ((result, token),) = program.execute([inputs])
            assert token is None
            np.testing.assert_allclose(result, np.exp(np.concatenate([x.reshape(-1), Y])), rtol=1e-6)
    assert len(engine.compiled) == 2
    assert "tensor<2x3xf32>" in engine.compiled[0]
    assert "tensor<1x3xf32>" in engine.compiled[1]


def test_inputs_are_judged_by_the_program_as_it_is_written() -> None:
    module = stablehlo_tools.parse(WITHOUT_TOKEN)
    program = compile_on(Static(), module, "main", RunOptions())
    with pytest.raises(RunError, match=r"expected tensor<\?x\?xf32>, found tensor<6xf32>"):
        program.execute([[X.reshape(-1), Y]])
    with pytest.raises(RunError, match="have different shapes") as raised:
        compile_on(Static(), module, "main", RunOptions(num_replicas=2)).execute([[X, Y], [X[:1], Y]])
    assert raised.value.diagnostic.unsupported


def test_static_programs_and_engines_that_need_none_are_left_alone() -> None:
    engine, module = Static(), stablehlo_tools.parse("func.func @main(%x: tensor<2xf32>) { return }")
    compile_on(engine, module, "main", RunOptions())
    assert engine.compiled == ["(tensor<2xf32>) -> ()"]
    dynamic = stablehlo_tools.parse(WITHOUT_TOKEN)
    assert compile_on(Numpy(), dynamic, "main", RunOptions()).execute([[X, Y]])


def test_two_engines_are_compared_on_the_refined_program() -> None:
    found = stablehlo_tools.compare(WITHOUT_TOKEN, [X, Y], Static(), mode="all")
    assert found.agrees
    module = stablehlo_tools.parse(WITHOUT_TOKEN)
    recorded = stablehlo_tools.compare(module, [X, Y], Static(), {"out0": RESULT})
    assert recorded.agrees
    assert not stablehlo_tools.compare(module, [X, Y], Static(), {"out0": -RESULT}).agrees


@pytest.fixture
def compiled() -> Iterator[Callable[[str], Any]]:
    programs = []

    def compile(engine: str) -> Any:
        programs.append(stablehlo_tools.compile(FLATTEN, engine=engine, timeout=120))
        return programs[-1]

    yield compile
    for each in programs:
        each.close()


@pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")
@pytest.mark.parametrize("engine", ["xla", "reference"])
def test_engines_execute_programs_of_dynamic_shapes(engine: str, compiled: Callable[[str], Any]) -> None:
    result, token = compiled(engine)(X, None, Y)
    assert token is None
    np.testing.assert_allclose(result, RESULT, rtol=1e-5)


PLATFORMS = """
func.func @main(%i: tensor<i32> {{jax.global_constant = "_platform_index"}}, %x: tensor<2xf32>)
    -> tensor<2xf32> {{
  %0 = "stablehlo.case"(%i) ({{
    %1 = {}(%x) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }}, {{
    %1 = {}(%x) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }}) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}}
"""
NEGATE, ABS = '"stablehlo.negate"', '"stablehlo.abs"'
FOREIGN = "stablehlo.custom_call @of_the_other_platform"


def for_platforms(**ops: str) -> bytes:
    """An export with an op for each platform."""
    return stablehlo_tools.serialize(PLATFORMS.format(*ops.values()), form="jaxexport", platforms=[*ops])


@pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")
def test_an_engine_gets_what_its_platform_executes() -> None:
    """XLA refuses a call that it does not know, even in a branch that is never taken."""
    data = for_platforms(cuda=FOREIGN, cpu=NEGATE)
    x = np.array([1, 2], np.float32)
    with closing(stablehlo_tools.compile(data, engine="xla", timeout=120)) as program:
        assert program(x)[0].tolist() == [-1, -2]
        with pytest.raises(EngineError, match="of_the_other_platform"):
            program(**{"args[0]": x, "_platform_index": np.int32(0)})
        assert program(x)[0].tolist() == [-1, -2]
    assert stablehlo_tools.compare(data, [x], "xla", mode="all").agrees


def test_programs_for_several_platforms_need_not_number_them_alike() -> None:
    first, second = for_platforms(cuda=ABS, cpu=NEGATE), for_platforms(cpu=NEGATE, cuda=ABS)
    x = np.array([1, 2], np.float32)
    assert stablehlo_tools.compare(first, [x], "numpy", "numpy", other=second).agrees
    assert stablehlo_tools.equivalent(first, second)
    assert not stablehlo_tools.equivalent(first, for_platforms(cpu=ABS, cuda=NEGATE))


def test_programs_of_dynamic_shapes_take_their_arguments_in_any_order() -> None:
    moved = WITHOUT_TOKEN.replace(
        "%x: tensor<?x?xf32>, %y: tensor<2xf32>", "%y: tensor<2xf32>, %x: tensor<?x?xf32>"
    )
    assert moved != WITHOUT_TOKEN
    assert stablehlo_tools.compare(WITHOUT_TOKEN, [X, Y], Static(), Static(), other=moved).agrees
    fewer = (
        WITHOUT_TOKEN.replace(", %y: tensor<2xf32>", "")
        .replace("%2, %y", "%2, %2")
        .replace(
            "(tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>",
            "(tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>",
        )
    )
    with pytest.raises(RunError, match="different types"):
        stablehlo_tools.compare(WITHOUT_TOKEN, [X, Y], Static(), Static(), other=fewer)
