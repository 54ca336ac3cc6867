"""What is asked for, as one value: a `Request` says how puzzles are made, which are kept, and how far to search.

What makes a puzzle belongs to it: with a seed and a number it makes the same puzzle again, so it is written down in the
puzzle's *recipe*. The rest only filters. Options that contradict each other, or that no puzzle can meet for a reason
that is quick to see, are refused here and in `nonet.generating.contradictions`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from nonet.base.cells import CellSet
from nonet.base.errors import RulesError
from nonet.base.numbers import number_of, read_decimal, read_number
from nonet.base.options import check_choices
from nonet.base.suggestions import shortened
from nonet.boards.grid import Grid
from nonet.engine.logic import NO_TECHNIQUE
from nonet.generating.additions import GIVEN, Addition, read_additions
from nonet.generating.layouts import HOUSES, VARIANTS
from nonet.generating.options import (
    GenerateOptions,
    IntoRange,
    IntoTechniques,
    ProgressCallback,
)
from nonet.generating.patterns import Parts, parts_of, read_pattern, write_pattern
from nonet.generating.reach import FULL_HOUSES, has_more_givens, is_full_houses
from nonet.puzzle import Puzzle
from nonet.puzzle.explaining import rating_order
from nonet.rules import CLASSIC, Rules
from nonet.rules.constraints import Constraint
from nonet.rules.variants import extra_by_word, format_rules, parse_rules
from nonet.steps import SE, Profile, Technique, technique, technique_at
from nonet.steps import profile as profile_named
from nonet.steps.difficulty import BANDS, band
from nonet.steps.rating import Rating

__all__ = [
    "LARGE",
    "Ends",
    "Request",
    "as_rules",
    "check_has_no_variant",
    "parse_recipe",
    "shown",
]

LARGE = 16
"""The largest board on which a puzzle can be proved minimal in reasonable time."""

# Shares of cells that are given where puzzles are not minimal: up to 9x9, and on larger boards.
_MORE_GIVENS = ((0.35, 0.42), (0.45, 0.55))

_EASY_CAGES = 25
"""The highest rating, in tenths, for which the cages of killer puzzles are varied: below it next to none are found."""

_SOLVABLE = 69
"""The highest rating of a step, in tenths, of a puzzle that is to be solvable by steps that nobody names: no chain that
supposes several things at once."""

_NEAR = 5
"""Tenths above a range up to which ratings are distinguished, so that the nearest puzzle is known."""


Ends: TypeAlias = tuple[int, int]
"""The least and the most of a range."""


@dataclass(frozen=True)
class Request:
    """What is asked for: how puzzles are made, which of them are kept, and how far they are searched for.

    **How they are made.** A seed and a number always make the same puzzle. The givens are whole ``parts`` of the board,
    inside the ``pattern`` if there is one. With ``minimal``, parts are removed as long as one solution remains; without
    it, as long as the givens are more than a number from the range ``givens`` too. A pattern without ``minimal`` is
    given whole. ``difficulty`` decides the default of ``minimal``. With a ``variant`` (kinds with commas between)
    random constraints are added to each full board before the givens are chosen; if the puzzle is to be ``solvable``,
    the techniques solve it to the end. With ``add``, clues are added to the constraints of the rules and the givens of
    ``start``, both of which stay.

    **Which are kept.** ``givens`` and ``rating``, in tenths, are ranges. ``hardest``, ``needs`` and ``forbid`` are
    techniques by `technique_at`, used by the path that the ``profile`` takes.

    **How they are searched for.** The puzzles of the ``seed`` are tried from the number ``first`` on, ``budget`` of
    them for each puzzle that is found.
    """

    rules: Rules = CLASSIC
    symmetry: str = "none"
    pattern: CellSet | None = None
    minimal: bool = True
    givens: Ends | None = None
    difficulty: str | None = None
    variant: str | None = None
    solvable: bool = False
    rating: Ends | None = None
    add: tuple[Addition, ...] = ()
    start: bytes = b""
    hardest: int | None = None
    needs: tuple[int, ...] = ()
    forbid: tuple[int, ...] = ()
    profile: Profile = SE
    seed: int = 0
    first: int = 0
    budget: int | None = None
    threads: int | None = None
    progress: ProgressCallback | None = None

    @property
    def is_large(self) -> bool:
        """Whether the board is larger than 9x9: nearly all minimal puzzles are extreme."""
        return self.rules.size > 9

    @property
    def is_classic(self) -> bool:
        """Whether the core makes the puzzles."""
        return self.rules.is_classic and self.variant is None and not self.add

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of random constraints of a variant."""
        return tuple(self.variant.split(",")) if self.variant else ()

    @property
    def has_easy_cages(self) -> bool:
        """Whether cages are varied until the techniques solve a killer puzzle."""
        return "killer" in self.kinds and self.aim is not None and self.aim[1] <= _EASY_CAGES

    @property
    def is_whole(self) -> bool:
        """Whether all cells of the pattern are given."""
        return self.pattern is not None and not self.minimal

    @property
    def made_givens(self) -> Ends | None:
        """The range of givens with which puzzles are made; minimal ones have as many as they have."""
        is_free = self.minimal or self.pattern is not None
        return None if is_free and self.variant is None else self.givens

    @cached_property
    def aim(self) -> Ends | None:
        """The rating for which givens or cages are varied until a puzzle has it; others are made without, and chosen.

        Where a filter of givens comes first, they are chosen too.
        """
        if self.is_classic or self.is_whole or self.rating is None:
            return None
        is_usual = self.profile == self.order
        if self.add or (self.variant is not None and "killer" not in self.kinds):
            aims = is_usual
        elif self.variant is not None:
            aims = (self.solvable or self.rating[1] <= _EASY_CAGES) and is_usual
        elif self.is_large:
            aims = not self.minimal and _is_eased(self.rules, self.difficulty)
        else:
            aims = is_usual and (self.givens is None or not self.minimal)
        return self.rating if aims else None

    @cached_property
    def techniques(self) -> Profile | None:
        """The techniques that shall solve a puzzle, None for any."""
        if self.aim is None and not self.solvable:
            return None
        return _up_to(self.order, self.most)

    @property
    def order(self) -> Profile:
        """The profile by which puzzles are rated if the caller does not choose."""
        return _order_of(self.rules, self.variant, self.add, SE)

    @property
    def most(self) -> float:
        """The highest rating of a step of a puzzle that the techniques shall solve."""
        return (self.aim or (0, _SOLVABLE))[1] / 10

    def above_aim(self, rating: Rating) -> int:
        """Return how far a rating is above the aim, in tenths; below it the number is negative, inside 0."""
        low, high = self.aim or (0, 200)
        er = round(10 * rating.er)
        return max(er - high, 0) + min(er - low, 0)

    @cached_property
    def parts(self) -> Parts:
        """The sets of cells that are given together or not at all, as masks."""
        parts = parts_of(self.rules.size, self.symmetry)
        if self.pattern is None:
            return parts
        return tuple(part for part in parts if not part & ~self.pattern.mask)

    @property
    def is_rated(self) -> bool:
        """Whether a puzzle has to be rated to see if it meets the requirements."""
        return bool(self.rating or self.hardest is not None or self.needs or self.forbid)

    @property
    def is_open(self) -> bool:
        """Whether nearly every puzzle meets the requirements."""
        is_narrow = self.givens is not None and self.minimal
        return not is_narrow and not self.is_rated and self.pattern is None

    @cached_property
    def order_within(self) -> Profile:
        """The beginning of the profile that tells which puzzles have a rating in the range, or one just above it.

        Only its end is cut off, the techniques above the range: whatever it solves is solved by the same steps.
        """
        if self.rating is None or self.profile.counts_points:
            return self.profile
        if self.techniques is not None and self.profile == self.order:
            return self.techniques
        return _up_to(self.profile, (self.rating[1] + _NEAR) / 10)

    def givens_off(self, number: int) -> int:
        """Return how far a number of givens is outside the range; 0 inside."""
        return _off(number, self.givens)

    def rating_off(
        self, er: int, hardest: int, counts: Sequence[int] | Mapping[int, int]
    ) -> tuple[int, int, int]:
        """Return how far a rating is from the requirements, in techniques, tenths and rows; zeros if it meets them."""
        wrong = sum(not counts[row] for row in self.needs)
        wrong += sum(counts[row] > 0 for row in self.forbid)
        apart = 0 if self.hardest is None else self._places_apart(self.hardest, hardest)
        return wrong + (apart > 0), _off(er, self.rating), apart

    def _places_apart(self, one: int, other: int) -> int:
        """Return how far two techniques are from each other in the order of the profile."""
        if other == NO_TECHNIQUE:
            return len(self.profile.rows)
        places = [self.profile.techniques.index(technique_at(row)) for row in (one, other)]
        return abs(places[0] - places[1])

    def __str__(self) -> str:
        words = []
        if self.givens is not None:
            words.append(shown(*self.givens) + " givens")
        if self.pattern is not None:
            words.append(
                f"givens in {'all' if self.is_whole else 'some'} of {len(self.pattern)} cells"
            )
        if self.variant is not None:
            words.append(f"{self.variant}, solvable" if self.solvable else self.variant)
        if self.add:
            named = " ".join(map(str, self.add))
            words.append(f"{named} added, solvable" if self.solvable else f"{named} added")
        if self.symmetry != "none":
            words.append(f"{self.symmetry} symmetry")
        if self.rating is not None:
            ends = "ER " + shown(*(f"{end / 10:.1f}" for end in self.rating))
            words.append(f"{self.difficulty} ({ends})" if self.difficulty else ends)
        if self.hardest is not None:
            words.append(f"{technique_at(self.hardest).id} as the hardest step")
        words += [f"a step of {technique_at(row).id}" for row in self.needs]
        words += [f"no step of {technique_at(row).id}" for row in self.forbid]
        words += [f"in the order of {self.profile}"] if self.profile is not self.order else []
        return ", ".join(words) or "any puzzle"

    def recipe(self, number: int) -> str:
        """Return the text that `parse_recipe` reads."""
        words = [f"seed={self.seed}", f"number={number}"]
        if self.symmetry != "none":
            words.append(f"symmetry={self.symmetry}")
        if self.difficulty is not None:
            words.append(f"difficulty={self.difficulty}")
        elif self.aim is not None:
            words.append("rating={:.1f}-{:.1f}".format(*(end / 10 for end in self.aim)))
        if self.minimal != _is_minimal(self.rules, self.pattern, self.difficulty):
            words.append(f"minimal={'yes' if self.minimal else 'no'}")
        if self.made_givens is not None:
            words.append("givens={}-{}".format(*self.made_givens))
        if self.pattern is not None:
            words.append(f"pattern={write_pattern(self.pattern)}")
        if self.variant is not None:
            words.append(f"variant={self.variant}")
        if self.solvable:
            words.append("solvable=yes")
        if self.add:
            words.append(f"add={','.join(map(str, self.add))}")
        if any(self.start):
            words.append(f"start={Grid._trusted(self.start, self.rules.size).text()}")
        if not self.rules.is_classic:
            words.append(f"rules={format_rules(self.rules)}")
        return " ".join(words)

    @classmethod
    def from_options(cls, options: GenerateOptions) -> Request:
        """Return what all options of `nonet.generate` ask for; raise `ValueError` if one of them is out of range."""
        check_choices(GenerateOptions, options)
        add = () if options["add"] is None else read_additions(options["add"])
        known, start = _start_of(options, add)
        if options["variant"] is not None or add:
            known.require_usual_digits("the generator of clues")
        known, variant = _with_variant(known, options["variant"])
        pattern, minimal, difficulty = options["pattern"], options["minimal"], options["difficulty"]
        rating = options["rating"]
        cells = None if pattern is None else read_pattern(pattern, known.size)
        if difficulty is not None:
            if rating is not None:
                raise ValueError(
                    "difficulty and rating both choose a range of ER; leave one of them out"
                )
            _, low, high, _ = band(difficulty)
            rating = low, high
        hardest, symmetry = options["hardest"], options["symmetry"]
        givens = options["givens"]
        wanted = None if givens is None else _range_of(givens, known.size**2)
        tenths = None if rating is None else _tenths(rating)
        top = None if hardest is None else technique(hardest).index
        full_houses = is_full_houses(top, tenths)
        if minimal is None and add:
            minimal = True
        elif minimal is None:
            minimal = _is_minimal(known, cells, difficulty) and not (
                cells is None
                and variant is None
                and (full_houses or has_more_givens(known, symmetry, wanted))
            )
        elif minimal and known.size > LARGE:
            raise ValueError(
                f"minimal puzzles are at most {LARGE}x{LARGE}: larger ones take too long to prove;"
                " without minimal, givens are removed while that is decided quickly"
            )
        if wanted is None and not minimal and cells is None and variant is None:
            eased = _is_eased(known, difficulty)
            wanted = None if eased else _more_givens(known, full_houses=full_houses)
        request = cls(
            known,
            symmetry,
            cells,
            minimal,
            wanted,
            difficulty,
            variant,
            options["solvable"],
            tenths,
            add,
            start,
            profile=_order_of(known, variant, add, options["profile"]),
        )
        is_classic = request.is_classic
        return replace(
            request,
            hardest=None if hardest is None else _rows(hardest, is_classic=is_classic)[0],
            needs=_rows(options["needs"], is_classic=is_classic),
            forbid=_rows(options["forbid"], is_classic=is_classic),
        )


