"""The page answers without the server: a worker hosts the core, is ended when it must be, and leaves the rest to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import engine_cases
import pytest
from test_web_engine import of_classic

from nonet import Puzzle

from .conftest import MODULE, NO_ENGINE

Open = Callable[..., Any]

pytestmark = pytest.mark.skipif(not MODULE.exists(), reason="core.wasm is not built: make wasm")

PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLUTION = list(Puzzle(PUZZLE).solution())
ASK = """async ([verb, request]) => {
    const { ask } = await import("/js/ask.js");
    return ask(verb, request).then((answer) => ({ answer }), ({ code, message }) => ({ error: { code, message } }));
}"""
SILENT = """window.Silent = class extends EventTarget {
    postMessage({ verb }) {
        const begun = new MessageEvent("message", { data: { begun: true } });
        if (verb) setTimeout(() => this.dispatchEvent(begun));
    }
    terminate() {}
}
"""
"""A script that makes a worker which begins to answer, and never ends."""


def ask(page: Any, verb: str, request: dict[str, Any]) -> Any:
    """Return what the page answers, or the code and the sentence of the error."""
    return page.evaluate(ASK, [verb, request])


def touched(page: Any) -> Any:
    """Return a page after a first touch: from then on it uses the engine first."""
    page.mouse.click(2, 2)
    return page


def without_server(open_page: Open, **options: Any) -> Any:
    """Return a page that cannot ask its server."""
    page = touched(open_page(service_workers="block", **options))
    page.expected_errors = "ERR_FAILED"
    page.route("**/api/**", lambda route: route.abort())
    return page


def compare(open_page: Open, seed: int, boards: int) -> None:
    page = without_server(open_page)
    asked = of_classic(engine_cases.questions(seed, boards))
    ours = []
    for verb, request in asked:
        reply = ask(page, verb, request)
        error = reply.get("error")
        ours.append(None if error and error["code"] == "offline" else reply)
    theirs = engine_cases.without_words(engine_cases.of_server(asked))
    for reply in theirs:
        if "error" in reply:
            reply["error"] = {name: reply["error"][name] for name in ("code", "message")}
    assert engine_cases.differences(asked, ours, theirs) == []
    assert sum(reply is None for reply in ours) < len(ours) / 3


def test_the_page_answers_as_the_server_does(open_page: Open) -> None:
    compare(open_page, 1, 8)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "boards"),
    [(21, 15), *(pytest.param(seed, 60, marks=pytest.mark.long) for seed in range(22, 25))],
)
def test_the_page_answers_many_questions_as_the_server_does(
    open_page: Open, seed: int, boards: int
) -> None:
    compare(open_page, seed, boards)


def test_a_question_is_given_up_and_the_next_one_answered(open_page: Open) -> None:
    page = without_server(open_page)
    found = page.evaluate(
        """async ([empty, puzzle]) => {
            const { ask } = await import("/js/ask.js");
            await ask("solve", { puzzle });
            const begin = performance.now();
            const long = Array.from({ length: 4 }, () => {
                const stop = new AbortController();
                setTimeout(() => stop.abort(), 100);
                return ask("count", { puzzle: empty, limit: 1e15 }, { signal: stop.signal }).catch(({ name }) => name);
            });
            const names = await Promise.all(long);
            const { solutions } = await ask("solve", { puzzle });
            return { names, solution: solutions[0] };
        }""",
        ["." * 81, PUZZLE],
    )
    assert found == {"names": ["AbortError"] * 4, "solution": SOLUTION}


def test_a_search_that_runs_away_is_ended_and_the_page_says_so(open_page: Open) -> None:
    page = without_server(open_page, script=SILENT + "window.Worker = window.Silent")
    error = ask(page, "solve", {"puzzle": PUZZLE})["error"]
    assert error == {
        "code": "ran_away",
        "message": "the search did not end in time and was stopped",
    }


def test_after_a_worker_that_ran_away_another_one_answers(open_page: Open) -> None:
    page = without_server(open_page, script=SILENT)
    found = page.evaluate(
        """async (puzzle) => {
            const { Engine, RanAway } = await import("/js/engine/client.js");
            const start = () => new Worker("/js/engine/worker.js", { type: "module" });
            let make = () => new window.Silent();
            const engine = new Engine({ worker: () => make(), grace: -1500 });
            const first = await engine.answer("solve", { puzzle }).catch((error) => error instanceof RanAway);
            make = start;
            engine.grace = 10_000;
            const { answer } = await engine.answer("solve", { puzzle });
            return { first, solution: answer.solutions[0], workers: engine.seats.length };
        }""",
        PUZZLE,
    )
    assert found == {"first": True, "solution": SOLUTION, "workers": 1}


def test_without_the_module_the_server_answers(open_page: Open) -> None:
    page = open_page(service_workers="block")
    page.expected_errors = "404"
    page.route("**/core.wasm", lambda route: route.fulfill(status=404))
    touched(page)
    with page.expect_request("**/api/solve"):
        assert ask(page, "solve", {"puzzle": PUZZLE})["answer"]["solutions"] == [SOLUTION]


def test_a_page_that_knows_of_no_module_does_not_ask_for_it(open_page: Open) -> None:
    page = open_page(service_workers="block")
    page.evaluate("document.documentElement.dataset.core = 'none'")  # as the server writes it
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    touched(page)
    assert ask(page, "solve", {"puzzle": PUZZLE})["answer"]["solutions"] == [SOLUTION]
    assert any(url.endswith("/api/solve") for url in asked)
    assert not any("core.wasm" in url for url in asked)


def test_without_workers_the_server_answers(open_page: Open) -> None:
    page = touched(open_page(service_workers="block", script=NO_ENGINE))
    with page.expect_request("**/api/solve"):
        assert ask(page, "solve", {"puzzle": PUZZLE})["answer"]["solutions"] == [SOLUTION]


def test_a_module_of_another_type_is_compiled_too(open_page: Open) -> None:
    page = without_server(open_page)
    body, kind = MODULE.read_bytes(), "application/octet-stream"
    page.route("**/core.wasm", lambda route: route.fulfill(body=body, content_type=kind))
    assert ask(page, "solve", {"puzzle": PUZZLE})["answer"]["solutions"] == [SOLUTION]


def test_what_is_python_is_asked_of_the_server(open_page: Open) -> None:
    page = touched(open_page(service_workers="block"))
    with page.expect_request("**/api/convert"):
        answer = ask(page, "convert", {"puzzle": PUZZLE, "to": "svg"})["answer"]
    assert answer["text"].startswith("<svg")
