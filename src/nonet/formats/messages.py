"""A board in the words of a question to a model, with the answer: prompts, conversations, records of evaluations.

The board is the one with empty cells in the question, and its solution the last full board of the answer. An
answer beside the right one, as a model gave it, is the board as played: its errors can be reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from nonet.base.errors import ParseError
from nonet.base.strict_json import Json, JsonObject, is_list_of
from nonet.formats.base import IntoRules
from nonet.formats.beside import Beside, decoded
from nonet.formats.cell_values import plain_name
from nonet.formats.pages import Page, page_of
from nonet.formats.prose import shape_in, tells_of_variant
from nonet.puzzle import Board, Puzzle

__all__ = ["board_of_messages", "is_conversation", "is_question", "solution_text"]

_ASKED = frozenset(
    {
        "content", "context", "human", "input", "inputs", "instruction", "message", "problem", "prompt", "puzzle",
        "query", "question", "request", "task", "text", "user", "usermessage",
    }
)  # fmt: skip
_RIGHT = frozenset(
    {
        "answer", "answers", "correctanswer", "expected", "expectedanswer", "expectedoutput", "finalanswer", "gold",
        "groundtruth", "ideal", "idealanswer", "label", "labels", "reference", "referenceanswer", "solution", "target",
        "targets",
    }
)  # fmt: skip
_GIVEN = frozenset(
    {
        "assistant", "bot", "chatgpt", "chosen", "completion", "completions", "generated", "generation", "gpt", "model",
        "modelanswer", "modeloutput", "modelresponse", "output", "outputs", "prediction", "response", "sampled",
    }
)  # fmt: skip
_KINDS = {
    **dict.fromkeys(_GIVEN, "given"),
    **dict.fromkeys(_RIGHT, "right"),
    **dict.fromkeys(_ASKED, "asked"),
}
_ROLES, _TEXTS = (
    ("role", "from", "speaker", "author"),
    ("content", "value", "text", "message", "parts"),
)
_PROSE = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+[,.:]?\s++[^\W\d_]{2}")
"""Two words in a row. A match starts a word and never goes back: else a long word takes quadratic time."""
_MOST = 1 << 16  # characters of a text in which boards are looked for
_DEEPEST = 4


def is_question(value: Json) -> TypeGuard[str]:
    """Whether a value is a text for people, which may have a board in it."""
    return isinstance(value, str) and len(value) > 20 and _PROSE.search(value) is not None


def is_conversation(value: Mapping[str, Json]) -> bool:
    """Whether an object has a question of its own that may have a board in it."""
    return any(kind == "asked" and len(text) > 20 for kind, _, text in _texts(value, _DEEPEST))


def _texts(value: Mapping[str, Json], depth: int = 0) -> Iterator[tuple[str, str, str]]:
    """Yield the texts of an object: whether they are a question, right or given, their names, and their content."""
    for name, item in value.items():
        part, plain = decoded(item), plain_name(name)
        kind = _KINDS.get(plain, "")
        if isinstance(part, str):
            if kind:
                yield kind, name, part
        elif part and is_list_of(part, dict):
            yield from _turns(part, name)
        elif isinstance(part, list) and kind:
            yield from ((kind, name, each) for each in part if isinstance(each, str))
            if kind != "asked" and page_of(part) is not None:
                yield kind, name, str(part)
        elif isinstance(part, dict) and depth < _DEEPEST:
            yield from _texts(part, depth + 1)


def _turns(turns: list[JsonObject], name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the texts of a conversation."""
    for turn in turns:
        role = next((str(turn[key]).lower() for key in _ROLES if key in turn), "")
        kind = (
            "asked" if role in ("user", "human") else "given" if plain_name(role) in _GIVEN else ""
        )
        parts = next((turn[key] for key in _TEXTS if key in turn), "")
        for part in parts if isinstance(parts, list) else [parts]:
            text = part.get("text") if isinstance(part, dict) else part
            if kind and isinstance(text, str):
                yield kind, name, text


def _boards_in(text: str, rules: IntoRules) -> tuple[list[Board], ParseError | None]:
    """Return the boards in a text, and the first error if it has none."""
    from nonet.formats.mixed import read_mixed  # it reads the boards of all forms, these among them

    lines = enumerate(text[:_MOST].split("\n"), 1)
    records = [record for _, record in read_mixed(lines, rules)]
    boards = [record.board for record in records if record.board is not None]
    return boards, None if boards else next(
        (record.error for record in records if record.error), None
    )


def board_of_messages(value: Mapping[str, Json], given: IntoRules) -> Board | None:
    """Return the board of a question, None if the object is not a question.

    Raises `ParseError` for a question with several boards, or with a damaged one.
    """
    texts = list(_texts(value))
    questions = [(name, text) for kind, name, text in texts if kind == "asked"]
    if not questions:
        return None
    shape = next(filter(None, (shape_in(text) for _, text in questions)), None)
    rules = given or shape
    asked_boards, problem, where = list[Board](), None, ""
    for name, text in questions:
        boards, error = _boards_in(text, rules)
        asked_boards += boards
        if error is not None and problem is None:
            problem, where = error, name
    answers = {
        kind: [board for each, _, text in texts if each == kind for board in _full_in(text, rules)]
        for kind in ("right", "given")
    }
    right = (answers["right"] or answers["given"])[-1:]
    board = _one_of(asked_boards, right)
    if board is None:
        if problem is not None:
            raise ParseError(f"{where}: {problem.reason}")
        return None
    puzzle = Puzzle(board)
    info = {"ruleset": questions[0][1].strip()} if tells_of_variant(questions[0][1]) else {}
    beside = Beside(puzzle.with_info(info) if info else puzzle)
    if info:
        beside.unread.append("rules in prose")
    if right:
        beside.solution = right[0].givens.text()
    for other in answers["given"][-1:] if answers["right"] else ():
        beside.take_page("the answer of a model", Page(list(other.givens.text())), is_puzzle=True)
    return beside.board()


def _full_in(text: str, rules: IntoRules) -> list[Board]:
    return [board for board in _boards_in(text, rules)[0] if all(board.givens)]


def _one_of(boards: list[Board], right: list[Board]) -> Board | None:
    """Return the board of the question: of several, the one that the answer belongs to."""
    different = list(
        {board.givens.text(): board for board in boards if not all(board.givens)}.values()
    )
    different = different or boards[:1]
    if len(different) > 1 and right:
        different = [board for board in different if _has(right[0], board)]
    if len(different) > 1:
        raise ParseError(f"expected one board in the question, found {len(different)}")
    return different[0] if different else None


def _has(full: Board, board: Board) -> bool:
    if len(full.givens) != len(board.givens):
        return False
    return all(one in (0, two) for one, two in zip(board.givens, full.givens, strict=True))


def solution_text(value: Json) -> str | None:
    """Return the cells of a solution in any form, or the last full board in words about it; None for anything else."""
    page = page_of(decoded(value))
    if page is not None:
        return "".join(page.cells) if page.size <= 9 else None
    if isinstance(value, list) and len(value) == 1:
        return solution_text(value[0])
    if is_question(value):
        full = _full_in(value, None)
        return full[-1].givens.text() if full else None
    return None
