"""Records behave as the dataclasses that they stand for."""

from __future__ import annotations

import copy
import dataclasses
import functools
import gc
import inspect
import pickle
import sys
import typing

import pytest

from stablehlo_tools.host.records import NamedTuple, public_record, record


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


def test_what_users_get_cannot_be_changed() -> None:
    @public_record(frozen=True)
    class Size:
        rows: int
        columns: int = 1

        @functools.cached_property
        def area(self) -> int:
            return self.rows * self.columns

    @public_record(frozen=True, slots=True)
    class Name:
        text: str
        parts: tuple[str, ...] = ()

    for each in (Size(2, 3), Name("a")):
        field = dataclasses.fields(each)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError, match=field):
            setattr(each, field, 1)
        with pytest.raises(dataclasses.FrozenInstanceError, match=field):
            delattr(each, field)
        assert copy.copy(each) == copy.deepcopy(each) == each
        if sys.version_info >= (3, 13):
            assert copy.replace(each, **{field: 1}) == type(each)(1)
    assert Size(2, 3).area == 6
    assert Name("a").parts == ()
    assert not hasattr(Name("a"), "__dict__")


def test_records_are_completed_in_any_order() -> None:
    """A class that derives from a record, or is asked for its fields, before there is one."""

    @record(frozen=True)
    class Base:
        name: str
        notes: list[str] = dataclasses.field(default_factory=list)

    @record(frozen=True)
    class Derived(Base):
        number: int | None = None

        def __post_init__(self) -> None:
            self.notes.append("made")

    class Plain(Derived):
        pass

    assert [each.name for each in dataclasses.fields(Derived)] == ["name", "notes", "number"]
    assert Plain("a", number=2) == Plain("a", [], 2)
    assert Base("a") != Derived("a")
    assert Base("a").notes == []
    assert list(inspect.signature(Derived).parameters) == ["name", "notes", "number"]
    match Derived("a", [], 3):
        case Derived(name, notes, number):
            assert (name, notes, number) == ("a", ["made"], 3)
    with pytest.raises(TypeError, match="name"):
        Derived()  # type: ignore[call-arg]


class Ours(NamedTuple):
    line: int
    column: int = 2

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


class Theirs(typing.NamedTuple):
    line: int
    column: int = 2


def test_a_named_tuple_is_one_of_typing() -> None:
    for name in (
        "_fields",
        "_field_defaults",
        "__match_args__",
        "__slots__",
        "__annotations__",
        "__module__",
    ):
        ours, theirs = getattr(Ours, name), getattr(Theirs, name)
        assert (list(map(str, ours)), len(ours)) == (list(map(str, theirs)), len(theirs)), name
    row = Ours(1)
    assert row == (1, 2) == tuple(Theirs(1))
    assert (row.line, row.column, str(row)) == (1, 2, "1:2")
    assert repr(row) == repr(Theirs(1)).replace("Theirs", "Ours")
    assert row._replace(line=3) == Ours._make((3, 2)) == Ours(column=2, line=3)
    assert row._asdict() == {"line": 1, "column": 2}
    assert pickle.loads(pickle.dumps(row)) == copy.copy(row) == row
    assert inspect.signature(Ours).parameters.keys() == {"line", "column"}
    with pytest.raises(TypeError, match="line"):
        Ours()  # type: ignore[call-arg]


def test_classes_are_completed_while_garbage_is_collected() -> None:
    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for number in range(20):

            class Row(NamedTuple):
                first: int
                second: int = number

            assert Row(1)._replace(first=2) == (2, number)
    finally:
        gc.set_threshold(*before)
