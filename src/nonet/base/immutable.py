"""`Immutable`, the base of the values: what is the same for a grid, a puzzle, rules and a set of cells.

A class says which of its fields are compared and how a changed one is made; the fields are its slots. Frozen data
classes have all of this but one thing: pickle cannot write their read-only mappings. They inherit it from here, too.
"""

from __future__ import annotations

from operator import attrgetter
from types import MappingProxyType
from typing import ClassVar, NoReturn, TypeVar

__all__ = ["Immutable"]

_T = TypeVar("_T", bound="Immutable")


class Immutable:
    """A value whose fields are set once. It compares and hashes by some of them; pickle and copy keep all.

    ``compared`` are the names of attributes that decide whether two are equal; a class without them defines ``_key`` or
    ``__eq__``. ``advice`` is the end of the error for an attempt to change one.

    >>> class Point(Immutable, compared=("x", "y"), advice="moved() makes another"):
    ...     __slots__ = ("x", "y", "name")
    ...     def __init__(self, x, y, name=""):
    ...         self._keep(x=x, y=y, name=name)
    >>> Point(1, 2) == Point(1, 2, "A"), len({Point(1, 2), Point(1, 2, "A")})
    (True, 1)
    >>> Point(1, 2).x = 3
    Traceback (most recent call last):
        ...
    AttributeError: Point objects are immutable; moved() makes another
    """

    __slots__ = ()
    _advice: ClassVar[str] = ""
    _stored: ClassVar[tuple[str, ...]]
    """The names of the fields; what is in ``__dict__`` is only remembered."""

    def __init_subclass__(cls, *, compared: tuple[str, ...] = (), advice: str = "") -> None:
        super().__init_subclass__()
        if compared:
            cls._key = property(attrgetter(*compared))  # type: ignore[assignment,method-assign]
        if advice:
            cls._advice = f"; {advice}"
        slots = [name for kind in cls.__mro__ for name in vars(kind).get("__slots__", ())]
        cls._stored = tuple(name for name in slots if name != "__dict__")

    @property
    def _key(self) -> object:
        """What is compared."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is compared")

    def _keep(self, **fields: object) -> None:
        """Set fields, for ``__init__``."""
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} objects are immutable{self._advice}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} objects are immutable{self._advice}")

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[object, ...]:
        values = [getattr(self, name) for name in self._stored]
        plain = (dict(value) if isinstance(value, MappingProxyType) else value for value in values)
        return _restored, (type(self), *plain)


def _restored(cls: type[_T], *values: object) -> _T:
    """Return a value of fields that were checked when it was made first. A mapping in it is read-only."""
    made = object.__new__(cls)
    for name, value in zip(cls._stored, values, strict=True):
        value = MappingProxyType(value) if isinstance(value, dict) else value
        object.__setattr__(made, name, value)
    return made
