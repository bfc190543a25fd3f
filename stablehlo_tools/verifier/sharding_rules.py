"""The verifier of `#sdy.op_sharding_rule<...>`: how the dimensions of operands and results correspond.

A rule maps each dimension to factors, such as `i` and `j`, whose sizes it lists. These checks are those of
Shardy's verifier.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.types import TensorType, Type

_FACTOR: Final = r"[i-z](?:_\d+)?"
_RULE: Final = regex(
    r"#sdy\.op_sharding_rule<\((?P<operands>.*?)\)->\((?P<results>.*?)\)"
    r"(?: \{(?P<sizes>.*?)\})?(?P<special>.*)>"
)


def problem_of_rule(rule: str, operands: Sequence[Type], results: Sequence[Type]) -> str:
    """The fault of the sharding rule of an op with these types; empty if it has none."""
    match = _RULE.fullmatch(rule)
    if match is None:
        return ""
    sizes = re.findall(rf"({_FACTOR})=(-?\d+)", match["sizes"] or "")
    factors = {name: int(size) for name, size in sizes}
    used = set[str]()
    for kind, types in (("operand", operands), ("result", results)):
        mappings = re.findall(r"\[([^\]]*)\]", match[f"{kind}s"])
        if len(mappings) != len(types):
            return f"expected a mapping for each {kind}, {len(types)} in all, found {len(mappings)}"
        for mapping, type in zip(mappings, types, strict=True):
            problem = _mapping_problem(mapping, type, factors)
            if problem:
                return problem
            used.update(re.findall(_FACTOR, mapping))
    unused = [name for name in factors if name not in used]
    if unused:
        return f"factor {unused[0]} is not used in any mapping"
    return _special_problem(match["special"], [*factors], re.findall(_FACTOR, match["results"]))


def _mapping_problem(mapping: str, type: Type, factors: Mapping[str, int]) -> str:
    """The fault of the factors of the dimensions of a value; empty if they have none."""
    if not isinstance(type, TensorType) or not type.is_static:
        return f"expected a ranked tensor of static shape, found {type}"
    dimensions = [re.findall(_FACTOR, text) for text in mapping.split(",")] if mapping else []
    if len(dimensions) != type.rank:
        return f"expected a mapping of rank {type.rank} for {type}, found [{mapping}]"
    names = [name for dimension in dimensions for name in dimension]
    unknown = [name for name in names if name not in factors]
    if unknown:
        return f"unknown factor {unknown[0]}: expected {' or '.join(factors) or 'no factors'}"
    if len({*names}) < len(names) or not all(dimensions):
        return f"expected factors for each dimension, each once, found [{mapping}]"
    if any(len(dimension) > 1 and any(factors[name] == 1 for name in dimension) for dimension in dimensions):
        return f"a factor of size 1 must be alone in its dimension, found [{mapping}]"
    return ""


def _special_problem(text: str, factors: Sequence[str], of_results: Collection[str]) -> str:
    """The fault of the lists of reduction factors and the like; empty if they have none."""
    seen = set[str]()
    for kind, written in re.findall(r"(\w+)=\{([^}]*)\}", text):
        names = re.findall(_FACTOR, written)
        if not {*names} <= {*factors}:
            return f"unknown factor in `{kind}`: expected {' or '.join(factors) or 'no factors'}"
        if names != sorted({*names}, key=factors.index):
            return f"the factors of `{kind}` must be in order, each once, found {{{written}}}"
        if kind != "blocked_propagation" and seen & {*names}:
            return f"factor {min(seen & {*names})} is in two lists, `{kind}` and another"
        if kind == "reduction" and {*names} & {*of_results}:
            return f"factor {min({*names} & {*of_results})} of `reduction` is in the mapping of a result"
        seen |= set() if kind == "blocked_propagation" else {*names}
    return ""
