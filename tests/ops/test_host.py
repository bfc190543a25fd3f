"""Tokens, and exchange with the host."""

from __future__ import annotations

import pytest

from stablehlo_tools.ops.declare import Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.source import Source
from stablehlo_tools.syntax.parse import parse
from stablehlo_tools.verify import verify


def test_tokens_hold_nothing(kernel):
    assert kernel("create_token")() is None
    assert kernel("after_all")([None, None]) is None


@pytest.mark.parametrize(
    ("name", "arguments", "named"),
    [
        ("infeed", (None,), {}),
        ("outfeed", ((), None), {}),
        ("send", ((), None), {"channel_id": 1, "channel_type": "DEVICE_TO_HOST", "is_host_transfer": True}),
        ("recv", (None,), {"channel_id": 1, "channel_type": "HOST_TO_DEVICE", "is_host_transfer": True}),
    ],
)
def test_there_is_no_host(kernel, name, arguments, named):
    assert OPS[f"stablehlo.{name}"].has_effects
    with pytest.raises(Unsupported, match=name):
        kernel(name)(*arguments, **named)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "channel_type = is_host_transfer"),
        (2, None),
        (7, "channel_type is `7 : i64`, but one of"),
    ],
)
def test_channels_have_a_type(number, words):
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
