"""Records behave as the dataclasses that they stand for."""

from __future__ import annotations

import dataclasses

import pytest

from stablehlo_tools.host.records import record


def test_a_record_is_compared_hashed_and_shown_as_a_dataclass_is() -> None:
    def of(made: object) -> type:
        @made(frozen=True)  # type: ignore[operator]
        class Place:
            line: int
            column: int = 0
            note: str = dataclasses.field(default="", compare=False, repr=False)

        return Place

    ours, theirs = of(record), of(dataclasses.dataclass)
    for each in (ours, theirs):
        assert each(1, 2, "a") == each(1, 2, "b") != each(1, 3)
        assert hash(each(1, 2, "a")) == hash(each(1, 2, "b"))
        assert repr(each(1, 2, "a")).endswith("Place(line=1, column=2)")
        assert dataclasses.replace(each(1), column=2) == each(1, 2)
    assert repr(ours(1)) == repr(theirs(1))
    assert ours(1) != theirs(1)


def test_what_a_class_defines_stays() -> None:
    @record(frozen=True)
    class Named:
        name: str

        def __repr__(self) -> str:
            return self.name

    @record(eq=False)
    class Apart:
        name: str

    assert repr(Named("a")) == "a"
    assert Apart("a") != Apart("a")


def test_a_record_that_may_change_has_no_hash() -> None:
    @record
    class Counter:
        count: int = 0

    with pytest.raises(TypeError, match="unhashable"):
        hash(Counter())
