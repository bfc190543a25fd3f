"""The diagnostic codes for HLO text: the meaning of each, its help, and a program for which it is reported."""

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
        "An attribute of an HLO instruction is unknown, repeated, or required and missing.",
        "Check the spelling, or add the attribute that the message names.",
        _module("ROOT y = f32[2] reverse(x)"),
    ),
    "hlo_bracket": (
        "A bracket is not closed, or does not match.",
        "Correct the bracket. The file may be truncated. Nothing else in it was parsed.",
        "HloModule example\n\nENTRY main {\n  x = f32[2] parameter(0",
    ),
    "hlo_computation": (
        "An attribute refers to an undefined computation, or to one whose parameters or root do not "
        "match its use.",
        "Check the name, or correct the parameters and the root of the computation.",
        _module(
            "zero = f32[] constant(0)",
            "ROOT y = f32[] reduce(x, zero), dimensions={0}, to_apply=ad",
            before=_ADD,
        ),
    ),
    "hlo_entry": (
        "Two computations are marked `ENTRY`.",
        "Keep the mark on the computation to execute.",
        _module("ROOT y = f32[2] negate(x)") + "\nENTRY other {\n  x = f32[2] parameter(0)\n}\n",
    ),
    "hlo_literal": (
        "A literal is malformed, or does not match its shape or element type.",
        "Make the elements and the shape match.",
        _module("ROOT y = f32[2] constant({1, 2, 3})"),
    ),
    "hlo_name": (
        "Two instructions of a computation, or two computations, have the same name.",
        "Rename one of them.",
        _module("y = f32[2] negate(x)", "y = f32[2] abs(x)"),
    ),
    "hlo_nesting": (
        "Brackets are nested more than 100 levels deep.",
        "Flatten the program.",
        "HloModule example\n\nENTRY main {\n  x = " + "(" * 101 + "f32[]" + ")" * 101 + " parameter(0)\n}\n",
    ),
    "hlo_opcode": (
        "This opcode does not exist in HLO.",
        "Check the spelling. HLO writes `-` where StableHLO has `_`, and some names differ: `dot`, "
        "`sine`, `rng`.",
        _module("ROOT y = f32[2] negat(x)"),
    ),
    "hlo_operand": (
        "The computation has no instruction of this name.",
        "Check the spelling. A computation cannot refer to values of its caller: pass them as parameters.",
        _module("ROOT y = f32[2] negate(z)"),
    ),
    "hlo_operand_count": (
        "The number of operands does not match the opcode.",
        "Pass the operands that the opcode expects.",
        _module("ROOT y = f32[2] add(x)"),
    ),
    "hlo_operand_shape": (
        "The shape of an operand, or an attribute, is incompatible with the opcode or the other operands.",
        "Convert, reshape or broadcast the operand first: HLO has no implicit conversions.",
        _module("one = f32[] constant(1)", "ROOT y = f32[2] add(x, one)"),
    ),
    "hlo_order": (
        "An instruction or a computation is used before its definition.",
        "Move the definition before its first use.",
        _module("y = f32[2] negate(z)", "ROOT z = f32[2] abs(x)"),
    ),
    "hlo_parameter": (
        "The parameter numbers of a computation do not run from 0 without gaps or repetitions.",
        "Renumber the parameters.",
        _module("ROOT y = f32[2] parameter(2)"),
    ),
    "hlo_result_shape": (
        "The declared shape differs from the shape inferred from the operands.",
        "Correct the shape, or omit it where it can be inferred: `y = add(x, x)`.",
        _module("ROOT y = f32[3] negate(x)"),
    ),
    "hlo_root": (
        "Two instructions of a computation are marked `ROOT`.",
        "Keep the mark on the result of the computation.",
        _module("ROOT y = f32[2] negate(x)", "ROOT z = f32[2] abs(x)"),
    ),
    "hlo_shape": (
        "The text is not a valid HLO shape, or a shape that cannot be inferred is missing.",
        "Write a shape as `f32[2,3]`, with a layout as `f32[2,3]{0,1}`, or as a tuple `(f32[2], "
        "s32[])`. Integer types are s32, u32 and so on, the boolean type is pred.",
        _module("ROOT y = i32[2] convert(x)"),
    ),
    "hlo_signature": (
        "A signature, `(a: f32[2]) -> f32[2]`, or `entry_computation_layout` does not match its computation.",
        "Correct it, or omit it: it is optional.",
        "HloModule example\n\nENTRY main (x: f32[2]) -> f32[3] {\n  ROOT x = f32[2] parameter(0)\n}\n",
    ),
    "hlo_syntax": (
        "The text is not valid HLO at this position. Parsing resumes at the next instruction.",
        "Write what the message expects.",
        _module("ROOT y = f32[2] negate x"),
    ),
    "hlo_value": (
        "The value of an attribute is invalid.",
        "Use one of the values in the message.",
        _module("ROOT y = pred[2] compare(x, x), direction=BELOW"),
    ),
    "no_counterpart": (
        "The instruction or op has no counterpart in the target language of the conversion.",
        "Express it with other ops. Such instructions are rare in programs that XLA has not optimized.",
        _module("ROOT y = f32[] scaled-dot(x, x, x, x), lhs_contracting_dims={0}, rhs_contracting_dims={0}"),
        "convert --to stablehlo",
    ),
}
