"""What an op does, what a rule asks for, what the code of a diagnostic means."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, closest
from stablehlo_tools.explanations.codes import CODES
from stablehlo_tools.explanations.facts import (
    OTHER,
    CodeExplanation,
    Explanation,
    LintExplanation,
    RuleExplanation,
    by_dialect,
    code_explanation,
    lint_explanation,
    op_explanation,
    rule_codes,
    rule_explanation,
    signature_code_explanation,
)
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.ops.coverage import checks_of
from stablehlo_tools.ops.declare import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.report import Description, undescribed
from stablehlo_tools.syntax.mhlo import EQUIVALENTS


class UnknownName(LookupError):
    """There is no op and no code of that name; `suggestion` is one like it, if there is any."""

    def __init__(self, name: str, suggestion: str | None) -> None:
        meant = f"; did you mean {suggestion!r}?" if suggestion else ""
        super().__init__(f"no op and no code is called {name!r}{meant}")
        self.name = name
        self.suggestion = suggestion


def explain(name: str) -> Explanation:
    """What there is to say of an op or of the code of a diagnostic; as a string, it is a page of text.

    `name` is `dot_general`, `stablehlo.dot_general`, `chlo.erf`, `dot_general_c6`, `chlo.erf_c1`,
    `undefined_value`, or a rule of the linter, `HYG001` or `unused-argument`; in upper case or lower, and
    `dot-general`, as HLO has it, is `dot_general`. Of ops of the same name in several dialects, that of
    StableHLO is meant where no dialect is named. Raises `UnknownName`.
    """
    wanted = name.strip().lower().replace("-", "_")
    known = _known()
    if wanted not in known:
        near = closest(wanted, filter(_IS_SHORT, known)) or closest(wanted, known)
        is_of_lint = near is not None and near.upper() in RULES
        raise UnknownName(name, near.upper() if near and is_of_lint else near)
    return known[wanted]()


# Whether a name is that of an op, a lint rule or a code of no op: there are many rules of ops.
_IS_SHORT = re.compile(r"(?!.*_[cio]\d+$)(?!.*\.)").match


def names() -> list[str]:
    """What there is to explain, each under one name: that of StableHLO without its dialect."""
    lint = {rule.code.lower(): rule.code for rule in RULES.values()}
    return sorted(lint.get(name, name) for name in _known() if not name.startswith("stablehlo."))


def describe(diagnostic: Diagnostic) -> Description:
    """What there is to say of the rule behind a diagnostic, for formats that have room for that."""
    from stablehlo_tools.explanations.markdown import own_page

    try:
        explanation = explain(diagnostic.qualified_code)
    except UnknownName:
        return undescribed(diagnostic)
    if isinstance(explanation, RuleExplanation):
        summary = f"({explanation.id}) of {explanation.op}"
        text, page = explanation.text, explanation.reference
        return Description(explanation.code, summary, text, page, own_page(explanation))
    if isinstance(explanation, LintExplanation):
        summary, *others = explanation.what.split("\n\n")
        text = "\n\n".join([*others, explanation.why, explanation.help])
        return Description(explanation.name, summary, text, own_page=own_page(explanation))
    if isinstance(explanation, CodeExplanation):
        meaning, page = explanation.meaning, explanation.reference
        return Description(explanation.code, meaning, explanation.help, page, own_page(explanation))
    return undescribed(diagnostic)


@functools.cache
def _known() -> Mapping[str, Callable[[], Explanation]]:
    """All names there are, in lower case, and what makes their explanations."""
    known: dict[str, Callable[[], Explanation]] = {}
    for code in CODES:
        known[code] = functools.partial(code_explanation, code)
    for op in sorted(OPS.values(), key=by_dialect):
        dialect = op.name.partition(".")[0]
        for name, explanation in _names_of(op):
            known.setdefault(name, explanation)
            known[f"{dialect}.{name}"] = explanation
        known[op.name] = functools.partial(op_explanation, op)
    for written, meaning in EQUIVALENTS.items():
        if meaning in OPS:
            known |= {f"mhlo.{name}": explanation for name, explanation in _names_of(OPS[meaning])}
            known[written] = functools.partial(op_explanation, OPS[meaning])
    for rule in RULES.values():
        for name in (rule.code.lower(), rule.name.replace("-", "_")):
            known.setdefault(name, functools.partial(lint_explanation, rule))
    return known


def _names_of(op: Op) -> list[tuple[str, Callable[[], Explanation]]]:
    rules = rule_codes(op)
    types = {check.code for check in checks_of(op)} - set(rules)
    types |= {f"{op.mnemonic}_{what}" for what in OTHER}
    return [
        (op.mnemonic, functools.partial(op_explanation, op)),
        *((code, functools.partial(rule_explanation, op, code)) for code in rules),
        *((code, functools.partial(signature_code_explanation, op, code)) for code in sorted(types)),
    ]
