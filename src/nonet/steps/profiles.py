"""Profiles: which techniques a solver tries, in which order, and what each of them counts.

A rating is only as exact as the order in which techniques are tried: a technique put in between finds other steps, and
with them another rating. So the order is not a property of the techniques; it is a value of its own, and a file.
``se`` is that of Sudoku Explainer 1.2.1, whose ratings the community quotes; ``sukaku`` that of its successor, Sukaku
Explainer 1.18.1; ``hodoku`` that of HoDoKu 2.2, which adds up points; ``nonet`` is the order in which a good teacher
shows things, and hints come in it. Profiles are files in the folder ``profiles``, and `Profile.read` reads one of your
own:

>>> mine = profile("nonet").without("unique_rectangle_1").moved("xy_wing", before="x_wing")
>>> [row.technique.id for row in mine.rows if row.technique.id in ("x_wing", "xy_wing")]
['xy_wing', 'x_wing']

`Profile.added` puts a technique of your own into it, a Python function: see `nonet.steps.own`.

A new profile
=============

`docs/profiles.md` has the keys of the file. `--profile FILE` and `Profile.read` take one from anywhere. One that
comes with the package is

1. a TOML file in `src/nonet/steps/profiles/`, with its name in `PROFILES` of `profiles.py`,
2. a row in the first table of `docs/profiles.md`,
3. tests of what comes out of it, in `tests/test_profiles.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from nonet.base.limits import DEPTH, shallow
from nonet.base.suggestions import suggestion
from nonet.steps.own import OwnTechnique, loaded
from nonet.steps.techniques import TECHNIQUES, Technique, technique

__all__ = ["PROFILES", "SE", "Profile", "ProfileRow", "profile", "profile_with"]

_MOST = 1 << 18
"""Most bytes of the file of a profile."""

SEARCHES = ("nonet", "se", "hodoku", "sukaku")
"""How a profile can search, by the number of the core."""

_FOLDER = Path(__file__).parent / "profiles"

PROFILES = ("nonet", "se", "hodoku", "sukaku")
"""The names of the profiles that come with the package."""


class ProfileRow(NamedTuple):
    """One technique of a profile: what a step of it counts, and the level that it belongs to, if there are levels."""

    technique: Technique
    rating: float
    level: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """Techniques in the order in which they are tried, each with its rating.

    If ``counts_points`` is true the ratings are points, whole numbers that are added up; else they are ratings like
    those of Sudoku Explainer, to which the length of a chain is added. ``searches``: how a few techniques
    are searched. ``se``, ``sukaku``: exactly as these programs do, which leave out some steps; ``hodoku``: HoDoKu's
    choice among several; ``nonet``: all of them, simplest first. ``levels`` maps each level
    to the most points that a puzzle of this level has, the easiest first; it is empty if there are no levels.
    """

    name: str
    rows: tuple[ProfileRow, ...]
    counts_points: bool = False
    searches: str = "nonet"
    levels: tuple[tuple[str, float], ...] = ()

    def __hash__(self) -> int:
        """Return a hash of few of the rows: caches ask for it at each step, and few profiles are alike in these."""
        ends = self.rows[:1] + self.rows[-1:]
        return hash((self.name, len(self.rows), *(row.technique.id for row in ends)))

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The techniques, in order."""
        return tuple(row.technique for row in self.rows)

    def __contains__(self, wanted: object) -> bool:
        return any(row.technique == wanted for row in self.rows)

    def row(self, name: str | Technique) -> ProfileRow:
        """Return the row of a technique.

        Raises `ValueError` if the profile does not have it.
        """
        return self.rows[self._place(name)]

    @property
    def own(self) -> tuple[OwnTechnique, ...]:
        """The techniques of your own, in order."""
        techniques = (row.technique for row in self.rows)
        return tuple(each for each in techniques if isinstance(each, OwnTechnique))

    def require_core(self, what: str) -> Profile:
        """Return the profile; raise `ValueError` if it has a technique of your own, for what asks the core alone."""
        if self.own:
            raise ValueError(
                f"{what} has only the techniques of nonet; leave {self.own[0].id} out of the profile"
            )
        return self

    def parts(self) -> Iterator[Profile | ProfileRow]:
        """Yield the rows in order: each technique of your own alone, those of nonet between them as a profile."""
        if not self.own:
            yield self
            return
        for is_own, rows in groupby(self.rows, lambda row: isinstance(row.technique, OwnTechnique)):
            if is_own:
                yield from rows
            else:
                yield replace(self, rows=tuple(rows))

    def added(
        self,
        own: OwnTechnique,
        *,
        rating: float | None = None,
        before: str | Technique | None = None,
        after: str | Technique | None = None,
        level: str | None = None,
    ) -> Profile:
        """Return the profile with a technique of your own, at the place and with the rating that it declares.

        ``before``, ``after`` and ``rating`` say otherwise; a profile that counts points needs a ``rating`` here. Its
        level is that of the technique beside it, unless ``level`` names one.
        """
        if not isinstance(own, OwnTechnique):
            raise TypeError(
                f"expected a function with @nonet.own_technique, got {type(own).__name__}"
            )
        if any(row.technique.id == own.id for row in self.rows):
            raise ValueError(f"the profile {self.name} has {own.id} already")
        if rating is None and self.counts_points:
            raise ValueError(f"the profile {self.name} counts points; give {own.id} a rating")
        rating = _checked_rating(own.rating if rating is None else rating, own.id, self)
        if before is None and after is None:
            before, after = own.before, own.after
        if before is not None and after is not None:
            raise ValueError("expected either before or after")
        if before is not None:
            place = self._place(before)
        elif after is not None:
            place = self._place(after) + 1
        else:
            harder = (i for i, row in enumerate(self.rows) if row.rating > rating)
            place = next(harder, len(self.rows))
        beside = self.rows[max(place - (before is None), 0)].level if self.rows else ""
        row = ProfileRow(own, rating, beside if level is None else _level(level, own.id, self))
        return self._with((*self.rows[:place], row, *self.rows[place:]))

    def without(self, *names: str | Technique) -> Profile:
        """Return the profile without some techniques."""
        left_out = {self.row(name).technique for name in names}
        return self._with(row for row in self.rows if row.technique not in left_out)

    def only(self, *names: str | Technique) -> Profile:
        """Return the profile with some of its techniques, in its order."""
        kept = {self.row(name).technique for name in names}
        return self._with(row for row in self.rows if row.technique in kept)

    def moved(
        self,
        name: str | Technique,
        *,
        before: str | Technique | None = None,
        after: str | Technique | None = None,
    ) -> Profile:
        """Return the profile with a technique moved to just before or just after another one."""
        target = before if before is not None else after
        if target is None or (before is not None and after is not None):
            raise ValueError("expected either before or after")
        row = self.row(name)
        if row == self.row(target):
            raise ValueError(f"{row.technique.id} is moved next to itself; name another technique")
        rest = replace(self, rows=tuple(each for each in self.rows if each != row))
        place = rest._place(target) + (before is None)
        return self._with((*rest.rows[:place], row, *rest.rows[place:]))

    def rated(self, name: str | Technique, rating: float) -> Profile:
        """Return the profile with another rating of a technique. Its place stays."""
        place = self._place(name)
        row = self.rows[place]
        row = row._replace(rating=_checked_rating(rating, row.technique.id, self))
        return self._with((*self.rows[:place], row, *self.rows[place + 1 :]))

    def __str__(self) -> str:
        return self.name

    @classmethod
    def read(cls, path: str | Path, *, allow_own: bool = False) -> Profile:
        """Read a profile from a TOML file.

        The file may name techniques of your own, which run Python code. They are loaded only with ``allow_own``: allow
        them in files that you trust.

        Raises `OSError` if there is no such file, `ValueError` with its name and the entry if it is wrong.
        """
        import tomllib

        path = Path(path)
        try:
            return _profile_of(shallow(tomllib.loads(_text_of(path))), path, allow_own)
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{path}: expected TOML: {error}") from None
        except RecursionError:
            raise ValueError(
                f"{path}: expected at most {DEPTH} brackets inside each other, found more"
            ) from None
        except ValueError as error:  # a UnicodeDecodeError is one
            raise ValueError(f"{path}: {error}") from None

    def _with(self, rows: Iterable[ProfileRow]) -> Profile:
        name = self.name if self.name.endswith("*") else f"{self.name}*"
        return replace(self, name=name, rows=tuple(rows))

    def _place(self, name: str | Technique) -> int:
        places = {row.technique.id: place for place, row in enumerate(self.rows)}
        wanted = name if isinstance(name, str) and name in places else technique(name).id
        if wanted not in places:
            raise ValueError(f"the profile {self.name} has no {wanted}")
        return places[wanted]


