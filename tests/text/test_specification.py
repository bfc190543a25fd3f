"""What the specification shows is read: examples in its spellings."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.api import reading
from tests.specification import PROJECT

OWN = PROJECT / "testdata" / "syntax" / "specification.mlir"


@pytest.mark.parametrize("parser", ["fast", "reference"])
def test_our_own_examples_in_the_spellings_of_the_grammar(parser: reading.Parser) -> None:
    assert stablehlo_tools.verify(OWN, parser=parser) == []
