"""Techniques by their definition: slow, obvious, and without a look at the solver that they judge.

Each function takes a board as the candidates of every empty cell, and returns what follows from every pattern that is
there: the set of eliminated (cell, digit), or, for singles, the placed one. `check_chain` goes through a chain node by
node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

from nonet.boards.grid import Candidates
from nonet.rules import CLASSIC
from nonet.steps import Cause, Chain, Inference

Board = dict[int, frozenset[int]]
Outcome = frozenset[tuple[int, int]]

HOUSES = [tuple(house.cells) for house in CLASSIC.houses]
ROWS, COLUMNS, BOXES = HOUSES[:9], HOUSES[9:18], HOUSES[18:]
LINES = ROWS + COLUMNS
PEERS = [set(peers) for peers in CLASSIC.peers]
DIGITS = range(1, 10)


def board_of(candidates: Candidates) -> Board:
    """Return the candidates of the empty cells."""
    return {c: candidates[c] for c in range(81) if not candidates.placed[c]}


def places(board: Board, house: tuple[int, ...], digit: int) -> tuple[int, ...]:
    """Return the cells of a house that can be a digit."""
    return tuple(cell for cell in house if digit in board.get(cell, ()))


def empty(board: Board, house: tuple[int, ...]) -> list[int]:
    """Return the empty cells of a house."""
    return [cell for cell in house if cell in board]


def crossed(board: Board, cells: Iterator[int] | set[int], digits: frozenset[int]) -> Outcome:
    """Return which of the digits are there to go from the cells."""
    return frozenset(
        (cell, digit) for cell in cells for digit in digits & board.get(cell, frozenset())
    )


def without(board: Board, gone: Outcome) -> Board:
    """Return a board with some candidates less."""
    return {
        cell: frozenset(d for d in digits if (cell, d) not in gone)
        for cell, digits in board.items()
    }


# -- singles --------------------------------------------------------------------------------------


def full_house(board: Board) -> Iterator[Outcome]:
    """The last empty cell of a house."""
    for house in HOUSES:
        cells = empty(board, house)
        if len(cells) == 1 and len(board[cells[0]]) == 1:
            yield frozenset({(cells[0], min(board[cells[0]]))})


def hidden_single(board: Board, houses: list[tuple[int, ...]]) -> Iterator[Outcome]:
    """A digit with one place in a house that has more empty cells."""
    for house in houses:
        for digit in DIGITS:
            found = places(board, house, digit)
            if len(found) == 1 and len(empty(board, house)) > 1:
                yield frozenset({(found[0], digit)})


def naked_single(board: Board) -> Iterator[Outcome]:
    """A cell with one candidate."""
    for cell, digits in board.items():
        if len(digits) == 1:
            yield frozenset({(cell, min(digits))})


# -- intersections and subsets --------------------------------------------------------------------


def locked(
    board: Board, inner: list[tuple[int, ...]], outer: list[tuple[int, ...]]
) -> Iterator[tuple[int, Outcome]]:
    """A digit whose places in one house all lie in another one, with what that removes."""
    for house in inner:
        for other in outer:
            for digit in DIGITS:
                found = places(board, house, digit)
                if found and set(found) <= set(other):
                    gone = crossed(board, set(other) - set(house), frozenset({digit}))
                    if gone:
                        yield digit, gone


def direct_locked(
    board: Board, inner: list[tuple[int, ...]], outer: list[tuple[int, ...]]
) -> Iterator[Outcome]:
    """What is left with one place by locked candidates."""
    for digit, gone in locked(board, inner, outer):
        less = without(board, gone)
        for house in HOUSES:
            before, after = places(board, house, digit), places(less, house, digit)
            if len(after) == 1 < len(before):
                yield frozenset({(after[0], digit)})


def naked_set(board: Board, size: int) -> Iterator[Outcome]:
    """Cells of a house with as many candidates as there are of them."""
    for house in HOUSES:
        cells = empty(board, house)
        for some in combinations(cells, size):
            digits = frozenset().union(*(board[cell] for cell in some))
            if len(digits) == size:
                yield crossed(board, set(cells) - set(some), digits)


def hidden_cells(board: Board, size: int) -> Iterator[tuple[tuple[int, ...], set[int], Outcome]]:
    """Digits with as many places in a house as there are of them: the house, the places, what is eliminated."""
    for house in HOUSES:
        where = {digit: places(board, house, digit) for digit in DIGITS}
        for some in combinations([digit for digit in DIGITS if where[digit]], size):
            cells = {cell for digit in some for cell in where[digit]}
            if len(cells) == size:
                yield house, cells, crossed(board, cells, frozenset(DIGITS) - frozenset(some))


def hidden_set(board: Board, size: int) -> Iterator[Outcome]:
    """What a hidden set eliminates."""
    for _, _, gone in hidden_cells(board, size):
        yield gone


def direct_hidden_set(board: Board, size: int) -> Iterator[Outcome]:
    """What is left with one place in its house by a hidden set there."""
    for house, _, gone in hidden_cells(board, size):
        less = without(board, gone)
        for digit in DIGITS:
            before, after = places(board, house, digit), places(less, house, digit)
            if len(after) == 1 < len(before):
                yield frozenset({(after[0], digit)})


# -- fish, wings, uniqueness ----------------------------------------------------------------------


def fish(board: Board, size: int) -> Iterator[Outcome]:
    """Lines in which a digit is confined to as many crossing lines."""
    for digit in DIGITS:
        for base, cover in ((ROWS, COLUMNS), (COLUMNS, ROWS)):
            where = [
                {i for i, line in enumerate(cover) if set(line) & set(places(board, house, digit))}
                for house in base
            ]
            for some in combinations([i for i in range(9) if where[i]], size):
                covers = set().union(*(where[i] for i in some))
                if len(covers) == size:
                    inside = {cell for i in some for cell in base[i]}
                    cells = {cell for i in covers for cell in cover[i]} - inside
                    yield crossed(board, cells, frozenset({digit}))


def two_links(
    board: Board,
    first: list[tuple[int, ...]],
    second: list[tuple[int, ...]],
    joined: list[tuple[int, ...]],
) -> Iterator[Outcome]:
    """Two houses with two places each for a digit, of which one in each is in the same third house."""
    for digit in DIGITS:
        pairs = [
            [(house, cells) for house in houses if len(cells := places(board, house, digit)) == 2]
            for houses in (first, second)
        ]
        for (one, ends), (two, others) in product(*pairs):
            if one == two or set(ends) & set(others):
                continue
            for (near, far), (near2, far2) in product(permutations(ends), permutations(others)):
                if any({near, near2} <= set(house) for house in joined):
                    seen = PEERS[far] & PEERS[far2] - {near, near2}
                    yield crossed(board, seen, frozenset({digit}))


def skyscraper(board: Board) -> Iterator[Outcome]:
    """Two parallel lines with two places each, level at one end."""
    yield from two_links(board, ROWS, ROWS, COLUMNS)
    yield from two_links(board, COLUMNS, COLUMNS, ROWS)


def finned_x_wing(board: Board, *, is_sashimi: bool) -> Iterator[Outcome]:
    """Two lines whose places are in two crossing lines, but for fins; what is eliminated sees all fins."""
    for digit, (base, cover) in product(DIGITS, ((ROWS, COLUMNS), (COLUMNS, ROWS))):
        where = {line: set(places(board, line, digit)) for line in base}
        for lines, crossing in product(combinations(base, 2), combinations(cover, 2)):
            held = [where[line] for line in lines]
            inside = {cell for line in crossing for cell in line}
            fins = set().union(*held) - inside
            short = any(len(cells & inside) < 2 for cells in held)
            if not fins or short is not is_sashimi:
                continue
            seen = inside - set().union(*lines)
            seen &= set(board).intersection(*(PEERS[fin] for fin in fins))
            # If a candidate sees all places of one of the lines, the other line has no part in it.
            if any(all(cells - PEERS[cell] for cells in held) for cell in seen):
                yield crossed(board, seen, frozenset({digit}))


def wing(board: Board, *, has_z: bool) -> Iterator[Outcome]:
    """A pivot xy or xyz with pincers xz and yz."""
    pairs = [cell for cell, digits in board.items() if len(digits) == 2]
    for pivot, digits in board.items():
        if len(digits) != 2 + has_z:
            continue
        for one, other in combinations([cell for cell in pairs if cell in PEERS[pivot]], 2):
            shared = board[one] & board[other]
            if len(shared) != 1 or len(board[one] | board[other]) != 3:
                continue
            if digits | shared == board[one] | board[other] and (shared <= digits) is has_z:
                cells = PEERS[one] & PEERS[other]
                yield crossed(board, cells & PEERS[pivot] if has_z else cells - {pivot}, shared)


def almost_locked(board: Board) -> dict[frozenset[int], frozenset[int]]:
    """Return the digits of each set of n cells of a house that have n + 1 of them."""
    found = {}
    for house in HOUSES:
        cells = empty(board, house)
        for size in range(1, len(cells)):
            for chosen in combinations(cells, size):
                digits = frozenset[int]().union(*(board[cell] for cell in chosen))
                if len(digits) == size + 1:
                    found[frozenset(chosen)] = digits
    return found


def seen_by_all(board: Board, cells: frozenset[int], digit: int) -> set[int]:
    """Return the cells that see all places of a digit in some cells."""
    return set.intersection(*(PEERS[cell] for cell in cells if digit in board[cell]))


def see_each_other(board: Board, cells: frozenset[int], digit: int) -> bool:
    """Whether all places of a digit in some cells see each other."""
    return all(b in PEERS[a] for a, b in combinations([c for c in cells if digit in board[c]], 2))


def als_xz(board: Board) -> Iterator[Outcome]:
    """Two almost locked sets with one restricted common digit, or with two."""
    for (one, ours), (other, theirs) in combinations(almost_locked(board).items(), 2):
        both, shared = one | other, ours & theirs
        if one & other or len(shared) < 2:
            continue
        links = {
            d
            for d in shared
            if all(b in PEERS[a] for a in one for b in other if d in board[a] & board[b])
        }
        gone: set[tuple[int, int]] = set()
        if len(links) == 1:
            for digit in shared - links:
                gone |= crossed(board, seen_by_all(board, both, digit), frozenset({digit}))
        elif links:
            for part, digits in ((both, links), (one, ours - links), (other, theirs - links)):
                for digit in digits:
                    cells = seen_by_all(board, part, digit) - both
                    gone |= crossed(board, cells, frozenset({digit}))
        yield frozenset(gone)


def wxyz_wing(board: Board) -> Iterator[Outcome]:
    """Four cells of a crossing line and box with four digits, all but one of which fit there only once."""
    for line, box in product(LINES, BOXES):
        middle = set(line) & set(box)
        around = sorted(cell for cell in {*line, *box} if cell in board)
        for chosen in combinations(around, 4):
            cells = frozenset(chosen)
            digits = frozenset[int]().union(*(board[cell] for cell in cells))
            if len(digits) != 4 or not middle & cells or cells <= {*line} or cells <= {*box}:
                continue
            loose = [d for d in digits if not see_each_other(board, cells, d)]
            if len(loose) == 1:
                yield crossed(board, seen_by_all(board, cells, loose[0]), frozenset(loose))


def sue_de_coq(board: Board) -> Iterator[Outcome]:
    """As many cells as digits in a crossing and in a part of its line and its box that share no digit."""

    def parts(cells: set[int], fewest: int) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
        for size in range(fewest, 9):
            for chosen in combinations(sorted(cells & set(board)), size):
                yield frozenset(chosen), frozenset[int]().union(*(board[c] for c in chosen))

    for line, box in product(map(set, LINES), map(set, BOXES)):
        for middle, own in parts(line & box, 2):
            for (one, ours), (other, theirs) in product(parts(line - box, 1), parts(box - line, 1)):
                cells, digits = middle | one | other, own | ours | theirs
                if len(own) < len(middle) + 2 or ours & theirs or len(cells) != len(digits):
                    continue
                if len(ours) <= len(one) or len(theirs) <= len(other):  # a naked set of its own
                    continue
                gone: set[tuple[int, int]] = set()
                for digit in digits:
                    seen = seen_by_all(board, cells, digit) & (line | box)
                    gone |= crossed(board, seen, frozenset({digit}))
                yield frozenset(gone)


def rectangle_1(board: Board) -> Iterator[Outcome]:
    """Four cells in two rows, two columns and two boxes: three with the same two candidates, one with more."""
    for rows in combinations(ROWS, 2):
        for i, j in combinations(range(9), 2):
            corners = [rows[0][i], rows[0][j], rows[1][i], rows[1][j]]
            boxes = {n for n, box in enumerate(BOXES) for cell in corners if cell in box}
            if len(boxes) != 2 or not all(cell in board for cell in corners):
                continue
            for odd in corners:
                rest = {board[cell] for cell in corners if cell != odd}
                pair = min(rest, key=len)
                if len(rest) == 1 and len(pair) == 2 and pair < board[odd]:
                    yield crossed(board, {odd}, pair)


def rectangles(board: Board) -> Iterator[tuple[list[int], frozenset[int], set[int]]]:
    """Four cells in two rows, two columns and two boxes, one of them with two candidates, and those with others."""
    for rows in combinations(ROWS, 2):
        for i, j in combinations(range(9), 2):
            corners = [rows[0][i], rows[0][j], rows[1][j], rows[1][i]]
            boxes = {n for n, box in enumerate(BOXES) for cell in corners if cell in box}
            if len(boxes) != 2 or not all(cell in board for cell in corners):
                continue
            for pair in {frozenset(board[cell]) for cell in corners if len(board[cell]) == 2}:
                if all(board[cell] & pair for cell in corners):
                    yield corners, pair, {cell for cell in corners if board[cell] - pair}


def is_diagonal(corners: list[int], cells: set[int]) -> bool:
    """Whether two cells are opposite corners."""
    return cells in (set(corners[::2]), set(corners[1::2]))


def rectangle_5(board: Board) -> Iterator[Outcome]:
    """Three corners, or two opposite ones, have the same other digit."""
    for corners, pair, others in rectangles(board):
        extra = frozenset().union(*(board[cell] for cell in others)) - pair
        if len(extra) == 1 and (len(others) == 3 or is_diagonal(corners, others)):
            seen = set.intersection(*(set(PEERS[cell]) for cell in others))
            yield crossed(board, seen, extra)


def rectangle_6(board: Board) -> Iterator[Outcome]:
    """Two opposite corners have others, and one digit fits only in the corners in both rows or both columns."""
    for corners, pair, others in rectangles(board):
        for digit in pair if is_diagonal(corners, others) else ():
            for lines in (ROWS, COLUMNS):
                crossing = [line for line in lines if set(line) & set(corners)]
                if all(set(places(board, line, digit)) <= set(corners) for line in crossing):
                    yield crossed(board, others, frozenset({digit}))


def hidden_rectangle(board: Board) -> Iterator[Outcome]:
    """Opposite to a corner without others, one digit fits only in the corners in both lines."""
    for corners, pair, others in rectangles(board):
        for plain, opposite in zip(corners, corners[2:] + corners[:2], strict=True):
            if plain in others or len(others) < 2 or (len(others) == 2 and opposite in others):
                continue
            lines = [line for line in LINES if opposite in line]
            for digit in pair:
                if all(set(places(board, line, digit)) <= set(corners) for line in lines):
                    yield crossed(board, {opposite}, pair - {digit})


def grave_1(board: Board) -> Iterator[Outcome]:
    """All cells have two candidates but one that has three, and without one of these it is a grave."""
    odd = [cell for cell, digits in board.items() if len(digits) != 2]
    if len(odd) == 1 and len(board[odd[0]]) == 3:
        for digit in board[odd[0]]:
            rest = without(board, frozenset({(odd[0], digit)}))
            if all(len(places(rest, house, d)) in (0, 2) for house in HOUSES for d in DIGITS):
                yield crossed(board, {odd[0]}, board[odd[0]] - {digit})


def templates(board: Board, digit: int) -> list[frozenset[int]]:
    """All ways to place a digit in the rows that miss it, no two in one house."""
    found: list[frozenset[int]] = [frozenset()]
    for row in ROWS:
        cells = places(board, row, digit)
        if cells:
            found = [
                template | {cell}
                for template in found
                for cell in cells
                if not template & frozenset(PEERS[cell])
            ]
    return found


def template_set(board: Board) -> Iterator[Outcome]:
    """A cell of all templates of a digit."""
    for digit in DIGITS:
        for cell in frozenset.intersection(*templates(board, digit)):
            yield frozenset({(cell, digit)})


def template_delete(board: Board) -> Iterator[Outcome]:
    """The candidates of a digit that are in none of its templates."""
    for digit in DIGITS:
        used = frozenset().union(*templates(board, digit))
        cells = {cell for row in ROWS for cell in places(board, row, digit)}
        yield crossed(board, cells - used, frozenset({digit}))


def fireworks(board: Board) -> Iterator[tuple[int, int, int, frozenset[int]]]:
    """A crossing, one outer cell in its row and one in its column, and the digits that have no other outer place."""
    for cell in board:
        row, column, box = ROWS[cell // 9], COLUMNS[cell % 9], BOXES[cell // 27 * 3 + cell % 9 // 3]
        for one, two in product(set(row) - set(box), set(column) - set(box)):
            digits = set()
            for digit in DIGITS:
                lines = [set(places(board, line, digit)) for line in (row, column)]
                outer = (lines[0] | lines[1]) - set(box)
                if all(lines) and outer and outer <= {one, two}:
                    digits.add(digit)
            if digits:
                yield cell, one, two, frozenset(digits)


def kept(board: Board, cells: dict[int, frozenset[int]], crossing: int) -> Outcome:
    """Cells that take only some digits, and those of a crossing in no cell of its box outside of its lines."""
    gone = {(c, d) for c, digits in cells.items() for d in board[c] - digits}
    box = BOXES[crossing // 27 * 3 + crossing % 9 // 3]
    rest = {c for c in box if c // 9 != crossing // 9 and c % 9 != crossing % 9}
    return frozenset(gone) | crossed(board, rest, cells[crossing])


def firework_triple(board: Board) -> Iterator[Outcome]:
    """Three digits with the same firework."""
    for cell, one, two, digits in fireworks(board):
        for triple in map(frozenset, combinations(digits, 3)):
            if {one, two} <= board.keys():
                yield kept(board, dict.fromkeys((cell, one, two), triple), cell)


def firework_quadruple(board: Board) -> Iterator[Outcome]:
    """Two digits with a firework at each of two opposite corners, and the same outer cells."""
    known = [found for found in fireworks(board) if {found[1], found[2]} <= board.keys()]
    for (cell, one, two, first), (opposite, three, four, second) in combinations(known, 2):
        if (one, two) != (four, three) or cell == opposite:
            continue
        pairs = (
            map(frozenset, combinations(d & board[c], 2))
            for c, d in ((cell, first), (opposite, second))
        )
        for ab, cd in product(*pairs):
            if not ab & cd:
                ends = dict.fromkeys((one, two), ab | cd)
                yield kept(board, {cell: ab, **ends}, cell) | kept(
                    board, {opposite: cd, **ends}, opposite
                )


def can_be_filled(cells: list[int], digits: tuple[int, ...], taken: dict[int, int]) -> bool:
    """Whether three digits can fill cells, by trying."""
    if len(taken) == len(cells):
        return True
    cell = cells[len(taken)]
    return any(
        can_be_filled(cells, digits, {**taken, cell: digit})
        for digit in digits
        if all(taken.get(peer) != digit for peer in PEERS[cell])
    )


def tridagon(board: Board) -> Iterator[Outcome]:
    """Three cells in each of four boxes that three digits cannot fill, and the other candidates of these cells."""
    shapes = [
        tuple(3 * row + column for row, column in enumerate(p)) for p in permutations(range(3))
    ]
    for digits in combinations(DIGITS, 3):
        usable = {cell for cell in board if len(board[cell] & set(digits)) >= 2}
        for bands, stacks in product(combinations(range(3), 2), combinations(range(3), 2)):
            boxes = [BOXES[3 * band + stack] for band, stack in product(bands, stacks)]
            chosen = [
                [[box[i] for i in shape] for shape in shapes if usable >= {box[i] for i in shape}]
                for box in boxes
            ]
            for parts in product(*chosen):
                cells = [cell for part in parts for cell in part]
                extra = {
                    cell: board[cell] - set(digits) for cell in cells if board[cell] - set(digits)
                }
                others = frozenset().union(*extra.values())
                if not 1 <= len(extra) <= 4 or can_be_filled(cells, digits, {}):
                    continue
                if len(extra) == 1:
                    yield crossed(board, set(extra), frozenset(digits))
                elif len(others) == 1:
                    yield crossed(board, set.intersection(*(PEERS[cell] for cell in extra)), others)


def sk_loop(board: Board) -> Iterator[Outcome]:
    """Eight pairs of cells in a circle, and as many links, of a house and a digit, that cover all their candidates."""
    for rows, columns in product(combinations(range(9), 2), combinations(range(9), 2)):
        if rows[0] // 3 == rows[1] // 3 or columns[0] // 3 == columns[1] // 3:
            continue
        pairs: list[set[int]] = []
        for turn, (r, c) in enumerate(product(rows, columns)):
            box = set(BOXES[r // 3 * 3 + c // 3]) - {9 * r + c}
            lines = [box & set(COLUMNS[c]), box & set(ROWS[r])]
            pairs += lines if turn in (0, 3) else lines[::-1]
        pairs = pairs[:4] + pairs[6:] + pairs[4:6]  # around the rectangle
        around = [pairs[i] | pairs[(i + 1) % 8] for i in range(8)]
        houses = [next(set(house) for house in HOUSES if joined <= set(house)) for joined in around]
        cells = {cell for pair in pairs for cell in pair if cell in board}
        if len(cells) < 14:
            continue
        covers: dict[int, list[tuple[int, ...]]] = {}
        for digit in DIGITS:
            having = {i for i in range(8) if any(digit in board.get(cell, ()) for cell in pairs[i])}
            for size in range(9):
                some = [
                    c
                    for c in combinations(range(8), size)
                    if having <= {j % 8 for i in c for j in (i, i + 1)}
                ]
                if some:
                    covers[digit] = some
                    break
        if sum(len(some[0]) for some in covers.values()) != len(cells):
            continue
        gone: set[tuple[int, int]] = set()
        for digit, some in covers.items():
            for cover in some:
                for i in cover:
                    gone |= crossed(board, houses[i] - cells, frozenset({digit}))
                    if (i + 1) % 8 in cover:
                        gone |= crossed(board, pairs[(i + 1) % 8], frozenset({digit}))
        yield frozenset(gone)


PATTERNS: dict[str, Callable[[Board], Iterator[Outcome]]] = {
    "full_house": full_house,
    "hidden_single_box": lambda b: hidden_single(b, BOXES),
    "hidden_single_line": lambda b: hidden_single(b, LINES),
    "naked_single": naked_single,
    "direct_pointing": lambda b: direct_locked(b, BOXES, LINES),
    "direct_claiming": lambda b: direct_locked(b, LINES, BOXES),
    "direct_hidden_pair": lambda b: direct_hidden_set(b, 2),
    "direct_hidden_triple": lambda b: direct_hidden_set(b, 3),
    "pointing": lambda b: (gone for _, gone in locked(b, BOXES, LINES)),
    "claiming": lambda b: (gone for _, gone in locked(b, LINES, BOXES)),
    "naked_pair": lambda b: naked_set(b, 2),
    "naked_triple": lambda b: naked_set(b, 3),
    "naked_quadruple": lambda b: naked_set(b, 4),
    "hidden_pair": lambda b: hidden_set(b, 2),
    "hidden_triple": lambda b: hidden_set(b, 3),
    "hidden_quadruple": lambda b: hidden_set(b, 4),
    "x_wing": lambda b: fish(b, 2),
    "swordfish": lambda b: fish(b, 3),
    "jellyfish": lambda b: fish(b, 4),
    "skyscraper": skyscraper,
    "two_string_kite": lambda b: two_links(b, ROWS, COLUMNS, BOXES),
    "finned_x_wing": lambda b: finned_x_wing(b, is_sashimi=False),
    "sashimi_x_wing": lambda b: finned_x_wing(b, is_sashimi=True),
    "xy_wing": lambda b: wing(b, has_z=False),
    "xyz_wing": lambda b: wing(b, has_z=True),
    "firework_triple": firework_triple,
    "firework_quadruple": firework_quadruple,
    "tridagon": tridagon,
    "sk_loop": sk_loop,
    "als_xz": als_xz,
    "wxyz_wing": wxyz_wing,
    "sue_de_coq": sue_de_coq,
    "unique_rectangle_1": rectangle_1,
    "unique_rectangle_5": rectangle_5,
    "unique_rectangle_6": rectangle_6,
    "hidden_rectangle": hidden_rectangle,
    "bug_1": grave_1,
    "template_set": template_set,
    "template_delete": template_delete,
}
"""What follows from each pattern of a technique, by its definition."""

INSIDE = ("pointing", "claiming", "hidden_pair", "naked_pair", "x_wing")


def found(name: str, board: Board) -> set[Outcome]:
    """Return what follows from the patterns of a technique, without those that change nothing."""
    return {outcome for outcome in PATTERNS[name](board) if outcome}


# -- chains ---------------------------------------------------------------------------------------

_KINDS = {Cause.ROW: 0, Cause.COLUMN: 9, Cause.BOX: 18}


def check_chain(board: Board, chain: Chain) -> None:
    """Check that every node follows from its parents on the board; raise `AssertionError` if one does not."""
    for number, node in enumerate(chain.nodes):
        parents = [chain.nodes[parent] for parent in node.parents]
        assert all(parent < number for parent in node.parents), node
        assert all(node.digit in board[cell] for cell in node.cells), node
        assert bool(parents) is bool(number) is (node.cause is not Cause.ASSUMPTION), node
        if number:
            assert _follows(board, node, parents), (node, parents)


def _follows(board: Board, node: Inference, parents: list[Inference]) -> bool:
    if node.cause is Cause.STEP:
        return not node.on and _by_a_step(board, node, parents)
    if node.cause is Cause.SET:
        return _by_a_set(board, node, parents)
    if node.cause is Cause.CELL:
        rivals = {(node.cell, digit) for digit in board[node.cell]}
    else:
        first = _KINDS[node.cause]
        house = next(h for h in HOUSES[first : first + 9] if node.cell in h)
        rivals = {(cell, node.digit) for cell in places(board, house, node.digit)}
    rivals -= {(cell, node.digit) for cell in node.cells}
    given = {(cell, parent.digit) for parent in parents for cell in parent.cells}
    if node.on:
        return given >= rivals and not any(parent.on for parent in parents)
    return len(parents) == 1 and given <= rivals and parents[0].on


def _by_a_set(board: Board, node: Inference, parents: list[Inference]) -> bool:
    """Whether an almost locked set lacks the digit of the parent, and so has that of the node.

    The set may have one more cell than those in a house, the one of the node. In the house it sees all places of each
    of its other digits.
    """
    cells = inside = frozenset(node.almost_locked)
    if not any(cells <= frozenset(house) for house in HOUSES):
        inside = cells - {node.cell}
        for digit in board[node.cell] - {node.digit}:
            seen = {cell for cell in inside if digit in board[cell]}
            assert seen and seen <= PEERS[node.cell], node
    digits = frozenset().union(*(board[cell] for cell in cells))
    (parent,) = parents
    in_set = [
        frozenset(cell for cell in cells if each.digit in board[cell]) for each in (parent, node)
    ]
    assert any(inside <= frozenset(house) for house in HOUSES) and len(digits) == len(cells) + 1, (
        node
    )
    assert (
        in_set == [frozenset(parent.cells), frozenset(node.cells)] and parent.digit != node.digit
    ), node
    return node.on and not parent.on


def _by_a_step(board: Board, node: Inference, parents: list[Inference]) -> bool:
    """Whether a step of its own removes the candidate once the parents are off."""
    assert node.nested is not None and node.digit in node.nested.removes[node.cell], node
    assert not any(parent.on for parent in parents)
    less = without(board, frozenset((parent.cell, parent.digit) for parent in parents))
    for chain in node.nested.chains:
        check_chain(less, chain)
    if node.nested.chains:
        return True
    target = (node.cell, node.digit)
    return any(target in outcome for outcome in found(node.nested.technique.id, less))
