"""The codes of diagnostics about HLO text: what each means, what to do about it, and a program for it."""

# ruff: noqa: E501 (sentences are long)
from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _module(*lines: str, before: str = "") -> str:
    body = "".join(f"  {line}\n" for line in ("x = f32[2] parameter(0)", *lines))
    return f"HloModule example\n\n{before}ENTRY main {{\n{body}}}\n"


_ADD = "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n\n"

HLO_CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "hlo_attribute": (
        "The opcode has no such attribute, has it twice, or lacks one that it must have.",
        "Correct the name, or write the attribute; the message names it.",
        _module("ROOT y = f32[2] reverse(x)"),
    ),
    "hlo_bracket": (
        "A bracket is not closed, closes nothing, or is closed by another one.",
        "Correct the bracket. The text may have been cut short; nothing else of it was read.",
        "HloModule example\n\nENTRY main {\n  x = f32[2] parameter(0",
    ),
    "hlo_computation": (
        "An attribute names a computation that is not there, or one that does not take what it is called with, or "
        "does not give what is wanted.",
        "Correct the name, or the parameters and the root of the computation.",
        _module(
            "zero = f32[] constant(0)",
            "ROOT y = f32[] reduce(x, zero), dimensions={0}, to_apply=ad",
            before=_ADD,
        ),
    ),
    "hlo_entry": (
        "Two computations are marked `ENTRY`.",
        "Leave the mark at the one that is executed.",
        _module("ROOT y = f32[2] negate(x)") + "\nENTRY other {\n  x = f32[2] parameter(0)\n}\n",
    ),
    "hlo_literal": (
        "A literal is malformed, has more or fewer elements than its shape, or one that the element type has not.",
        "Make the elements and the shape agree.",
        _module("ROOT y = f32[2] constant({1, 2, 3})"),
    ),
    "hlo_name": (
        "There is another instruction of that name in the computation, or another computation.",
        "Rename one of them.",
        _module("y = f32[2] negate(x)", "y = f32[2] abs(x)"),
    ),
    "hlo_nesting": (
        "Brackets are nested deeper than 100, which no program needs.",
        "Flatten the program.",
        "HloModule example\n\nENTRY main {\n  x = " + "(" * 101 + "f32[]" + ")" * 101 + " parameter(0)\n}\n",
    ),
    "hlo_opcode": (
        "HLO has no such opcode.",
        "Correct the name. HLO writes `-` where StableHLO has `_`, and `dot`, `sine`, `rng` and others are called "
        "otherwise there.",
        _module("ROOT y = f32[2] negat(x)"),
    ),
    "hlo_operand": (
        "No instruction of the computation has that name.",
        "Correct the name. Computations see nothing of the one that calls them: what they need is a parameter.",
        _module("ROOT y = f32[2] negate(z)"),
    ),
    "hlo_operand_count": (
        "The opcode takes more or fewer operands.",
        "Give it those that it takes.",
        _module("ROOT y = f32[2] add(x)"),
    ),
    "hlo_operand_shape": (
        "An operand, or an attribute that goes with it, does not fit the opcode or the other operands.",
        "Convert, reshape or broadcast it before: HLO does none of that by itself.",
        _module("one = f32[] constant(1)", "ROOT y = f32[2] add(x, one)"),
    ),
    "hlo_order": (
        "An instruction or a computation is used above the place where it is defined.",
        "Move the definition up.",
        _module("y = f32[2] negate(z)", "ROOT z = f32[2] abs(x)"),
    ),
    "hlo_parameter": (
        "Parameters are numbered from 0, each number once.",
        "Correct the numbers.",
        _module("ROOT y = f32[2] parameter(2)"),
    ),
    "hlo_result_shape": (
        "The shape that is written is not the one that follows from the operands.",
        "Correct the shape, or leave it out where it follows: `y = add(x, x)`.",
        _module("ROOT y = f32[3] negate(x)"),
    ),
    "hlo_root": (
        "Two instructions of a computation are marked `ROOT`.",
        "Leave the mark at the one that is the result.",
        _module("ROOT y = f32[2] negate(x)", "ROOT z = f32[2] abs(x)"),
    ),
    "hlo_shape": (
        "A text is no shape as HLO modules have it, or a shape is missing that does not follow from operands.",
        "A shape is `f32[2,3]`, with a layout `f32[2,3]{0,1}`, or a tuple `(f32[2], s32[])`. Integers are "
        "called s32 and u32, booleans pred.",
        _module("ROOT y = i32[2] convert(x)"),
    ),
    "hlo_signature": (
        "A signature, `(a: f32[2]) -> f32[2]`, or `entry_computation_layout` is not that of the computation.",
        "Correct it, or leave it out: it is not needed.",
        "HloModule example\n\nENTRY main (x: f32[2]) -> f32[3] {\n  ROOT x = f32[2] parameter(0)\n}\n",
    ),
    "hlo_syntax": (
        "The text is not HLO at this place; the next instruction is read again.",
        "Write what the message asks for.",
        _module("ROOT y = f32[2] negate x"),
    ),
    "hlo_value": (
        "The value of an attribute is not one that it can have.",
        "Write one as in the message.",
        _module("ROOT y = pred[2] compare(x, x), direction=BELOW"),
    ),
    "no_counterpart": (
        "The instruction or op has no counterpart in the language that the program is converted to.",
        "Write it with others that have one. Programs that XLA has not optimised seldom have such instructions.",
        _module("ROOT y = f32[] scaled-dot(x, x, x, x), lhs_contracting_dims={0}, rhs_contracting_dims={0}"),
        "convert --to stablehlo",
    ),
}
