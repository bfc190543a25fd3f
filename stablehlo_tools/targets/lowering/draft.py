"""A program that is being lowered: a copy, in which each operation is replaced after a check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from stablehlo_tools.dataflow.module_index import shared_index
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.edit import defining_op, set_arguments
from stablehlo_tools.ir.operations import Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.random import NUMBERS
from stablehlo_tools.ops.targets import unique_part
from stablehlo_tools.rewrite.extract import standalone
from stablehlo_tools.rewrite.outline import outline, used_values
from stablehlo_tools.rewrite.replacing import replace_operations
from stablehlo_tools.rewrite.rewriter import REFINE, Match, Replacement, Rewrite, build_replacement
from stablehlo_tools.targets.lowering.check import RANDOM, Claim, ClaimVerdict, check_functions

_MOST_ELEMENTS = 1 << 12  # of a constant that is part of what is compared; others are given as inputs


@dataclass
class Draft:
    """A copy of a program, `module`, to be changed in place.

    Operations that are `kept` by name, or that `selects` rejects, are left alone. Loops of up to
    `unroll` iterations may be unrolled. `verdicts` are the verdicts on replacements, by the code of the
    lowering; `faults` are replacements that compute something else, which are not made.
    """

    module: Module
    entry: str
    kept: frozenset[str] = frozenset()
    unroll: int = 0
    selects: Callable[[Operation], bool] = lambda operation: True
    verdicts: dict[str, Counter[str]] = field(default_factory=dict)
    faults: list[tuple[str, Operation, ClaimVerdict]] = field(default_factory=list)
    cache: dict[str, ClaimVerdict] = field(default_factory=dict)

    @property
    def function(self) -> Function:
        """The function to be called from outside."""
        return require_function(self.module, self.entry)

    def is_open(self, operation: Operation) -> bool:
        """Whether an operation may be rewritten."""
        return not is_kept(operation, self.kept) and self.selects(operation)

    def operations(self) -> Iterator[Operation]:
        """All operations that may be rewritten."""
        return (operation for operation in self.module.walk() if self.is_open(operation))

    def replace(self, code: str, choose: Callable[[Match], Rewrite | None]) -> int:
        """Replace each operation for which there is a rewrite, and return their number.

        Operations of a replacement are not replaced in turn; the regions of others are gone through. What is
        known of values before holds meanwhile: replacements compute the same.
        """
        functions = self.module.declared

        def replacement_of(operation: Operation) -> Replacement | None:
            match = Match(operation, functions)
            rewrite = choose(match) if self.is_open(operation) else None
            return None if rewrite is None else self._checked(code, match, rewrite)

        with shared_index(self.module):
            # one by one, as checks of callers need functions that are whole
            return sum(replace_operations(root, replacement_of) for root in self.module.body.operations)

    def _checked(self, code: str, match: Match, rewrite: Rewrite) -> Replacement | None:
        """The replacement of an operation, if it computes the same."""
        operation = match.operation
        inputs = _inputs(operation)
        before = self._part(operation.results, inputs)
        new = build_replacement(match, rewrite.build, is_refining=rewrite.stage == REFINE)
        if new is None or [value.type for value in new.values] != match.types:
            return None
        after = self._part(list(new.values), inputs)
        key = f"{rewrite.text}\n{before}"
        if key not in self.cache:
            unique = unique_part(match.attributes) if rewrite.is_up_to_signs else None
            domain = rewrite.domain if len(inputs) == len(operation.operands) else None  # of all, if of any
            claim = Claim(rewrite.is_exact, rewrite.ulp, rewrite.tolerance, domain=domain, unique=unique)
            functions = before.functions[-1], after.functions[-1]
            self.cache[key] = RANDOM if draws(operation) else check_functions(*functions, claim)
        if self.accepts(code, operation, self.cache[key]):
            return new
        for region in operation.regions:  # a replacement takes the regions
            region.operation = operation
        return None

    def accepts(self, code: str, operation: Operation, verdict: ClaimVerdict, count: int = 1) -> bool:
        """Whether a change may be made, which is noted; a change that is not correct is a fault of ours."""
        if verdict.is_wrong:
            if not any((name, faulty) == (code, operation) for name, faulty, _ in self.faults):
                self.faults.append((code, operation, verdict))
            return False
        self.verdicts.setdefault(code, Counter())[verdict.how] += count
        return True

    def change(self, code: str, edit: Callable[[Draft], int], claim: Claim) -> int:
        """Edit the program as a whole, if it computes the same; return how many operations changed."""
        tried = replace(self, module=clone(self.module))
        count = edit(tried)
        if not count:
            return 0
        verdict = check_functions(self.function, tried.function, claim)
        if not self.accepts(code, self.function, verdict, count):
            return 0
        self.module = tried.module
        return count

    def _part(self, values: Sequence[Value], inputs: Sequence[Value]) -> Module:
        """The program that computes values from others."""
        function, free = outline(values, "main", inputs)
        _take_all(function, free, inputs)
        return standalone(function, self.module)


def _take_all(function: Function, free: Sequence[Value], inputs: Sequence[Value]) -> None:
    """Give a function, whose arguments are for some values, arguments for all `inputs`, in order."""
    body = function.body
    if body is None or len(free) == len(inputs):
        return
    arguments = dict(zip(free, body.arguments, strict=True))
    set_arguments(body, [arguments.get(value) or Value(value.type, value.name, body, 0) for value in inputs])
    function.type = body.signature


def draws(operation: Operation) -> bool:
    """Whether an implementation may draw any numbers."""
    op = OPS.get(operation.name)
    return op is not None and any(choice.code is NUMBERS for choice in op.numerics.leaves_open)


def drop(operation: Operation) -> None:
    """Take an operation, whose results have no uses left, out of its block."""
    block = operation.block
    assert block is not None
    block.operations = [other for other in block.operations if other is not operation]
    operation.block = None


def _inputs(operation: Operation) -> list[Value]:
    """The values that an operation needs, without small constants and iotas, which rewrites look at."""
    return [value for value in dict.fromkeys(used_values(operation)) if not _is_known(value)]


def _is_known(value: Value) -> bool:
    """Whether a value is a small constant, or an iota."""
    constant = constant_of(value)
    if constant is not None:
        return constant.array.size <= _MOST_ELEMENTS
    return defining_op(value, "stablehlo.iota") is not None


def is_kept(operation: Operation, names: frozenset[str]) -> bool:
    """Whether an operation has one of these names."""
    return bool(names) and not names.isdisjoint(names_of(operation))


def names_of(operation: Operation) -> set[str]:
    """The names by which an operation can be kept: of its op, results, what it calls, and its composite."""
    attributes = operation.attributes
    names = {operation.name, operation.name.removeprefix("stablehlo."), callee_of(operation)}
    names |= {str(attributes.get(name)) for name in ("name", "call_target_name") if name in attributes}
    return names | {value.name for value in operation.results}
