"""Each limit of the package is said in `tests/house/limits`, and has an input that tells it from another."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

from tests.house import limits
from tests.house.limits.limit import LIMITS, PACKAGE, Limit, instead, modules_of
from tests.house.limits.others import PROVEN, REASONS

for each in pkgutil.iter_modules(limits.__path__):
    importlib.import_module(f"tests.house.limits.{each.name}")

OTHERS = [name for names in REASONS.values() for name in names.split()]


@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
def test_another_limit_shows(limit: Limit) -> None:
    name, (module, *_) = modules_of(limit.constant)
    assert getattr(module, name) == limit.value
    assert limit.probe() == limit.usual
    with instead(limit.constant, limit.other):
        assert limit.probe() == limit.then != limit.usual


@pytest.mark.parametrize("constant", PROVEN)
def test_a_test_names_the_limit_that_it_proves(constant: str) -> None:
    path = PACKAGE.parent / PROVEN[constant]
    assert re.search(rf"\b{constant.rpartition('.')[2]}\b", path.read_text(encoding="utf-8"))


# A name says that it is a limit, where its value is a number, or a few of them.
_WORDS = re.compile(
    r"(?:^|_)(?:MAX|MIN|MOST|LEAST|DEEPEST|LONGEST|LARGEST|GREATEST|WIDEST|FEW|LIMIT|EXACT|ALWAYS|EXPANSIONS?|DEPTH|ROUNDS"
    r"|SIZE|CHUNK|BLOCK|ENOUGH)(?:_|$)"
)


def limit_constants() -> Iterator[str]:
    """The constants of the package that are limits by their names."""
    for path in PACKAGE.rglob("*.py"):
        room = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            if isinstance(node, ast.AnnAssign) and node.value is not None:
                targets = [node.target]
            names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
            for name in names:
                if name.isupper() and _WORDS.search(name) and is_number(room, name):
                    yield f"{room}.{name}"


def is_number(room: str, name: str) -> bool:
    if ".workers." in room and not room.endswith("serve"):
        return False  # of another process, whose packages are not here
    value = getattr(importlib.import_module(f"stablehlo_tools.{room}"), name)
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def test_every_limit_is_said() -> None:
    """Either with a probe, or with the test that proves it, or with the reason why there is none."""
    said = [*LIMITS, *PROVEN, *OTHERS]
    assert sorted(said) == sorted(set(said))
    found = set(limit_constants())
    assert found - set(said) == set()
    assert {name for name in [*PROVEN, *OTHERS] if name not in found} == set()