def parse_recipe(text: str) -> tuple[GenerateOptions, int, int]:
    """Return the options, the seed and the number of a recipe.

    Raises `ValueError` for text that is not a recipe.

    >>> parse_recipe("seed=7 number=3 symmetry=rotational")
    ({'rules': None, 'symmetry': 'rotational'}, 7, 3)
    """
    head, _, rules = text.partition("rules=")
    words = dict(word.partition("=")[::2] for word in head.split())
    numbers = []
    for name in ("seed", "number"):
        value = words.pop(name, "")
        found = number_of(value, 2**99)
        if found is None:
            raise ValueError(f"{text!r} is not a recipe: expected {name}= and a number")
        numbers.append(found)
    options = GenerateOptions(rules=rules or None)
    for name, value in words.items():
        if name in ("symmetry", "pattern", "variant", "difficulty", "add", "start"):
            options[name] = value  # type: ignore[literal-required]
        elif name == "solvable" and value == "yes":
            options["solvable"] = True
        elif name == "minimal" and value in ("yes", "no"):
            options["minimal"] = value == "yes"
        elif name == "rating" and value.replace("-", "", 1).replace(".", "", 2).isdecimal():
            low, _, high = value.partition("-")
            options["rating"] = read_decimal(low), read_decimal(high or low)
        elif name == "givens" and value.replace("-", "", 1).isdecimal():
            low, _, high = value.partition("-")
            options["givens"] = read_number(low), read_number(high or low)
        else:
            raise ValueError(f"{text!r} is not a recipe: unknown option {name}={value}")
    return options, numbers[0], numbers[1]


