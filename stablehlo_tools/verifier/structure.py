"""The structural rules of MLIR: modules, functions, regions, branches and symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.attributes import Attribute, DenseArray, TypeAttribute
from stablehlo_tools.ir.operations import ISOLATED, UNREADABLE, Block, Function, Operation, Value
from stablehlo_tools.ir.types import FunctionType, Type
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.formats import FORMATS
from stablehlo_tools.verifier.problem import Place, Problem

_VISIBILITIES = ("public", "private", "nested")


_DECLARATION = Code(
    "declaration",
    "A public function has no body.",
    "Declare it as `func.func private` if it is defined elsewhere, or add a body.",
)
_SYM_VISIBILITY = Code(
    "sym_visibility",
    "The visibility of a function is not public, private or nested.",
    "Correct it, or omit it: functions are public by default.",
)
NESTED_FUNCTION = Code(
    "nested_function",
    "A function is defined in another function or in a region of an op, where it cannot be called.",
    "Move it to the module.",
)
_SYM_NAME = Code(
    "sym_name",
    "A function has no name.",
    'Add the attribute `sym_name = "main"`, which holds the name in the generic form.',
)


def function_problems(function: Function) -> Iterator[Problem]:
    """The problems of a function's attributes and signature, apart from its types and its body."""
    yield from one_region(function)
    if not isinstance(function.attributes.get("sym_name"), str):
        yield Problem(_SYM_NAME, "function has no name", helps=('add `sym_name = "..."`',))
    visibility = function.attributes.get("sym_visibility", "public")
    if visibility not in _VISIBILITIES:
        yield Problem(
            _SYM_VISIBILITY, f"invalid visibility {visibility!r}: expected public, private or nested",
            (("attribute", "sym_visibility"),),
        )  # fmt: skip
    parent = function.parent
    if isinstance(parent, Function) or (parent is not None and parent.name in OPS):
        yield Problem(
            NESTED_FUNCTION, f"expected `@{function.symbol}` in a module, found in `{parent.name}`",
            (("attribute", "sym_name"),),
        )  # fmt: skip
    if function.body is None and visibility == "public":
        yield Problem(
            _DECLARATION, f"public function `@{function.symbol}` has no body",
            (("attribute", "sym_name"),), helps=("declare it as `func.func private`, or add a body",),
        )  # fmt: skip
    yield from _function_type(function)


FUNCTION_TYPE = Code(
    "function_type",
    "The function type does not match the arguments of the entry block, or the type of a func.constant does "
    "not match the function that it refers to.",
    "Make the two types match.",
)


def _function_type(function: Function) -> Iterator[Problem]:
    """The problems of the declared function type, and of the argument and result attributes."""
    declared, body = function.attributes.get("function_type"), function.body
    type = declared.type if isinstance(declared, TypeAttribute) else None
    if not isinstance(type, FunctionType):
        problem = "has no type" if declared is None else "does not have a function type"
        message, helps = f"`@{function.symbol}` {problem}", ("add `function_type = (...) -> ...`",)
        yield Problem(FUNCTION_TYPE, message, (("attribute", "function_type"),), helps=helps)
        return
    yield from _signature_attributes(function, "argument", "arg_attrs", "operand_type", type.inputs)
    yield from _signature_attributes(function, "result", "res_attrs", "result_type", type.results)
    actual = () if body is None else tuple([argument.type for argument in body.arguments])
    if body is not None and type.inputs != actual and UNREADABLE not in actual:
        yield Problem(
            FUNCTION_TYPE,
            f"mismatched argument types for the entry block of `@{function.symbol}`: "
            f"expected ({_list(type.inputs)}), found ({_list(actual)})",
        )


_SIGNATURE_ATTRIBUTES = Code(
    "signature_attributes",
    "The name of an argument or result attribute has no dialect prefix, or arg_attrs or res_attrs is not an "
    "array with one dictionary per argument or result.",
    "Add a dialect prefix, `dialect.name`, which MLIR requires here.",
)


def _signature_attributes(
    function: Function, kind: str, name: str, place: str, types: Sequence[Type]
) -> Iterator[Problem]:
    """The problems of the argument attributes, or of the result attributes."""
    dicts = function.attributes.get(name)
    if dicts is None:
        return
    places: tuple[Place, ...] = (("attribute", name),)
    if not isinstance(dicts, tuple) or not all(isinstance(entry, Mapping) for entry in dicts):
        message = f"`{name}` must be an array with one dictionary per {kind}"
        yield Problem(_SIGNATURE_ATTRIBUTES, message, places)
    elif len(dicts) != len(types):
        message = f"expected one dictionary per {kind} in `{name}`, {len(types)} in all, found {len(dicts)}"
        yield Problem(_SIGNATURE_ATTRIBUTES, message, places)
    else:
        for index, entry in enumerate(dicts):
            assert isinstance(entry, Mapping)
            for key in _without_dialect(entry):
                message = f"attribute `{key}` of {kind} {index} has no dialect prefix"
                helps = (f"rename it to `dialect.{key}`, or remove it",)
                yield Problem(_SIGNATURE_ATTRIBUTES, message, (*places, (place, index)), helps=helps)


