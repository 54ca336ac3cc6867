"""The processes of the server: who waits for whom, and that an end of any kind concerns one question."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import odd_verbs
import pytest
from process_tree import answering_processes, fork_servers
from test_web_http import DESCRIBED

from nonet.formats import FORMATS
from nonet.teach.registry import names as algorithms
from nonet.web.answering import seconds_of
from nonet.web.limits import Job, Pool
from nonet.web.processes import Crashed, Worker
from nonet.web.requests import PICTURES
from nonet.web.verbs import VERBS, Verb
from nonet.web.worker import GROWN, MEMORY
from nonet.words import languages

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
COUNT = json.dumps({"puzzle": EASY}).encode()
PATIENCE = 120  # seconds for an answer, on a machine that is busy
is_posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
is_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    pool = Pool(quick=2, slow=2, heavy=1)
    pool.start()
    yield pool
    pool.close()


def job_of(work: Callable[[Any], Any], **request: Any) -> Job:
    """Return a job that does odd work."""
    return Job(Verb(work.__name__, work, seconds=PATIENCE), json.dumps(request).encode())


def answer_to(pool: Pool, job: Job) -> tuple[int, Any]:
    """Return the status of an answer, and its object."""
    status, body = pool.submit(job).result(PATIENCE)
    return status, json.loads(body)


def expect_answers(pool: Pool, number: int = 1) -> None:
    """The pool answers all classic requests."""
    answers = [pool.submit(Job(VERBS["count"], COUNT)) for _ in range(number)]
    for answer in answers:
        assert answer.result(PATIENCE) == (200, b'{"count":1,"exact":true}')


def wait_until(happens: Callable[[], Any]) -> None:
    """Wait until something happens."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("work", [odd_verbs.endless, odd_verbs.searching])
def test_work_ends_when_it_is_cancelled(pool: Pool, work: Any) -> None:
    job = job_of(work)
    answer = pool.submit(job)
    wait_until(lambda: job._stop is not None)
    job.cancel()
    status, body = answer.result(PATIENCE)
    assert (status, json.loads(body)["error"]["code"]) in [(422, "limit_reached"), (503, "busy")]
    expect_answers(pool)


def test_work_that_never_looks_at_the_time_ends_with_its_process(pool: Pool) -> None:
    ready = Verb("waiting", odd_verbs.waiting, seconds=PATIENCE, heavy=True)
    assert answer_to(pool, Job(ready, b'{"seconds": 0}'))[0] == 200
    verb = Verb("unkillable", odd_verbs.unkillable, seconds=0.4, heavy=True)
    status, found = answer_to(pool, Job(verb, b"{}"))
    assert status == 422
    assert found["error"] == {
        "code": "limit_reached",
        "message": "the time limit of 0.4 seconds is reached",
    }
    expect_answers(pool)


def test_a_slow_request_gives_way_and_is_answered() -> None:
    """One process answers an easy request soon, though a slow one came first."""
    alone = Pool(quick=1, slow=2)
    try:
        job = job_of(odd_verbs.endless)
        slow = alone.submit(job)
        easy = alone.submit(Job(VERBS["count"]._replace(seconds=PATIENCE), COUNT))
        assert json.loads(easy.result(PATIENCE)[1])["count"] == 1
        assert not slow.done()
        job.cancel()
        assert slow.result(PATIENCE)[0] != 200
    finally:
        alone.close()


def test_a_full_queue_is_busy() -> None:
    alone = Pool(quick=1, slow=1, queue=1)
    try:
        first = alone.submit(job_of(odd_verbs.searching))
        second = alone.submit(job_of(odd_verbs.searching))
        with pytest.raises(Exception, match="the server is busy"):
            alone.submit(Job(VERBS["count"], COUNT))
        assert second.cancel() or second.running()
        assert not first.done()
    finally:
        alone.close()


def test_a_request_that_waited_too_long_is_busy(pool: Pool) -> None:
    status, found = answer_to(pool, Job(VERBS["count"]._replace(seconds=0), COUNT))
    assert (status, found["error"]["code"]) == (503, "busy")


@pytest.mark.parametrize(("part", "code"), [(0.3, "busy"), (0.9, "limit_reached")])
def test_a_request_with_little_time_left_is_not_called_too_slow(
    pool: Pool, part: float, code: str
) -> None:
    """The start of a process, or others, may take most of it."""
    job = Job(Verb("endless", odd_verbs.endless, seconds=6.0), b"{}")
    job.end = time.monotonic() + part * seconds_of(job.verb)
    assert answer_to(pool, job)[1]["error"]["code"] == code


ENDS: list[tuple[Callable[[Any], Any], dict[str, Any], str]] = [
    (odd_verbs.killed, {"signal": int(signal.SIGTERM)}, "SIGTERM"),
    (odd_verbs.crashing, {}, "SIGSEGV"),
    (odd_verbs.leaving, {}, "code 3"),
]
if sys.platform != "win32":
    ENDS.append((odd_verbs.killed, {"signal": int(signal.SIGKILL)}, "SIGKILL"))


