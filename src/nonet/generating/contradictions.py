"""Requirements that no puzzle can meet, found before the search begins.

Only reasons that are quick to see are checked: too few cells, two lines without givens that can be exchanged, a
symmetry that does not allow the number of givens, techniques that are rated above or below the range. Each becomes a
`ValueError` whose message names the options at fault.
"""

from __future__ import annotations

from nonet import deduction
from nonet.base.cells import cell_name
from nonet.generating.additions import GIVEN
from nonet.generating.layouts import LINES
from nonet.generating.patterns import idle_lines, maps_of, sums_of
from nonet.generating.reach import check_reach, is_full_houses
from nonet.generating.request import Request, shown
from nonet.rules import Rules
from nonet.steps import SE, VARIANT_TECHNIQUES, technique_at
from nonet.steps.profiles import profile_with

__all__ = ["check"]

_FEWEST = 17  # givens of a classic puzzle with one solution (McGuire, Tugemann and Civario 2012)


def check(request: Request, *, is_searched: bool = False) -> None:
    """Raise `ValueError` if no puzzle meets the request, or hardly any can.

    ``is_searched``: the caller gives a budget, and means to search even for what is hardly found.
    """
    if request.add:
        _check_added(request)
        return
    if request.solvable and request.variant is None:
        raise ValueError(
            "solvable needs a variant or add; of other puzzles, difficulty, hardest, needs and forbid choose the"
            " techniques"
        )
    if request.variant is None:
        _check_cells(request)
    else:
        _check_variant(request)
    _check_techniques(request)
    if not is_searched:
        check_reach(request)


def _check_added(request: Request) -> None:
    """Raise `ValueError` for what is not chosen where clues are added to a puzzle."""
    for name, is_chosen, instead in (
        ("variant", request.variant is not None, "name its kinds in add"),
        ("pattern", request.pattern is not None, "put the givens into start"),
        ("symmetry", request.symmetry != "none", "it would not hold for what is there"),
        ("givens", request.givens is not None, "give their number in add, such as given:2-4"),
        ("minimal", not request.minimal, "give numbers in add, such as quadruple:6"),
    ):
        if is_chosen:
            raise ValueError(f"{name} cannot be combined with add; {instead}")
    if is_full_houses(request.hardest, request.rating):
        raise ValueError("a puzzle with few clues is not solved by full houses; raise rating")
    if request.start and request.start.count(0) == 0:
        raise ValueError("start has no empty cell; there is nothing to complete")
    places = {each.word: each.most or each.least for each in request.add}
    if places.get(GIVEN, 0) > request.rules.size**2:
        raise ValueError(
            f"add: the board has {request.rules.size**2} cells, got {places[GIVEN]} givens"
        )
    _check_techniques(request)


def _check_variant(request: Request) -> None:
    if "killer" in request.kinds and request.givens is not None and request.givens[0] > 0:
        raise ValueError("a killer puzzle has no givens here; leave givens out")
    if request.pattern is not None:
        raise ValueError("a variant chooses its givens itself; leave out pattern or variant")
    lines = [kind for kind in request.kinds if kind in LINES]
    if lines and len(maps_of(request.rules.size, request.symmetry)) > 1:
        raise ValueError(
            f"the lines of {lines[0]} cannot have the symmetry {request.symmetry!r};"
            " choose none, rotational, horizontal, vertical, diagonal or antidiagonal"
        )


def _check_cells(request: Request) -> None:
    size, pattern = request.rules.size, request.pattern
    usable = sum(request.parts)
    if pattern is not None and request.is_whole and usable != pattern.mask:
        alone = next(cell for cell in pattern if not usable >> cell & 1)
        raise ValueError(
            f"the pattern does not have the symmetry {request.symmetry!r}: it has {cell_name(alone, size)},"
            " but not all cells that the symmetry maps to it"
        )
    cells, where = usable.bit_count(), "the board" if pattern is None else "the pattern"
    if pattern is not None and request.symmetry != "none":
        where = f"the part of the pattern with the symmetry {request.symmetry!r}"
    low, high = request.givens or (0, cells)
    if request.is_whole and not low <= cells <= high:
        raise ValueError(
            f"the pattern has {cells} cells, all of them given, but givens is {shown(low, high)};"
            " leave givens out, or choose among the cells with minimal=True"
        )
    if low > cells:
        raise ValueError(f"{where} has {cells} cells, but givens is {shown(low, high)}")
    fewest, reason = _fewest_givens(request.rules)
    if min(cells, high) < fewest:
        number = f"{where} has {cells} cells" if cells <= high else f"givens is {shown(low, high)}"
        raise ValueError(f"{number}; {reason}")
    if lines := idle_lines(request.rules, usable):
        raise ValueError(
            f"{where} has no cell in {lines[0]} and {lines[1]}: these can be exchanged,"
            " so no puzzle with these givens has one solution"
        )
    sums = sums_of(request.parts)
    if not sums >> low & (1 << high - low + 1) - 1:
        near = [n for n in range(cells + 1) if sums >> n & 1]
        below = [n for n in near if n < low][-1:]
        above = [n for n in near if n > high][:1]
        raise ValueError(
            f"no {shown(low, high)} cells of {where} have the symmetry {request.symmetry!r};"
            f" use {' or '.join(map(str, below + above))}"
        )


