"""The docstrings of functions, of which help and explanations are made; `python -OO` keeps none of them."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any


def docstring(function: Callable[..., Any]) -> str:
    """The docstring of a function, without its indentation; empty where it has none.

    At its second level of optimization Python keeps no docstrings; they are read from the source then.
    """
    found = inspect.getdoc(function)
    if found is not None:
        return found
    plain = inspect.unwrap(function)
    if not inspect.isfunction(plain):
        return ""
    return _by_line(plain.__module__).get(plain.__code__.co_firstlineno, "")


def docstring_in(file: str, name: str) -> str:
    """The docstring of the function `name` of a file that need not be imported; empty where there is none."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    return next((ast.get_docstring(each) or "" for each in _functions(tree) if each.name == name), "")


@functools.cache
def _by_line(module: str) -> Mapping[int, str]:
    """The docstrings of the functions of a module, by the lines on which these begin.

    None where only what was compiled of the module is there.
    """
    loader: Any = getattr(sys.modules.get(module), "__loader__", None)
    try:
        source = loader.get_source(module) if hasattr(loader, "get_source") else None
    except (ImportError, OSError):
        source = None
    return {_first_line(each): ast.get_docstring(each) or "" for each in _functions(ast.parse(source or ""))}


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _first_line(function: ast.FunctionDef) -> int:
    """As code objects have it: that of the first decorator."""
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])
