"""The types of `stablehlo_tools.ops`, made from what ops declare: the text of `ops/__init__.pyi`.

`SHLO_UPDATE_SNAPSHOTS=1 pytest tests/ops/test_stub.py` writes the file anew.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterable, Iterator

from stablehlo_tools.interpret.eager import function_of, names, op_of
from stablehlo_tools.ops.model.schema import AttributeRule, Op, OperandRule

_HEADER = '''\
"""Each op as a function of numpy arrays; see `stablehlo_tools.interpret.eager`.

In a region, and within `ir.trace`, operands and results are values of a program. tests/ops/stub.py makes
this file.
"""

import builtins  # since an op is called `tuple`
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy.typing as npt

from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import Type

_Array: TypeAlias = npt.NDArray[Any]
_Operand: TypeAlias = npt.ArrayLike | Dense | Value
_Result: TypeAlias = npt.DTypeLike | Type  # what a result is to be: "bf16", "tensor<2x3xf32>"
_Region: TypeAlias = Callable[..., Any]
'''

_WIDTH = 110

_ATTRIBUTES = {
    "integer": "int",
    "integers": "Iterable[int]",
    "table": "Iterable[Iterable[int]]",
    "groups": "Iterable[Iterable[int]]",
    "equal groups": "Iterable[Iterable[int]]",
    "boolean": "bool",
    "booleans": "Iterable[bool]",
    "flag": "bool",
    "real": "float",
    "text": "str",
    "constant": "npt.ArrayLike | Dense",
    "type": "str | Type",
    "function": "str",
    "functions": "Iterable[str]",
    "function table": "Iterable[Iterable[str]]",
    "shardings": "Iterable[Any]",
    "axis names": "Iterable[str]",
    "dictionary": "Mapping[str, Any]",
    "anything": "Any",
}


def stub() -> str:
    """The text of the file."""
    return "\n".join([_HEADER, *map(_function, names())])


def _function(name: str) -> str:
    op = op_of(name)
    parameters = [
        *(f"{operand.name}: {_operand(operand.rule)}" for operand in op.operands),
        *(["/"] if op.operands else []),
        *_named(op, inspect.signature(function_of(name)).parameters.values()),
    ]
    head = f"def {name}({', '.join(parameters)}) -> {_returned(op)}:"
    if len(head) > _WIDTH:
        lines = "".join(f"    {parameter},\n" for parameter in parameters)
        head = f"def {name}(\n{lines}) -> {_returned(op)}:"
    return f"{head}\n{_docstring(op.documentation)}\n"


def _named(op: Op, parameters: Iterable[inspect.Parameter]) -> Iterator[str]:
    """The parameters that may be named, with their types, and a `*` before those that must be."""
    types = {
        **{output.name: _hint(output.rule) for output in op.outputs},
        **{field.name: _attribute(field.rule) for field in op.attributes},
        **{name: "Sequence[_Region]" if rule.variadic else "_Region" for name, rule in op.regions},
    }
    named = [each for each in parameters if each.kind is not each.POSITIONAL_ONLY]
    must = [each.name for each in named if each.kind is each.KEYWORD_ONLY]
    for parameter in named:
        if parameter.name == must[0]:
            yield "*"
        type, default = types[parameter.name], parameter.default
        if default is None and type != "Any":
            type = f"{type} | None"
        written = "" if default is parameter.empty else f" = {_literal(default)}"
        yield f"{parameter.name}: {type}{written}"


def _literal(value: object) -> str:
    """A value as the formatter writes it."""
    if isinstance(value, tuple):
        inside = ", ".join(map(_literal, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _operand(rule: OperandRule) -> str:
    one = " | ".join(["_Operand", *["builtins.tuple[Any, ...]"] * rule.tuple, *["None"] * rule.token])
    return f"Iterable[{one}]" if rule.variadic else one


def _hint(rule: OperandRule) -> str:
    return "Sequence[_Result]" if rule.variadic else "_Result"


def _attribute(rule: AttributeRule) -> str:
    if rule.choices:
        words = ", ".join(f'"{word}"' for word in rule.choices)
        return f"Iterable[Literal[{words}]]" if rule.kind == "choices" else f"Literal[{words}]"
    return _ATTRIBUTES[rule.kind]


def _returned(op: Op) -> str:
    types = ["Any" if output.rule.token or output.rule.tuple else "_Array" for output in op.outputs]
    if any(output.rule.variadic for output in op.outputs):
        return f"builtins.tuple[{'Any' if 'Any' in types else '_Array'}, ...]"
    return types[0] if len(types) == 1 else f"builtins.tuple[{', '.join(types) or '()'}]"


def _docstring(text: str) -> str:
    first, *others = textwrap.wrap(" ".join(text.split()), _WIDTH - len('    """"""'))
    if not others:
        return f'    """{first}"""'
    return textwrap.indent("\n".join([f'"""{first}', *others, '"""']), "    ")
