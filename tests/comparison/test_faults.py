"""Faults that are put into one operation: the comparison names this very operation."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import interpret
from stablehlo_tools.comparison.compare import compare
from stablehlo_tools.comparison.results import Comparison, Verdict
from stablehlo_tools.comparison.sides import EngineSide
from stablehlo_tools.interpret.plans.flatten import is_for_scalars
from stablehlo_tools.ir.operations import CALLS, Module, Operation
from stablehlo_tools.ir.types import TensorType
from tests.comparison import faulty
from tests.comparison.faulty import Array, Change, Fault, FaultyEngine, NumpyEngine
from tests.comparison.programs import CONTROL, CONTROL_INPUTS, TYPES, TYPES_INPUTS

pytestmark = pytest.mark.slow

MODELS = Path(__file__).resolve().parent.parent.parent / "testdata/models"


class Seen(NamedTuple):
    """An execution of an operation."""

    scope: str
    operands: Sequence[Any]
    results: Sequence[Any]


def executions(module: Module, inputs: Sequence[Array]) -> Mapping[Operation, list[Seen]]:
    """The executions of each operation, other than those in bodies of reductions and the like."""
    found: dict[Operation, list[Seen]] = defaultdict(list)

    def observe(seen: interpret.Observation) -> None:
        if not is_for_scalars(seen.scope.region):
            found[seen.operation].append(Seen(str(seen.scope), seen.operands, seen.results))

    interpret.execute(module, inputs, observer=interpret.Observer(observe))
    return found


def compared(module: Module, inputs: Sequence[Array], fault: Fault, mode: str = "auto") -> Comparison:
    return compare(
        EngineSide(module, FaultyEngine(fault)), EngineSide(module, NumpyEngine()), inputs, mode=mode
    )


def operation_of(module: Module, value: str) -> Operation:
    return next(operation for operation in module.walk() for each in operation.results if each.name == value)


# -- each place ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "change", "name"),
    [
        ("%exp", faulty.sign, "main/%exp"),
        ("%exp", faulty.one_nan, "main/%exp"),
        ("%zero", faulty.sign, None),  # the negative of zero is zero
        ("%scaled", faulty.rounding, "main/scale%called/%scaled"),
        ("%half", faulty.off_by_one, None),  # all elements are the same
        ("%half", faulty.one_nan, "main/scale%called/%half"),
        ("%sine", faulty.axis, "main/while%loop/body[0]/%sine"),
        ("%sum", faulty.off_by_one, "main/while%loop/body[0]/%sum"),
        ("%one", faulty.sign, None),  # the loop does not end
        ("%ten", faulty.sign, "main/while%loop/cond[0]/%ten"),
        ("%less", faulty.sign, "main/while%loop/cond[0]/%less"),
        ("%cosine", faulty.one_nan, "main/case%case/branches[1]/%cosine"),
        ("%doubled", faulty.sign, "main/case%case/branches[1]/%doubled"),
        ("%negated", faulty.sign, None),  # in the other branch
    ],
)
def test_the_operation_is_named_wherever_it_is(value: str, change: Change, name: str | None) -> None:
    module = stablehlo_tools.parse(CONTROL)
    operation = operation_of(module, value)
    fault = Fault(operation.name, operation.start, change)
    if value == "%one":
        with pytest.raises(stablehlo_tools.RunError, match="steps"):
            compared(module, CONTROL_INPUTS, fault)
        return
    found = compared(module, CONTROL_INPUTS, fault)
    if name is None:
        assert found.agrees
        return
    assert found.finding is not None
    assert (found.finding.row.name, found.finding.verdict) == (name, Verdict.WRONG_OP)
    assert found.finding.row.place == operation_place(operation)
    assert max(found.runs) <= 3


def operation_place(operation: Operation) -> str:
    assert operation.span is not None
    return ":".join(map(str, [operation.span.source.name, *operation.span.begin]))


@pytest.mark.parametrize("number", [0, 7, 9])
@pytest.mark.parametrize("is_fused", [False, True])
def test_the_iteration_is_named(number: int, is_fused: bool) -> None:
    module = stablehlo_tools.parse(CONTROL)
    operation = operation_of(module, "%sine")
    operand = executions(module, CONTROL_INPUTS)[operation][number].operands[0]
    fault = Fault(operation.name, operation.start, faulty.sign, operand=operand, is_fused=is_fused)
    found = compared(module, CONTROL_INPUTS, fault)
    assert found.finding is not None
    assert found.finding.row.name == f"main/while%loop/body[{number}]/%sine"
    verdict = Verdict.ONLY_UNMARKED if is_fused else Verdict.WRONG_OP
    assert found.finding.verdict is verdict


def test_what_no_result_depends_on_is_found_among_all_values() -> None:
    module = stablehlo_tools.parse(CONTROL)
    operation = operation_of(module, "%unused")
    fault = Fault(operation.name, operation.start, faulty.rounding)
    assert compared(module, CONTROL_INPUTS, fault).agrees
    for mode in ("all", "isolated", "accumulated"):
        finding = compared(module, CONTROL_INPUTS, fault, mode).finding
        assert finding is not None
        assert finding.row.name == "main/%unused"


def test_a_fault_within_a_loop_whose_results_agree_is_found_among_all_values() -> None:
    text = CONTROL.replace("stablehlo.return %next, %sum", "stablehlo.return %next, %x")
    module = stablehlo_tools.parse(text)
    operation = operation_of(module, "%sine")
    fault = Fault(operation.name, operation.start, faulty.sign)
    assert compared(module, CONTROL_INPUTS, fault).agrees
    finding = compared(module, CONTROL_INPUTS, fault, "all").finding
    assert finding is not None
    assert finding.row.name == "main/while%loop/body[0]/%sine"


@pytest.mark.parametrize("mode", ["all", "isolated"])
@pytest.mark.parametrize("value", re.findall(r"  (%\w+) = ", TYPES))
def test_values_of_all_types_are_compared(value: str, mode: str) -> None:
    module = stablehlo_tools.parse(TYPES)
    a, b = (EngineSide(module, NumpyEngine()) for _ in range(2))
    assert compare(a, b, TYPES_INPUTS, mode=mode).agrees
    operation = operation_of(module, value)
    fault = Fault(operation.name, operation.start, faulty.off_by_one)
    finding = compared(module, TYPES_INPUTS, fault, mode).finding
    assert finding is not None
    assert finding.row.name == f"main/{value}"


# -- at random, in models -----------------------------------------------------------------------

NUMPY: Mapping[Change, Callable[[Array], Array]] = {
    faulty.sign: lambda x: ~x if x.dtype == np.bool_ else -x,
    faulty.axis: np.flip,
    faulty.rounding: lambda x: x.astype(ml_dtypes.bfloat16).astype(x.dtype),
    faulty.off_by_one: lambda x: np.roll(x, -1, next(i for i, size in enumerate(x.shape) if size > 1)),
    faulty.one_nan: lambda x: np.where(np.arange(x.size).reshape(x.shape) == 0, np.nan, x),
}


def is_effective(change: Change, array: Array) -> bool:
    """Whether a change is one of values, beyond what rounding errors may be."""
    with np.errstate(all="ignore"):
        changed = NUMPY[change](array)
        if np.array_equal(array, changed, equal_nan=array.dtype.kind in "fc"):
            return False
        return change is not faulty.rounding or np.abs(changed - array).max() > 1e-4 * np.abs(array).max()


def random_fault(seen: Mapping[Operation, list[Seen]], rng: random.Random) -> tuple[Fault, str] | None:
    """A fault, and the name of the value; None if it would change nothing."""
    operations = [each for each in seen if each.results and each.name not in CALLS]
    operation = rng.choice(operations)
    number = rng.randrange(len(operation.results))
    value = operation.results[number]
    execution = rng.choice(seen[operation])
    if not isinstance(value.type, TensorType):
        return None
    change = rng.choice(faulty.changes(value))
    if not is_effective(change, execution.results[number]):
        return None
    return Fault(operation.name, operation.start, change, number), f"{operation.start} {value.name}"


def ends(module: Module, inputs: Sequence[Array], fault: Fault) -> bool:
    """Whether a program with a fault ends: its loops may not."""
    try:
        EngineSide(module, FaultyEngine(fault)).outputs(inputs)
    except stablehlo_tools.RunError:
        return False
    return True


@pytest.mark.parametrize("model", ["mlp", "scan", "sort", "linalg"])
@pytest.mark.parametrize("seed", range(3))
def test_a_fault_in_a_model_is_named(model: str, seed: int) -> None:
    module = stablehlo_tools.load(MODELS / f"{model}.mlir")
    with np.load(MODELS / f"{model}.inputs.npz", allow_pickle=False) as stored:
        inputs = [stored[name] for name in stored.files]
    seen, rng = executions(module, inputs), random.Random(f"{model} {seed}")
    made = None
    while made is None or not ends(module, inputs, made[0]):
        made = random_fault(seen, rng)
    fault, value = made
    found = compared(module, inputs, fault)
    found = compared(module, inputs, fault, "all") if found.agrees else found
    assert found.finding is not None
    row = found.finding.row
    assert row.operation is not None
    assert f"{row.operation.start} {row.name.rpartition('/')[2]}" == value
    assert max(found.runs) <= 3
