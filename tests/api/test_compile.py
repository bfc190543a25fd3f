"""`compile`, and `run` of the same module again and again."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import EngineError, Module, RunError, VerificationError
from stablehlo_tools.interpret import machine
from stablehlo_tools.ir.attributes import TypeAttribute
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import erase, insert_before, replace_all_uses
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.state import ModuleState
from stablehlo_tools.ops.stablehlo.custom_call import scope
from tests.engines.fakes import MODULE, X, fake

TEXT = """
func.func @main(%x: tensor<3xf32> loc("speed"), %scale: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = stablehlo.add %x, %0 : tensor<3xf32>
  %2 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<3xf32>
  return %3 : tensor<3xf32>
}
"""
INPUTS = [np.array([1, 1, 1], np.float32), np.array(2, np.float32)]


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that have been compiled by the interpreter."""
    made: list[str] = []
    start = machine.Executable.__init__

    def counted(self: Any, compiler: Any, function: Any) -> None:
        made.append(function.symbol)
        start(self, compiler, function)

    monkeypatch.setattr(machine.Executable, "__init__", counted)
    return made


# --- compile --------------------------------------------------------------------------------------------


def test_a_compiled_program_is_called_any_number_of_times(plans: list[str]) -> None:
    program = stablehlo_tools.compile(TEXT)
    for number in range(3):
        (result,) = program(INPUTS[0] + number, INPUTS[1])
        assert result.tolist() == [4 + 2 * number, 6 + 2 * number, 8 + 2 * number]
    assert plans == ["main"]


def test_inputs_are_given_by_name() -> None:
    program = stablehlo_tools.compile(TEXT)
    assert program(scale=2.0, speed=[1.0, 1.0, 1.0])[0].tolist() == [4, 6, 8]
    assert program(**{"1": INPUTS[1], "arg0": INPUTS[0]})[0].tolist() == [4, 6, 8]
    with pytest.raises(TypeError, match="in order or by name"):
        program(INPUTS[0], scale=2.0)
    with pytest.raises(RunError, match="no argument 'other'"):
        program(other=1)


def test_inputs_are_given_as_run_takes_them() -> None:
    program, wanted = stablehlo_tools.compile(TEXT), [[4.0, 6.0, 8.0]]
    named = dict(zip(("speed", "scale"), INPUTS, strict=True))
    numbers: Any = [[1.0, 1.0, 1.0], 2.0]
    for results in (program(INPUTS), program(tuple(INPUTS)), program(named), program(numbers)):
        assert [each.tolist() for each in results] == wanted
    assert [each.tolist() for each in stablehlo_tools.run(TEXT, INPUTS)] == wanted


@pytest.mark.parametrize(
    ("type", "value"),
    [
        ("tensor<2xf32>", [1.0, 2.0]),
        ("tensor<1xf32>", [1.0]),
        ("tensor<1x1xf32>", [[1.0]]),
        ("tensor<f32>", 3.0),
    ],
)
def test_the_only_input_is_given_by_itself_or_in_a_list(type: str, value: Any) -> None:
    text = f"func.func @main(%x: {type}) -> {type} {{\n  return %x : {type}\n}}"
    program, array = stablehlo_tools.compile(text), np.array(value, np.float32)
    calls: list[Callable[[], Any]] = [
        lambda: program(value), lambda: program([value]), lambda: program(array), lambda: program([array]),
        lambda: stablehlo_tools.run(text, [value]), lambda: stablehlo_tools.run(text, array),
    ]  # fmt: skip
    assert [call()[0].tolist() for call in calls] == [value] * len(calls)


def test_the_signature_has_names_and_types() -> None:
    signature = stablehlo_tools.compile(TEXT).signature
    assert str(signature) == "(speed: tensor<3xf32>, scale: tensor<f32>) -> (tensor<3xf32>)"
    same = stablehlo_tools.compile(TEXT.replace("%scale: tensor<f32>", '%scale: tensor<f32> loc("speed")'))
    assert list(same.signature.inputs) == ["speed", "arg1"]


def test_what_is_known_of_a_program() -> None:
    program = stablehlo_tools.compile(TEXT)
    assert program.memory is not None
    assert program.memory.inputs == 16
    assert str(program.stats()) == str(stablehlo_tools.stats(TEXT))
    assert repr(program).startswith("<CompiledProgram @main(speed: ")


