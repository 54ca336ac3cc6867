"""Requests to the verbs of the web app, for its tests."""

from __future__ import annotations

import json
from typing import Any

from nonet import parse
from nonet.web import answering
from nonet.web.verbs import VERBS, Verb
from nonet.web.wire import board_object

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def ask(verb: str, **request: Any) -> Any:
    """Return the answer of a verb, or its error, as the server would send it."""
    status, body = answer_of(VERBS[verb], json.dumps(request).encode())
    found = json.loads(body)
    assert ("error" in found) == (status != 200), found
    return found.get("error", found)


def answer_of(verb: Verb, body: bytes) -> tuple[int, bytes]:
    """Return the status and the JSON of an answer, found in this process."""
    status, found = answering.answer(verb, body, answering.seconds_of(verb))
    return status, answering.packed(found)


def board(text: str = EASY, **more: Any) -> dict[str, Any]:
    """Return the object of a board with a position."""
    return {**board_object(parse(text)), **more}