def _off(number: int, wanted: Ends | None) -> int:
    """Return how far a number is outside of a range; 0 inside, or without one."""
    return 0 if wanted is None else max(wanted[0] - number, number - wanted[1], 0)


def shown(low: object, high: object) -> str:
    """Return a range as text, one number if its ends are equal."""
    return str(low) if low == high else f"{low}-{high}"


# -- from options ---------------------------------------------------------------------------------


def check_has_no_variant(rules: Rules | str | None) -> None:
    """Refuse the words of variants among rules: a ``renban`` without cells is one."""
    text = rules if isinstance(rules, str) else ""
    for word in text.replace("+", " ").lower().split():
        if word in VARIANTS:
            raise RulesError(
                f"{word} needs cells; such constraints are laid by variant={word}"
                f" (--variant {word} on the command line)"
            )


def _start_of(options: GenerateOptions, add: tuple[Addition, ...]) -> tuple[Rules, bytes]:
    """Return the rules, and the givens of the puzzle that is completed."""
    rules, start = options["rules"], options["start"]
    if not add:
        if start is not None:
            raise ValueError(
                "start is a puzzle to complete; say with add which clues, such as add=given"
            )
        return _rules_of(rules), b""
    check_has_no_variant(rules)
    if start is None:
        known = parse_rules(rules) if isinstance(rules, str) else rules or CLASSIC
        return known, b""
    puzzle = Puzzle(start, rules=rules)
    if puzzle.marks is not None:
        raise ValueError("start has candidates; give a board with digits alone")
    return puzzle.rules, bytes(puzzle.givens)


