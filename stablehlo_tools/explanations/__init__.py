"""Explanations of ops, rules and diagnostic codes: `shlo explain`."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping

from stablehlo_tools.diagnostics.codes import DECLARED
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.report.description import Description, minimal_description
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.explanations.facts.codes import (
    OTHER,
    CodeExplanation,
    all_codes,
    code_explanation,
    code_named,
    signature_code_explanation,
)
from stablehlo_tools.explanations.facts.explained import Explained
from stablehlo_tools.explanations.facts.explanation import Explanation
from stablehlo_tools.explanations.facts.lint import LintExplanation, family_explanation, lint_explanation
from stablehlo_tools.explanations.facts.lowerings import lowering_explanation
from stablehlo_tools.explanations.facts.ops import by_dialect, construct_explanation, op_explanation
from stablehlo_tools.explanations.facts.rules import RuleExplanation, rule_codes, rule_explanation
from stablehlo_tools.ir.printing import printed
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.linter.rule import FAMILIES
from stablehlo_tools.ops.model.constructs import CONSTRUCTS
from stablehlo_tools.ops.model.coverage import checks_of
from stablehlo_tools.ops.model.older_numbers import COVERED, OLDER_REVISION, TODAY
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.targets.lowering.registry import LOWERINGS
from stablehlo_tools.text.assembly.deprecated_syntax import EQUIVALENTS


@printed.register(Explained)
def _text(explanation: Explanation) -> str:
    from stablehlo_tools.explanations.text import plain

    return plain(explanation)


class UnknownName(LookupError):
    """No op or code has this name; `suggestion` is a similar name, or None.

    `page` documents it, if it is not ours to explain.
    """

    def __init__(self, name: str, suggestion: str | None, page: str | None = None) -> None:
        about = f"ops of this dialect are documented at {page}" if page else ""
        super().__init__(with_suggestion(f"unknown op or code `{name}`", suggestion, about))
        self.name = name
        self.suggestion = suggestion


class RemovedConstraint(LookupError):
    """The older revision has a constraint of this code that the current specification does not have."""

    def __init__(self, code: str) -> None:
        super().__init__(f"{code} of {OLDER_REVISION} is not in the specification any more")


def explain_older(code: str) -> list[Explanation]:
    """The explanations of a constraint with the number that it has in the older revision: `recv_c4`.

    There are several if that revision numbers two constraints alike. A name that it does not number has its
    meaning of today. Raises `UnknownName`, `RemovedConstraint`.
    """
    normal = _normal(code).removeprefix("stablehlo.")
    if normal in TODAY and not TODAY[normal]:
        raise RemovedConstraint(normal)
    if normal.rpartition("_")[0] in COVERED and _RULE(normal) and normal not in TODAY:
        raise UnknownName(code, closest(normal, TODAY))
    return [explain(today) for today in TODAY.get(normal, (code,))]


_RULE = re.compile(r".*_c\d+").fullmatch


def _normal(name: str) -> str:
    return name.strip().lower().replace("-", "_")


def _words(production: str) -> str:
    """The words of a production of the grammar: `quantized_tensor_type` of `QuantizedTensorType`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", production).lower()


def explain(name: str) -> Explanation:
    """The explanation of an op or a diagnostic code; `str` of it is a page of text.

    `name` is an op (`dot_general`, `stablehlo.dot_general`, `chlo.erf`), a constraint (`dot_general_c6`,
    `chlo.erf_c1`), a type or a constant of the grammar (`quantized`, `TensorConstant`) and their constraints
    (`tensor_constant_c2`), another code (`undefined_value`), a lint rule (`HYG001` or `unused-argument`), a
    family of them (`HYG`), or a rewrite of `shlo lower` (`no-dot`).
    Case is ignored, and `dot-general`, the HLO opcode, is `dot_general`. Without a dialect, an op is
    StableHLO's if several dialects have one of this name. Raises `UnknownName`.
    """
    normal = _normal(name)
    explanations = _known()
    if normal in explanations and normal not in DECLARED:
        return explanations[normal]()
    code = code_named(normal)
    if code is not None:
        return code_explanation(code)
    names = [*explanations, *all_codes()]
    dialect = normal.rpartition(".")[0]
    if dialect in _PAGES:
        raise UnknownName(name, None, _PAGES[dialect])
    near_ones = (other for other in names if other.rpartition(".")[0] == dialect and not _IS_CODE(other))
    near = closest(normal, near_ones) or closest(normal, names)
    is_of_lint = near is not None and near.upper() in RULES
    if near is not None and near.replace("_", "-") in LOWERINGS:
        raise UnknownName(name, near.replace("_", "-"))
    raise UnknownName(name, near.upper() if near and is_of_lint else near)


