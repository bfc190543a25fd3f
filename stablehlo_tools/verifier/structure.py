"""What holds a program together whatever its ops mean: modules, functions, regions, branches.

These are the rules of MLIR itself, which every file that it reads keeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.ir.attributes import Attribute, DenseArray, TypeAttribute
from stablehlo_tools.ir.operations import UNREADABLE, Block, Function, Operation, Value
from stablehlo_tools.ir.types import FunctionType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verifier.operation import Place, Problem

_VISIBILITIES = ("public", "private", "nested")


def function_problems(function: Function) -> Iterator[Problem]:
    """What is wrong with a function, apart from its types and what is in it."""
    yield from _one_region(function)
    if not function.symbol:
        yield Problem("sym_name", "this function has no name", helps=('give it `sym_name = "..."`',))
    visibility = function.attributes.get("sym_visibility", "public")
    if visibility not in _VISIBILITIES:
        yield Problem(
            "sym_visibility", f"{visibility!r} is no visibility: it is public, private or nested",
            (("attribute", "sym_visibility"),),
        )  # fmt: skip
    parent = function.parent
    if isinstance(parent, Function) or (parent is not None and parent.name in OPS):
        yield Problem(
            "nested_function", f"a function stands in a module, but @{function.symbol} in {parent.name}",
            (("attribute", "sym_name"),),
        )  # fmt: skip
    if function.body is None and visibility == "public":
        yield Problem(
            "declaration", f"@{function.symbol} has no body, so it must be private",
            (("attribute", "sym_name"),), helps=("write `func.func private`, or give it a body",),
        )  # fmt: skip
    yield from _function_type(function)


def _function_type(function: Function) -> Iterator[Problem]:
    """What is wrong with the type that a function is declared to have, and with the attributes beside it."""
    declared = function.attributes.get("function_type")
    if not isinstance(declared, TypeAttribute) or not isinstance(declared.type, FunctionType):
        what = "no type" if declared is None else "a type that is no function type"
        helps = ("give it `function_type = (...) -> ...`",)
        yield Problem(
            "function_type", f"@{function.symbol} has {what}", (("attribute", "function_type"),), helps=helps
        )
        return
    yield from _signature_attributes(function, "argument", "arg_attrs", "operand_type", function.type.inputs)
    yield from _signature_attributes(function, "result", "res_attrs", "result_type", function.type.results)
    given = tuple(argument.type for argument in function.arguments)
    if function.body is not None and function.type.inputs != given and UNREADABLE not in given:
        yield Problem(
            "function_type",
            f"@{function.symbol} is declared with inputs ({_list(function.type.inputs)}), "
            f"but its entry block takes ({_list(given)})",
        )


def _signature_attributes(
    function: Function, what: str, name: str, place: str, types: Sequence[Type]
) -> Iterator[Problem]:
    """What is wrong with the attributes of the arguments, or of the results."""
    given = function.attributes.get(name)
    if given is None:
        return
    places: tuple[Place, ...] = (("attribute", name),)
    if not isinstance(given, tuple) or not all(isinstance(entry, Mapping) for entry in given):
        message = f"{name} is not a list with a dictionary for each {what}"
        yield Problem("signature_attributes", message, places)
    elif len(given) != len(types):
        message = f"{name} has {len(given)} dictionaries, but the function has {len(types)} {what}s"
        yield Problem("signature_attributes", message, places)
    else:
        for index, entry in enumerate(given):
            assert isinstance(entry, Mapping)
            for key in _without_dialect(entry):
                message = f"the attribute `{key}` of {what} {index} has no dialect in its name"
                helps = (f"write `dialect.{key}`, or remove it",)
                yield Problem("signature_attributes", message, (*places, (place, index)), helps=helps)


def _without_dialect(attributes: Mapping[str, Attribute]) -> list[str]:
    return [name for name in attributes if "." not in name]


def module_problems(module: Operation) -> Iterator[Problem]:
    """What is wrong with a module, apart from what is in it."""
    yield from _one_region(module)
    for name in _without_dialect(module.attributes):
        if name not in ("sym_name", "sym_visibility"):
            yield Problem(
                "module_attribute", f"the attribute `{name}` of a module has no dialect in its name",
                (("attribute", name),), helps=(f"write `dialect.{name}`, or remove it",),
            )  # fmt: skip


def _one_region(operation: Operation) -> Iterator[Problem]:
    counts = (len(operation.regions), len(operation.operands), len(operation.results))
    if counts != (1, 0, 0):
        regions, operands, results = counts
        message = f"{operation.name} has one region, and no operands or results"
        yield Problem(
            "one_region", f"{message}, but here {regions} regions, {operands} operands, {results} results"
        )


def region_problems(operation: Operation) -> Iterator[Problem]:
    """Which regions of an op of ours have more than the one block that there may be."""
    for number, region in enumerate(operation.regions):
        if len(region.blocks) > 1:
            message = f"region {number} of {operation.name} has {len(region.blocks)} blocks; it has only one"
            helps = ("an op with regions, such as stablehlo.if, takes the place of branches",)
            yield Problem("region_blocks", message, helps=helps)


# -- branches -----------------------------------------------------------------------------------------

# Operands in front of those that go to the blocks. What other ops pass, only their dialects know.
_BRANCHES = {"cf.br": 0, "cf.cond_br": 1}


def branch_problems(operation: Operation) -> Iterator[Problem]:
    """What is wrong with where an operation branches to, and with what it passes there."""
    blocks = [block for block, _ in operation.successors]
    for block in blocks:
        if block is block.region.entry:
            yield Problem("branch", f"{operation.name} goes to the first block of its region, which none may")
    passed = _passed(operation)
    if passed is None:
        return
    for block, values in zip(blocks, passed, strict=True):
        wanted, given = _types(block.arguments), _types(values)
        if wanted != given and UNREADABLE not in (*wanted, *given):
            message = f"{block.label or 'the block'} takes ({_list(wanted)}), but is passed ({_list(given)})"
            yield Problem("branch", message)


def _passed(operation: Operation) -> list[list[Value]] | None:
    """The values for each block; None where that is not known."""
    first, count = _BRANCHES.get(operation.name), len(operation.successors)
    if first is None or not count:
        return None
    sizes = operation.attributes.get("operandSegmentSizes")
    if count == 1:
        return [operation.operands[first:]]
    if not isinstance(sizes, DenseArray) or len(sizes.values) != count + 1:
        return None
    passed, start = [], first
    for size in sizes.values[1:]:
        assert isinstance(size, int)
        passed.append(operation.operands[start : start + size])
        start += size
    return passed


def _types(values: Sequence[Value]) -> tuple[Type, ...]:
    return tuple(value.type for value in values)


def _list(types: Sequence[Type]) -> str:
    return ", ".join(map(str, types))


# -- symbols ------------------------------------------------------------------------------------------


def symbol_in(operation: Operation) -> str | None:
    """The symbol that an operation defines in its module, if it does."""
    name = operation.attributes.get("sym_name")
    return name if isinstance(name, str) and operation.name != UNREADABLE.text else None


def defined_symbols(blocks: Sequence[Block]) -> Iterator[tuple[str, Operation]]:
    """The symbols that the operations of blocks define, in order."""
    for block in blocks:
        for operation in block.operations:
            symbol = symbol_in(operation)
            if symbol is not None:
                yield symbol, operation
