"""The section `{-# ... #-}` at the end of a file, and the constants whose bytes are there."""

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ParseError, RunError

PROGRAM = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense_resource<a> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def blobs(entries: str) -> str:
    """A section that gives blobs to the builtin dialect."""
    return f"{{-# dialect_resources: {{ builtin: {{ {entries} }} }} #-}}"


ONES = 'a: "0x040000000000803F0000803F", b: "0x040000000000803F0000803F"'
TWOS = 'a: "0x040000000000004000000040"'


def test_a_constant_may_stand_at_the_end() -> None:
    program = PROGRAM + blobs('a: "0x040000000000803F00000040"')
    assert stablehlo_tools.verify(program) == []
    (result,) = stablehlo_tools.run(program)
    np.testing.assert_array_equal(result, np.array([1, 2], np.float32))


@pytest.mark.parametrize(
    "sections",
    [
        f"{blobs(ONES)}\n{blobs(TWOS)}",
        blobs(f"{ONES} }} }}, dialect_resources: {{ builtin: {{ {TWOS}"),
        blobs(f"{ONES} }}, builtin: {{ {TWOS}"),
        blobs(f"{ONES}, {TWOS}"),
    ],
)
def test_sections_are_one_and_the_last_blob_of_a_key_counts(sections: str) -> None:
    program = PROGRAM.replace("return", "%1 = stablehlo.constant dense_resource<b> : tensor<2xf32>\n  return")
    module = stablehlo_tools.parse(program + sections)
    (result,) = stablehlo_tools.run(module)
    np.testing.assert_array_equal(result, np.array([2, 2], np.float32))
    assert sorted(module.resources["builtin"]) == ["a", "b"]


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("", "no such blob"),
        (blobs('b: "0x040000000000803F00000040"'), "no such blob"),
        (blobs('a: "0x04000000"'), "found 0"),
        (blobs('a: "0x040000000000803F"'), "found 4"),
    ],
)
def test_bytes_that_are_not_there(section: str, message: str) -> None:
    with pytest.raises(RunError, match=message) as caught:
        stablehlo_tools.run(PROGRAM + section)
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.begin[0] == 2


@pytest.mark.parametrize(
    "section",
    ['{-# a: "x" #-}', '{-# a: { b: "x" } #-}', '{-# a: { b: { c: { d: "x" } } } #-}'],
)
def test_resources_are_strings_by_section_dialect_and_key(section: str) -> None:
    with pytest.raises(ParseError) as caught:
        stablehlo_tools.parse(PROGRAM + section)
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.begin[0] == 5


@pytest.mark.parametrize(
    "blob",
    ["0x0400000000008", "0x04", "", "04000000", "0x030000000000803F", "0x00000000", "0x0400000G",
     "0x040000000000803Z", "0x04000000 0000803F"],
)  # fmt: skip
def test_a_blob_is_an_alignment_and_elements_in_hexadecimal_digits(blob: str) -> None:
    with pytest.raises(ParseError) as caught:
        stablehlo_tools.parse(PROGRAM + blobs(f'a: "{blob}"'))
    assert caught.value.diagnostic.message.startswith("the blob of `a` is not ")


@pytest.mark.parametrize(
    ("section", "unknown"),
    [
        ("{-# dialect_resources: { stablehlo: {} } #-}", "dialect `stablehlo`"),
        ("{-# dialect_resources: { foo: {} } #-}", "dialect `foo`"),
        ("{-# resources: { builtin: {} } #-}", "section `resources`"),
    ],
)
def test_what_mlir_does_not_know_is_refused(section: str, unknown: str) -> None:
    (error,) = stablehlo_tools.verify(f"func.func private @f()\n{section}")
    assert (error.code, unknown in error.message) == ("syntax", True)