def profile(name: str | Profile) -> Profile:
    """Return a profile that comes with the package, by its name; a profile is returned as it is.

    >>> profile("se").row("x_wing").rating, profile("hodoku").row("x_wing").rating
    (3.2, 140)
    """
    if isinstance(name, Profile):
        return name
    if name not in PROFILES:
        known = suggestion(name, PROFILES, otherwise=f"expected one of {', '.join(PROFILES)}")
        raise ValueError(f"unknown profile {name!r}; {known}")
    return SE if name == "se" else _file(name)


def profile_with(name: str | Technique) -> Profile:
    """Return the first of the package's profiles that has a technique: ``nonet``, if it does.

    >>> profile_with("x_wing").name, profile_with("strong_links_3").name
    ('nonet', 'sukaku')
    """
    wanted = technique(name)
    for each in PROFILES:
        if wanted in profile(each):
            return profile(each)
    raise ValueError(f"no profile has {wanted.id}")


@cache
def _file(name: str) -> Profile:
    return Profile.read(_FOLDER / f"{name}.toml")


def _text_of(path: Path) -> str:
    """Return the text of a file that is no larger than a profile can be."""
    with path.open("rb") as file:
        text = file.read(_MOST + 1)
    if len(text) > _MOST:
        raise ValueError(f"expected a profile of at most {_MOST // 1024:,} KB, found more")
    return text.decode()