def _fewest_givens(rules: Rules) -> tuple[int, str]:
    """Return a number of givens that every puzzle with one solution has, and the reason."""
    if rules.is_classic:
        return _FEWEST, f"no classic puzzle with fewer than {_FEWEST} givens has one solution"
    if not rules.digits_interchangeable:
        return 0, ""
    fewest = rules.size - 1
    return fewest, (
        f"with fewer than {fewest} givens two digits are not given and can be exchanged,"
        " so there is more than one solution"
    )


def _check_techniques(request: Request) -> None:
    top = () if request.hardest is None else (request.hardest,)
    if both := {*request.needs, *top} & set(request.forbid):
        raise ValueError(f"{_id(min(both))} is both required and forbidden; leave one of them out")
    _check_singles(request)
    for row in (*request.needs, *top):
        if technique_at(row) not in request.profile:
            raise ValueError(
                f"the profile {request.profile} does not have {_id(row)};"
                f" choose another with profile, such as {profile_with(_id(row))}"
            )
    if not request.is_classic:
        _check_first_step(request)
        return
    if request.profile is not SE:
        if request.rating is not None:
            raise ValueError(
                "rating and difficulty are those of Sudoku Explainer; leave them out, or profile"
            )
        return
    high = 200 if request.rating is None else request.rating[1]
    _check_gap(request)
    for row in (*request.needs, *top):
        if _least(row) > high:
            raise ValueError(
                f"{_id(row)} is rated {_least(row) / 10:.1f} or more,"
                f" but the rating must be at most {high / 10:.1f}"
            )
    if request.hardest is None:
        return
    name, most = _id(request.hardest), _most(request.hardest)
    if request.rating is not None and request.rating[0] > most:
        raise ValueError(
            f"the hardest step must be {name}, rated at most {most / 10:.1f},"
            f" but the rating must be at least {request.rating[0] / 10:.1f}"
        )
    for row in request.needs:
        if _least(row) > most:
            raise ValueError(f"{_id(row)} is harder than {name}, which must be the hardest step")


def _check_singles(request: Request) -> None:
    """Raise `ValueError` if what every path needs is forbidden."""
    forbidden = {technique_at(row) for row in request.forbid}
    first = request.profile.techniques[0]
    if first.id == "full_house" and first in forbidden:
        raise ValueError(
            "each path ends with a full_house, the last cell of a house; do not forbid it"
        )
    singles = [
        technique for technique in request.profile.techniques if technique.family == first.family
    ]
    needed = [technique for technique in singles if technique.id != "full_house"]
    if needed and forbidden.issuperset(needed):
        names = ", ".join(technique.id for technique in needed)
        raise ValueError(f"no path does without all of {names}; do not forbid all of them")


def _check_first_step(request: Request) -> None:
    """Raise `ValueError` if a killer puzzle is to be easier than what an empty board begins with."""
    kinds = request.kinds
    if "killer" not in kinds or request.rating is None:
        return
    # On an empty board no sum has its last cell left, but for cages of one cell.
    firsts = [
        row
        for row in request.profile.rows
        if row.technique in VARIANT_TECHNIQUES and row.technique.id != "last_of_sum"
    ]
    if kinds == ("killer",):
        firsts = [row for row in firsts if row.technique.id in deduction.cages.FINDERS]
    first = min(firsts, key=lambda row: row.rating, default=None)
    if first is not None and round(10 * first.rating) > request.rating[1]:
        raise ValueError(
            "a killer puzzle has no givens, so its first step is one about its constraints, rated"
            f" {first.rating:.1f} or more, but the rating must be at most {request.rating[1] / 10:.1f};"
            " choose medium or harder"
        )


def _check_gap(request: Request) -> None:
    """Raise `ValueError` if no technique has a rating in the range."""
    if request.rating is None:
        return
    low, high = request.rating
    known = {
        rating
        for each in request.profile.techniques
        for rating in range(_least(each.index), _most(each.index) + 1)
    }
    if known.isdisjoint(range(low, high + 1)):
        near = {max(n for n in known if n < low), min(n for n in known if n > high)}
        range_of_ratings = shown(*(f"{end / 10:.1f}" for end in request.rating))
        raise ValueError(
            f"no technique is rated {range_of_ratings}; use {' or '.join(f'{n / 10:.1f}' for n in sorted(near))}"
        )


def _id(row: int) -> str:
    return technique_at(row).id


def _least(row: int) -> int:
    """Return the least rating of a technique, in tenths."""
    return round(10 * technique_at(row).ratings["se"])


def _most(row: int) -> int:
    """Return a rating, in tenths, that no step of a technique exceeds."""
    # Unique loops and BUGs are rated by their size, chains by their length.
    return _least(row) + {"uniqueness": 10, "chains": 100}.get(technique_at(row).family, 0)