def _rules_of(rules: Rules | str | None) -> Rules:
    """Return the rules of the option; constraints that have places on the board are refused."""
    check_has_no_variant(rules)
    known = parse_rules(rules) if isinstance(rules, str) else CLASSIC if rules is None else rules
    for each in known.constraints:
        if not _is_about_the_whole_board(each):
            raise RulesError(
                "the generator takes boxes, houses and rules of the whole board as rules, got"
                f" {shortened(each.notation)}; add completes a puzzle that has it (--add on the command"
                f" line, such as --add given), and variant lays others: {', '.join(VARIANTS)}"
            )
    return known


def as_rules(word: str) -> str:
    """Return where a word belongs that is no variant but a rule of the whole board; "" for any other word."""
    try:
        _rules_of(word)
    except RulesError:
        return ""
    return f"give it as rules={word} (--rules {word} on the command line)"


def _is_about_the_whole_board(constraint: Constraint) -> bool:
    """Return whether a constraint needs no place: its kind has no field that must be given."""
    fields = type(constraint).__signature__.parameters.values()
    return not constraint.cells and all(each.default is not each.empty for each in fields)


def _with_variant(rules: Rules, variant: str | None) -> tuple[Rules, str | None]:
    """Return the rules with the houses that a variant names, and the kinds of constraints in the order of the table."""
    named = [] if variant is None else variant.split(",")
    words = [word for word in HOUSES if word in named]
    has = [word for word, _ in extra_by_word(rules)]
    if more := [word for word in words if word not in has]:
        rules = parse_rules(" ".join([format_rules(rules), *more]))
    return rules, ",".join(kind for kind in VARIANTS if kind in named) or None


