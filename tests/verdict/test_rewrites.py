"""What XLA makes of chains of operations: how much work it is to find, and how far results are off."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools import parse
from stablehlo_tools.verdict.envelope.program_estimate import execute
from stablehlo_tools.verdict.noise.rewrites import Rewrites
from tests.calls import calls_in

TYPE = "tensor<4xf32>"


def calls_for(count: int) -> int:
    """How many functions are called to find the rewrites of a chain of sums with constants."""
    lines = [f"%{n} = stablehlo.add %{n - 1}, %c : {TYPE}" for n in range(1, count)]
    body = "\n".join(
        [f"%c = stablehlo.constant dense<0.1> : {TYPE}", *lines, f"return %{count - 1} : {TYPE}"]
    )
    module = parse(f"func.func @main(%0: {TYPE}) -> {TYPE} {{\n{body}\n}}")
    operations = [operation for operation in module.walk() if operation.name == "stablehlo.add"]
    finder, rewrites = Rewrites(), list[object]()
    calls = calls_in(lambda: rewrites.extend(map(finder.rewrite_of, operations)))
    assert rewrites[0] is None
    assert None not in rewrites[1:]
    return calls


def test_a_chain_of_twice_as_many_constants_is_twice_the_work() -> None:
    calls_for(10)  # what is done once
    least, less, more = map(calls_for, (100, 200, 400))
    assert more - less < 2.5 * (less - least)


def relative_spread(exponent: float) -> float:
    """The spread of `exp(a) * exp(a)`, relative to the result, in runs in the type of the program."""
    module = parse("""func.func @main(%a: tensor<4096xf64>) -> tensor<4096xf64> {
      %0 = stablehlo.exponential %a : tensor<4096xf64>
      %1 = stablehlo.exponential %a : tensor<4096xf64>
      %2 = stablehlo.multiply %0, %1 : tensor<4096xf64>
      return %2 : tensor<4096xf64>
    }""")
    ((result,),) = execute(module, "main", [[np.full(4096, exponent / 2)]], seed=0)
    return float(result.std() / result.mean())


def test_the_error_of_a_rounded_exponent_is_relative_to_the_result() -> None:
    """It does not depend on the mantissa: results are just above, and just below, a power of two."""
    above, below = (relative_spread(powers * np.log(2)) for powers in (100.01, 100.99))
    assert below / above == pytest.approx(100.99 / 100.01, rel=0.05)