# The dialects of MLIR in every program, by the page that documents them.
_PAGES = {
    "builtin": "https://mlir.llvm.org/docs/Dialects/Builtin",
    "func": "https://mlir.llvm.org/docs/Dialects/Func",
}

# Matches the code of a rule of an op: these are many, so other names are suggested first.
_IS_CODE = re.compile(r".*_[cio]\d+$").match


def names() -> list[str]:
    """The names that `explain` accepts, each once: StableHLO's without the dialect."""
    shown = {rule.code.lower(): rule.code for rule in RULES.values()}
    shown |= {family.lower(): family for family in FAMILIES}
    shown |= {_normal(code): code for code in LOWERINGS}
    explained = {**_known(), **all_codes()}
    return sorted(shown.get(name, name) for name in explained if not name.startswith("stablehlo."))


def describe(diagnostic: Diagnostic) -> Description:
    """The description of a diagnostic's rule, for output formats such as SARIF that include it."""
    from stablehlo_tools.explanations.markdown import own_page

    try:
        explanation = explain(diagnostic.qualified_code)
    except UnknownName:
        return minimal_description(diagnostic)
    if isinstance(explanation, RuleExplanation):
        summary = f"({explanation.id}) of {explanation.op}"
        text, page = explanation.text, explanation.reference
        return Description(explanation.code, summary, text, page, own_page(explanation))
    if isinstance(explanation, LintExplanation):
        summary, *details = explanation.what.split("\n\n")
        text = "\n\n".join([*details, explanation.why, explanation.help])
        return Description(explanation.name, summary, text, own_page=own_page(explanation))
    if isinstance(explanation, CodeExplanation):
        meaning, page = explanation.meaning, explanation.reference
        return Description(explanation.code, meaning, explanation.help, page, own_page(explanation))
    return minimal_description(diagnostic)


@functools.cache
def _known() -> Mapping[str, Callable[[], Explanation]]:
    """All names but codes in lower case, with functions that build their explanations."""
    explanations: dict[str, Callable[[], Explanation]] = {}
    for construct in CONSTRUCTS.values():
        explanations[construct.mnemonic] = functools.partial(construct_explanation, construct)
        explanations[construct.name.lower()] = explanations[construct.mnemonic]
        explanations[_words(construct.name)] = explanations[construct.mnemonic]
        for code in rule_codes(construct):
            explanations[code] = functools.partial(rule_explanation, construct, code)
    for op in sorted(OPS.values(), key=by_dialect):
        dialect = op.name.partition(".")[0]
        for name, explanation in _names_of(op):
            explanations.setdefault(name, explanation)
            explanations[f"{dialect}.{name}"] = explanation
        explanations[op.name] = functools.partial(op_explanation, op)
    for written, meaning in EQUIVALENTS.items():
        if meaning in OPS:
            explanations |= {f"mhlo.{name}": explanation for name, explanation in _names_of(OPS[meaning])}
            explanations[written] = functools.partial(op_explanation, OPS[meaning])
    for rule in RULES.values():
        for name in (rule.code.lower(), rule.name.replace("-", "_")):
            explanations.setdefault(name, functools.partial(lint_explanation, rule))
    for family in FAMILIES:
        explanations.setdefault(family.lower(), functools.partial(family_explanation, family))
    for lowering in LOWERINGS.values():
        explanations[_normal(lowering.code)] = functools.partial(lowering_explanation, lowering)
    return explanations


def _names_of(op: Op) -> list[tuple[str, Callable[[], Explanation]]]:
    rules = rule_codes(op)
    types = {check.code for check in checks_of(op)} - set(rules)
    types |= {f"{op.mnemonic}_{what}" for what in OTHER}
    return [
        (op.mnemonic, functools.partial(op_explanation, op)),
        *((code, functools.partial(rule_explanation, op, code)) for code in rules),
        *((code, functools.partial(signature_code_explanation, op, code)) for code in sorted(types)),
    ]
