"""Grids of processes: schedule, rendezvous and the diagnostics of deadlocks."""

from __future__ import annotations

import threading
from typing import NoReturn

import numpy as np
import pytest

from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.grid.processes import Grid, Host
from stablehlo_tools.interpret.machine import compile, execute
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.text.parse import parse


@pytest.fixture(autouse=True)
def _no_thread_is_left():
    before = threading.active_count()
    yield
    assert threading.active_count() == before


def reduction(name, operand, type="tensor<2xi64>", count=2, channel=0) -> str:
    return f"""%{name} = "stablehlo.all_reduce"({operand}) ({{
    ^bb0(%l: tensor<i64>, %r: tensor<i64>):
      %s = stablehlo.add %l, %r : tensor<i64>
      stablehlo.return %s : tensor<i64>
  }}) {{
    replica_groups = dense<{[list(range(count))]}> : tensor<1x{count}xi64>,
    channel_handle = #stablehlo.channel_handle<handle = {channel}, type = 0>
  }} : ({type}) -> {type}"""


def programs(*bodies, inputs="tensor<2xi64>"):
    """A program of which each replica executes a function of its own."""
    functions = [
        f"func.func @f{number}(%x: {inputs}) {{\n  {body}\n  return\n}}" for number, body in enumerate(bodies)
    ]
    listed = ", ".join(f"[@f{number}]" for number in range(len(bodies)))
    operands = ", ".join(["%x"] * len(bodies))
    types = ", ".join([inputs] * len(bodies))
    main = f"""
func.func @main(%x: {inputs}) {{
  "interpreter.run_parallel"({operands}) {{programs = [{listed}]}} : ({types}) -> ()
  return
}}"""
    return "\n".join([*functions, main])


def failure(text, *inputs):
    with pytest.raises(RunError) as caught:
        execute(parse(Source(text, "p.mlir")), inputs or [np.array([1, 2])])
    (found,) = caught.value.diagnostics
    return found


def nothing(process):
    return ()


# --- waiting in vain --------------------------------------------------------------------------------


def test_one_has_ended_for_whom_another_waits() -> None:
    found = failure(programs(reduction(0, "%x"), ""))
    assert found.code == "deadlock"
    assert found.message == "1 of 2 processes is blocked and no other process can make progress"
    assert found.span.begin == (2, 8)
    assert found.notes == ("(0, 0) waits in stablehlo.all_reduce at 2:8 for (1, 0); (1, 0) has ended",)


def test_two_wait_for_each_other() -> None:
    first, second = reduction(0, "%x", channel=1), reduction(1, "%x", channel=2)
    text = programs(first + "\n  " + second, second + "\n  " + first)
    found = failure(text)
    assert found.message == "2 of 2 processes are blocked and no other process can make progress"
    first, second = (f"stablehlo.all_reduce at {place}" for place in ("2:8", "21:8"))
    assert found.notes == (
        f"(0, 0) waits in {first} for (1, 0); (1, 0) waits in {second}",
        f"(1, 0) waits in {second} for (0, 0); (0, 0) waits in {first}",
    )
    (label,) = found.related
    assert (label.span.begin, label.message) == ((21, 8), "(1, 0) waits here")


def test_many_are_summed_up() -> None:
    found = failure(programs(*[reduction(0, "%x", count=12)] * 11, ""))
    assert found.message == "11 of 12 processes are blocked and no other process can make progress"
    assert len(found.notes) == 9
    assert found.notes[-1] == "3 more processes are blocked"


def test_different_ops_do_not_meet() -> None:
    other = """%0 = "stablehlo.all_gather"(%x) {
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<2xi64>) -> tensor<4xi64>"""
    found = failure(programs(reduction(0, "%x"), other))
    assert found.code == "exchange_mismatch"
    assert "(1, 0) executes stablehlo.all_gather, but (0, 0) executes stablehlo.all_reduce" in found.message
    assert [label.message for label in found.related] == ["(0, 0) is here"]
    assert found.notes == ("in process (1, 0)",)


def test_different_types_do_not_meet() -> None:
    text = programs(
        reduction(0, "%x"),
        "%c = stablehlo.constant dense<1> : tensor<3xi64>\n  " + reduction(0, "%c", "tensor<3xi64>"),
    )
    assert "(1, 0) has (tensor<3xi64>), but (0, 0) has (tensor<2xi64>)" in failure(text).message


# --- other failures ---------------------------------------------------------------------------------


def test_the_first_error_is_reported_once_and_all_end() -> None:
    check = "check.expect_eq_const %x, dense<[1, 3]> : tensor<2xi64>"
    found = failure(programs(reduction(0, "%x", count=3), check, check))
    assert (found.code, found.notes) == ("check_failed", ("in process (1, 0)",))


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_what_a_process_raises_comes_through(error) -> None:
    def fail(process) -> NoReturn:
        raise error

    with pytest.raises(error):
        Grid(2, 1, Host()).run([nothing, fail])


def test_a_system_may_have_too_few_threads(monkeypatch) -> None:
    begin, begun = threading.Thread.start, []

    def start(self) -> None:
        begun.append(self)
        if len(begun) > 2:
            raise RuntimeError("can't start new thread")
        begin(self)

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(RunError, match=r"cannot create a thread for process \(0, 2\)"):
        Grid(1, 4, Host()).run([nothing] * 4)
    assert len(begun) == 3


# --- order ------------------------------------------------------------------------------------------


def test_a_process_goes_on_until_it_has_to_wait() -> None:
    text = """
func.func @main(%t: !stablehlo.token) -> (tensor<i64>, tensor<i64>) {
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  %1 = "stablehlo.cross-replica-sum"(%0#0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
    : (tensor<i64>) -> tensor<i64>
  %2:2 = "stablehlo.infeed"(%0#1) : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return %1, %2#0 : tensor<i64>, tensor<i64>
}"""
    program = compile(parse(Source(text)), "main", RunOptions(2))
    for _ in range(20):
        host = Host()
        host.infeed.extend((np.array(number),) for number in (1, 2, 3, 4))
        results = program.run_parallel([[None], [None]], host=host)
        # the one that came last goes on at once
        assert [tuple(map(int, each)) for each in results] == [(3, 4), (3, 3)]


def test_what_is_shared_is_not_written_into() -> None:
    """Both get the same gathered array, and one of them updates it in place."""
    text = """
func.func @main(%x: tensor<4096xf32>) -> (tensor<8192xf32>, tensor<8192xf32>) {
  %0 = "stablehlo.all_gather"(%x) {
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<4096xf32>) -> tensor<8192xf32>
  %1 = stablehlo.add %0, %0 : tensor<8192xf32>
  %2 = stablehlo.negate %0 : tensor<8192xf32>
  return %1, %2 : tensor<8192xf32>, tensor<8192xf32>
}"""
    inputs = [[np.full(4096, 1, np.float32)], [np.full(4096, 2, np.float32)]]
    gathered = np.concatenate([inputs[0][0], inputs[1][0]])
    for doubled, negated in compile(parse(Source(text)), "main", RunOptions(2)).run_parallel(inputs):
        np.testing.assert_array_equal(doubled, 2 * gathered)
        np.testing.assert_array_equal(negated, -gathered)