def test_what_does_not_verify_is_not_compiled() -> None:
    with pytest.raises(VerificationError):
        stablehlo_tools.compile(TEXT.replace("-> tensor<3xf32> {", "-> tensor<4xf32> {"))
    with pytest.raises(RunError, match="cannot find function `@other`"):
        stablehlo_tools.compile(TEXT, "other")
    with pytest.raises(EngineError, match="unknown engine `xlb`"):
        stablehlo_tools.compile(TEXT, engine="xlb")
    with pytest.raises(ValueError, match="max_steps"):
        stablehlo_tools.compile(TEXT, engine="xla", max_steps=3)


def test_limits_hold_for_each_call() -> None:
    program = stablehlo_tools.compile(TEXT, max_steps=2)
    for _ in range(2):
        with pytest.raises(RunError, match="step limit reached"):
            program(*INPUTS)
    with pytest.raises(RunError, match="out_of_memory"):
        stablehlo_tools.compile(TEXT, max_memory=4)


def test_results_belong_to_the_caller_and_inputs_stay() -> None:
    program = stablehlo_tools.compile("""
      func.func @main(%x: tensor<3xf32>, %y: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<f32>) {
        %0 = stablehlo.negate %x : tensor<3xf32>
        return %x, %0, %y : tensor<3xf32>, tensor<3xf32>, tensor<f32>
      }""")
    x, y = np.array([1, 2, 3], np.float32), np.array(4, np.float32)
    same, negative, scalar = program(x, y)
    for array in (same, negative, scalar):
        array += 10
    assert x.tolist() == [1, 2, 3]
    assert y == 4
    assert program(x, y)[0].tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    "value",
    [
        [1.0, 2.0, 3.0],
        np.array([1, 2, 3], ">f4"),
        np.array([1, 2, 3, 4, 5, 6], np.float32)[::2] * 0 + [1, 2, 3],
        np.ma.masked_array([1, 2, 3], dtype=np.float32),
    ],
    ids=["list", "other byte order", "strided", "subclass"],
)
def test_inputs_that_are_no_plain_arrays_are_converted(value: Any) -> None:
    program = stablehlo_tools.compile(TEXT)
    if isinstance(value, np.ndarray) and value.dtype == np.float64:
        value = value.astype(np.float32)
    assert program(value, 1.0)[0].tolist() == [2, 4, 6]


def test_wrong_inputs_are_errors() -> None:
    program = stablehlo_tools.compile(TEXT)
    for wrong in ([INPUTS[0]], [INPUTS[0].astype("f8"), INPUTS[1]], [INPUTS[0][:2], INPUTS[1]], [None, None]):
        with pytest.raises(RunError):
            program(*wrong)


def test_a_program_that_needs_its_process_has_it() -> None:
    program = stablehlo_tools.compile("""
      func.func @main() -> tensor<ui32> {
        %0 = stablehlo.partition_id : tensor<ui32>
        return %0 : tensor<ui32>
      }""")
    assert program()[0] == 0


def test_threads_share_a_program() -> None:
    program = stablehlo_tools.compile(TEXT)
    wrong = []

    def call(number: int) -> None:
        for _ in range(200):
            (result,) = program(INPUTS[0] * number, INPUTS[1])
            wrong.extend(
                [result] if result.tolist() != [2 * number + 2, 2 * number + 4, 2 * number + 6] else []
            )

    threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_an_engine_can_be_given_as_it_is(tmp_path: Path) -> None:
    with stablehlo_tools.compile(MODULE, engine=fake(tmp_path), timeout=60) as program:
        assert program(X)[0].tolist() == [2, 4, 6]
        assert program(arg0=[1.0, 2.0, 3.0])[0].tolist() == [2, 4, 6]
        assert program.memory is None
    with pytest.raises(EngineError, match="has ended"):
        program(X)


# --- run ------------------------------------------------------------------------------------------------


def test_a_module_is_compiled_once_for_many_runs(plans: list[str]) -> None:
    module = stablehlo_tools.parse(TEXT)
    for _ in range(3):
        assert stablehlo_tools.run(module, INPUTS)[0].tolist() == [4, 6, 8]
    assert plans == ["main"]
    stablehlo_tools.run(module, INPUTS, max_steps=100)
    stablehlo_tools.run(module, INPUTS)
    assert len(plans) == 2


def test_a_run_that_fails_leaves_nothing_behind() -> None:
    module = stablehlo_tools.parse(TEXT)
    for _ in range(2):
        with pytest.raises(RunError, match="expects 2 inputs"):
            stablehlo_tools.run(module, INPUTS[:1])
    assert stablehlo_tools.run(module, INPUTS)[0].tolist() == [4, 6, 8]


