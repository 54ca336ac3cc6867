"""Questions for the engine in the page: boards of every kind, and what the server answers."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonet import Position, Puzzle, Rules
from nonet.formats import FORMATS, format
from nonet.generating import generate, series
from nonet.web import answering
from nonet.web.verbs import VERBS
from nonet.web.wire import board_object, read_position

Question = tuple[str, dict[str, Any]]

HERE = Path(__file__).parent
JIGSAW = "jigsaw:AAAABBBBBAAACCCDDBAACCCDDDBACCCDDDBBEEEEEEEEEFFGGGHHHIFGGGHHHIIFGGHHHIIIFFFFFIIII"
OTHER_RULES = (
    *("2x2", "2x3", "3x2", "2x4", "3x4", "4x4", "latin5", "latin7"),
    *("diagonals", "windoku", "3x3 disjoint", "2x3 diagonals", "diagonals windoku"),
    "3x3 house:one_more=r1c1r2c3r4c5r9c9",
)
ASKED = (
    *("solve", "count", "check", "violations", "hint", "all_steps", "steps", "rate", "inspect"),
    *("odds", "why", "minimise", "repair", "canonical", "convert", "read"),
)
_EXAMPLE = re.compile(r"; r\d+c\d+ can be \d+ or \d+$")
_SLOW = {"repair", "minimise", "steps"}


def digits_of(line: str) -> list[int]:
    """Return the digits of a line of cells."""
    return list(Puzzle(line).givens)


def boards(rng: random.Random, n: int) -> Iterator[dict[str, Any]]:
    """Yield boards as the page sends them: classic and others, whole and damaged, with digits and marks."""
    classic = classic_puzzles(rng, n)
    for at in range(n):
        kind = at % 10
        if kind < 6:
            puzzle = next(classic)
        else:
            rules = rng.choice(OTHER_RULES)
            puzzle = next(series(seed=rng.randrange(1000), rules=rules))
        yield damaged(rng, puzzle, kind)


def classic_puzzles(rng: random.Random, n: int) -> Iterator[Puzzle]:
    """Yield puzzles of all difficulties, hard ones from the frozen ratings among them."""
    lines = (HERE / "data" / "ratings_frozen.txt").read_text("utf-8").splitlines()
    known = [line[:81] for line in lines if len(line) > 80 and line[0] in ".0123456789"]
    made = generate(n, seed=rng.randrange(1 << 32))
    easy = generate(n, seed=rng.randrange(1 << 32), minimal=False)
    while True:
        yield rng.choice([*made, *easy])
        if known:
            yield Puzzle(rng.choice(known))


def damaged(rng: random.Random, puzzle: Puzzle, kind: int) -> dict[str, Any]:
    """Return a puzzle as a board: in the middle of a game, made of candidates, with a mistake, or as it is."""
    size, givens = puzzle.rules.size, list(puzzle.givens)
    board: dict[str, Any] = {**board_object(puzzle)}
    if puzzle.rules.is_classic:
        del board["rules"]
    board["givens"] = givens
    solution = list(puzzle.solution())
    empty = [cell for cell, digit in enumerate(givens) if not digit]
    filled = [cell for cell, digit in enumerate(givens) if digit]
    change = rng.choice(
        [
            "",
            "",
            "placed",
            "marks",
            "wrong",
            "mark",
            "changed",
            "removed",
            "sukaku",
            "position",
            "position",
        ]
    )
    if change in ("placed", "marks", "wrong", "mark"):
        placed = list(givens)
        for cell in rng.sample(empty, rng.randrange(len(empty) + 1)):
            placed[cell] = solution[cell]
        board["placed"] = placed
        masks = Puzzle(bytes(placed), rules=puzzle.rules).candidates().masks
        marks = [
            0 if digit or rng.random() < 0.3 else m for digit, m in zip(placed, masks, strict=True)
        ]
        if change == "wrong" and empty:
            cell = rng.choice(empty)
            placed[cell] = solution[cell] % size + 1
        elif change == "mark" and empty:
            cell = rng.choice(empty)
            marks[cell] = 1 << (solution[cell] % size)
        if change != "placed":
            board["marks"] = marks
    elif change == "changed" and filled:
        cell = rng.choice(filled)
        givens[cell] = givens[cell] % size + 1
    elif change == "removed" and filled:
        for cell in rng.sample(filled, min(len(filled), rng.choice([1, 2, 8]))):
            givens[cell] = 0
    elif change == "sukaku":
        board["candidates"] = list(puzzle.candidates().masks)
        board["givens"] = [0] * len(givens)
    elif change == "position":
        return {**board_object(some_position(rng, puzzle))}
    return board


def some_position(rng: random.Random, puzzle: Puzzle) -> Position:
    """Return a position of a puzzle, or of one made of its candidates; now and then with mistakes."""
    solution, size = puzzle.solution(), puzzle.rules.size
    kind = rng.choice(["known", "unknown", "unknown", "sukaku"])
    start = Position(
        Puzzle(puzzle.candidates(), rules=puzzle.rules) if kind == "sukaku" else puzzle
    )
    open_cells = [cell for cell, digit in enumerate(start.grid) if not digit]
    placed = list(start.grid)
    for cell in rng.sample(open_cells, rng.randrange(len(open_cells) + 1)):
        placed[cell] = solution[cell]
    removed: dict[int, set[int]] = {}
    for cell in rng.sample(open_cells, len(open_cells) // 2):
        removed[cell] = {rng.randint(1, size) for _ in range(3)} - {solution[cell]}
    if open_cells and rng.random() < 0.3:
        cell = rng.choice(open_cells)
        placed[cell] = solution[cell] % size + 1
    if open_cells and rng.random() < 0.3:
        cell = rng.choice(open_cells)
        removed[cell] = {solution[cell]}
    found = Position(start.puzzle, placed=bytes(placed), removed=removed)
    return found.with_givens("unknown") if kind == "unknown" else found


def questions(seed: int, n: int) -> list[Question]:
    """Return questions about ``n`` boards, and about new ones."""
    rng = random.Random(seed)
    found: list[Question] = []
    for board in boards(rng, n):
        for verb in ASKED:
            if verb in _SLOW and rng.random() < 0.7:
                continue
            found.append((verb, request(rng, verb, board)))
    found += [("generate", new_puzzle(rng)) for _ in range(max(2, n // 4))]
    return found


def request(rng: random.Random, verb: str, board: dict[str, Any]) -> dict[str, Any]:
    """Return the request of a verb about a board."""
    asked: dict[str, Any] = {"puzzle": board}
    position = read_position("puzzle", board)
    rules = position.rules
    is_drawn = rules.size > 3 and not rules.is_jigsaw
    if verb == "read":
        words = board.get("rules", {}).get("text", "classic")
        puzzle = Puzzle(position.givens, rules=rules)
        if rng.random() < 0.2:
            puzzle = Puzzle(bytes(rules.size**2), rules=rules)  # as the form of rules asks
        names = ["line", "sdm"] + ["grid"] * (rules.size > 3) + ["boxed", "pm"] * is_drawn
        bare = Puzzle(puzzle.givens, rules=Rules(size=rules.size, regions=rules.regions))
        names = [name for name in names if FORMATS[name].holds.problem(bare) is None]
        name = "line" if rules.size > 9 else rng.choice(names or ["line"])
        text = format(bare, name) if name in names else bare.givens.text()
        holds = FORMATS["pm"].holds.problem(position) is None
        if holds and is_drawn and rules.size < 10 and rng.random() < 0.4:
            text = format(position, "pm")
        return {"text": text, **({} if words == "classic" else {"rules": words})}
    if verb in ("hint", "steps", "rate", "check") and rules.is_classic and rng.random() < 0.2:
        asked["puzzle"] = format(position, "pm")
    if verb == "convert":
        asked["to"] = rng.choice(["line", "grid", "boxed", "pm"])
    elif verb in ("hint", "all_steps", "steps"):
        asked["levels"] = []
        if rng.random() < 0.3:
            asked["levels"] = ["nudge", "name", "where", "full"]
            asked["language"] = rng.choice(["en", "fr", "vi", "fa"])
    elif verb in ("check", "violations"):
        asked["language"] = rng.choice(["en", "fr", "vi", "fa"])
        if verb == "violations":
            asked["impossible"] = rng.random() < 0.5
    elif verb in ("solve", "count", "inspect"):
        asked["limit"] = rng.choice([2, 3, 50, 900])
    elif verb == "why":
        size = rules.size
        asked["cell"] = f"r{rng.randint(1, size)}c{rng.randint(1, size)}"
        asked["digit"] = rng.randint(1, size)
        asked["levels"] = rng.choice([[], ["full"]])
    elif verb == "minimise":
        asked["seed"] = rng.randrange(1 << 50)
    return asked


def new_puzzle(rng: random.Random) -> dict[str, Any]:
    """Return a request for a new puzzle."""
    asked: dict[str, Any] = {"seed": str(rng.randrange(1 << 64))}
    asked["symmetry"] = rng.choice(["none", "rotational", "diagonal", "full", "vertical"])
    kind = rng.randrange(4)
    if kind == 0:
        asked["difficulty"] = rng.choice(["easy", "medium", "hard", "expert", "extreme"])
    elif kind == 1:
        asked["techniques"] = {"hardest": rng.choice(["xy_wing", "naked_pair", "hidden_pair"])}
        asked["symmetry"] = "none"
    elif kind == 2:
        asked["rules"] = rng.choice(["2x2", "2x3", "diagonals", "latin5"])
        asked["symmetry"] = "none"
    return asked


def of_server(asked: list[Question]) -> list[dict[str, Any]]:
    """Return what the server answers."""
    found = []
    for verb, question in asked:
        asked_of = VERBS[verb]
        body = json.dumps(question).encode()
        status, ran = answering.answer(asked_of, body, answering.seconds_of(asked_of))
        answer = json.loads(answering.packed(ran))
        found.append({"answer": answer} if status == 200 else {"error": answer["error"]})
    return found


def without_words(value: Any) -> Any:
    """Return an answer without the name and the outcome of steps: the page says both in its language."""
    if isinstance(value, list):
        return [without_words(each) for each in value]
    if not isinstance(value, dict):
        return value
    unsaid = {"name", "outcome"} if "technique" in value else set[str]()
    return {name: without_words(each) for name, each in value.items() if name not in unsaid}


def is_out_of_time(reply: dict[str, Any]) -> bool:
    """Whether an answer depends on how fast the machine is."""
    answer = reply.get("answer") or {}
    if "the time limit" in json.dumps(reply):
        return True
    if (
        "minimal" in answer and answer["count"]
    ):  # an inspection: each of its parts has a time of its own
        return answer["candidates"] is None or bool(
            answer["solution"] and answer["redundant"] is None
        )
    if "recipe" in answer:  # a new puzzle, whose rating has a time of its own
        return answer["rating"] is None
    return answer.get("complete") is False or answer.get("exact") is False


def plain(reply: Any) -> Any:
    """Return an answer without what depends on the order of the search: the instruction set decides it."""
    if not reply:
        return reply
    if "error" in reply:
        error = {**reply["error"], "message": _EXAMPLE.sub("", reply["error"]["message"])}
        if error["code"] == "multiple_solutions":
            error.pop("cells", None)
        return {"error": error}
    answer = dict(reply["answer"])
    if "problems" in answer and "unique" in answer:
        answer["problems"] = [_EXAMPLE.sub("", problem) for problem in answer["problems"]]
    if "solutions" in answer:
        answer["solutions"] = sorted(answer["solutions"])
    return {"answer": answer}


def differences(asked: list[Question], ours: list[Any], theirs: list[Any]) -> list[str]:
    """Return the questions to which the engine gives another answer than the server."""
    found = []
    for (verb, question), mine, server in zip(asked, ours, theirs, strict=True):
        if (
            mine is None
            or plain(mine) == plain(server)
            or is_out_of_time(mine)
            or is_out_of_time(server)
        ):
            continue
        found.append(f"{verb} {json.dumps(question)}: {json.dumps(mine)} {json.dumps(server)}")
    return found
