"""The table of techniques, and how one is found by any of its names.

A new technique
===============

This list is for the techniques of the core. What constraints say that houses do not is found in Python; such a
technique has a shorter list, in `src/nonet/deduction/__init__.py`.

1. A row at the end of `core/logic/techniques.def`, and the same row at the end of `_ROWS` in
   `src/nonet/steps/techniques.py`. Files and other programs know a technique by its id; its place says nothing.
   `TECHNIQUE(skyscraper, single_digit, Rules, 0, Skyscrapers, 0)` names the family, what must be known of the board
   (`Rules`: nothing; `Unique`: it has one solution; `Givens`: which digits are givens, too), Sudoku Explainer's
   rating (0: it has none), the finder, and a number for finders that look for several sizes. `_ROWS` has HoDoKu's
   points in the place of finder and number (0: none).
2. A finder in the file of its family, `core/logic/<family>.cpp`, declared in `finders.hpp`: it passes each `Step`
   to the sink, the simplest first. Copy `wings.cpp`. It asks the geometry for houses and peers,
   and so serves boards of any size and any houses. Its row in `finders.def` says how it is called, and with its
   traits whether it takes a lot of time; if HoDoKu has it, which of its steps counts there (`hodoku/order.hpp`).
   `se` takes no new techniques, and its finders in `se/` stay as they are; `sukaku` likewise.
3. Its place, rating and reason in `src/nonet/steps/profiles/nonet.toml`, where ratings rise with the order; its
   points in `hodoku.toml` if HoDoKu has it. `scripts/profile_page.py` writes the table of `docs/profiles.md`.
4. Its English words in `src/nonet/words/en/techniques/<family>.json`: name, aliases, title, about, nudge, where,
   why, and its lesson, how to find it and why it works. Write them before you run the tests: without them no
   technique is found by its name, and most tests fail with `the catalogue 'en' has no words for …`.
   `nonet.steps.fact_table` lists the placeholders. The full explanation is `why` and what follows; if `why` ends with
   the cells that lose a digit, `full.<id>` in `phrases` of `sentences.json` is `{full.again}`, which does not name
   them twice. Other languages show the English until it is translated.
5. Rows of at least three boards and a negative row in `tests/data/steps.txt`. If the pattern has a short
   definition, write it down in `tests/patterns.py`, without a look at the finder. If HoDoKu's regression library
   has cases, the codes in `tests/reglib.py`.
6. Its prose in `scripts/technique_pages.toml`; `scripts/examples_stock.py` finds its three examples, which are its
   drill too. `scripts/technique_pages.py` writes the pages and pictures (all of them: the pages of its neighbours link
   to it), and `scripts/learn_examples.py` the examples of the web app, also after a change of its English words. A
   technique of Sudoku Explainer that is never the easiest step is listed in `NEVER_FIRST`.
7. No step of it eliminates a digit of the solution: `tests/test_logic_laws.py` checks that on thousands of puzzles,
   `tests/test_premise.py` that one which needs the rules alone is true where there are several solutions. No rating
   changes: `tests/test_logic_reference.py` compares ratings with those of Sudoku Explainer.

``pytest tests/test_completeness.py -k <id>`` says what is missing. Run it first: other tests stop at the first of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from nonet import words

if TYPE_CHECKING:
    from nonet.words.messages import Catalogue

__all__ = ["TECHNIQUES", "VARIANT_TECHNIQUES", "Premise", "Technique", "technique", "technique_at"]


class Premise(IntEnum):
    """What is known of a board, and what a technique needs: each says more than the one before.

    ``RULES``: the rules and the candidates alone. What follows from these holds in every solution.
    ``UNIQUE``: the filled cells, taken as givens, have exactly one solution.
    ``GIVENS``: it is known which of the filled cells are givens, and these have exactly one solution.

    >>> technique("x_wing").needs, technique("bug_1").needs <= Premise.RULES
    (<Premise.RULES: 0>, False)
    """

    RULES = 0
    UNIQUE = 1
    GIVENS = 2


@dataclass(frozen=True, slots=True, repr=False)
class Technique:
    """A kind of step.

    ``id`` is its name in code and files, ``family`` groups related ones. ``ratings`` maps the rating systems that know
    it to their figures, before anything is added for length or size: ``se`` (Sudoku Explainer 1.2.1) from 1.0 up,
    ``hodoku`` the points of HoDoKu 2.2. ``needs``: the step is only sound if that much is known of the board.
    In which order a solver tries techniques is the matter of a `nonet.steps.Profile`.

    >>> t = technique("x_wing")
    >>> t.name, t.family, t.ratings["se"], t.ratings["hodoku"], t.index
    ('X-wing', 'fish', 3.2, 140, 11)
    """

    id: str
    family: str
    ratings: Mapping[str, float] = field(hash=False)
    needs: Premise = Premise.RULES

    @property
    def assumes_unique(self) -> bool:
        """Whether its steps are only sound if the puzzle has one solution."""
        return self.needs > Premise.RULES

    @property
    def index(self) -> int:
        """The place in `TECHNIQUES`, from 0; those of variants come after. It says nothing about difficulty."""
        return _INDEX[self.id]

    @property
    def is_classic(self) -> bool:
        """Whether classic boards have steps of it.

        >>> technique("x_wing").is_classic, technique("cage_combination").is_classic
        (True, False)
        """
        return self.index < len(TECHNIQUES)

    def require_classic(self) -> Technique:
        """Return the technique; raise `ValueError` if classic boards have no step of it."""
        if not self.is_classic:
            raise ValueError(f"classic boards have no step of {self.id}")
        return self

    @property
    def name(self) -> str:
        """What people call it, in English."""
        return self.name_in("en")

    def name_in(self, language: str) -> str:
        """Return what people call it in a language.

        Raises `ValueError` if there are no words in the language.
        """
        return str(self.entry(words.catalogue(language))["name"])

    def aliases(self, language: str = "en") -> tuple[str, ...]:
        """Return other names for it, such as those of well-known programs."""
        return tuple(self.entry(words.catalogue(language))["aliases"])

    def about(self, language: str = "en") -> str:
        """Return what it is, in a sentence or two that fit every board."""
        return str(self.entry(words.catalogue(language))["about"])

    def entry(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """Return its words in a language: name, aliases, title, about, nudge, where and why."""
        return catalogue.technique(self.id)

    @property
    def page(self) -> str:
        """The page of the documentation, as a path from the top of the project.

        >>> technique("x_wing").page
        'docs/techniques/x_wing.md'
        """
        return f"docs/techniques/{self.id}.md"

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"technique({self.id!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return technique, (self.id,)


RULES, UNIQUE, GIVENS = Premise

# id, family, what it needs, rating of Sudoku Explainer 1.2.1, points of HoDoKu 2.2 for the same or the nearest
# technique (0: none). Everything else follows from these rows: core/logic/techniques.def, the catalogues of words and
# the pages are held equal to them by tests. The core knows a technique by its place, so new rows are added at the end.
_ROWS: tuple[tuple[str, str, Premise, float, int], ...] = (
    ("full_house", "singles", RULES, 1.0, 4),
    ("hidden_single_box", "singles", RULES, 1.2, 14),
    ("hidden_single_line", "singles", RULES, 1.5, 14),
    ("direct_pointing", "intersections", RULES, 1.7, 0),
    ("direct_claiming", "intersections", RULES, 1.9, 0),
    ("direct_hidden_pair", "subsets", RULES, 2.0, 0),
    ("naked_single", "singles", RULES, 2.3, 4),
    ("direct_hidden_triple", "subsets", RULES, 2.5, 0),
    ("pointing", "intersections", RULES, 2.6, 50),
    ("claiming", "intersections", RULES, 2.8, 50),
    ("naked_pair", "subsets", RULES, 3.0, 60),
    ("x_wing", "fish", RULES, 3.2, 140),
    ("hidden_pair", "subsets", RULES, 3.4, 70),
    ("naked_triple", "subsets", RULES, 3.6, 80),
    ("swordfish", "fish", RULES, 3.8, 150),
    ("hidden_triple", "subsets", RULES, 4.0, 100),
    ("xy_wing", "wings", RULES, 4.2, 160),
    ("xyz_wing", "wings", RULES, 4.4, 180),
    ("unique_rectangle_1", "uniqueness", UNIQUE, 4.5, 100),
    ("unique_rectangle_2", "uniqueness", UNIQUE, 4.5, 100),
    ("unique_rectangle_3", "uniqueness", UNIQUE, 4.5, 100),
    ("unique_rectangle_4", "uniqueness", UNIQUE, 4.5, 100),
    ("unique_loop_1", "uniqueness", UNIQUE, 4.6, 0),
    ("unique_loop_2", "uniqueness", UNIQUE, 4.6, 0),
    ("unique_loop_3", "uniqueness", UNIQUE, 4.6, 0),
    ("unique_loop_4", "uniqueness", UNIQUE, 4.6, 0),
    ("naked_quadruple", "subsets", RULES, 5.0, 120),
    ("jellyfish", "fish", RULES, 5.2, 160),
    ("hidden_quadruple", "subsets", RULES, 5.4, 150),
    ("bug_1", "uniqueness", UNIQUE, 5.6, 100),
    ("bug_2", "uniqueness", UNIQUE, 5.7, 0),
    ("bug_3", "uniqueness", UNIQUE, 5.7, 0),
    ("bug_4", "uniqueness", UNIQUE, 5.7, 0),
    ("aligned_pair_exclusion", "exclusion", RULES, 6.2, 0),
    ("x_cycle", "chains", RULES, 6.5, 280),
    ("y_cycle", "chains", RULES, 6.5, 280),
    ("x_chain", "chains", RULES, 6.6, 260),
    ("forcing_chain", "chains", RULES, 7.0, 280),
    ("continuous_loop", "chains", RULES, 7.0, 280),
    ("aligned_triple_exclusion", "exclusion", RULES, 7.5, 0),
    ("nishio", "chains", RULES, 7.5, 500),
    ("cell_forcing_chain", "chains", RULES, 8.0, 500),
    ("house_forcing_chain", "chains", RULES, 8.0, 500),
    ("dynamic_contradiction_chain", "chains", RULES, 8.5, 700),
    ("dynamic_double_chain", "chains", RULES, 8.5, 700),
    ("dynamic_cell_chain", "chains", RULES, 8.5, 700),
    ("dynamic_house_chain", "chains", RULES, 8.5, 700),
    ("dynamic_chain_plus", "chains", RULES, 9.0, 0),
    ("nested_forcing_chain", "chains", RULES, 9.5, 0),
    ("nested_multiple_chain", "chains", RULES, 10.0, 0),
    ("nested_dynamic_chain", "chains", RULES, 10.5, 0),
    ("nested_dynamic_chain_2", "chains", RULES, 11.0, 0),
    ("skyscraper", "single_digit", RULES, 0, 130),
    ("unique_rectangle_5", "uniqueness", UNIQUE, 0, 100),
    ("unique_rectangle_6", "uniqueness", UNIQUE, 0, 100),
    ("hidden_rectangle", "uniqueness", UNIQUE, 0, 100),
    ("avoidable_rectangle_1", "uniqueness", GIVENS, 0, 100),
    ("avoidable_rectangle_2", "uniqueness", GIVENS, 0, 100),
    ("finned_x_wing", "fish", RULES, 0, 130),
    ("sashimi_x_wing", "fish", RULES, 0, 150),
    ("finned_swordfish", "fish", RULES, 0, 200),
    ("sashimi_swordfish", "fish", RULES, 0, 240),
    ("finned_jellyfish", "fish", RULES, 0, 250),
    ("sashimi_jellyfish", "fish", RULES, 0, 260),
    ("franken_x_wing", "fish", RULES, 0, 300),
    ("franken_swordfish", "fish", RULES, 0, 350),
    ("franken_jellyfish", "fish", RULES, 0, 370),
    ("finned_franken_x_wing", "fish", RULES, 0, 390),
    ("finned_franken_swordfish", "fish", RULES, 0, 410),
    ("finned_franken_jellyfish", "fish", RULES, 0, 430),
    ("mutant_x_wing", "fish", RULES, 0, 450),
    ("mutant_swordfish", "fish", RULES, 0, 450),
    ("mutant_jellyfish", "fish", RULES, 0, 450),
    ("finned_mutant_x_wing", "fish", RULES, 0, 470),
    ("finned_mutant_swordfish", "fish", RULES, 0, 470),
    ("finned_mutant_jellyfish", "fish", RULES, 0, 470),
    ("finned_mutant_squirmbag", "fish", RULES, 0, 470),
    ("finned_mutant_whale", "fish", RULES, 0, 470),
    ("brute_force", "guessing", RULES, 0, 10000),
    ("locked_pair", "subsets", RULES, 0, 40),
    ("locked_triple", "subsets", RULES, 0, 60),
    ("template_set", "patterns", RULES, 0, 10000),
    ("template_delete", "patterns", RULES, 0, 10000),
    ("alternating_x_chain", "chains", RULES, 0, 260),
    ("xy_chain", "chains", RULES, 0, 260),
    ("continuous_nice_loop", "chains", RULES, 0, 280),
    ("discontinuous_nice_loop", "chains", RULES, 0, 280),
    ("alternating_chain", "chains", RULES, 0, 280),
    ("grouped_continuous_nice_loop", "chains", RULES, 0, 300),
    ("grouped_discontinuous_nice_loop", "chains", RULES, 0, 300),
    ("grouped_alternating_chain", "chains", RULES, 0, 300),
    ("two_string_kite", "single_digit", RULES, 0, 150),
    ("turbot_fish", "single_digit", RULES, 0, 120),
    ("empty_rectangle", "single_digit", RULES, 0, 120),
    ("dual_two_string_kite", "single_digit", RULES, 0, 150),
    ("dual_empty_rectangle", "single_digit", RULES, 0, 120),
    ("broken_wing", "single_digit", RULES, 0, 0),
    ("w_wing", "wings", RULES, 0, 150),
    ("remote_pair", "colouring", RULES, 0, 110),
    ("simple_colours_trap", "colouring", RULES, 0, 150),
    ("simple_colours_wrap", "colouring", RULES, 0, 150),
    ("multi_colours_1", "colouring", RULES, 0, 200),
    ("multi_colours_2", "colouring", RULES, 0, 200),
    ("medusa_3d_trap", "colouring", RULES, 0, 0),
    ("medusa_3d_wrap", "colouring", RULES, 0, 0),
    ("firework_triple", "patterns", RULES, 0, 0),
    ("firework_quadruple", "patterns", RULES, 0, 0),
    ("tridagon", "patterns", RULES, 0, 0),
    ("exocet", "patterns", RULES, 0, 0),
    ("sk_loop", "patterns", RULES, 0, 0),
    ("als_xz", "als", RULES, 0, 300),
    ("als_xy_wing", "als", RULES, 0, 320),
    ("als_chain", "als", RULES, 0, 340),
    ("death_blossom", "als", RULES, 0, 360),
    ("sue_de_coq", "als", RULES, 0, 250),
    ("wxyz_wing", "als", RULES, 0, 0),
    ("als_alternating_chain", "chains", RULES, 0, 0),
    ("symmetrical_placement", "uniqueness", GIVENS, 0, 0),
    ("strong_links_2", "single_digit", RULES, 0, 0),
    ("strong_links_3", "single_digit", RULES, 0, 0),
    ("strong_links_4", "single_digit", RULES, 0, 0),
    ("vwxyz_wing", "als", RULES, 0, 0),
    ("uvwxyz_wing", "als", RULES, 0, 0),
    ("tuvwxyz_wing", "als", RULES, 0, 0),
)


# id, family. Only boards that are not classic have steps of these. The core has the first of these rows,
# nonet.deduction finds the others, and no rating system knows them.
_VARIANT_ROWS: tuple[tuple[str, str], ...] = (
    ("common_peers", "intersections"),
    ("dot", "clues"),
    ("thermometer", "clues"),
    ("arrow", "clues"),
    ("line_clue", "clues"),
    ("outside_clue", "clues"),
    ("clue", "clues"),
    ("cage_combination", "cages"),
    ("cage_locked", "cages"),
    ("rule_of_45", "cages"),
    ("polarity", "clues"),
    ("short_contradiction", "chains"),
    ("clue_and_sight", "clues"),
    ("set_equivalence", "intersections"),
    ("clue_pointing", "clues"),
    ("last_of_sum", "cages"),
    ("counting", "clues"),
    ("equal_cells", "intersections"),
)


def _technique(name: str, family: str, needs: Premise, se: float, hodoku: int) -> Technique:
    ratings = {system: rating for system, rating in (("se", se), ("hodoku", hodoku)) if rating}
    return Technique(name, family, MappingProxyType(ratings), needs)


TECHNIQUES: tuple[Technique, ...] = tuple(_technique(*row) for row in _ROWS)
"""The techniques of the classic board. Those of Sudoku Explainer come first, in its order."""

VARIANT_TECHNIQUES: tuple[Technique, ...] = tuple(
    _technique(*row, RULES, se=0, hodoku=0) for row in _VARIANT_ROWS
)
"""The techniques that only boards with other rules have."""

_ALL = (*TECHNIQUES, *VARIANT_TECHNIQUES)
_INDEX = {known.id: index for index, known in enumerate(_ALL)}


def is_known(name: str) -> bool:
    """Whether a technique of nonet has this id."""
    return name in _INDEX


def technique_at(row: int) -> Technique:
    """Return the technique with this `Technique.index`.

    >>> technique_at(technique("cage_combination").index)
    technique('cage_combination')
    """
    return _ALL[row]


def technique(name: str | Technique) -> Technique:
    """Return a technique by its id, its name or an alias, in any spelling; a technique is returned as it is.

    Upper and lower case, hyphens, underscores, spaces and a plural s do not matter. Raises `ValueError` for an unknown
    name, and for one that several techniques share; the message lists the nearest ones.

    >>> technique("bug_1").assumes_unique
    True
    >>> technique("Y-Wing"), technique("box/line reduction"), technique("Naked Pairs")
    (technique('xy_wing'), technique('claiming'), technique('naked_pair'))
    >>> technique("x-wink")
    Traceback (most recent call last):
        ...
    ValueError: unknown technique 'x-wink'; did you mean 'x_wing'?
    """
    if isinstance(name, Technique):
        return name
    if name in _INDEX:
        return _ALL[_INDEX[name]]
    techniques = _names().get(_key(name), ())
    if len(techniques) == 1:
        return techniques[0]
    if techniques:
        raise ValueError(f"{name!r} stands for several techniques; choose {_listed(techniques)}")
    if techniques := _elsewhere(name):
        raise ValueError(f"nonet does not look for {name!r}; the nearest is {_listed(techniques)}")
    near = _near(name)
    hint = f"did you mean {_listed(near)}?" if near else "see `nonet techniques` for the names"
    raise ValueError(f"unknown technique {name!r}; {hint}")


# -- names ----------------------------------------------------------------------------------------

# Techniques of other programs that nonet does not look for, by a word of their names: where nonet finds the same
# eliminations, or what is nearest.
_ELSEWHERE: Mapping[str, tuple[str, ...]] = {
    "bowman": ("dynamic_contradiction_chain",),
    "leviathan": ("jellyfish",),
    "oddagon": ("tridagon", "cell_forcing_chain"),
    "squirmbag": ("jellyfish",),
}


def _listed(techniques: Iterable[Technique]) -> str:
    *first, last = (repr(each.id) for each in techniques)
    return f"{', '.join(first)} or {last}" if first else last


def _spelt(name: str) -> list[str]:
    """Return the words of a name: lower case, singular, without punctuation."""
    parts = re.findall(r"[^\W_]+", name.casefold())
    return [re.sub(r"(?<=[a-z]{3})(?<!s)s$", "", part) for part in parts]


def _key(name: str) -> str:
    return "".join(_spelt(name))


@cache
def _names() -> Mapping[str, tuple[Technique, ...]]:
    """Return the techniques by the key of each name; an id or a name is stronger than an alias of another one."""
    strong: dict[str, tuple[Technique, ...]] = {
        _key(technique.id): (technique,) for technique in _ALL
    }
    weak: dict[str, tuple[Technique, ...]] = {}
    for language in words.languages():
        for technique in _ALL:
            strong.setdefault(_key(technique.name_in(language)), (technique,))
            for alias in technique.aliases(language):
                key = _key(alias)
                weak[key] = tuple(dict.fromkeys((*weak.get(key, ()), technique)))
    return weak | strong


def _elsewhere(name: str) -> tuple[Technique, ...]:
    """Return the techniques that are nearest to one of other programs."""
    plain = f" {' '.join(_spelt(name))} "
    for word, ids in _ELSEWHERE.items():
        if f" {word} " in plain:
            return tuple(_ALL[_INDEX[known]] for known in ids)
    return ()


def _near(name: str) -> list[Technique]:
    """Return at most four techniques that a wrong name may mean: by their words, then by their letters."""
    from difflib import SequenceMatcher  # slow to load

    given = _spelt(name)
    if not given:
        return []
    scores: dict[Technique, float] = {}
    for technique in _ALL:
        for known in (technique.id, technique.name, *technique.aliases()):
            theirs = _spelt(known)
            shared = len(set(given) & set(theirs))
            matcher = SequenceMatcher(None, "".join(given), "".join(theirs))
            # The first ratio is an upper bound; the second takes long for a long name.
            letters = matcher.ratio() if matcher.real_quick_ratio() > 0.55 else 0.0
            score = max(2 * shared / (len(given) + len(theirs)), letters)
            scores[technique] = max(scores.get(technique, 0.0), score)
    best = max(scores.values())
    if best < 0.6:
        return []
    return [technique for technique, score in scores.items() if score > best - 0.05][:4]
