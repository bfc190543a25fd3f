"""Divisions by what can be zero, and logarithms of it: which those are, and where they do no harm."""

from __future__ import annotations

import itertools
from typing import Final

from stablehlo_tools.ir import Operation
from stablehlo_tools.linter.exponentials import is_sum_of_exponentials, underflows
from stablehlo_tools.linter.program import Program
from stablehlo_tools.linter.ranges import range_of
from stablehlo_tools.linter.terms import Term
from stablehlo_tools.ops.registry import OPS


def is_chosen_from(operation: Operation, program: Program) -> bool:
    """Whether what an operation gives goes on only where it is compared, or selected by what inputs say."""
    pending = [Term(program, operation.results[0], ())]
    seen = {*pending}
    for term in pending:
        users = list(itertools.islice(term.uses(), _MOST_FOLLOWED + 1))
        if not 0 < len(users) <= _MOST_FOLLOWED:
            return False
        for user, index, calls in users:
            is_branch = user.name == "stablehlo.select" and index > 0
            if is_branch and Term.of(program, user.operands[0], calls).reads_inputs:
                continue
            if (user.name in _ASKING and not is_branch) or _cuts_infinity(user, operation, program):
                continue
            op = OPS.get(user.name)
            if is_branch or op is None or not op.elementwise or len(pending) > _MOST_FOLLOWED:
                return False
            found = Term.of(program, user.results[0], calls)
            pending += [found] if found not in seen else []
            seen.add(found)
    return True


_ASKING: Final = frozenset({"stablehlo.compare", "stablehlo.is_finite", "stablehlo.select"})
_MOST_FOLLOWED = 1 << 8


def _cuts_infinity(user: Operation, operation: Operation, program: Program) -> bool:
    """Whether a minimum or a maximum makes a finite number of what is infinite, and never NaN, at zero."""
    if operation.name == "stablehlo.log":
        return user.name == "stablehlo.maximum"
    if user.name != "stablehlo.minimum" or operation.name != "stablehlo.divide":
        return False
    return range_of(Term.of(program, operation.operands[0])).is_positive


def zero_in(operation: Operation, divisor: Term) -> str:
    """What can be zero in what is divided by, or taken the logarithm of."""
    type = divisor.element_type
    if divisor.constant is not None and bool((divisor.constant == 0).any()):
        return "a constant that is zero"
    if type is None or type.kind not in ("float", "complex"):
        return ""
    is_logarithm = operation.name == "stablehlo.log"
    if is_logarithm and (name := underflows(divisor)):
        return f"a {name}, which underflows to zero"
    if range_of(divisor).ends_at_zero or (type.kind == "complex" and _is_magnitude(divisor)):
        return "" if is_logarithm and is_sum_of_exponentials(divisor) else "what can be exactly zero"
    return ""


def _is_magnitude(term: Term) -> bool:
    """Whether a complex number is the absolute value of one."""
    return term.name in ("complex", "convert") and all(range_of(each).ends_at_zero for each in term.operands)
