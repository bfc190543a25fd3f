"""The IR of a program: Module, Function, Region, Block, Operation, Value.

A module and a function are operations with a region, as in MLIR. Two modules are equal (`==`) if they have
the same operations, attributes, types and locations in the same order, up to the names of SSA values, blocks
and aliases.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.diagnostics.units import listed
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Attribute, FrozenAttributes, Location, Symbol, TypeAttribute
from stablehlo_tools.ir.deferred_text import DeferredText
from stablehlo_tools.ir.equality import hash_of, is_same_program
from stablehlo_tools.ir.printing import drawn, printed, verified
from stablehlo_tools.ir.types import FunctionType, OpaqueType, Type

if TYPE_CHECKING:
    from stablehlo_tools.diagnostics.diagnostic import Diagnostic
    from stablehlo_tools.ir.constants import Blob
    from stablehlo_tools.ir.interface import Interface
    from stablehlo_tools.text.statement.template import Template

UNKNOWN_LOCATION = Location("unknown")
# The type of values, and the name of operations, whose text has syntax errors: their uses are not verified.
UNREADABLE = OpaqueType("<unreadable>")

_BLANKS = regex(r"\s*")

Kind = TypeVar("Kind", bound="Operation")


class Value:
    """An SSA value: result `index` of an operation, or argument `index` of a block.

    `given_name` is None until the text of a binary file is to name its values (`DeferredText.name_values`).
    """

    __slots__ = ("given_name", "index", "location", "owner", "type")

    def __init__(self, type: Type, name: str | None, owner: Operation | Block, index: int) -> None:
        self.type = type
        self.given_name = name
        self.owner = owner
        self.index = index
        self.location: Location = UNKNOWN_LOCATION  # block arguments only; a result has its operation's

    @property
    def holder(self) -> Operation:
        """The operation that computes it, or in whose region it is an argument."""
        return self.owner if isinstance(self.owner, Operation) else self.owner.region.operation

    @property
    def name(self) -> str:
        """The name in the text, `%0` or `%0#1`; for diagnostics only, not an identity."""
        if self.given_name is None:
            source = self.holder.source
            if isinstance(source, DeferredText):
                source.name_values()
        return self.given_name or ""

    @name.setter
    def name(self, name: str) -> None:
        """Give the value another name."""
        self.given_name = name

    def __repr__(self) -> str:
        role = "argument" if isinstance(self.owner, Block) else f"result of {self.owner.name}"
        return f"<Value {self.name or role}: {self.type}>"


class Operation:
    """An operation: `results = name(operands) {attributes} (regions)`.

    `attributes` holds properties and discardable attributes under MLIR's names. Equal operations may share
    it, so it must not be modified. The properties of an op that is not declared are one attribute apart from
    it, `properties`; None if it has none, and for any other op. `template` is the text without the names of
    values, the key of cached problems; None for an operation without text. It is kept here, since a table
    beside the tree makes parsing and verifying known statements 6 % slower. `end` is negative, and `start`
    the operation's number, until the text of a binary file is printed (`DeferredText.place`).
    """

    __slots__ = (
        "attributes", "block", "end", "location", "name", "operands", "properties", "regions", "results",
        "source", "start", "successors", "template",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        operands: list[Value],
        attributes: Mapping[str, Attribute],
        *,
        location: Location = UNKNOWN_LOCATION,
    ) -> None:
        self.name = name
        self.operands = operands
        self.attributes: Mapping[str, Attribute] = (
            attributes if type(attributes) is FrozenAttributes else FrozenAttributes(attributes)
        )
        self.properties: Attribute | None = None
        self.location = location
        self.results: list[Value] = []
        # Tuples, since most operations have neither and share the empty one.
        self.regions: tuple[Region, ...] = ()
        self.successors: tuple[tuple[Block, list[Value]], ...] = ()
        self.block: Block | None = None
        self.source: Source | None = None
        self.start = self.end = 0
        self.template: Template | None = None

    @property
    def span(self) -> Span | None:
        """The span of the operation with its regions; None for an operation without text."""
        if self.source is None:
            return None
        if self.end < 0 and isinstance(self.source, DeferredText):
            self.source.place(self)
            if self.source is None:
                return None
        blanks = _BLANKS.match(self.source.text, self.start, self.end)
        return Span(self.source, blanks.end() if blanks else self.start, self.end)

    @property
    def parent(self) -> Operation | None:
        """The operation whose region contains this one; None at the top level."""
        return None if self.block is None else self.block.region.operation

    @property
    def ancestors(self) -> list[Operation]:
        """The operations whose regions contain this one, innermost first."""
        operations, outer = list[Operation](), self.parent
        while outer is not None:
            operations.append(outer)
            outer = outer.parent
        return operations

    @property
    def root(self) -> Operation:
        """The outermost operation that contains this one, such as its module; itself at the top level."""
        return [self, *self.ancestors][-1]

    def enclosing(self, kind: type[Kind]) -> Kind | None:
        """The innermost operation of a class that contains this one, or is it; None if there is none."""
        around = (self, *self.ancestors)
        return next((operation for operation in around if isinstance(operation, kind)), None)

    @property
    def types(self) -> list[Type]:
        """The types of its operands, then of its results."""
        return [value.type for value in (*self.operands, *self.results)]

    @property
    def blocks(self) -> list[Block]:
        """The blocks of its regions, in order."""
        return [block for region in self.regions for block in region.blocks]

    def walk(self) -> Iterator[Operation]:
        """This operation and all nested ones, in preorder."""
        stack = [self]
        while stack:
            operation = stack.pop()
            yield operation
            if operation.regions:  # few have any
                for region in reversed(operation.regions):
                    for block in reversed(region.blocks):
                        stack.extend(reversed(block.operations))

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        # without what caches know it by, and without a text that is yet to be written
        slots = [name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())]
        state: dict[str, object] = {name: getattr(self, name) for name in slots if name != "__weakref__"}
        state["template"] = None
        if isinstance(self.source, DeferredText):
            state.update(source=None, start=0, end=0)
        return None, state

    def __str__(self) -> str:
        return printed(self)

    def __repr__(self) -> str:
        results = ", ".join(f"{value.name}: {value.type}" for value in self.results)
        return f"<{' '.join(filter(None, (self.name, results)))}>"


class Block:
    """A list of operations with arguments. `label` is as in the text (`^bb0`), empty if omitted."""

    __slots__ = ("arguments", "label", "operations", "region")

    def __init__(self, region: Region, label: str = "") -> None:
        self.region = region
        self.label = label
        self.arguments: list[Value] = []
        self.operations: list[Operation] = []

    @property
    def signature(self) -> FunctionType:
        """The type of a function with this body: of its arguments, and of what its last operation returns."""
        returned = self.operations[-1].operands
        return FunctionType(
            tuple([value.type for value in self.arguments]), tuple([value.type for value in returned])
        )

    def __repr__(self) -> str:
        names = ", ".join(value.name for value in self.arguments)
        return f"<Block {self.label}({names}), {len(self.operations)} operations>"


class Region:
    """A list of blocks that belongs to an operation."""

    __slots__ = ("blocks", "operation")

    def __init__(self, operation: Operation) -> None:
        self.operation = operation
        self.blocks: list[Block] = []

    def __repr__(self) -> str:
        return f"<Region of {self.operation.name}, {len(self.blocks)} blocks>"

    @property
    def entry(self) -> Block | None:
        """The first block; None for an empty region."""
        return self.blocks[0] if self.blocks else None


class Function(Operation):
    """`func.func`."""

    __slots__ = ()

    @property
    def symbol(self) -> str:
        """The name of the function, without `@`; empty if it has none."""
        name = self.attributes.get("sym_name")
        return name if isinstance(name, str) else ""

    @property
    def type(self) -> FunctionType:
        """The declared signature."""
        declared = self.attributes.get("function_type")
        if isinstance(declared, TypeAttribute) and isinstance(declared.type, FunctionType):
            return declared.type
        return FunctionType((), ())

    @type.setter
    def type(self, type: FunctionType) -> None:
        """Declare another signature."""
        self.attributes = {**self.attributes, "function_type": TypeAttribute(type)}
        self.template = None

    def result_info(self, index: int) -> str:
        """The name that JAX gives a result; empty if it gives none."""
        known_as = self.result_attributes(index).get("jax.result_info")
        return known_as if isinstance(known_as, str) else ""

    @property
    def body(self) -> Block | None:
        """The entry block; None for a declaration."""
        return self.regions[0].entry if self.regions else None

    @property
    def is_block(self) -> bool:
        """Whether it has a body of one block, which may replace its calls."""
        return bool(self.regions) and len(self.regions[0].blocks) == 1

    @property
    def arguments(self) -> list[Value]:
        """The arguments of the entry block."""
        return self.body.arguments if self.body else []

    @property
    def returned(self) -> list[Value]:
        """The values that the entry block returns."""
        return self.body.operations[-1].operands if self.body else []

    @property
    def is_private(self) -> bool:
        """Whether the function is visible only in this module."""
        return self.attributes.get("sym_visibility") == "private"

    def argument_attributes(self, index: int) -> Mapping[str, Attribute]:
        """The attribute dictionary of argument `index`; empty if it has none."""
        return _dictionary_at(self.attributes.get("arg_attrs"), index)

    def result_attributes(self, index: int) -> Mapping[str, Attribute]:
        """The attribute dictionary of result `index`; empty if it has none."""
        return _dictionary_at(self.attributes.get("res_attrs"), index)

    def __repr__(self) -> str:
        return f"<Function @{self.symbol}{self.type}>"


def _dictionary_at(attribute: Attribute | None, index: int) -> Mapping[str, Attribute]:
    if isinstance(attribute, tuple) and index < len(attribute):
        entry = attribute[index]
        if isinstance(entry, Mapping):
            return entry
    return {}


class AnalysisCache(dict[Any, Any]):
    """Cached results of analyses of a module, which live as long as the module. A copy is empty."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[AnalysisCache], tuple[()]]:
        return AnalysisCache, ()

    def __deepcopy__(self, memo: Mapping[int, object]) -> AnalysisCache:
        return AnalysisCache()


