"""Four classic techniques in readable Python, written as techniques of your own are.

nonet has them all, and faster; these show how little a finder needs. Each function gets a position and yields steps.
The guide docs/guides/own_technique.md explains the interface, and a file names one as ``techniques:plain_x_wing``.
"""

from collections.abc import Iterator
from itertools import combinations

from nonet import Position, Step, own_technique


def candidates_of(position: Position) -> dict[int, frozenset[int]]:
    """Return the candidates of each empty cell."""
    return {cell: position.candidates()[cell] for cell in position.grid.empty}


@own_technique(
    "Plain naked single",
    rating=2.3,
    where="Count what {cell} sees.",
    why="{cell} has no other candidate",
)
def plain_naked_single(position: Position) -> Iterator[Step]:
    """One candidate is left in a cell."""
    for cell, digits in candidates_of(position).items():
        if len(digits) == 1:
            yield plain_naked_single.step(places=(cell, min(digits)))


@own_technique(
    "Plain hidden pair",
    rating=3.4,
    where="Look at {house}.",
    why="In {house}, {cause.digits} fit only in {cause.cells, comma}",
)
def plain_hidden_pair(position: Position) -> Iterator[Step]:
    """Two digits share the only two cells that a house has for them."""
    left = candidates_of(position)
    for number, house in enumerate(position.rules.houses):
        for pair in combinations(range(1, position.rules.size + 1), 2):
            places = [{c for c in house.cells if d in left.get(c, ())} for d in pair]
            if places[0] == places[1] and len(places[0]) == 2:
                yield plain_hidden_pair.step(
                    removes={cell: left[cell].difference(pair) for cell in places[0]},
                    houses=[number],
                    marks={"cause": dict.fromkeys(places[0], pair)},
                )


@own_technique(
    "Plain X-wing",
    rating=3.2,
    where="Look at {house} and {house2}.",
    why="In {house} and {house2}, {base.digits} fits only in two lines, which both use up",
)
def plain_x_wing(position: Position) -> Iterator[Step]:
    """A digit has two places in each of two lines, and these lie in two crossing lines."""
    size, left = position.rules.size, candidates_of(position)
    lines = [house.cells for house in position.rules.houses[: 2 * size]]
    rows, columns = range(size), range(size, 2 * size)
    for digit in range(1, size + 1):
        places = [[c for c in line if digit in left.get(c, ())] for line in lines]
        for bases, covers in ((rows, columns), (columns, rows)):
            for pair in combinations([base for base in bases if len(places[base]) == 2], 2):
                corners = {cell for base in pair for cell in places[base]}
                crossing = [cover for cover in covers if lines[cover] & corners]
                if len(crossing) == 2:
                    gone = {c for cover in crossing for c in places[cover]} - corners
                    yield plain_x_wing.step(
                        removes=dict.fromkeys(gone, digit),
                        houses=(*pair, *crossing),
                        marks={"base": dict.fromkeys(corners, digit)},
                    )


@own_technique(
    "Plain XY-wing",
    rating=4.2,
    where="Look at {pivot.cells}.",
    why="Whatever {pivot.cells} is, one of {pincer.cells} is {target.digits}",
)
def plain_xy_wing(position: Position) -> Iterator[Step]:
    """A cell with two candidates sees two others, each with one of them and the same third digit."""
    peers, left = position.rules.peers, candidates_of(position)
    pairs = {cell: digits for cell, digits in left.items() if len(digits) == 2}
    for pivot, two in pairs.items():
        pincers = [cell for cell in peers[pivot] if cell in pairs and len(pairs[cell] & two) == 1]
        for one, other in combinations(pincers, 2):
            shared = (pairs[one] & pairs[other]) - two
            if shared and pairs[one] != pairs[other]:
                yield plain_xy_wing.step(
                    removes=dict.fromkeys(peers[one] & peers[other], shared),
                    marks={
                        "pivot": {pivot: two},
                        "pincer": {one: pairs[one], other: pairs[other]},
                    },
                )
