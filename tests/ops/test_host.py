"""Tokens, and exchange with the host."""

from __future__ import annotations

import re
from collections import deque

import numpy as np
import pytest

from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.grid.processes import Host
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.module import verify


def test_tokens_hold_nothing(kernel) -> None:
    assert kernel("create_token")() is None
    assert kernel("after_all")([None, None]) is None


INFEED = """
func.func @main(%t: !stablehlo.token) -> tensor<2xi64> {
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  %1:3 = "stablehlo.infeed"(%0#1) : (!stablehlo.token) -> (tensor<2xi64>, tensor<i1>, !stablehlo.token)
  %2 = stablehlo.subtract %0#0, %1#0 : tensor<2xi64>
  %3 = "stablehlo.outfeed"(%2, %1#1, %1#2) : (tensor<2xi64>, tensor<i1>, !stablehlo.token) -> !stablehlo.token
  return %2 : tensor<2xi64>
}"""


def test_infeed_takes_and_outfeed_gives() -> None:
    host = Host(deque([(np.array([5, 6]),), (np.array([1, 2]), np.array(True))]))
    (result,) = compile(parse(Source(INFEED)))([None], host=host)
    assert result.tolist() == [4, 4]
    ((values, flag),) = host.outfeed
    assert (values.tolist(), flag.item()) == ([4, 4], True)


@pytest.mark.parametrize(
    ("entries", "code", "words"),
    [
        ([(np.array([5, 6]),)], "infeed_empty", "infeed queue of the host is empty"),
        (
            [(np.array([5.0, 6.0]),)],
            "wrong_values",
            r"expected \(tensor<2xi64>\), but the host sent \(tensor<2xf64>\)",
        ),
        ([(np.array([5, 6]), np.array(True))], "wrong_values", "the host sent "),
    ],
)
def test_the_host_has_to_have_what_is_wanted(entries, code, words) -> None:
    with pytest.raises(RunError, match=words) as caught:
        compile(parse(Source(INFEED)))([None], host=Host(deque(entries)))
    assert caught.value.diagnostic.code == code


def exchange(send_pairs, receive_pairs, *, is_host=False) -> str:
    """A program in which each process sends its input and returns what it receives."""
    send, receive = (2, 3) if is_host else (1, 1)
    return f"""
func.func @main(%x: tensor<2xi64>, %t: !stablehlo.token) -> tensor<2xi64> {{
  %0 = "stablehlo.send"(%x, %t) {{
    channel_handle = #stablehlo.channel_handle<handle = 7, type = {send}>,
    is_host_transfer = {str(is_host).lower()}{send_pairs}
  }} : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  %1:2 = "stablehlo.recv"(%0) {{
    channel_handle = #stablehlo.channel_handle<handle = 7, type = {receive}>,
    is_host_transfer = {str(is_host).lower()}{receive_pairs}
  }} : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return %1#0 : tensor<2xi64>
}}"""


def pairs(*rows) -> str:
    return f", source_target_pairs = dense<{[list(row) for row in rows]}> : tensor<{len(rows)}x2xi64>"


def received(text, count=3):
    inputs = [[np.array([number, number]), None] for number in range(count)]
    results = compile(parse(Source(text)), "main", RunOptions(1, count)).run_parallel(inputs)
    return [result[0].tolist() for result in results]


def test_processes_send_and_receive_along_pairs() -> None:
    ring = pairs([0, 1], [1, 2], [2, 0])
    assert received(exchange(ring, ring)) == [[2, 2], [0, 0], [1, 1]]
    chain = pairs([0, 1], [1, 2])
    assert received(exchange(chain, chain)) == [[0, 0], [0, 0], [1, 1]]


def test_the_host_hands_on_what_is_sent_to_it() -> None:
    assert received(exchange("", "", is_host=True), 1) == [[0, 0]]


@pytest.mark.parametrize(
    ("sent", "expected", "code", "words"),
    [
        (pairs([0, 1]), pairs([1, 0]), "deadlock", r"\(0, 0\) waits in .*recv.* for \(0, 1\) to send"),
        (pairs([0, 1], [1, 2]), pairs([0, 1]), "never_received", r"sends this to \(0, 2\)"),
        ("", pairs([0, 1]), "no_partner", "source_target_pairs"),
    ],
)
def test_who_sends_has_to_be_received(sent, expected, code, words) -> None:
    with pytest.raises(RunError) as caught:
        received(exchange(sent, expected))
    found = caught.value.diagnostic
    assert found.code == code
    assert re.search(words, "\n".join((found.message, *found.notes)))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "channel_type = is_host_transfer"),
        (2, None),
        (7, "for attribute `channel_type`, found `7 : i64`"),
    ],
)
def test_channels_have_a_type(number, words) -> None:
    text = f"""
func.func @main(%t: !stablehlo.token) {{
  %0 = "stablehlo.send"(%t) <{{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = {number}>, is_host_transfer = true
  }}> : (!stablehlo.token) -> !stablehlo.token
  return
}}"""
    errors = [error.message for error in verify(parse(Source(text)))]
    assert (words is None) is (errors == [])
    assert all(words in error for error in errors)
