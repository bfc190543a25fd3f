"""The garbage collector is out of the way of trees that grow, and finds all garbage soon after."""

import gc
import weakref
from collections.abc import Iterator

import pytest

import stablehlo_tools
from stablehlo_tools.cli.process.hardware import objects_kept
from stablehlo_tools.host.gc_pause import collection_paused

PROGRAM = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"


class Knot:
    """A reference cycle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def frozen() -> Iterator[int]:
    """How many objects are out of the way: the number of old ones decides when all are looked at."""
    gc.collect()
    gc.freeze()
    gc.collect()  # counts those that are not frozen
    yield gc.get_freeze_count()
    gc.enable()


def test_nothing_is_collected_meanwhile() -> None:
    with collection_paused():
        assert not gc.isenabled()
        known = weakref.ref(Knot())
        made = [Knot() for _ in range(10_000)]
        assert known() is not None
    assert gc.isenabled()
    assert len(made) == 10_000


def test_what_was_made_is_found_once_it_is_garbage() -> None:
    known = []
    for _ in range(40):
        with collection_paused():
            made = [Knot() for _ in range(1 << 10)]
        known.append(weakref.ref(made[0]))
        del made
    # one in ten or so is alive while the second generation is collected, and so becomes old
    assert sum(each() is not None for each in known) <= len(known) // 2


@pytest.mark.parametrize("lifetime", [0, 1, 3])
def test_garbage_of_the_caller_is_found_soon(lifetime: int) -> None:
    """Whether it is garbage before a call or was alive during some: little of it is there at any time."""
    kept: list[Knot] = []
    known: list[weakref.ref[Knot]] = []
    most = 0
    for _ in range(3000):
        kept.append(Knot())
        known.append(weakref.ref(kept[-1]))
        del kept[: len(kept) - lifetime]
        stablehlo_tools.parse(PROGRAM)
        known = [each for each in known if each() is not None]
        most = max(most, len(known))
    assert most < 1000


def test_nothing_is_made_old(frozen: int) -> None:
    thrown = Knot()
    known = weakref.ref(thrown)
    del thrown
    stablehlo_tools.verify(PROGRAM)
    gc.collect(1)
    assert known() is None
    assert gc.get_freeze_count() <= frozen


def test_what_a_command_keeps_is_old_at_once(frozen: int) -> None:
    with objects_kept():
        made = [Knot() for _ in range(10_000)]
    assert gc.isenabled()
    young = {id(each) for generation in (0, 1) for each in gc.get_objects(generation)}
    assert young.isdisjoint(map(id, made))
    assert gc.get_freeze_count() <= frozen
    known = weakref.ref(made[0])
    del made
    gc.collect()
    assert known() is None


def test_who_collects_no_garbage_is_left_alone() -> None:
    gc.disable()
    with collection_paused():
        pass
    assert not gc.isenabled()
