"""Loop invariants: what each iteration would compute anew from values that are the same in all of them.

It is computed once, before the first iteration. So are narrow floats in the type in which a kernel computes:
weights of a recurrent network, for example, which are factors of a product in each iteration.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from stablehlo_tools.interpret.plans.flat import FlatFunction, Instruction
from stablehlo_tools.interpret.plans.liveness import may_share_memory
from stablehlo_tools.interpret.plans.retyped import on_types
from stablehlo_tools.ir.arrays import dtype_of, element_type_of
from stablehlo_tools.ir.clone import create_at
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.convert import CONVERT


def hoist(body: FlatFunction) -> FlatFunction | None:
    """Move the invariants out of the body of a loop, where they become constants without a value.

    The result is the function from the parameters of the body to the invariants; None if there are none.
    """
    known = {*body.constants, *range(len(body.results), body.parameters)}
    known.update(variable for variable, result in enumerate(body.results) if variable == result)
    returned = _shared_with_results(body)
    moved: list[Instruction] = []
    kept: list[Instruction] = []
    widened: dict[int, int] = {}
    for instruction in body.instructions:
        if known.issuperset(instruction.operands) and _is_movable(instruction, returned):
            known.update(instruction.results)
            moved.append(instruction)
        else:
            moved += _widen(body, instruction, known, widened)
            kept.append(instruction)
    read = {variable for instruction in kept for variable in instruction.reads}
    results = tuple(v for instruction in moved for v in instruction.results if v in read)
    if not results:
        return None
    constants = dict(body.constants)
    body.instructions = kept
    body.constants = {**constants, **dict.fromkeys(results)}
    return FlatFunction(
        body.end,
        is_of_kernel=False,
        types=body.types,
        parameters=body.parameters,
        borrowed=body.parameters,
        constants=constants,
        instructions=moved,
        results=results,
    )


def _shared_with_results(body: FlatFunction) -> set[int]:
    """The variables whose memory a result may share."""
    shared = set(body.results)
    for instruction in reversed(body.instructions):
        op = instruction.op
        may_share = op is None or bool(instruction.captures) or may_share_memory(op)
        if may_share and not shared.isdisjoint(instruction.results):
            shared.update(instruction.reads)
    return shared


def _is_movable(instruction: Instruction, returned: Collection[int]) -> bool:
    """Whether the results depend on nothing but the operands, and are not returned."""
    op = instruction.op
    if op is None or op.regions or op.has_effects or op.takes_process or not instruction.operands:
        return False
    is_function = op.elementwise or bool(op.numerics.moves) or op.numerics.accumulates
    return is_function and not any(variable in returned for variable in instruction.results)


def _widen(
    body: FlatFunction, instruction: Instruction, known: Collection[int], widened: dict[int, int]
) -> Iterator[Instruction]:
    """Give an instruction the known operands in their compute types; the conversions to these that are new.

    `widened` has the variable of each operand that is converted.
    """
    op, operands = instruction.op, list(instruction.operands)
    if op is None or not op.execution.takes_wide:
        return
    for position, variable in enumerate(operands):
        wide = _wide_type(body.types[variable]) if variable in known else None
        if wide is None:
            continue
        if variable not in widened:
            body.types.append(wide)
            widened[variable] = len(body.types) - 1
            yield _conversion(instruction, position, wide, widened[variable])
        operands[position] = widened[variable]
    if operands != list(instruction.operands):
        types = [body.types[variable] for variable in operands]
        instruction.operation = on_types(instruction.operation, types)
        instruction.operands = tuple(operands)


def _wide_type(type: Type) -> TensorType | None:
    """The type of narrow floats in their compute type; None for anything else."""
    if not isinstance(type, TensorType) or type.element_type.kind != "float":
        return None
    wide = COMPUTE_DTYPES.get(dtype_of(type.element_type))
    return None if wide is None else type.of(element_type_of(wide))


def _conversion(user: Instruction, position: int, type: TensorType, result: int) -> Instruction:
    operation = user.operation
    value = operation.operands[position]
    convert = create_at(operation, CONVERT, [value], {})
    convert.results = [Value(type, value.given_name, convert, 0)]
    convert.block = operation.block
    return Instruction(convert, (user.operands[position],), (), (result,), OPS[CONVERT])