def _without_dialect(attributes: Mapping[str, Attribute]) -> list[str]:
    return [name for name in attributes if "." not in name]


_MODULE_ATTRIBUTE = Code(
    "module_attribute",
    "The name of a module attribute has no dialect prefix.",
    "Add a dialect prefix, `dialect.name`, which MLIR requires here.",
)


def module_problems(module: Operation) -> Iterator[Problem]:
    """The problems of a module's attributes and signature, apart from its body."""
    yield from one_region(module)
    for name in _without_dialect(module.attributes):
        if name not in ("sym_name", "sym_visibility"):
            yield Problem(
                _MODULE_ATTRIBUTE, f"module attribute `{name}` has no dialect prefix",
                (("attribute", name),), helps=(f"rename it to `dialect.{name}`, or remove it",),
            )  # fmt: skip


_ONE_REGION = Code(
    "one_region",
    "A function or a module does not have exactly one region, or has operands or results.",
    'In the generic form, write a function as `"func.func"() <{...}> ({ ... }) : () -> ()`.',
)


def one_region(operation: Operation) -> Iterator[Problem]:
    """The problem of a function or a module without exactly one region, or with operands or results."""
    counts = (len(operation.regions), len(operation.operands), len(operation.results))
    if counts != (1, 0, 0):
        regions, operands, results = counts
        expected = f"expected `{operation.name}` to have 1 region, 0 operands and 0 results"
        yield Problem(_ONE_REGION, f"{expected}, found {regions}, {operands} and {results}")


_REGION_BLOCKS = Code(
    "region_blocks",
    "A region of an op has several blocks, or none. In StableHLO, each region has a single block, which ends "
    "with stablehlo.return; only those of composite may have any number.",
    "Remove the other blocks; use stablehlo.if, stablehlo.case or stablehlo.while instead of branches.",
)


_REGION_COUNT = Code(
    "region_count",
    "An op that takes no regions, such as func.call, has some, or an op has too many or too few.",
    "Remove the regions that the op does not take, or add those that it lacks.",
)


def region_problems(operation: Operation, op: Op | None) -> Iterator[Problem]:
    """The problems of the number of regions, of an op that is not declared, or of their numbers of blocks."""
    if op is None:
        yield from _region_count(operation)
        return
    if all(rule.any_blocks for _, rule in op.regions):
        return
    for number, region in enumerate(operation.regions):
        count = len(region.blocks)
        if count != 1:
            message = f"expected 1 block in region {number} of `{operation.name}`, found {count}"
            helps = ("use an op with regions, such as stablehlo.if, instead of branches",) if count else ()
            yield Problem(_REGION_BLOCKS, message, helps=helps)


def _region_count(operation: Operation) -> Iterator[Problem]:
    format, count = FORMATS.get(operation.name), len(operation.regions)
    expected = format.region_count if format and operation.name not in ISOLATED else None
    if expected not in (None, count):
        message = f"expected `{operation.name}` to have {plural(expected, 'region')}, found {count}"
        yield Problem(_REGION_COUNT, message)


# -- branches -----------------------------------------------------------------------------------------

# The number of operands before those of the successors. For ops of other dialects, it is unknown.
_BRANCHES = {"cf.br": 0, "cf.cond_br": 1}


_BRANCH = Code(
    "branch",
    "The operands of a branch do not match the arguments of its successor, or the successor is the entry "
    "block of the region.",
    "Pass the arguments that the block declares: `cf.br ^bb1(%0 : tensor<f32>)`. Use a separate block for "
    "the head of a loop.",
)


def branch_problems(operation: Operation) -> Iterator[Problem]:
    """The problems of an operation's successors and of the operands passed to them."""
    blocks = [block for block, _ in operation.successors]
    for block in blocks:
        if block is block.region.entry:
            message = f"`{operation.name}` branches to the entry block of its region"
            yield Problem(_BRANCH, message, helps=("add a block for the head of the loop",))
    passed = _successor_operands(operation)
    if passed is None:
        return
    for block, values in zip(blocks, passed, strict=True):
        expected, found = _types(block.arguments), _types(values)
        if expected != found and UNREADABLE not in (*expected, *found):
            target = f"`{block.label}`" if block.label else "the successor"
            message = (
                f"mismatched operand types for {target}: expected ({_list(expected)}), found ({_list(found)})"
            )
            yield Problem(_BRANCH, message)


def _successor_operands(operation: Operation) -> list[list[Value]] | None:
    """The operands of each successor; None if they cannot be determined."""
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
    """The symbol that an operation defines; None if it defines none."""
    name = operation.attributes.get("sym_name")
    return name if isinstance(name, str) and operation.name != UNREADABLE.text else None


def defined_symbols(blocks: Sequence[Block]) -> Iterator[tuple[str, Operation]]:
    """The symbols that the operations of `blocks` define, with their operations, in order."""
    for block in blocks:
        for operation in block.operations:
            symbol = symbol_in(operation)
            if symbol is not None:
                yield symbol, operation
