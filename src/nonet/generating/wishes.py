"""What a new puzzle is to be: a `Plan` that it is made by, and a `Wish` that says which of those made will do.

The plan belongs to the puzzle. With a seed and a number it makes the same puzzle again, and so its words are the
puzzle's *recipe*; the wish is a sieve behind it. What contradicts itself, or cannot be for a reason that shows at once,
is refused here with a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from nonet.cells import CellSet, IntoCells, cell_name
from nonet.difficulty import band
from nonet.errors import RulesError
from nonet.generating.patterns import (
    SYMMETRIES,
    Parts,
    idle_lines,
    parts_of,
    read_pattern,
    sums_of,
    write_pattern,
)
from nonet.rules import CLASSIC, Rules
from nonet.steps import TECHNIQUES, Technique, technique
from nonet.variants import format_rules, parse_rules

__all__ = ["LARGE", "IntoRange", "IntoTechniques", "Plan", "Wish", "parse_recipe", "wish_of"]

IntoRange: TypeAlias = "int | tuple[int, int]"
IntoTechniques: TypeAlias = "str | Technique | Iterable[str | Technique]"

LARGE = 16
"""The largest board of which it can be proved in reasonable time that no given can go."""

_FEWEST = 17  # givens of a classic puzzle with one solution (McGuire, Tugemann and Civario 2012)
_ROOM = (
    (0.35, 0.42),
    (0.45, 0.55),
)  # shares of cells that are given where more than needed are: up to 9x9, above


@dataclass(frozen=True)
class Plan:
    """How puzzles are made: the same seed and number always make the same one.

    The givens are whole ``parts`` of the cells; with a ``pattern`` inside it. With ``minimal`` they are taken away as
    long as one solution is left, without it as long as there are more than a number from ``givens``; a pattern
    without ``minimal`` is given whole.
    """

    rules: Rules = CLASSIC
    symmetry: str = "none"
    pattern: CellSet | None = None
    minimal: bool = True
    givens: tuple[int, int] | None = None
    difficulty: str | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all cells of the pattern are given."""
        return self.pattern is not None and not self.minimal

    @cached_property
    def parts(self) -> Parts:
        """The cells that are given together or not at all, as masks."""
        parts = parts_of(self.rules.size, self.symmetry)
        if self.pattern is None:
            return parts
        return tuple(part for part in parts if not part & ~self.pattern.mask)

    def recipe(self, seed: int, number: int) -> str:
        """Return the words that `parse_recipe` reads."""
        words = [f"seed={seed}", f"number={number}"]
        if self.symmetry != "none":
            words.append(f"symmetry={self.symmetry}")
        if self.difficulty is not None:
            words.append(f"difficulty={self.difficulty}")
        if self.minimal != _is_minimal(self.rules, self.pattern, self.difficulty):
            words.append(f"minimal={'yes' if self.minimal else 'no'}")
        if self.givens is not None:
            words.append("givens={}-{}".format(*self.givens))
        if self.pattern is not None:
            words.append(f"pattern={write_pattern(self.pattern)}")
        if not self.rules.is_classic:
            words.append(f"rules={format_rules(self.rules)}")
        return " ".join(words)


def parse_recipe(text: str) -> tuple[Plan, int, int]:
    """Return the plan, the seed and the number of a recipe.

    Raises `ValueError` for text that is none, and `RulesError` for rules that are none.

    >>> plan, seed, number = parse_recipe("seed=7 number=3 symmetry=rotational")
    >>> plan.symmetry, seed, number
    ('rotational', 7, 3)
    """
    head, _, rules = text.partition("rules=")
    found = dict(word.partition("=")[::2] for word in head.split())
    numbers = {}
    for name in ("seed", "number"):
        value = found.pop(name, "")
        if not value.isdecimal():
            raise ValueError(f"{text!r} is no recipe: it needs {name}= and a number")
        numbers[name] = int(value)
    options: dict[str, Any] = {"rules": rules or None}
    for name, value in found.items():
        if name in ("symmetry", "pattern", "difficulty"):
            options[name] = value
        elif name == "minimal" and value in ("yes", "no"):
            options[name] = value == "yes"
        elif name == "givens" and value.replace("-", "", 1).isdecimal():
            low, _, high = value.partition("-")
            options[name] = int(low), int(high or low)
        else:
            raise ValueError(f"{text!r} is no recipe: {name}={value} is unknown")
    return wish_of(**options).plan, numbers["seed"], numbers["number"]


