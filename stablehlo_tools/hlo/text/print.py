"""Prints HLO modules as XLA does: in the long form, or in the short form that JAX prints by default."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule, StackTables
from stablehlo_tools.hlo.opcodes import ATTRIBUTES, MODULE_ATTRIBUTES
from stablehlo_tools.hlo.shape import ArrayShape, Shape, leaves, listed
from stablehlo_tools.hlo.text.kinds import Name, print_value
from stablehlo_tools.hlo.text.literals import ELIDED
from stablehlo_tools.hlo.text.strings import escape


def print_module(module: HloModule, *, short: bool | None = None, largest: float = math.inf) -> str:
    """The text of a module; in its own form, unless `short` selects one.

    Constants of more than `largest` bytes are elided.
    """
    is_short = module.is_short if short is None else short
    name: Name = str if is_short else "%{}".format
    parts = [_header(module), *_stack_tables(module.stack_tables)]
    for computation in module.computations:
        entry = "ENTRY " if computation.name == module.entry else ""
        parts.append(f"{entry}{_computation(computation, name, largest)}\n\n")
    return "".join(parts)


def _header(module: HloModule) -> str:
    texts = [f"HloModule {module.name}"]
    texts += [f"{name}={_module_value(name, value)}" for name, value in module.attributes.items()]
    return f"{', '.join(texts)}\n\n"


def _module_value(name: str, value: Any) -> str:
    kind = MODULE_ATTRIBUTES[name]
    if kind == "program_shape":
        return f"{{({listed(map(str, value[0]))})->{value[1]}}}"
    if kind in ("aliases", "donors"):  # XLA prints these with inner spaces
        return f"{{ {print_value(kind, value)[1:-1]} }}"
    return print_value(kind, value)


def _stack_tables(tables: StackTables | None) -> Iterator[str]:
    if tables is None:
        return
    for title, rows in tables.sections.items():
        yield f"{title}\n"
        kind = "string" if title.endswith("Names") else "metadata"
        yield from (f"{number} {print_value(kind, row)}\n" for number, row in rows.items())
        yield "\n"
    yield "\n"


def _computation(computation: HloComputation, name: Name, largest: float) -> str:
    signature = "" if name is str else _signature(computation)
    lines = [f"{name(computation.name)} {signature}{{"]
    for instruction in computation.instructions:
        root = "ROOT " if instruction.name == computation.root else ""
        lines.append(f"  {root}{_instruction(instruction, name, largest)}")
    thread = computation.execution_thread
    lines.append("}" + (f", execution_thread={escape(thread)}" if thread else ""))
    return "\n".join(lines)


def _signature(computation: HloComputation) -> str:
    parameters = (
        f"{param.name}: {_without_layout(param.shape)}" for param in computation.parameter_instructions
    )
    return f"({', '.join(parameters)}) -> {_without_layout(computation.root_instruction.shape)} "


def _without_layout(shape: Shape | None) -> str:
    return "" if shape is None else shape.without_layout


def _instruction(instruction: HloInstruction, name: Name, largest: float) -> str:
    """`name = shape opcode(operands), attributes`; `name` formats names."""
    shape = "" if instruction.shape is None else f"{instruction.shape} "
    operands = _operands(instruction, name, largest)
    texts = [f"{name(instruction.name)} = {shape}{instruction.opcode}({operands})"]
    texts += [
        f"{key}={print_value(ATTRIBUTES[key], value, name)}" for key, value in instruction.attributes.items()
    ]
    return ", ".join(texts)


def _operands(instruction: HloInstruction, name: Name, largest: float) -> str:
    if instruction.parameter_number is not None:
        return str(instruction.parameter_number)
    literal = instruction.literal
    if literal is not None:
        return ELIDED if largest < math.inf and _byte_size(literal.shape) > largest else str(literal)
    names = map(name, instruction.operands)
    return ", ".join(names) if name is str else listed(names)  # the short form has no index comments


def _byte_size(shape: Shape) -> int:
    """The bytes of all arrays in a shape."""
    return sum(leaf.byte_size for leaf in leaves(shape) if isinstance(leaf, ArrayShape))
