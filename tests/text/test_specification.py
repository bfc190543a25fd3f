"""What the specification shows is read: examples in its spellings."""

from __future__ import annotations

import pytest

from stablehlo_tools import api
from tests.specification import PROJECT

OWN = PROJECT / "testdata" / "syntax" / "specification.mlir"


@pytest.mark.parametrize("parser", ["fast", "reference"])
def test_our_own_examples_in_the_spellings_of_the_grammar(parser: api.Parser) -> None:
    assert api.verify(OWN, parser=parser) == []
