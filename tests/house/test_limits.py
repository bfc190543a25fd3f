"""Each limit of the package is said in `tests/house/limits`, and has an input that tells it from another."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from tests.house import limits
from tests.house.limits.limit import LIMITS, Limit, instead, modules_of

for each in pkgutil.iter_modules(limits.__path__):
    importlib.import_module(f"tests.house.limits.{each.name}")


@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
def test_another_limit_shows(limit: Limit) -> None:
    name, (module, *_) = modules_of(limit.constant)
    assert getattr(module, name) == limit.value
    assert limit.probe() == limit.usual
    with instead(limit.constant, limit.other):
        assert limit.probe() == limit.then != limit.usual