class Module(Operation):
    """`builtin.module`, with the file's location aliases and resources.

    `str` of a module is its text, as MLIR prints it.

    `location_aliases` maps the names of `#loc` aliases to locations. `resources` holds the blobs of the
    `{-# ... #-}` section, by dialect and key. `is_implicit` is whether the file has no `module {}` around its
    functions. `old_spellings` are the first operations with each kind of deprecated syntax. `interfaces` has,
    by symbol, the interfaces of functions whose weights are stored beside the program. `derived` caches
    results of analyses, which check whether the module has changed (`ir.state`).
    """

    __slots__ = (
        "__weakref__", "derived", "interfaces", "is_implicit", "location_aliases", "old_spellings",
        "resources",
    )  # fmt: skip

    def __init__(
        self,
        name: str = "builtin.module",
        operands: list[Value] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
    ) -> None:
        super().__init__(name, operands or [], attributes or {})
        self.is_implicit = False
        self.old_spellings: list[Operation] = []
        self.location_aliases: Mapping[str, Location] = {}
        self.resources: Mapping[str, Mapping[str, str | Blob]] = {}
        self.interfaces: Mapping[str, Interface] = {}
        self.derived = AnalysisCache()

    @property
    def body(self) -> Block:
        """The block that contains the functions."""
        return self.regions[0].blocks[0]

    @property
    def functions(self) -> list[Function]:
        """The functions directly in this module, in order."""
        return [operation for operation in self.body.operations if isinstance(operation, Function)]

    @property
    def declared(self) -> dict[str, Function]:
        """The functions by symbol."""
        return {function.symbol: function for function in self.functions}

    def function(self, symbol: str) -> Function | None:
        """The function `@symbol`; None if there is none."""
        return next((function for function in self.functions if function.symbol == symbol), None)

    def __getitem__(self, symbol: str) -> Function:
        """The function `symbol`, or `@symbol`. Raises KeyError with the names of all functions."""
        name = symbol.removeprefix("@")
        function = self.function(name)
        if function is None:
            names = ", ".join(f"@{candidate.symbol}" for candidate in self.functions) or "none"
            raise KeyError(f"@{name}; the functions of this module are: {names}")
        return function

    def __contains__(self, symbol: str) -> bool:
        return self.function(symbol.removeprefix("@")) is not None

    __iter__ = None  # a module is no sequence: iterate over `functions`, or `walk()`

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Module) and is_same_program(self, other)

    def __hash__(self) -> int:
        return hash_of(self)

    def __copy__(self) -> Module:
        return copy.deepcopy(self)

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        none, state = super().__getstate__()
        return none, {**state, "location_aliases": dict(self.location_aliases)}  # some are read when needed

    def verify(self) -> list[Diagnostic]:
        """All diagnostics of the module as it is now; see `stablehlo_tools.verify`."""
        return verified(self)

    def _repr_html_(self) -> str:
        """The HTML that a notebook shows."""
        return drawn(self)

    def __repr__(self) -> str:
        names = [f"@{function.symbol}" for function in self.functions] if self.regions else []
        name = f" {self.source.name}" if self.source else ""
        return f"<Module{name}: {listed(names, _MAX_LISTED) or 'no functions'}>"


