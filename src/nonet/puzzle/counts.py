"""`AtLeast`: a count that stopped at its limit, so that nobody takes it for the whole number."""

from __future__ import annotations

__all__ = ["AtLeast"]


class AtLeast(int):
    """A lower bound: the counting stopped here and there may be more.

    It is an `int` in every other respect; only its text differs.

    >>> n = AtLeast(1000)
    >>> n == 1000, n + 1, n
    (True, 1001, AtLeast(1000))
    >>> print(n), f"{n:,}"
    at least 1000
    (None, 'at least 1,000')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"AtLeast({int(self)})"

    def __str__(self) -> str:
        return f"at least {int(self)}"

    def __format__(self, spec: str) -> str:
        return f"at least {int(self):{spec}}"
