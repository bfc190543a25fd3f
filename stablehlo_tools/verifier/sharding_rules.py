"""The verifier of `#sdy.op_sharding_rule<...>`: how the dimensions of operands and results correspond.

A rule maps each dimension to factors, such as `i` and `j`, whose sizes it lists. These checks are those of
Shardy's verifier.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from stablehlo_tools.ir.shardy import FACTOR_LISTS, Factors, ShardingRule, factor_name, mapping_text
from stablehlo_tools.ir.types import TensorType, Type


def problem_of_rule(rule: ShardingRule, operands: Sequence[Type], results: Sequence[Type]) -> str:
    """The fault of the sharding rule of an op with these types; empty if it has none."""
    used = set[int]()
    for kind, mappings, types in (("operand", rule.operands, operands), ("result", rule.results, results)):
        if len(mappings) != len(types):
            return f"expected a mapping for each {kind}, {len(types)} in all, found {len(mappings)}"
        for mapping, type in zip(mappings, types, strict=True):
            problem = _mapping_problem(mapping, type, rule.sizes)
            if problem:
                return problem
            used.update(_flat(mapping))
    unused = sorted({*range(len(rule.sizes))} - used)
    if unused:
        return f"factor {factor_name(unused[0])} is not used in any mapping"
    return _special_problem(rule, {factor for mapping in rule.results for factor in _flat(mapping)})


def _flat(mapping: Sequence[Factors]) -> list[int]:
    return [factor for factors in mapping for factor in factors]


def _mapping_problem(mapping: Sequence[Factors], type: Type, sizes: Sequence[int]) -> str:
    """The fault of the factors of the dimensions of a value; empty if they have none."""
    if not isinstance(type, TensorType) or not type.is_static:
        return f"expected a ranked tensor of static shape, found {type}"
    text, factors = mapping_text(mapping), _flat(mapping)
    if len(mapping) != type.rank:
        return f"expected a mapping of rank {type.rank} for {type}, found {text}"
    unknown = [factor for factor in factors if factor >= len(sizes)]
    if unknown:
        return f"unknown factor {factor_name(unknown[0])}: expected {_known(sizes)}"
    if len({*factors}) < len(factors) or not all(mapping):
        return f"expected factors for each dimension, each once, found {text}"
    if any(len(factors) > 1 and any(sizes[factor] == 1 for factor in factors) for factors in mapping):
        return f"a factor of size 1 must be alone in its dimension, found {text}"
    return ""


def _known(sizes: Sequence[int]) -> str:
    return " or ".join(map(factor_name, range(len(sizes)))) or "no factors"


def _special_problem(rule: ShardingRule, of_results: Collection[int]) -> str:
    """The fault of the lists of reduction factors and the like; empty if they have none."""
    seen = set[int]()
    for kind, factors in zip(FACTOR_LISTS, rule.lists, strict=True):
        if max(factors, default=-1) >= len(rule.sizes):
            return f"unknown factor in `{kind}`: expected {_known(rule.sizes)}"
        if [*factors] != sorted({*factors}):
            found = ", ".join(map(factor_name, factors))
            return f"the factors of `{kind}` must be in order, each once, found {{{found}}}"
        if kind == "blocked_propagation":
            continue
        if seen & {*factors}:
            return f"factor {factor_name(min(seen & {*factors}))} is in two lists, `{kind}` and another"
        if kind == "reduction" and {*factors} & {*of_results}:
            factor = factor_name(min({*factors} & {*of_results}))
            return f"factor {factor} of `reduction` is in the mapping of a result"
        seen |= {*factors}
    return ""