_MAX_LISTED = 3  # functions in the `repr` of a module, which stays on one line


def symbol_of(attribute: Attribute | None) -> str | None:
    """The name of a `@symbol` attribute; None for any other attribute."""
    return attribute.name if isinstance(attribute, Symbol) else None


# The ops that end a region and give its results, and all that end a block.
RETURNS: Final = frozenset({"func.return", "stablehlo.return", "sdy.return"})
TERMINATORS: Final = RETURNS | {"cf.br", "cf.cond_br"}
# The ops whose regions are isolated from above: values from outside are not visible in them.
ISOLATED: Final = frozenset({"func.func", "builtin.module", "stablehlo.async_start", "chlo.scan"})
CLASSES: Final[Mapping[str, type[Operation]]] = {"func.func": Function, "builtin.module": Module}
# The ops that call a function, with the attribute that refers to the callee.
CALLS: Final[Mapping[str, str]] = {"func.call": "callee", "stablehlo.composite": "decomposition"}


def callee_of(operation: Operation) -> str:
    """The name of the function that an operation calls; empty if it calls none."""
    attribute = CALLS.get(operation.name)
    return (symbol_of(operation.attributes.get(attribute)) or "") if attribute else ""


def default_entry(module: Module) -> str:
    """The name of the function to execute by default: `main`, or the only function."""
    functions = module.functions
    return functions[0].symbol if len(functions) == 1 else "main"


def argument_names(module: Module, argument: Value) -> list[str]:
    """The names of a function's argument: by place, as in the text, from its location, as a caller knows it.

    The best one is last. The place is that among the arrays that callers pass.
    """
    function = argument.holder
    interface = module.interfaces.get(function.symbol) if isinstance(function, Function) else None
    place = interface.place(argument.index) if interface else argument.index
    names = [] if place is None else [str(place), f"arg{place}"]
    written = argument.name.lstrip("%")
    if not re.fullmatch(r"arg\d+|\d+", written):  # the generic form numbers through all functions
        names.append(written)
    located = located_name(argument)
    names += [located] if located is not None else []
    return [*names, *(interface.names(argument.index) if interface else ())]


def located_name(argument: Value) -> str | None:
    """The name that the location of a function's argument is; None if it is none."""
    location, module = argument.location, argument.holder.parent
    if location.kind == "alias" and isinstance(module, Module):
        location = module.location_aliases.get(str(location.parts[0]), location)
    return str(location.parts[0]) if location.kind == "name" else None