@dataclass(frozen=True)
class Wish:
    """Which of the puzzles that a plan makes will do; ``rating`` is ER in tenths, techniques are rows."""

    plan: Plan
    givens: tuple[int, int] | None = None
    rating: tuple[int, int] | None = None
    hardest: int | None = None
    require: tuple[int, ...] = ()
    forbid: tuple[int, ...] = ()

    @property
    def is_rated(self) -> bool:
        """Whether puzzles have to be rated to see if they will do."""
        return bool(self.rating or self.hardest is not None or self.require or self.forbid)

    @property
    def is_open(self) -> bool:
        """Whether nearly every puzzle that is made will do."""
        narrow = self.givens is not None and self.plan.minimal
        return not narrow and not self.is_rated and self.plan.pattern is None

    def misses_givens(self, number: int) -> int:
        """Return by how many givens a puzzle is off; 0 if it will do."""
        if self.givens is None:
            return 0
        low, high = self.givens
        return max(low - number, number - high, 0)

    def misses(self, er: int, hardest: int, counts: Sequence[int]) -> tuple[int, int, int]:
        """Return how far off a rating is, in techniques, in tenths, and in rows; zeros if it will do."""
        wrong = sum(not counts[row] for row in self.require)
        wrong += sum(counts[row] > 0 for row in self.forbid)
        low, high = self.rating or (er, er)
        apart = 0 if self.hardest is None else abs(self.hardest - hardest)
        return wrong + (apart > 0), max(low - er, er - high, 0), apart

    def __str__(self) -> str:
        plan = self.plan
        words = []
        if self.givens is not None:
            words.append(_shown(*self.givens) + " givens")
        if plan.pattern is not None:
            words.append(
                f"givens {'in all' if plan.is_whole else 'in some'} of {len(plan.pattern)} cells"
            )
        if plan.symmetry != "none":
            words.append(f"{plan.symmetry} symmetry")
        if self.rating is not None:
            shown = "ER " + _shown(*(f"{end / 10:.1f}" for end in self.rating))
            words.append(f"{plan.difficulty} ({shown})" if plan.difficulty else shown)
        names = [technique.id for technique in TECHNIQUES]
        if self.hardest is not None:
            words.append(f"{names[self.hardest]} as the hardest step")
        words += [f"with {names[row]}" for row in self.require]
        words += [f"without {names[row]}" for row in self.forbid]
        return ", ".join(words) or "a puzzle"


def _shown(low: Any, high: Any) -> str:
    return str(low) if low == high else f"{low}-{high}"


# -- from options ---------------------------------------------------------------------------------


def wish_of(
    *,
    rules: Rules | str | None = None,
    symmetry: str = "none",
    givens: IntoRange | None = None,
    pattern: IntoCells | None = None,
    minimal: bool | None = None,
    difficulty: str | None = None,
    rating: float | tuple[float, float] | None = None,
    hardest: str | Technique | None = None,
    require: IntoTechniques = (),
    forbid: IntoTechniques = (),
) -> Wish:
    """Return the wish that the options of `nonet.generate` describe.

    Raises `ValueError` (or `RulesError`) where they contradict each other, or ask for what cannot be.
    """
    law = parse_rules(rules) if isinstance(rules, str) else CLASSIC if rules is None else rules
    if symmetry not in SYMMETRIES:
        raise ValueError(f"symmetry is {symmetry!r}; it can be {', '.join(SYMMETRIES)}")
    cells = None if pattern is None else read_pattern(pattern, law.size)
    if minimal is None:
        minimal = _is_minimal(law, cells, difficulty)
    if minimal and law.size > LARGE:
        raise ValueError(
            f"that no given can go cannot be proved in reasonable time on a board of more than {LARGE}x{LARGE};"
            " leave minimal out, and givens are taken away as long as that is decided quickly"
        )
    if difficulty is not None:
        if rating is not None:
            raise ValueError(
                "difficulty and rating both choose a range of ER; leave one of them out"
            )
        _, low, high, _ = band(difficulty)
        rating = low, high
    plan = Plan(law, symmetry, cells, minimal, difficulty=difficulty)
    wanted = None if givens is None else _range_of("givens", givens, 0, law.size**2)
    if wanted is None and not minimal and cells is None:
        wanted = _room(law)
    _check_cells(plan, wanted)
    if not minimal and cells is None:
        plan = replace(plan, givens=wanted)
    return _with_techniques(Wish(plan, wanted), rating, hardest, require, forbid)


