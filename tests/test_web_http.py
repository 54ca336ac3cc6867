"""The server of the web app: files, HTTP, `nonet serve` and its description."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from console import COMMAND, run
from quick import some
from web_requests import ask

from nonet.web import files
from nonet.web.verbs import LISTS, VERBS

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

EMPTY = "." * 81

PAGE = Path(__file__).parents[1] / "docs" / "web.md"


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../api.py",
        "..%2fapi.py",
        "js/../../api.py",
        "/etc/passwd",
        "js",
        "js/",
        ".hidden.js",
        "words/__init__.py",
        "words/../api.py",
        "words/en.json/",
        "words/lessons/../en.json",
        "words/lessons",
        "index.html\0.js",
        "js//ask.js",
    ],
)
def test_only_files_of_the_page_are_served(name: str) -> None:
    assert files.find(name) is None


def test_the_page_and_the_catalogues_are_served() -> None:
    for name in ("", "index.html", "js/ask.js", "words/en.json", "words/lessons/en.json"):
        found = files.find(name)
        assert found is not None and found.body and found.etag


def test_the_page_knows_whether_the_module_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = (files.STATIC / "index.html").read_bytes()
    (tmp_path / "index.html").write_bytes(page)
    monkeypatch.setattr(files, "STATIC", tmp_path)
    without = files.find("")
    (tmp_path / "core.wasm").write_bytes(b"")
    found = files.find("index.html")
    assert without is not None and found is not None and without.etag != found.etag
    assert b'<html data-core="none" lang="en">' in without.body and found.body == page


# -- HTTP -----------------------------------------------------------------------------------------

fastapi = pytest.importorskip("fastapi", reason="the extra web is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")


class Running:
    """A real server on a free port of this machine."""

    def __init__(self) -> None:
        import uvicorn

        from nonet.web.app import create_app
        from nonet.web.limits import Pool

        self.pool = Pool()
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            create_app(names=["example.org"], pool=self.pool), log_level="warning"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))

    def __enter__(self) -> Running:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *error: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with Running() as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Running) -> Iterator[Any]:
    with httpx.Client(base_url=server.url, timeout=30) as client:
        yield client


def test_verbs_over_http(client: Any) -> None:
    found = client.post("/api/hint", json={"puzzle": EASY})
    assert found.status_code == 200 and found.json() == ask("hint", puzzle=EASY)
    assert found.headers["content-type"] == "application/json"
    found = client.post("/api/hint", json={"puzzle": EMPTY})
    assert found.status_code == 200 and found.json()["stuck"], "it has no step that all share"
    found = client.post("/api/rate", json={"puzzle": EMPTY})
    assert found.status_code == 422 and found.json()["error"]["code"] == "multiple_solutions"
    assert client.get("/api/about").json()["version"]


@pytest.mark.parametrize("address", ["/", "/js/ask.js", "/api/about", "/nothing", "/api/nothing"])
def test_every_answer_carries_the_policy(client: Any, address: str) -> None:
    headers = client.get(address).headers
    policy = dict(
        one.strip().split(" ", 1) for one in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'self'" and policy["object-src"] == "'none'"
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"  # compiling core.wasm
    assert "unsafe" not in headers["content-security-policy"].replace("'wasm-unsafe-eval'", "")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers


def test_files_are_compressed_and_known_again(client: Any) -> None:
    found = client.get("/words/en.json", headers={"accept-encoding": "gzip"})
    assert found.headers["content-encoding"] == "gzip" and found.json()["language"] == "en"
    assert int(found.headers["content-length"]) < len(found.content) / 2
    assert (
        found.headers["cache-control"] == "no-cache" and "Accept-Encoding" in found.headers["vary"]
    )
    again = client.get("/words/en.json", headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 304 and again.content == b""
    plain = client.get("/words/en.json", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.json() == found.json()
    head = client.head("/words/en.json", headers={"accept-encoding": "identity"})
    assert int(head.headers["content-length"]) == len(plain.content) and not head.content


def test_types_of_files(client: Any) -> None:
    assert client.get("/").headers["content-type"] == "text/html; charset=utf-8"
    assert client.get("/js/ask.js").headers["content-type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "address", ["/../api.py", "/..%2fapi.py", "/js/..%2f..%2fapi.py", "/%00", "//"]
)
def test_nothing_else_is_served(server: Running, address: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(
            f"GET {address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404 "), answer[:200]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "localhost:1"}, 200),
        ({"host": "[::1]"}, 200),
        ({"host": "example.org"}, 200),
        ({"host": "evil.example"}, 403),
        ({"host": "127.0.0.1.evil.example"}, 403),
        ({"host": ""}, 403),
        ({"host": "localhost:1", "origin": "http://localhost:1"}, 200),
        ({"host": "localhost:1", "origin": "http://localhost:2"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_requests_of_other_sites_are_refused(
    client: Any, headers: dict[str, str], status: int
) -> None:
    found = client.post("/api/count", json={"puzzle": "." * 16}, headers=headers)
    assert found.status_code == status, found.text
    assert status == 200 or found.json()["error"]["code"] == "forbidden"


def test_a_server_for_every_address_takes_numbers_but_no_names() -> None:
    from nonet.web.guard import Guard

    guard = Guard(None, ["0.0.0.0"])  # type: ignore[arg-type]
    assert guard.problem("GET", {b"host": b"192.168.1.5:8181"}) is None
    assert guard.problem("GET", {b"host": b"[fe80::1]:8181"}) is None
    assert guard.problem("GET", {b"host": b"evil.example:8181"}) is not None


def test_large_bodies_are_refused(client: Any) -> None:
    for body in (b" " * 70_000, iter([b" " * 1000] * 70)):
        found = client.post("/api/hint", content=body)
        assert found.status_code == 413
        assert found.json()["error"] == {
            "code": "too_large",
            "message": "the request has more than 64 KB",
        }
    assert client.post("/api/read", content=b" " * 70_000).status_code == 400
    assert client.post("/api/read", content=b" " * 1_100_000).status_code == 413


def test_unknown_addresses_and_methods(client: Any) -> None:
    for method, address, status, code in (
        ("POST", "/api/magic", 404, "not_found"),
        ("GET", "/api/magic", 404, "not_found"),
        ("GET", "/api/hint", 405, "wrong_method"),
        ("POST", "/api/about", 405, "wrong_method"),
        ("POST", "/", 405, "wrong_method"),
        ("DELETE", "/api/hint", 405, "wrong_method"),
    ):
        found = client.request(method, address)
        assert (found.status_code, found.json()["error"]["code"]) == (status, code), address


def test_a_request_is_stopped_when_its_client_leaves(server: Running) -> None:
    body = json.dumps({"puzzle": {"givens": [0] * 625}}).encode()
    head = f"POST /api/repair HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    doing = server.pool._heavy._doing
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(head.encode() + body)
        wait_until(lambda: doing)
    wait_until(lambda: not doing)  # much sooner than its 10 seconds


def wait_until(happens: Any) -> None:
    """Wait until something happens, at most 5 seconds."""
    end = time.monotonic() + 5
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.01)


PARALLEL: list[tuple[str, dict[str, Any]]] = [
    ("hint", {"puzzle": EASY}),
    ("rate", {"puzzle": EASY}),
    ("solve", {"puzzle": HARD}),
    ("check", {"puzzle": EMPTY}),
    ("inspect", {"puzzle": EMPTY}),
    ("count", {"puzzle": EMPTY, "limit": 10**12}),
    ("solve", {"puzzle": {"givens": [0] * 625}, "limit": 160}),
    ("count", {"puzzle": {"givens": [0] * 1296}, "limit": 10**9}),
    ("read", {"text": "|\n\n" * 3000}),
    ("generate", {"variant": "thermo", "solvable": True, "seed": 7}),
]


@pytest.mark.slow
def test_200_requests_at_once_are_answered_in_time(server: Running) -> None:
    limits = httpx.Limits(max_connections=None)
    with httpx.Client(base_url=server.url, timeout=60, limits=limits) as client:

        def one(number: int) -> tuple[str, float, Any]:
            verb, request = PARALLEL[number % len(PARALLEL)]
            begin = time.monotonic()
            found = client.post(f"/api/{verb}", json=request)
            return verb, time.monotonic() - begin, found

        with ThreadPoolExecutor(200) as threads:
            answers = list(threads.map(one, range(200)))
    for verb, _, found in answers:
        assert found.status_code in (200, 422, 503), (verb, found.text)
    hints = [found for verb, _, found in answers if verb in ("hint", "rate")]
    assert all(found.status_code == 200 for found in hints)
    assert sum(found.status_code == 200 for _, _, found in answers) > len(hints)
    assert client_is_answered(server)


def client_is_answered(server: Running) -> bool:
    """Return whether the server still answers."""
    found = httpx.post(f"{server.url}/api/hint", json={"puzzle": EASY}, timeout=30)
    return bool(found.json()["step"]["outcome"] == "r1c6=8")


# -- nonet serve ----------------------------------------------------------------------------------


@pytest.mark.parametrize("signal_", some([signal.SIGINT, signal.SIGTERM], 2, 1))
def test_serve_says_its_address_and_ends(signal_: signal.Signals) -> None:
    command = [*COMMAND, "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert address is not None
        assert httpx.get(address[0], timeout=30).status_code == 200
        process.send_signal(signal_)
        process.wait(10)
        assert process.stderr.read() == ""


def test_serve_warns_when_others_can_reach_it() -> None:
    command = [*COMMAND, "serve", "--port", "0", "--host", "0.0.0.0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        warning = process.stderr.readline()
        process.terminate()
    assert warning == "open to every machine that reaches 0.0.0.0; there is no password\n"


def test_serve_names_a_port_in_use(server: Running) -> None:
    found = run("serve", "--port", str(server.port))
    assert found.code == 2
    assert found.err == (
        f"nonet serve: port {server.port} of 127.0.0.1: address already in use;"
        " choose another --port\n"
    )
    assert "unknown address" in run("serve", "--host", "no.such.host.invalid").err


def test_serve_says_what_to_install() -> None:
    with mock.patch.dict(sys.modules, {"uvicorn": None}):
        found = run("serve", "--port", "0")
    assert found.code == 1
    assert found.err == 'nonet serve needs more packages: pip install "nonet[web]"\n'


# -- the description ------------------------------------------------------------------------------


def test_the_description_has_every_verb(client: Any) -> None:
    from nonet.web.schemas import ANSWERS, REQUESTS

    assert set(REQUESTS) == set(ANSWERS) == set(VERBS)
    paths = client.get("/api/openapi.json").json()["paths"]
    assert {f"/api/{name}" for name in (*VERBS, *LISTS)} == set(paths)


DESCRIBED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("read", {"text": EASY}),
    ("read", {"text": f"{EASY}\n{EASY[:-1]}"}),
    ("solve", {"puzzle": EASY}),
    ("count", {"puzzle": EASY}),
    ("check", {"puzzle": EASY}),
    ("check", {"puzzle": EMPTY}),
    ("violations", {"puzzle": EASY, "rules": "killer:5=r1c1r1c2"}),
    ("violations", {"puzzle": EMPTY, "rules": "sandwich:99=r1", "impossible": True}),
    ("hint", {"puzzle": EASY, "levels": ["nudge", "name", "where", "full"]}),
    ("all_steps", {"puzzle": HARD}),
    ("steps", {"puzzle": HARD}),
    ("steps", {"puzzle": EMPTY, "rules": "thermo:r1c1r2c2r3c3"}),
    ("why", {"puzzle": HARD, "cell": "r1c3", "digit": 4}),
    ("why", {"puzzle": EMPTY, "rules": "thermo:r1c1r2c2r3c3", "cell": "r1c1", "digit": 9}),
    ("rate", {"puzzle": EASY}),
    ("drill", {"technique": "x_wing", "seed": 7, "number": 3, "levels": ["full"]}),
    ("drill", {"technique": "rule_of_45", "number": 9}),
    ("generate", {"seed": 7}),
    ("inspect", {"puzzle": EASY}),
    ("inspect", {"puzzle": EMPTY}),
    ("odds", {"puzzle": EASY}),
    ("minimise", {"puzzle": EASY}),
    ("repair", {"puzzle": EASY}),
    ("canonical", {"puzzle": EASY}),
    ("convert", {"puzzle": EASY, "to": "svg"}),
    ("trace", {"puzzle": EASY, "algorithm": "exact_cover", "events": 10}),
)
"""Requests to each verb."""


def test_every_verb_is_compared_with_its_description() -> None:
    assert {verb for verb, _ in DESCRIBED} == set(VERBS), "DESCRIBED has a request to each verb"


def test_every_verb_is_public_in_its_module() -> None:
    answers = [verb.work for verb in VERBS.values()]
    hidden = [f.__name__ for f in answers if f.__name__ not in sys.modules[f.__module__].__all__]
    assert hidden == []


@pytest.mark.parametrize(("verb", "request_"), DESCRIBED)
def test_answers_are_as_described(verb: str, request_: dict[str, Any]) -> None:
    from nonet.web.schemas import ANSWERS, REQUESTS

    REQUESTS[verb].model_validate(request_)
    ANSWERS[verb].model_validate(ask(verb, **request_))


def test_the_page_about_the_api_lists_every_verb() -> None:
    from nonet.web.schemas import ANSWERS, REQUESTS

    rows = re.findall(
        r"^\| `(\w+)` \| ([^|]*) \| [^|]* \| ([^|]*) \| ([^|]*) \|$", PAGE.read_text("utf-8"), re.M
    )
    listed = {
        name: (*(re.findall(r"`(\w+)`", cell) for cell in cells), int(seconds))
        for name, *cells, seconds in rows
    }
    assert listed == {
        name: (
            list(REQUESTS[name].model_fields),
            list(ANSWERS[name].model_fields),
            int(verb.seconds),
        )
        for name, verb in VERBS.items()
    }, "run scripts/verb_pages.py"


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of the fuzzer itself
@pytest.mark.parametrize("verb", sorted(VERBS))
def test_no_request_is_too_odd(verb: str) -> None:
    """Requests made from the description get an answer as described, and never a 500."""
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    from hypothesis import HealthCheck, given, settings

    from nonet.web.app import create_app

    schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(names=["testserver"]))
    operation = schema[f"/api/{verb}"]["POST"]
    known = schemathesis.checks.CHECKS
    names = ("response_schema_conformance", "content_type_conformance", "status_code_conformance")
    checks = known.get_by_names(["not_a_server_error", *names])

    @given(case=operation.as_strategy())
    @settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
    def check(case: Any) -> None:
        response = case.call()
        assert response.status_code < 500 or response.status_code == 503
        case.validate_response(response, checks=checks)

    check()


def test_every_object_of_a_request_refuses_unknown_fields(client: Any) -> None:
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    waiting = [
        f"#/components/schemas/{name}"
        for name in schemas
        if name.endswith("Request") or name.endswith("Options")
    ]
    asked: set[str] = set()
    while waiting:
        name = waiting.pop().rpartition("/")[2]
        if name not in asked:
            asked.add(name)
            waiting += re.findall(r"#/components/schemas/\w+", json.dumps(schemas[name]))
    objects = {name for name in asked if schemas[name].get("type") == "object"}
    assert {"Board", "Rules", "House", "Techniques", "HintRequest"} <= objects
    assert [
        name for name in objects if schemas[name].get("additionalProperties") is not False
    ] == []
