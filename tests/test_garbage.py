"""The garbage collector is out of the way of trees that grow, and finds them when they are garbage."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from stablehlo_tools import garbage
from stablehlo_tools.garbage import collection_paused


class Knot:
    """A reference cycle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    garbage._aging.left = garbage._LEAST
    yield
    gc.unfreeze()
    gc.enable()
    garbage._aging.patience = 0


def test_nothing_is_collected_meanwhile() -> None:
    with collection_paused():
        assert not gc.isenabled()
        known = weakref.ref(Knot())
        made = [Knot() for _ in range(10_000)]
        assert known() is not None
    assert gc.isenabled()
    assert len(made) == 10_000


def test_what_becomes_garbage_is_found_in_the_end() -> None:
    known = []
    for _ in range(40):
        with collection_paused():
            made = [Knot() for _ in range(1 << 15)]
        known.append(weakref.ref(made[0]))
        del made
    assert known[0]() is None


def test_who_collects_no_garbage_is_left_alone() -> None:
    gc.disable()
    with collection_paused():
        pass
    assert not gc.isenabled()


def test_who_keeps_objects_frozen_is_left_alone() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    with collection_paused():
        made = [Knot()]
    assert gc.get_freeze_count() >= frozen - len(made)
    assert gc.get_freeze_count() > 0