def _is_minimal(rules: Rules, pattern: CellSet | None, difficulty: str | None) -> bool:
    """Return whether puzzles are minimal if the caller does not choose."""
    if difficulty is not None and not band(difficulty).minimal:
        return False
    return pattern is None and rules.size <= LARGE


def _room(rules: Rules) -> tuple[int, int] | None:
    """Return how many givens there are where there can be more than needed; large boards have enough as it is."""
    cells = rules.size**2
    if rules.size > LARGE:
        return None
    low, high = _ROOM[rules.size > 9]
    return round(low * cells), round(high * cells)


def _range_of(name: str, value: IntoRange, least: int, most: int) -> tuple[int, int]:
    """Return both ends of a range that is given as such or as one number."""
    ends = value if isinstance(value, tuple) else (value, value)
    if len(ends) != 2 or not all(hasattr(end, "__index__") for end in ends):
        raise TypeError(
            f"{name} is {value!r}; it must be a whole number, or two, the least and the most"
        )
    low, high = (end.__index__() for end in ends)
    if not least <= low <= high <= most:
        raise ValueError(
            f"{name} is {_shown(low, high)}; it must be from {least} to {most}, the least first"
        )
    return low, high


# -- what cannot be: cells ------------------------------------------------------------------------


def _check_cells(plan: Plan, givens: tuple[int, int] | None) -> None:
    """Raise `ValueError` where no puzzle can have its givens in these cells, or so many of them."""
    size, pattern = plan.rules.size, plan.pattern
    usable = sum(plan.parts)
    if pattern is not None and plan.is_whole and usable != pattern.mask:
        lonely = next(cell for cell in pattern if not usable >> cell & 1)
        raise ValueError(
            f"the pattern has not the symmetry {plan.symmetry!r}: {cell_name(lonely, size)} is in it,"
            " and not all cells that go with it"
        )
    cells, where = usable.bit_count(), "the board" if pattern is None else "the pattern"
    if pattern is not None and plan.symmetry != "none":
        where = f"the part of the pattern that has the symmetry {plan.symmetry!r}"
    low, high = givens or (0, cells)
    if plan.is_whole and not low <= cells <= high:
        raise ValueError(
            f"the pattern has {cells} cells, all of them given, and givens is {_shown(low, high)};"
            " leave givens out, or let minimal=True choose among them"
        )
    if low > cells:
        raise ValueError(f"{where} has {cells} cells, and givens is {_shown(low, high)}")
    fewest, why = _fewest_givens(plan.rules)
    if min(cells, high) < fewest:
        number = f"givens is {_shown(low, high)}"
        if cells <= high:
            number = f"{where} has {cells} cells"
        raise ValueError(f"{number}; {why}")
    if lines := idle_lines(plan.rules, usable):
        raise ValueError(
            f"{where} has no cell in {lines[0]} and {lines[1]}: they can change places,"
            " so no puzzle with these givens has one solution"
        )
    sums = sums_of(plan.parts)
    if not sums >> low & (1 << high - low + 1) - 1:
        near = [n for n in range(cells + 1) if sums >> n & 1]
        below = [n for n in near if n < low][-1:]
        above = [n for n in near if n > high][:1]
        raise ValueError(
            f"no {_shown(low, high)} cells of {where} have the symmetry {plan.symmetry!r};"
            f" {' and '.join(map(str, below + above))} can"
        )


