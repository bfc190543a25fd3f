"""What XLA makes of chains of operations: how much work it is to find."""

from __future__ import annotations

from stablehlo_tools import parse
from stablehlo_tools.verdict.rewrites import Rewrites
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
    calls = calls_in(lambda: rewrites.extend(map(finder.of, operations)))
    assert rewrites[0] is None
    assert None not in rewrites[1:]
    return calls


def test_a_chain_of_twice_as_many_constants_is_twice_the_work() -> None:
    calls_for(10)  # what is done once
    least, less, more = map(calls_for, (100, 200, 400))
    assert more - less < 2.5 * (less - least)
