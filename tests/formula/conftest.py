"""How the tests of formulas declare ops of their own, without entering them in OPS."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stablehlo_tools.ops.model.rule_blocks import read_rules
from stablehlo_tools.ops.model.schema import (
    REQUIRED,
    AttributeField,
    AttributeRule,
    Declaration,
    Op,
    OperandRule,
    RegionField,
    RegionRule,
    ValueField,
)

Declare = Callable[..., Op]


def _parts(names: str) -> list[tuple[str, OperandRule]]:
    return [(name.removesuffix("..."), OperandRule(variadic="..." in name)) for name in names.split()]


def _nowhere() -> Declaration:
    raise AssertionError("rules need no kernel")


@pytest.fixture
def declare() -> Declare:
    """`declare(rules, operands="lhs rhs...", attributes="a b", regions="body", outputs="result")`."""

    def declared(
        rules: str,
        *,
        operands: str = "operand",
        attributes: str = "",
        regions: str = "",
        outputs: str = "result",
        **predicates: Callable[..., bool | None],
    ) -> Op:
        compiled, definitions = read_rules(rules, predicates)
        return Op(
            name="test.op",
            declaration=_nowhere,
            rules=compiled,
            definitions=definitions,
            operands=tuple(ValueField(*part) for part in _parts(operands)),
            attributes=tuple(
                AttributeField(name, AttributeRule("anything"), REQUIRED) for name in attributes.split()
            ),
            regions=tuple(RegionField(name, RegionRule()) for name in regions.split()),
            outputs=tuple(ValueField(*part) for part in _parts(outputs)),
        )

    return declared
