"""Binding: turns each instruction of a flat function into a step over the slots of a frame, with its kernel.

Parameters and constants have slots from the start, other variables from the instruction that defines them.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from stablehlo_tools.interpret.arrays import LARGE, as_array, read_only
from stablehlo_tools.interpret.checks.operand_checks import check_limit
from stablehlo_tools.interpret.checks.result_checks import with_checks
from stablehlo_tools.interpret.grid.processes import with_process
from stablehlo_tools.interpret.plans import steps
from stablehlo_tools.interpret.plans.counting import count_iteration, count_iterations, count_step
from stablehlo_tools.interpret.plans.flat import FlatFunction, Instruction
from stablehlo_tools.interpret.plans.flatten import is_round
from stablehlo_tools.interpret.plans.kernels import ufunc_of
from stablehlo_tools.interpret.plans.liveness import Liveness, may_share_memory
from stablehlo_tools.interpret.plans.memory import MemorySnapshot, memory_usage, with_invariants
from stablehlo_tools.interpret.plans.plan import Invariants, Plan
from stablehlo_tools.interpret.plans.steps import Fetch, Frame, Getter, Kernel, Step
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import byte_size
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.stablehlo.control import BRANCHES, CONTROL, LOOP

if TYPE_CHECKING:
    from stablehlo_tools.interpret.plans.compiler import Compiler


def bind(compiler: Compiler, body: FlatFunction, invariants: FlatFunction | None = None) -> Plan:
    """The plan that executes `body`, with what computes its invariants if it is that of a loop."""
    binding = _Binding(compiler, body)
    plan = binding.plan()
    if invariants is not None:
        before = bind(compiler, invariants)
        plan.invariants = Invariants(before, binding.slots_of(invariants.results))
        plan.memory_usage = with_invariants(plan.memory_usage, before.memory_usage)
    return plan


class _Binding:
    def __init__(self, compiler: Compiler, body: FlatFunction) -> None:
        self.compiler = compiler
        self.body = body
        self.is_vectorized = body.is_vectorizable
        self.liveness = Liveness(body, compiler.result_aliases)
        self.in_place: set[int] = set()
        self.plain: dict[object, Kernel] = {}  # those of up to three operands that allocate their result
        self.frame: Frame = [None] * body.parameters
        self.slots = {variable: variable for variable in range(body.parameters)}
        for variable, array in body.constants.items():
            self.frame[self.slot(variable)] = read_only(as_array(array)) if self.is_vectorized else array

    def slot(self, variable: int) -> int:
        if variable not in self.slots:
            self.slots[variable] = len(self.frame)
            self.frame.append(None)
        return self.slots[variable]

    def slots_of(self, variables: Iterable[int]) -> list[int]:
        return [self.slots[variable] for variable in variables]

    def plan(self) -> Plan:
        pairs: list[tuple[Step, Operation]] = []
        observer, block = self.compiler.observer, self.body.end.block
        is_limited = self.compiler.options.is_limited
        if observer and block:
            pairs.append((observer.entering(block.region), self.body.end))
        if is_limited and block and is_round(block.region):
            pairs.append((count_iteration(block.region.operation), self.body.end))
        releases = self.liveness.releases(of_domain=self.compiler.domain is not None)
        for index, instruction in enumerate(self.body.instructions):
            results = [self.slot(variable) for variable in instruction.results]
            step = self.step(index, instruction, results)
            if self.compiler.is_checked and not self.is_vectorized:
                step = self.checked(step, index, instruction, results)
            if observer:
                operands = self.slots_of(instruction.operands)
                step = observer.observe_step(step, instruction.operation, operands, results)
            if is_limited:
                is_loop = instruction.operation.name == LOOP
                count = count_iterations if is_loop else count_step
                step = count(step, instruction.operation)
            pairs.append((step, instruction.operation))
            if index in releases:
                pairs.append((steps.release(self.slots_of(releases[index])), instruction.operation))
        shared = set(self.slots_of(self.liveness.read_only_results()))
        if shared:
            pairs.append((steps.make_read_only(sorted(shared)), self.body.end))
        if observer:
            pairs.append((observer.leaving(), self.body.end))
        return Plan(
            frame=self.frame,
            steps=[step for step, _ in pairs],
            operations=[operation for _, operation in pairs],
            results=steps.read_all(self.slots_of(self.body.results)),
            result_aliases=self.liveness.result_aliases(),
            is_vectorizable=self.is_vectorized,
            memory_usage=memory_usage(self.body, self.liveness, self.in_place, self.inner),
        )

    def inner(self, instruction: Instruction) -> list[MemorySnapshot]:
        """The peak-memory snapshots of the functions and regions that an instruction executes."""
        if instruction.callee is not None:
            return [self.compiler.plan(instruction.callee).memory_usage.peak]
        if instruction.operation.name not in CONTROL:
            return []
        return [self.compiler.region(each).plan.memory_usage.peak for each in instruction.operation.regions]

    def checked(self, step: Step, index: int, instruction: Instruction, results: Sequence[int]) -> Step:
        kept = [self.slots[v] for v in instruction.operands if not self.liveness.is_free(index, v)]
        types = [self.body.types[variable] for variable in instruction.results]
        may_share = instruction.op is None or may_share_memory(instruction.op)
        return with_checks(step, list(zip(results, types, strict=True)), kept, may_share=may_share)

    def step(self, index: int, instruction: Instruction, results: Sequence[int]) -> Step:
        if instruction.callee is not None:
            plan = self.compiler.plan(instruction.callee)
            operands = self.fetch_donated(index, instruction.operands)
            return steps.apply_any(plan, operands, results, several=True)
        assert instruction.op is not None
        step = self.kernel_step(index, instruction, instruction.op, results)
        limit = self.compiler.options.max_memory
        values = (*instruction.operands, *instruction.results)
        if limit is None or all(math.isfinite(byte_size(self.body.types[variable])) for variable in values):
            return step
        slots = self.slots_of(instruction.operands)
        return check_limit(limit, step, instruction.op, instruction.operation, slots)

    def kernel_step(self, index: int, instruction: Instruction, op: Op, results: Sequence[int]) -> Step:
        key = self.compiler.shared_key(instruction.operation)
        plain = self.plain.get(key)
        if plain is not None:
            return steps.apply(plain, self.slots_of(instruction.operands), results[0])
        kernel = self.compiler.kernel(op, instruction.operation, is_vectorized=self.is_vectorized)
        if op.takes_process:
            kernel = with_process(kernel, instruction.operation)
        candidates = self.reusable(instruction, op)
        groups = operand_groups(op, instruction.operation, self.slots_of(instruction.operands))
        several = op.has_multiple_results
        simple = [group for group in groups if isinstance(group, int)]
        free = self.free(index, instruction, op, candidates)
        if not (several or free or op.regions) and len(simple) == len(groups) <= 3:
            if not (candidates or op.takes_process):
                self.plain[key] = kernel
            return steps.apply(kernel, simple, results[0])
        if any(self.compiler.region(region).owns for region in instruction.operation.regions):
            fetch = steps.as_variadic(self.fetch_donated(index, instruction.operands))
        else:
            fetch = steps.read_groups(groups)
        if op.regions:
            regions = self.regions(index, op, instruction)
            if any(instruction.captures) or op.name in CONTROL:
                kernel, fetch = steps.with_regions(kernel, regions, fetch)
            else:
                kernel = functools.partial(kernel, **{name: get([]) for name, get in regions.items()})
        if free:
            self.in_place.add(index)
            return steps.apply_in_place(kernel, fetch, free, results[0], several=several)
        return steps.apply_any(kernel, fetch, results, several=several)

    def reusable(self, instruction: Instruction, op: Op) -> Sequence[int]:
        """The operands whose memory the kernel can reuse for the result, if nothing else needs it."""
        operation = instruction.operation
        domain = self.compiler.domain
        if self.compiler.is_as_written or (domain is not None and not domain.reuses):
            return ()
        if len(instruction.results) != 1:
            return ()
        if op.elementwise and byte_size(operation.results[0].type) < LARGE:
            return ()
        if op.execution.in_place is not None:
            position = [operand.name for operand in op.operands].index(op.execution.in_place)
            return instruction.operands[position : position + 1]
        return instruction.operands if ufunc_of(op, operation) is not None else ()

    def free(self, index: int, instruction: Instruction, op: Op, candidates: Sequence[int]) -> list[int]:
        """The slots of the candidates whose memory nothing else needs."""
        return [
            self.slots[variable]
            for variable in candidates
            if variable not in self.body.constants
            and self.body.types[variable] == instruction.operation.results[0].type
            and self.liveness.is_free(index, variable)
            and (op.elementwise or not self.liveness.shares(instruction, variable))
        ]

    def fetch_donated(self, index: int, variables: Sequence[int]) -> Fetch:
        donated = set(self.slots_of(self.liveness.donated[index]))
        return steps.pass_arguments(self.slots_of(variables), donated)

    def regions(self, index: int, op: Op, instruction: Instruction) -> dict[str, Getter]:
        """The regions of an op by name, as functions of the frame that binds their captured values."""
        getters = []
        for captures, region in zip(instruction.captures, instruction.operation.regions, strict=True):
            if instruction.operation.name in BRANCHES:
                fetch = self.fetch_donated(index, captures)
            else:
                fetch = steps.read_all(self.slots_of(captures))
            getters.append(self.compiler.region(region).bind(fetch if captures else None))
        if len(op.regions) == 1 and op.regions[0].rule.variadic:
            (name, _), *_ = op.regions
            return {name: lambda frame: [get(frame) for get in getters]}
        return {name: getter for (name, _), getter in zip(op.regions, getters, strict=True)}
