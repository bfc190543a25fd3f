"""Dataclasses and named tuples that are completed when they are used.

`dataclasses` compiles six methods for each frozen class, in up to a millisecond, `typing.NamedTuple` the type
of each field, and a process that verifies imports 150 classes, of which it uses half. Of a record, only
`__init__` is compiled, when the first one is made; comparison, hash and representation are shared by all.
"""

from __future__ import annotations

import collections
import dataclasses
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

__all__ = ["NamedTuple", "public_record", "record"]

if TYPE_CHECKING:
    from dataclasses import dataclass as public_record, dataclass as record
    from typing import NamedTuple
else:

    class _NamedTuples(type):
        def __new__(cls, name, bases, members):
            if not bases:
                return super().__new__(cls, name, bases, members)
            fields = tuple(members.get("__annotations__", ()))
            defaults = {field: members.pop(field) for field in fields if field in members}
            members |= {
                "__slots__": (),
                "__match_args__": fields,
                "_fields": fields,
                "_field_defaults": defaults,
            }
            created = type(name, (tuple,), members)
            late = _Late(created, lambda: _members_of_tuple(name, fields, defaults))
            late.leave_out({*_OF_TUPLES, *fields} - members.keys())
            return created

    class NamedTuple(metaclass=_NamedTuples):
        """`typing.NamedTuple` without generics, completed when it is used."""

    def record(cls=None, /, **options):
        """A dataclass with these options; that it is `frozen` is left to the type checker."""
        return _make_record(cls, options, is_guarded=False)

    def public_record(cls=None, /, **options):
        """A record of the public interface: if it is `frozen`, it cannot be changed at run time either."""
        return _make_record(cls, options, is_guarded=options.get("frozen", False))


Fields = tuple[dataclasses.Field[Any], ...]

# The method that `copy.replace` calls, if Python has it.
_OF_COPIES = {"__replace__"} if sys.version_info >= (3, 13) else set[str]()

# The members of a class that `dataclasses` reads, besides its fields.
_WRITTEN = ("__module__", "__qualname__", "__doc__", "__annotations__", "__init__", "__post_init__")


def _make_record(cls: type | None, options: dict[str, bool], *, is_guarded: bool) -> Any:
    if cls is None:
        return lambda cls: _make_record(cls, options, is_guarded=is_guarded)
    members = dict(vars(cls))
    missing = {"__init__", "__match_args__", "__dataclass_fields__", "__dataclass_params__", *_OF_COPIES}
    missing |= {"__eq__"} if options.get("eq", True) else set()
    missing |= {"__hash__"} if options.get("eq", True) and options.get("frozen") else set()
    missing |= {"__repr__"} if options.get("repr", True) else set()
    missing -= {name for name, member in members.items() if member is not None}
    if "__eq__" in missing and "__hash__" not in {*missing, *members}:
        cls.__hash__ = None  # type: ignore[assignment]
    for name in _GUARDS.keys() - members.keys() if is_guarded else ():
        setattr(cls, name, _GUARDS[name])
    written = {name: members[name] for name in (*cls.__annotations__, *_WRITTEN) if name in members}
    for name in cls.__annotations__:
        if isinstance(field := members.get(name), dataclasses.Field):
            if field.default is dataclasses.MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, field.default)
    created = _slotted(cls) if options.get("slots") else cls
    guards = {"frozen": is_guarded, "kw_only": options.get("kw_only", False)}
    _Late(created, lambda: _members_of_record(created, written, guards)).leave_out(missing)
    return created


def _slotted(cls: type) -> type:
    names = tuple(cls.__annotations__)
    left_out = {"__dict__", "__weakref__", *names}
    members = {name: member for name, member in vars(cls).items() if name not in left_out}
    return type(cls)(
        cls.__name__, cls.__bases__, {**members, "__slots__": names, "__qualname__": cls.__qualname__}
    )


def _members_of_record(cls: type, written: dict[str, Any], options: dict[str, bool]) -> dict[str, Any]:
    """The members that `dataclasses` generates for the fields as they are written, in a twin of the class."""
    bases = tuple(base for base in cls.__bases__ if hasattr(base, "__dataclass_fields__"))
    written = {"__doc__": cls.__name__, **written}  # a docstring would be made, in vain
    twin: Any = type(cls.__name__, bases, written)
    twin = dataclasses.dataclass(eq=False, repr=False, **options)(twin)
    fields = dataclasses.fields(twin)
    return {**vars(twin), **_comparison(fields), **_representation(fields)}


_OF_TUPLES = frozenset({"__new__", "__getnewargs__", "__repr__", "_asdict", "_make", "_replace", *_OF_COPIES})


def _members_of_tuple(name: str, fields: tuple[str, ...], defaults: Mapping[str, object]) -> dict[str, Any]:
    make: Any = collections.namedtuple  # noqa: PYI024 (a call of it is a declaration to type checkers)
    twin = make(name, fields, defaults=defaults.values())
    return {member: vars(twin)[member] for member in (*_OF_TUPLES, *fields)}  # `twin` is not collected before


class _Late:
    """An incomplete class, with the function that makes the missing members."""

    lock = threading.RLock()

    def __init__(self, cls: type, members: Callable[[], dict[str, Any]]) -> None:
        self.cls = cls
        self.members = members
        self.missing = set[str]()

    def leave_out(self, names: Iterable[str]) -> None:
        """Complete the class when one of these is asked for."""
        self.missing = set(names)
        for name in names:
            setattr(self.cls, name, _Member(self, name))

    def complete(self) -> None:
        """Create the missing members."""
        with self.lock:
            members = self.members() if self.missing else {}
            for name in self.missing:
                setattr(self.cls, name, members[name])
            self.missing = set()


class _Member:
    """A member that is not made yet."""

    def __init__(self, late: _Late, name: str) -> None:
        self.late = late
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        self.late.complete()
        member = vars(self.late.cls)[self.name]
        return member.__get__(instance, owner) if hasattr(member, "__get__") else member


def _comparison(fields: Fields) -> dict[str, Any]:
    names = [field.name for field in fields if field.compare]
    values: Callable[[object], object] = attrgetter(*names) if names else lambda self: ()

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return {"__eq__": equal, "__hash__": lambda self: hash(values(self))}


def _representation(fields: Fields) -> dict[str, Any]:
    names = [field.name for field in fields if field.repr]

    def shown(self: object) -> str:
        parts = (f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({', '.join(parts)})"

    return {"__repr__": shown}


def _refuse(self: object, name: str, *value: object) -> NoReturn:
    action = "assign to" if value else "delete"
    raise dataclasses.FrozenInstanceError(f"cannot {action} field {name!r} of {type(self).__name__}")


def _values(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_values(self: Any, values: list[object]) -> None:
    for field, value in zip(dataclasses.fields(self), values, strict=True):
        object.__setattr__(self, field.name, value)


_GUARDS: dict[str, Any] = {
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _values,
    "__setstate__": _set_values,
}