@is_posix
@pytest.mark.parametrize(("work", "request_", "why"), ENDS)
def test_a_crash_ends_its_question_alone(
    pool: Pool, capfd: pytest.CaptureFixture[str], work: Any, request_: Any, why: str
) -> None:
    others = [pool.submit(job_of(odd_verbs.waiting, seconds=0.1))]
    status, found = answer_to(pool, job_of(work, **request_))
    assert status == 500
    assert found["error"] == {
        "code": "crashed",
        "message": f"the process that looked for the answer has ended ({why}); others go on",
    }
    assert all(other.result(PATIENCE)[0] == 200 for other in others)
    expect_answers(pool)
    assert f"nonet: a process ended ({why}) at the verb {work.__name__}" in capfd.readouterr().err


@is_linux
def test_a_process_that_is_killed_while_it_rests_is_replaced(pool: Pool) -> None:
    expect_answers(pool)
    for pid in answering_processes():
        os.kill(pid, signal.SIGKILL)
    expect_answers(pool, 10)


@is_linux
def test_the_process_that_others_are_copied_from_is_killed(pool: Pool) -> None:
    """Its end, also in the middle of a start, ends no other process and costs no question."""
    for seconds in (0, 0.001, 0.005, 0.02):
        expect_answers(pool)
        killed, alone = fork_servers(), Pool(quick=1)
        try:
            answer = alone.submit(Job(VERBS["count"]._replace(seconds=PATIENCE), COUNT))
            time.sleep(seconds)
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
            assert answer.result(PATIENCE) == (200, b'{"count":1,"exact":true}')
        finally:
            alone.close()


@is_posix
def test_a_process_that_never_began_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """No signal goes to its group: it has none, and number 0 means that of the server."""
    worker = Worker()

    def lost(*_: Any) -> Any:
        raise EOFError

    with monkeypatch.context() as patch:
        patch.setattr("multiprocessing.forkserver.read_signed", lost)
        with pytest.raises(Crashed, match="it did not start"):
            worker.start()
    worker.start()
    worker.end()


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is bounded on Linux")
@pytest.mark.parametrize("size", [MEMORY, pytest.param(64 << 20, marks=pytest.mark.slow)])
def test_a_question_that_takes_all_memory_ends_alone(pool: Pool, size: int) -> None:
    status, found = answer_to(pool, job_of(odd_verbs.greedy, bytes=size))
    assert (status, found["error"]["code"]) == (422, "memory")
    assert found["error"]["message"] == "the question needs more memory than there is"
    expect_answers(pool)


@pytest.mark.parametrize("what", ["set", "number"])
def test_an_answer_that_is_no_json_is_a_fault_of_the_server(pool: Pool, what: str) -> None:
    status, found = answer_to(pool, job_of(odd_verbs.no_json, what=what))
    assert (status, found["error"]["code"]) == (500, "internal_error")
    expect_answers(pool)


@is_posix
def test_a_process_that_grew_is_replaced() -> None:
    alone = Pool(quick=1)
    try:
        _, one = answer_to(alone, job_of(odd_verbs.large))
        _, other = answer_to(alone, job_of(odd_verbs.waiting, seconds=0))
        assert one["bytes"] > GROWN and one["process"] != other["process"]
        _, same = answer_to(alone, job_of(odd_verbs.waiting, seconds=0))
        assert same["process"] == other["process"]
    finally:
        alone.close()


_IMPORTED = """
import json, sys
from nonet.web import preloaded
before = set(sys.modules)
from nonet.web.answering import answer
from nonet.web.verbs import VERBS
for verb, request in json.load(sys.stdin):
    status, found = answer(VERBS[verb], json.dumps(request).encode(), 60)
    if status != 200:
        print(verb, request, found)
print(*set(sys.modules) - before)
"""


def questions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield requests to every verb, in every language and for every format, picture and algorithm."""
    yield from DESCRIBED
    for form in FORMATS.values():
        if form.can_write and form.name not in ("rated", "pattern"):
            yield "convert", {"puzzle": EASY, "to": form.name}
    for picture in PICTURES:
        yield "convert", {"puzzle": EASY, "to": picture}
    for name in algorithms():
        if name != "constraint_programming":  # OR-tools cannot be there before
            yield "trace", {"puzzle": EASY, "algorithm": name, "events": 10}
    for language in languages():
        yield "hint", {"puzzle": EASY, "levels": ["full"], "language": language}
    for rules in ("diagonals", "killer:15=r1c3r1c4 antiknight", "thermo:r1c3r1c4"):
        yield "check", {"puzzle": "." * 81, "rules": rules}
        yield "hint", {"puzzle": EASY, "rules": rules}
    yield "solve", {"puzzle": {"givens": [0] * 256}}


@pytest.mark.slow
def test_nothing_is_imported_for_a_question() -> None:
    asked = json.dumps(list(questions()))
    found = subprocess.run(
        [sys.executable, "-c", _IMPORTED], input=asked, capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines()[-1:] == [""], found.stdout