def test_a_module_that_nobody_holds_is_collected() -> None:
    module = stablehlo_tools.parse(TEXT)
    stablehlo_tools.run(module, INPUTS)
    reference = weakref.ref(module)
    del module
    gc.collect()
    assert reference() is None


def _operations(module: Module) -> dict[str, Operation]:
    return {each.name.partition(".")[2]: each for each in module.functions[0].walk()}


def _attributes(module: Module) -> None:
    constant = _operations(module)["constant"]
    constant.attributes = {"value": Dense.from_array(np.array([5, 5, 5], np.float32))}
    constant.template = None


def _operands(module: Module) -> None:
    ops = _operations(module)
    ops["multiply"].operands = [ops["add"].results[0]] * 2


def _returned(module: Module) -> None:
    ops = _operations(module)
    ops["return"].operands = [*ops["add"].results]


def _inserted(module: Module) -> None:
    ops = _operations(module)
    negated = clone(ops["add"])
    negated.operands = [ops["add"].results[0]] * 2
    insert_before([negated], ops["multiply"])
    ops["multiply"].operands = [negated.results[0], ops["multiply"].operands[1]]


def _erased(module: Module) -> None:
    ops = _operations(module)
    replace_all_uses(ops["add"].results[0], ops["constant"].results[0])
    erase(ops["add"])


def _renamed(module: Module) -> None:
    ops = _operations(module)
    ops["add"].name = "stablehlo.subtract"
    ops["add"].template = None


CHANGES: dict[Callable[[Module], None], list[int]] = {
    _attributes: [12, 12, 12],
    _operands: [4, 9, 16],
    _returned: [2, 3, 4],
    _inserted: [8, 12, 16],
    _erased: [2, 4, 6],
    _renamed: [0, -2, -4],
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_module_that_has_changed_is_compiled_anew(change: Callable[[Module], None]) -> None:
    module = stablehlo_tools.parse(TEXT)
    assert stablehlo_tools.run(module, INPUTS)[0].tolist() == [4, 6, 8]
    change(module)
    assert stablehlo_tools.run(module, INPUTS)[0].tolist() == CHANGES[change]


def test_a_module_that_has_become_invalid_is_not_executed() -> None:
    module = stablehlo_tools.parse(TEXT)
    stablehlo_tools.run(module, INPUTS)
    function = module.functions[0]
    text = stablehlo_tools.parse(TEXT.replace("-> tensor<3xf32> {", "-> tensor<4xf32> {"))
    function.attributes = {**function.attributes, "function_type": TypeAttribute(text.functions[0].type)}
    with pytest.raises(VerificationError):
        stablehlo_tools.run(module, INPUTS)


def test_moving_an_operation_to_another_block_is_a_change() -> None:
    module = stablehlo_tools.parse("""
      func.func @main(%x: tensor<i1>, %y: tensor<f32>) -> tensor<f32> {
        %0 = "stablehlo.if"(%x) ({
          stablehlo.return %y : tensor<f32>
        }, {
          %1 = stablehlo.negate %y : tensor<f32>
          stablehlo.return %1 : tensor<f32>
        }) : (tensor<i1>) -> tensor<f32>
        return %0 : tensor<f32>
      }""")
    state = ModuleState(module)
    assert state.is_of(module)
    branches = [region.blocks[0] for region in _operations(module)["if"].regions]
    branches[0].operations.append(branches[1].operations.pop(0))
    assert not state.is_of(module)


def test_a_custom_call_of_another_plugin_is_another_program() -> None:
    module = stablehlo_tools.parse("""
      func.func @main(%x: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.custom_call @acme.change(%x) : (tensor<f32>) -> tensor<f32>
        return %0 : tensor<f32>
      }""")
    for factor in (2, 3):
        with scope():
            stablehlo_tools.custom_call("acme.change")(lambda x, *_, factor=factor: x[0] * np.float32(factor))
            assert stablehlo_tools.run(module, [1.0])[0] == factor
    with pytest.raises(RunError, match="acme"):
        stablehlo_tools.run(module, [1.0])


def test_a_copy_of_a_module_has_no_programs() -> None:
    module = stablehlo_tools.parse(TEXT)
    stablehlo_tools.run(module, INPUTS)
    assert module.derived
    assert not clone(module).derived
    assert not copy.deepcopy(module.derived)
    assert not pickle.loads(pickle.dumps(module.derived))