def _order_of(
    rules: Rules, variant: str | None, add: tuple[Addition, ...], name: str | Profile
) -> Profile:
    """Return the profile by which puzzles are rated."""
    order = profile_named(name).require_core("generate")
    if variant is not None or any(addition.word != GIVEN for addition in add):
        return profile_named("nonet") if order is SE else order
    return rating_order(rules, order)


def _up_to(profile: Profile, most: float) -> Profile:
    """Return the beginning of a profile whose ratings are at most ``most``."""
    rows = profile.rows
    end = max((place for place, row in enumerate(rows, 1) if row.rating <= most), default=0)
    return profile if end == len(rows) else replace(profile, rows=rows[:end])


def _is_eased(rules: Rules, difficulty: str | None) -> bool:
    """Return whether the techniques of a difficulty decide which givens stay: nearly all minimal puzzles are harder."""
    return rules.size > 9 and difficulty is not None and band(difficulty) is not BANDS[-1]


def _is_minimal(rules: Rules, pattern: CellSet | None, difficulty: str | None) -> bool:
    """Return whether puzzles are minimal if the caller does not choose."""
    if difficulty is not None and (not band(difficulty).minimal or _is_eased(rules, difficulty)):
        return False
    return pattern is None and rules.size <= LARGE


def _more_givens(rules: Rules, *, full_houses: bool = False) -> Ends | None:
    """Return the range of givens of puzzles that need not be minimal; large boards have more than enough anyway."""
    if full_houses:
        low, high = FULL_HOUSES
    elif rules.size > LARGE:
        return None
    else:
        low, high = _MORE_GIVENS[rules.size > 9]
    return round(low * rules.size**2), round(high * rules.size**2)


def _range_of(givens: IntoRange, most: int) -> Ends:
    """Return both ends of a range of givens, which may be a single number."""
    ends = givens if isinstance(givens, tuple) else (givens, givens)
    if len(ends) != 2 or not all(hasattr(end, "__index__") for end in ends):
        raise TypeError(f"givens must be a whole number or a pair (least, most), got {givens!r}")
    low, high = (end.__index__() for end in ends)
    if not 0 <= low <= high <= most:
        raise ValueError(f"givens must be 0 to {most}, the least first, got {shown(low, high)}")
    return low, high


def _tenths(rating: float | tuple[float, float]) -> Ends:
    """Return both ends of a range of ratings in tenths."""
    ends = rating if isinstance(rating, tuple) else (rating, rating)
    if len(ends) != 2 or not all(isinstance(end, (int, float)) for end in ends):
        raise TypeError(f"rating must be a number or a pair (least, most), got {rating!r}")
    low, high = (round(10 * end) for end in ends)
    if not 10 <= low <= high <= 200:
        raise ValueError(f"rating must be 1.0 to 20.0, the least first, got {shown(*ends)}")
    return low, high


def _rows(techniques: IntoTechniques, *, is_classic: bool) -> tuple[int, ...]:
    """Return the rows of techniques, each once; those of classic boards for a classic puzzle."""
    if isinstance(techniques, (str, Technique)):
        techniques = (techniques,)
    known = [technique(each) for each in techniques]
    return tuple(sorted({(each.require_classic() if is_classic else each).index for each in known}))