def _fewest_givens(rules: Rules) -> tuple[int, str]:
    """Return a number of givens that every puzzle with one solution has, and the sentence for it."""
    if rules.is_classic:
        return _FEWEST, f"no classic puzzle with fewer than {_FEWEST} givens has one solution"
    fewest = rules.size - 1
    return fewest, (
        f"with fewer than {fewest} givens two digits are not given and can be exchanged,"
        " so there is more than one solution"
    )


# -- what cannot be: techniques -------------------------------------------------------------------


def _with_techniques(
    wish: Wish,
    rating: float | tuple[float, float] | None,
    hardest: str | Technique | None,
    require: IntoTechniques,
    forbid: IntoTechniques,
) -> Wish:
    """Return the wish with what concerns ratings."""
    needed, banned = _rows(require), _rows(forbid)
    top = None if hardest is None else _rows(hardest)[0]
    range_ = None if rating is None else _tenths(rating)
    wish = replace(wish, rating=range_, hardest=top, require=needed, forbid=banned)
    if not wish.is_rated:
        return wish
    if not wish.plan.rules.is_classic:
        raise RulesError(
            "ratings and techniques need a classic 9x9 board;"
            " leave out difficulty, rating, hardest, require and forbid"
        )
    if both := set(needed + (() if top is None else (top,))) & set(banned):
        raise ValueError(
            f"{TECHNIQUES[min(both)].id} is wanted and forbidden; leave one of them out"
        )
    _check_ratings(wish)
    return wish


def _rows(wanted: IntoTechniques) -> tuple[int, ...]:
    """Return the rows of techniques, each once."""
    if isinstance(wanted, (str, Technique)):
        wanted = (wanted,)
    found = (technique(item) if isinstance(item, str) else item for item in wanted)
    return tuple(sorted({item.index for item in found}))


def _tenths(rating: float | tuple[float, float]) -> tuple[int, int]:
    ends = rating if isinstance(rating, tuple) else (rating, rating)
    if len(ends) != 2 or not all(isinstance(end, (int, float)) for end in ends):
        raise TypeError(
            f"rating is {rating!r}; it must be a number, or two, the least and the most"
        )
    low, high = (round(10 * end) for end in ends)
    if not 10 <= low <= high <= 200:
        raise ValueError(f"rating is {rating}; it must be from 1.0 to 20.0, the least first")
    return low, high


def _check_ratings(wish: Wish) -> None:
    """Raise `ValueError` where techniques and ratings exclude each other."""
    high = 200 if wish.rating is None else wish.rating[1]
    needed = [*wish.require, *(() if wish.hardest is None else (wish.hardest,))]
    for row in needed:
        if _least(row) > high:
            raise ValueError(
                f"{TECHNIQUES[row].id} is rated {_least(row) / 10:.1f} or more,"
                f" and the rating is to be {high / 10:.1f} at most"
            )
    if wish.hardest is None:
        return
    name, most = TECHNIQUES[wish.hardest].id, _most(wish.hardest)
    if wish.rating is not None and wish.rating[0] > most:
        raise ValueError(
            f"the hardest step is to be {name}, rated {most / 10:.1f} at most,"
            f" and the rating is to be {wish.rating[0] / 10:.1f} or more"
        )
    for row in wish.require:
        if _least(row) > most:
            raise ValueError(
                f"{TECHNIQUES[row].id} is harder than {name}, which is to be the hardest step"
            )


def _least(row: int) -> int:
    """Return the least rating of a technique, in tenths."""
    return round(10 * TECHNIQUES[row].ratings["se"])


def _most(row: int) -> int:
    """Return a rating, in tenths, that no step of a technique is above."""
    # Loops and graves are rated by their size, chains by their length.
    return _least(row) + {"uniqueness": 10, "chains": 100}.get(TECHNIQUES[row].family, 0)
