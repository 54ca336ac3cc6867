"""The options of `nonet.generate`, for Python, the command line and the web: see `nonet.base.options`."""

# The types are evaluated here, because the options are in them.

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypedDict

from nonet.base.cells import IntoCells
from nonet.base.options import Choice, Flag, InFile, Names, Range, RulesText, Text, Whole
from nonet.generating.layouts import HOUSES, VARIANTS
from nonet.generating.patterns import SYMMETRIES
from nonet.rules import Rules
from nonet.steps import Profile, Technique
from nonet.steps.difficulty import BANDS
from nonet.verbs.common import THREADS, Seeded
from nonet.verbs.logic import profile

if TYPE_CHECKING:
    from nonet.generating.additions import IntoAdditions
    from nonet.generating.search import SearchProgress
    from nonet.puzzle.value import IntoPuzzle

__all__ = [
    "Budgeted",
    "GenerateOptions",
    "IntoRange",
    "IntoTechniques",
    "ProgressCallback",
    "SearchOptions",
]

IntoRange: TypeAlias = int | tuple[int, int]
IntoTechniques: TypeAlias = str | Technique | Iterable[str | Technique]
ProgressCallback: TypeAlias = Callable[["SearchProgress"], object]


def _as_rules(word: str) -> str:
    from nonet.generating.request import as_rules  # which needs these options

    return as_rules(word)


class GenerateOptions(TypedDict, total=False):
    """The options of `generate` that decide which puzzles it returns."""

    symmetry: Annotated[
        str,
        Choice(
            "Of givens, cages and lines: rotational, diagonal …",
            tuple(SYMMETRIES),
            default="none",
            about='Of the givens: "rotational" (half turn), "rotational-90" (quarter turn), "horizontal" (upper and'
            ' lower half mirrored), "vertical" (left and right half mirrored), "diagonal", "antidiagonal", "full"'
            ' (all of these) or "none".',
        ),
    ]
    givens: Annotated[
        IntoRange | None,
        Range(
            "Number of givens, such as 24 or {example}.",
            0,
            36 * 36,
            example="24-28",
            metavar="N-M",
            about="Their number, or a pair (least, most). Minimal puzzles have 24.4 on average, 20 to 30 of 200,000."
            " Fewer are searched for if there is a ``budget``; 17, the fewest possible, are practically out of reach.",
        ),
    ]
    pattern: Annotated[
        "IntoCells | None",
        InFile(
            "Where givens are; a dot is an empty cell.",
            metavar="TEXT|FILE",
            about="The cells that are given, all of them; with ``minimal=True`` the cells that may be. A `CellSet`, or"
            " text with one character for each cell, ``.`` for a cell without a given.",
        ),
    ]
    minimal: Annotated[
        bool | None,
        Flag(
            "Whether every given is needed; with a symmetry, every group of givens that belong together.",
            default=None,
            flags=("--minimal/--no-minimal",),
            about="No given can be removed; the default, unless ``givens`` asks for more than minimal puzzles have or"
            " ``hardest`` for full houses. With a symmetry: no group of givens that belong together,"
            " such as a pair, can be removed, though a single given of it perhaps can (`Puzzle.redundant_givens`)."
            " With ``minimal=False`` puzzles have as many givens as ``givens`` says, or 28 to 34 (other sizes in"
            " proportion), and are easier. Boards larger than 16x16 are nearly minimal.",
        ),
    ]
    difficulty: Annotated[
        str | None,
        Choice(
            "Band of ER: {names}.",
            tuple(band.name for band in BANDS),
            about="{names}: ranges of ER that `nonet.difficulty` defines. Easy and medium puzzles have 28 to 34 givens"
            " unless ``minimal`` or ``givens`` says otherwise; on boards of more than 9x9 all but extreme ones have the"
            " givens that the techniques of the band need.",
        ),
    ]
    rating: Annotated[
        float | tuple[float, float] | None,
        Range(
            "ER, such as 7.1 or {example}.",
            0,
            20,
            example="7.0-7.5",
            kind=float,
            metavar="LOW-HIGH",
            about="ER as `Puzzle.rate` returns it, or a pair (least, most), such as ``(7.0, 7.5)``.",
        ),
    ]
    hardest: Annotated[
        str | Technique | None,
        Text("Hardest technique, such as xy_wing.", metavar="NAME", group="techniques"),
    ]
    variant: Annotated[
        str | None,
        Choice(
            "Kinds to lay, with commas: {names}.",
            (*VARIANTS, *HOUSES),
            several=True,
            elsewhere=_as_rules,
            about="{names}, or several with commas between, such as ``killer,thermo``. Constraints of each kind are"
            " laid on the board, with the ``symmetry`` where it applies to them, and ``givens`` are added as far as"
            " they are needed. A killer puzzle has none. ``rules`` of the puzzle have the constraints, and the houses"
            " that are named here.",
        ),
    ]
    start: Annotated[
        "IntoPuzzle | None",
        InFile(
            "A puzzle to complete: its givens and rules stay.",
            metavar="TEXT|FILE",
            about="A puzzle that ``add`` completes. Its givens and its rules stay; ``rules`` alone are enough if it has"
            " no givens.",
        ),
    ]
    add: Annotated[
        "IntoAdditions | None",
        Text(
            "Clues to add, such as 'quadruple:4 arrow:2-3'.",
            metavar="KINDS",
            about="Clues to add to the puzzle that ``rules`` and ``start`` say, until it has one solution: kinds by"
            ' their word in the notation, each with a number or a range, such as ``"quadruple:4 arrow:2-3"``, or a'
            ' mapping ``{{"quadruple": 4, "arrow": (2, 3)}}``. Without a number there is at least one, and as many as'
            ' are needed. ``"given"`` are givens (none, where none is needed), and ``"jigsaw"`` are random regions in'
            " place of the boxes. Then each clue that is not needed is removed, as far as the numbers allow it. The"
            " constraints and givens of the setter stay. Such puzzles are reproducible within one version.",
        ),
    ]
    solvable: Annotated[
        bool,
        Flag(
            "Of a variant or --add: hints solve it to the end.",
            about="The techniques solve the puzzle to the end, so `Puzzle.steps` is never stuck: those of ``rating`` or"
            " ``difficulty``, else those up to ER 6.9. A variant, or a puzzle with ``add``, gets more clues for that,"
            " where the techniques are stuck; of killers, only those that need no givens are kept. Such puzzles are"
            " reproducible within one version.",
        ),
    ]
    needs: Annotated[
        IntoTechniques,
        Names("A technique that the easiest path uses.", group="techniques"),
    ]
    forbid: Annotated[
        IntoTechniques,
        Names("A technique that the easiest path does not use.", group="techniques"),
    ]
    profile: Annotated[str | Profile, profile("se")]
    rules: Annotated[
        Rules | str | None,
        RulesText(
            "Boxes, houses and rules, such as antiknight.",
            about='`Rules`, or text such as "2x3", "diagonals" or "antiknight": boxes, houses, and constraints'
            " that name no cells; with ``add``, all constraints.",
        ),
    ]


class Budgeted(TypedDict, total=False):
    """How long a search may take."""

    budget: Annotated[int | None, Whole("Give up after {metavar} puzzles tried for one.", 1)]


class SearchOptions(Seeded, Budgeted, GenerateOptions, total=False):
    """All options of `generate`: which puzzles it returns, and how they are searched for."""

    first: Annotated[
        int, Whole("Start at puzzle {metavar} of the seed (default: {default}).", 0, default=0)
    ]
    threads: Annotated[int | None, THREADS]
    progress: ProgressCallback | None
