"""Extracts parts of a program as programs, with their inputs and outputs in a run."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.formats.cases.case import Case
from stablehlo_tools.interpret import Observation, Observe
from stablehlo_tools.interpret.checks.inputs import Inputs, convert_inputs
from stablehlo_tools.interpret.plans.flatten import is_for_scalars
from stablehlo_tools.ir.constants import is_constant
from stablehlo_tools.ir.operations import TERMINATORS, UNKNOWN_LOCATION, Module, Operation, Value
from stablehlo_tools.rewrite.arguments import erase_arguments, replace_by_constant
from stablehlo_tools.rewrite.extract import Extract, extract
from stablehlo_tools.rewrite.lookup import find_operation, find_value
from stablehlo_tools.rewrite.outline import used_values
from stablehlo_tools.text.source_frames import Places

_EXECUTION = re.compile(r"\[\d+\]")


def extract_values(
    module: Module,
    entry: str,
    results: Sequence[str],
    arguments: Sequence[str] = (),
    inputs: Inputs | None = None,
) -> Case:
    """The case that computes `results` from `arguments` and what `entry` takes, named as for `find_value`.

    With `inputs` of `entry`, the program is run, and the case has the arrays of these values. Raises
    `UnknownValue`; `RunError` if the run fails, or does not compute the results.
    """
    if not results:
        raise ValueError("missing value to extract")
    values = [find_value(module, name, entry) for name in results]
    part = extract(module, values, [find_value(module, name, entry) for name in arguments])
    return _case(module, entry, part, values, results, inputs)


def extract_operation(module: Module, entry: str, name: str, inputs: Inputs | None = None) -> Case:
    """The case of one operation, whose operands are its arguments; see `find_operation` for names.

    `inputs` and errors as for `extract_values`.
    """
    operation = find_operation(module, name, entry)
    part = _extract_operation(module, operation)
    return _case(module, entry, part, operation.results, [name], inputs, _facts(module, operation))


def with_constants(case: Case) -> Case:
    """The case with its inputs as constants. Raises ValueError for a token or an input of dynamic shape."""
    function = case.function
    assert case.inputs is not None
    for value, array in zip(list(function.arguments), case.inputs, strict=True):
        if array is None:
            raise ValueError(f"{value.name} is a token, which cannot be a constant")
        replace_by_constant(value, array)
    erase_arguments(function, set(range(len(function.arguments))))
    return Case(case.module, case.entry, (), case.outputs, (), case.facts)


def extract_each_operation(
    module: Module, entry: str, inputs: Inputs, take: Callable[[Case], None]
) -> list[Operation]:
    """Call `take` with a case of each distinct operation, when a run of `entry` first executes it.

    Operations are the same if their programs are, whatever the values of their operands. Constants, calls and
    terminators are left out, and so are the bodies of reductions and the like, which are part of their op.
    Returns the operations with tokens, which no case can have. Raises `RunError`.
    """
    known: dict[Operation, str] = {}
    seen: set[str] = set()
    skipped: dict[Operation, None] = {}

    def observe(observation: Observation) -> None:
        latest(observation)
        operation = observation.operation
        if operation in known or not _is_distinct(observation):
            return
        part = _extract_operation(module, operation)
        text = known[operation] = _anonymous(part)
        if text in seen:
            return
        arrays = latest.arrays_of(part.arguments)
        if any(array is None for array in (*arrays, *observation.results)):
            skipped[operation] = None
            return
        seen.add(text)
        names = [value.name for value in part.arguments]
        take(
            Case(
                part.module,
                part.function.symbol,
                arrays,
                observation.results,
                names,
                _facts(module, operation),
            )
        )

    latest = _Latest(module, entry, inputs)
    _run(module, entry, inputs, observe)
    return list(skipped)


def _is_distinct(observation: Observation) -> bool:
    operation = observation.operation
    is_left_out = operation.name in (*TERMINATORS, "func.call") or is_constant(operation)
    return not is_left_out and not is_for_scalars(observation.scope.region)


def _extract_operation(module: Module, operation: Operation) -> Extract:
    """The program of one operation; each value that it uses is an argument, in the order of its operands."""
    return extract(module, operation.results, list(dict.fromkeys(used_values(operation))))


def _anonymous(part: Extract) -> str:
    """The text of a program without locations, which are removed."""
    for operation in part.module.walk():
        operation.location = UNKNOWN_LOCATION
    return str(part.module)


def _facts(module: Module, operation: Operation) -> dict[str, Any]:
    return {"op": operation.name, "place": str(Places(module).locate(operation))}


_NOT_EXECUTED = Code(
    "not_executed",
    "The run does not execute the operation whose arrays are to be extracted: it is in a branch that is not "
    "taken, or in an iteration that a loop does not reach.",
    "Provide inputs for which it is executed, or extract the program without arrays.",
    command="extract --op %1 --random --constants",
)


def _case(
    module: Module,
    entry: str,
    part: Extract,
    values: Sequence[Value],
    names: Sequence[str],
    inputs: Inputs | None,
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> Case:
    called = [value.name for value in part.arguments]
    if inputs is None:
        return Case(part.module, part.function.symbol, names=called, facts=facts)
    latest = _Latest(module, entry, inputs)
    scopes = itertools.cycle(map(_scope, names))  # one name is that of an operation with all of the values
    missing = dict(zip([value.owner for value in values], scopes, strict=False))

    def observe(observation: Observation) -> None:
        latest(observation)
        scope = missing.get(observation.operation)
        if scope is not None and f"/{observation.scope}".endswith(f"/{scope}" if scope else ""):
            del missing[observation.operation]
            if not missing:
                raise _EndOfRun

    _run(module, entry, inputs, observe)
    if missing or not values:
        message = f"{', '.join(names)} is not computed in this run"
        raise RunError(
            Diagnostic(_NOT_EXECUTED, message, None, helps=("it is in a branch that is not taken",))
        )
    arrays = latest.arrays_of(part.arguments), latest.arrays_of(values)
    return Case(part.module, part.function.symbol, *arrays, called, facts)


def _scope(name: str) -> str:
    """The execution of a region that a name is of, such as `while%7/body[3]`; empty for any."""
    path = name.rpartition("/")[0]
    return path if _EXECUTION.search(path) else ""


class _Latest:
    """The array of each value when it was last observed, as a result, as an operand or as an argument."""

    def __init__(self, module: Module, entry: str, inputs: Inputs) -> None:
        function = module.function(entry)
        assert function is not None
        self._arrays: dict[Value, Any] = dict(
            zip(function.arguments, convert_inputs(function, inputs), strict=True)
        )

    def __call__(self, observation: Observation) -> None:
        """Keep the arrays of an operation."""
        operation = observation.operation
        self._arrays.update(zip(operation.operands, observation.operands, strict=True))
        self._arrays.update(zip(operation.results, observation.results, strict=True))

    def arrays_of(self, values: Sequence[Value]) -> list[Any]:
        """The arrays of values, all of them computed."""
        return [self._arrays[value] for value in values]


class _EndOfRun(Exception):
    """Ends a run."""


def _run(module: Module, entry: str, inputs: Inputs, observe: Observe) -> None:
    """Run a program; `observe` is told of the operations of its first process."""

    def observe_first(observation: Observation) -> None:
        if observation.process == (0, 0):
            observe(observation)

    program = interpret.compile(module, entry, observer=interpret.Observer(observe_first))
    with contextlib.suppress(_EndOfRun):
        program(inputs)
