"""What is said of a limit: its value, and what changes with another one."""

from __future__ import annotations

import ast
import contextlib
import functools
import importlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import pytest

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text import parse
from stablehlo_tools.verifier.module import verify

PACKAGE: Final = Path(__file__).resolve().parents[3] / "stablehlo_tools"


class Limit(NamedTuple):
    """A constant, and a probe whose outcome is another one where the constant is `other`."""

    constant: str
    value: Any
    probe: Callable[[], Any]
    usual: Any
    other: Any
    then: Any


LIMITS: Final[dict[str, Limit]] = {}
Probe = Callable[[], Any]


def limit(constant: str, value: Any, *, usual: Any, other: Any, then: Any) -> Callable[[Probe], Probe]:
    """Declares what a probe returns: `usual` with the constant as it is, and `then` where it is `other`.

    `constant` is `room.module.NAME`. The value is said again, so that nobody moves a bound in passing.
    """

    def declare(probe: Probe) -> Probe:
        assert constant not in LIMITS, constant
        LIMITS[constant] = Limit(constant, value, probe, usual, other, then)
        return probe

    return declare


@contextlib.contextmanager
def instead(constant: str, value: Any) -> Iterator[None]:
    """Within, a constant has another value, also in modules that import it, which forget what they know."""
    name, modules = modules_of(constant)
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            patch.setattr(module, name, value)
        _forget(modules)
        try:
            yield
        finally:
            _forget(modules)


def modules_of(constant: str) -> tuple[str, list[ModuleType]]:
    """The name of a constant, its module, and those that import it."""
    module, _, name = f"stablehlo_tools.{constant}".rpartition(".")
    importers = [importer for importer, *imported in _imports() if imported == [module, name]]
    return name, [importlib.import_module(each) for each in (module, *importers)]


def _forget(modules: Iterable[ModuleType]) -> None:
    for cache in (each for module in modules for each in vars(module).values()):
        if hasattr(cache, "cache_clear"):
            cache.cache_clear()


@functools.cache
def _imports() -> list[tuple[str, str, str]]:
    """Who imports which constant from where, at the top of a file."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        importer = ".".join(parts).removesuffix(".__init__")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                found += [
                    (importer, node.module or "", each.name) for each in node.names if each.name.isupper()
                ]
    return found


# -- what probes return ------------------------------------------------------------------------------


def refusal(call: Callable[[], Any]) -> str:
    """What is said by the error that a call raises; "" if it raises none."""
    try:
        call()
    except DiagnosticError as error:
        return error.diagnostic.message
    except Exception as error:
        return str(error)
    return ""


def messages(text: str) -> list[str]:
    """What is found in a program, of which nothing is remembered."""
    module, errors = parse.read(Source(text))
    return [each.message for each in (*errors, *verify(module))]
