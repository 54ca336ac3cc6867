"""The columns of answers beside those of a table: no column of a table is replaced without ``replace``.

An answer is in the column of its name. Where the table has a column of that name, the answer gets another:
``rating_nonet``, or if that is taken too, as in a table that nonet has written before, ``rating_nonet_2`` and so on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import count

__all__ = ["answer_names", "sentence_about"]


def answer_names(
    answers: Iterable[str], columns: Collection[str], puzzle: str, *, replace: bool = False
) -> dict[str, str]:
    """Return the column of each answer in a table with these columns.

    With ``replace`` it takes the place of the table's own, but never that of the ``puzzle``.

    >>> answer_names(["rating", "status"], ["puzzle", "rating"], "puzzle")
    {'rating': 'rating_nonet', 'status': 'status'}
    >>> answer_names(["rating"], ["puzzle", "rating", "rating_nonet"], "puzzle")
    {'rating': 'rating_nonet_2'}
    >>> answer_names(["rating"], ["puzzle", "rating"], "puzzle", replace=True)
    {'rating': 'rating'}
    """
    used = {puzzle} if replace else {puzzle, *columns}
    names: dict[str, str] = {}
    for answer in answers:
        name = answer
        numbers = count(2)
        while name in used:
            own = f"{answer}_nonet"
            name = own if name == answer else f"{own}_{next(numbers)}"
        names[answer] = name
        used.add(name)
    return names


def sentence_about(names: Mapping[str, str], how: str) -> str | None:
    """Return the warning about answers that have other names, None if none has; ``how`` the caller replaces columns.

    >>> sentence_about({"rating": "rating_nonet", "status": "status"}, "--replace")
    "the table has 'rating' already; the answer is in 'rating_nonet' (--replace puts it in its place)"
    """
    moved = {answer: name for answer, name in names.items() if name != answer}
    if not moved:
        return None
    own, theirs = (", ".join(map(repr, names)) for names in (moved, moved.values()))
    if len(moved) == 1:
        return (
            f"the table has {own} already; the answer is in {theirs} ({how} puts it in its place)"
        )
    return f"the table has {own} already; the answers are in {theirs} ({how} puts them in their places)"