_KEYS = (
    *("name", "extends", "points", "searches", "levels"),
    *("techniques", "own", "without", "move", "rate"),
)


def _profile_of(table: Mapping[str, object], path: Path, allow_own: bool) -> Profile:
    """Return the profile that a file describes; docs/profiles.md has its keys."""
    for key in table:
        if key not in _KEYS:
            known = suggestion(key, _KEYS, otherwise=f"expected {', '.join(_KEYS)}")
            raise ValueError(f"unknown key {key!r}; {known}")
    if "extends" in table:
        made = _extended(table)
    else:
        made = Profile(
            path.stem,
            (),
            _points(table.get("points", False)),
            _searches(table.get("searches", "nonet")),
            levels=_levels(_table(table, "levels")),
        )
    rows = [_row(name, value, made) for name, value in _table(table, "techniques").items()]
    twice = [
        row.technique.id for i, row in enumerate(rows) if row.technique in made or row in rows[:i]
    ]
    if twice:
        raise ValueError(f"techniques: {twice[0]} is there twice")
    made = replace(made, rows=(*made.rows, *rows))
    made = made.without(*_names(table, "without", '["bug_1", "x_wing"]'))
    rates = _table(table, "rate")
    for source in _names(table, "own", '["my_techniques:almost_locked_pair"]'):
        if not allow_own:
            raise ValueError(
                f"own: {source!r} runs Python code; if you trust it, allow that: --allow-own of"
                " nonet hint, steps and rate, allow_own=True in Python"
            )
        own = loaded(source, [path.parent])
        made = made.added(own, rating=rates.get(own.id))
    for name, rating in rates.items():
        made = made.rated(name, rating)
    for name, where in _table(table, "move").items():
        if not isinstance(where, dict) or len(where) != 1 or set(where) - {"before", "after"}:
            raise ValueError(f'move: {name} needs before or after, as in {{before = "x_wing"}}')
        made = made.moved(name, **where)
    if not made.rows:
        raise ValueError("a profile needs at least one technique")
    return replace(made, name=str(table.get("name", path.stem)))


def _extended(table: Mapping[str, object]) -> Profile:
    name = table["extends"]
    if not isinstance(name, str):
        raise ValueError(f"extends: expected one of {', '.join(PROFILES)}, got {name!r}")
    for key in ("points", "searches", "levels"):
        if key in table:
            raise ValueError(
                f"{key}: comes from the profile {name} that is extended; remove {key} or extends"
            )
    return profile(name)


def _table(table: Mapping[str, object], key: str) -> Mapping[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        entry = 'xy_wing = {before = "x_wing"}' if key == "move" else "x_wing = 3.2"
        raise ValueError(
            f"{key}: expected a table, [{key}] and lines such as"
            f" {'easy = 800' if key == 'levels' else entry}, got {value!r}"
        )
    return value


def _names(table: Mapping[str, object], key: str, such: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValueError(f"{key}: expected a list such as {such}, got {value!r}")
    return value


def _points(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"points: expected true or false, got {value!r}")
    return value


def _searches(name: object) -> str:
    if name not in SEARCHES:
        raise ValueError(f"searches: expected one of {', '.join(SEARCHES)}, got {name!r}")
    return str(name)


def _levels(table: Mapping[str, object]) -> tuple[tuple[str, float], ...]:
    levels: list[tuple[str, float]] = []
    for name, most in table.items():
        if isinstance(most, bool) or not isinstance(most, (int, float)):
            raise ValueError(f"levels: expected a number for {name}, got {most!r}")
        levels.append((name, float(most)))
    return tuple(levels)


def _row(name: str, value: object, owner: Profile) -> ProfileRow:
    """Return a row: a rating, or a table of a rating, a level, and the reason for its place."""
    table = value if isinstance(value, dict) else {"rating": value}
    if "rating" not in table or set(table) - {"rating", "level", "why"}:
        raise ValueError(f"techniques: {name} needs a rating, as in {name} = 3.2")
    known = technique(name)
    level = _level(str(table.get("level", "")), name, owner)
    return ProfileRow(known, _checked_rating(table["rating"], name, owner), level)


def _level(level: str, name: str, owner: Profile) -> str:
    if owner.levels and level not in dict(owner.levels):
        levels = ", ".join(dict(owner.levels))
        raise ValueError(f"techniques: {name} has the level {level!r}, expected one of {levels}")
    return level


def _checked_rating(rating: object, name: str, owner: Profile) -> float:
    most = 60_000 if owner.counts_points else 600.0
    if isinstance(rating, bool) or not isinstance(rating, (int, float)) or not 0 < rating <= most:
        raise ValueError(
            f"the rating of {name} must be above 0 and at most {most:g}, got {rating!r}"
        )
    return rating if owner.counts_points else float(rating)


SE = Profile(
    "se",
    tuple(ProfileRow(each, each.ratings["se"]) for each in TECHNIQUES if "se" in each.ratings),
    searches="se",
)
"""Sudoku Explainer 1.2.1: its techniques are the first of `TECHNIQUES`, in its order."""
