"""`nonet site`: a folder that needs no server, is the same each time, and never overwrites a file of the user."""

from __future__ import annotations

import base64
import gzip
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from console import run

from nonet import teach, words
from nonet.cli.stream.status import StatusLine
from nonet.web import files, page_python, pages, site
from nonet.web.disk import disk_files
from nonet.web.files import STATIC
from nonet.web.site import Run, SiteError, runs, write_site

SMALL = Run("small", "2x2:1.....3..4.....2", "backtracking", 40_000)
OTHER = Run("small", "2x2:1.....3..4.....2", "backtracking:descending", 20)


@pytest.fixture(autouse=True)
def few_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write few pages and runs, with or without a compiled core."""
    for module in (site, files):
        monkeypatch.setattr(module, "_CORE", "icon.svg")
    monkeypatch.setattr(site, "runs", lambda: iter([SMALL]))
    some = [("techniques/index.html", "a list"), ("techniques/x_wing.html", "a page")]
    monkeypatch.setattr(pages, "technique_pages", lambda: iter(some))


def content(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


# -- what is written ------------------------------------------------------------------------------


def test_a_site_has_the_app_its_lists_and_its_runs(tmp_path: Path) -> None:
    sizes = write_site(tmp_path / "a" / "site")
    found = content(tmp_path / "a" / "site")
    assert found.keys() == {*sizes, "site.json"}
    assert {
        "index.html",
        "js/main.js",
        "words/fa.json",
        "words/lessons/vi.json",
        "keys.json",
    } <= set(found)
    assert {"stock.json", "learn.json", "shelf.json", "manifest.webmanifest", ".nojekyll"} <= set(
        found
    )
    assert json.loads(found["about.json"])["languages"] == list(words.languages())
    assert [one["name"] for one in json.loads(found["algorithms.json"])] == list(teach.names())
    assert json.loads(found["site.json"])["files"] == sorted(found)


def test_the_page_says_that_no_server_is_there_and_carries_its_policy(tmp_path: Path) -> None:
    write_site(tmp_path)
    page = (tmp_path / "index.html").read_text("utf-8")
    assert '<html lang="en" data-server="none">' in page
    policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', page)
    assert policy is not None and policy.start() < page.index("<script")
    parts = dict(part.split(" ", 1) for part in policy[1].split("; "))
    assert parts["default-src"] == "'self'" and parts["object-src"] == parts["base-uri"] == "'none'"
    assert "frame-ancestors" not in parts  # browsers complain about it there


def test_the_picture_of_a_link_has_a_whole_address_or_none(tmp_path: Path) -> None:
    write_site(tmp_path / "known", address="https://example.org/nonet/")
    known = (tmp_path / "known" / "index.html").read_text("utf-8")
    assert '"og:image" content="https://example.org/nonet/preview.png"' in known
    assert (tmp_path / "known" / "preview.png").is_file()
    write_site(tmp_path / "unknown")
    unknown = (tmp_path / "unknown" / "index.html").read_text("utf-8")
    assert "og:image" not in unknown and "og:title" in unknown


def test_an_address_without_its_scheme_is_refused(tmp_path: Path) -> None:
    outcome = run("site", "-o", str(tmp_path), "--address", "example.org")
    assert outcome.code == 2
    assert "--address: expected an address such as https://example.org/nonet" in outcome.err


def test_no_address_of_the_app_leaves_its_folder(tmp_path: Path) -> None:
    write_site(tmp_path)
    absolute = re.compile(
        rb"""(?:fetch\(|href=|src=|import\(|from |url\()["'`](?:/|https?:)|url\((?:/|https?:)"""
    )
    for name, body in content(tmp_path).items():
        if not name.endswith((".json", ".trace")):
            assert not absolute.search(body), (name, absolute.search(body))
    manifest = json.loads((tmp_path / "manifest.webmanifest").read_text("utf-8"))
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "./"


def test_the_service_worker_keeps_the_app_and_the_runs_of_the_shelf(tmp_path: Path) -> None:
    shown = SMALL._replace(run="norvig", budget=1_000_000)
    write_site(tmp_path, recorded=[SMALL, shown])
    first = (tmp_path / "sw.js").read_text("utf-8").splitlines()[0]
    kept = json.loads(first.removeprefix("self.NONET = ").removesuffix(";"))
    assert {"./", "index.html", "about.json", "traces/index.json"} <= set(kept["files"])
    assert f"traces/{shown.file}" in kept["files"] and f"traces/{SMALL.file}" not in kept["files"]
    assert all((tmp_path / name).is_file() for name in kept["files"][1:])
    assert not any(name.startswith("techniques/") for name in kept["files"])


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_site(tmp_path / name, recorded=[SMALL, OTHER])
    assert content(tmp_path / "one") == content(tmp_path / "two")


PYTHON = {"python/index.json": b"{}", "python/core.wasm": b"the core", "python/nonet.zip": b"nonet"}


def test_python_is_there_for_the_page_and_kept_once_it_was_loaded(tmp_path: Path) -> None:
    write_site(tmp_path / "with", python=PYTHON)
    write_site(tmp_path / "without")
    found, plain = content(tmp_path / "with"), content(tmp_path / "without")
    assert {name: body for name, body in found.items() if name.startswith("python/")} == PYTHON
    assert b' data-server="none" data-python="here">' in found["index.html"]
    assert b"data-python" not in found["open.html"] + plain["index.html"]
    head = found["sw.js"].decode().splitlines()[0]
    listed = json.loads(head.removeprefix("self.NONET = ").removesuffix(";"))
    assert listed["later"].keys() == PYTHON.keys() and PYTHON.keys().isdisjoint(listed["files"])
    write_site(tmp_path / "other", python={**PYTHON, "python/core.wasm": b"another"})
    other = content(tmp_path / "other")["sw.js"].decode().splitlines()[0]
    again = json.loads(other.removeprefix("self.NONET = ").removesuffix(";"))
    changed = {name for name in PYTHON if again["later"][name] != listed["later"][name]}
    assert changed == {"python/core.wasm"} and again["version"] == listed["version"]


# -- from a disk ----------------------------------------------------------------------------------


def carried(script: bytes) -> tuple[str, bytes]:
    """Return the name of the file that a script carries, and the file."""
    found = re.fullmatch(r'nonetDisk\.carry\("(.+)", "(.+)"\);\n', script.decode())
    assert found is not None
    return found[1], gzip.decompress(base64.b64decode(found[2]))


def test_scripts_carry_the_files_that_no_browser_loads_from_a_disk(tmp_path: Path) -> None:
    write_site(tmp_path)
    found = content(tmp_path)
    scripts = {name: carried(body) for name, body in found.items() if name.startswith("disk/")}
    assert all(name == f"disk/{carries}.js" for name, (carries, _) in scripts.items())
    together = json.loads(dict(scripts.values())["app"])
    apart = {name: body for name, body in scripts.values() if name != "app"}
    assert {
        "learn.json",
        "examples.json",
        "words/lessons/vi.json",
        f"traces/{SMALL.file}",
    } <= apart.keys()
    modules = {name for name in found if re.fullmatch(r"js/(?!early).*\.js", name)}
    lists = {name for name in found if name.endswith(".json")} - {"site.json"} - apart.keys()
    assert together.keys() == modules | lists
    for name, body in apart.items():
        packed = name.endswith(".trace")
        assert body == (gzip.decompress(found[name]) if packed else found[name]), name
    for name in lists:
        assert together[name].encode() == found[name], name
    for name in modules:
        assert set(re.findall(r'"nonet:([\w./]+)"', together[name])) <= modules, name
        assert not re.search(r'\bfrom "\.|^import "\.', together[name], re.MULTILINE), name


def test_the_page_for_a_disk_allows_files_and_memory_and_the_other_page_no_more_than_before(
    tmp_path: Path,
) -> None:
    write_site(tmp_path)
    policies = {}
    for name in ("index.html", "open.html"):
        page = (tmp_path / name).read_text("utf-8")
        found = re.search(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', page)
        assert found is not None and found.start() < page.index("<script")
        policies[name] = dict(part.split(" ", 1) for part in found[1].split("; "))
    hosted, disk = policies["index.html"], policies["open.html"]
    assert hosted["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert hosted["connect-src"] == hosted["worker-src"] == "'self'"
    assert disk["default-src"] == disk["base-uri"] == disk["form-action"] == "'none'"
    assert disk["script-src"] == "file: blob: 'wasm-unsafe-eval'"
    assert disk["connect-src"] == disk["worker-src"] == "blob:"


def test_a_module_that_is_missing_is_named() -> None:
    app = {"index.html": b"", "js/main.js": b'import "./gone.js";'}
    with pytest.raises(ValueError, match=r"js/main\.js imports \./gone\.js, which is missing"):
        disk_files(app)


# -- runs of the Lab ------------------------------------------------------------------------------


def test_a_recorded_run_is_found_by_its_board_and_has_no_times(tmp_path: Path) -> None:
    write_site(tmp_path, recorded=[SMALL, OTHER])
    index = json.loads((tmp_path / "traces" / "index.json").read_text("utf-8"))
    assert list(index) == [SMALL.code]
    whole, cut = (
        json.loads(gzip.decompress((tmp_path / "traces" / index[SMALL.code][one.run]).read_bytes()))
        for one in (SMALL, OTHER)
    )
    assert whole["finished"] and whole["complete"] and whole["count"] == 88
    assert whole["counters"]["calls"] > 0 and "seconds" not in whole["counters"]
    assert (
        whole["seconds"] is whole["factor"] is None and "seconds" not in whole["core"]["counters"]
    )
    assert not cut["finished"] and cut["budget"] == 20 and cut["result"] == "budget_spent"


def test_every_run_of_the_shelf_is_recorded() -> None:
    recorded = list(runs())
    known = {(run.code, run.run) for run in recorded if run.is_on_shelf}
    shelf = json.loads((STATIC / "shelf.json").read_text("utf-8"))
    assert {(one["code"], run) for one in shelf for run in one["runs"].split(",")} == known
    assert len({run.file for run in recorded}) == len(recorded)
    boards = {one["code"] for one in shelf}
    assert {(code, "exact_cover") for code in boards} <= {(run.code, run.run) for run in recorded}


# -- the folder -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_earlier_site_is_replaced_and_other_files_stay(tmp_path: Path) -> None:
    write_site(tmp_path, recorded=[SMALL, OTHER])
    (tmp_path / "CNAME").write_text("example.org")
    (tmp_path / "index.html").write_text("changed")
    write_site(tmp_path, recorded=[OTHER])
    found = content(tmp_path)
    assert found["CNAME"] == b"example.org" and b"data-server" in found["index.html"]
    assert f"traces/{OTHER.file}" in found and f"traces/{SMALL.file}" not in found
    assert "CNAME" not in json.loads(found["site.json"])["files"]
    write_site(tmp_path, recorded=[])
    assert sorted(path.name for path in (tmp_path / "traces").iterdir()) == ["index.json"]


def test_a_folder_with_other_files_is_refused_and_unchanged(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(SiteError, match="has other files; choose an empty folder"):
        write_site(tmp_path)
    assert content(tmp_path) == {"thesis.tex": b"years of work"}
    with pytest.raises(SiteError, match=r"thesis\.tex is a file, expected a folder"):
        write_site(tmp_path / "thesis.tex")


def test_a_file_of_the_user_is_not_overwritten(tmp_path: Path) -> None:
    write_site(tmp_path, recorded=[])
    (tmp_path / "traces" / SMALL.file).write_text("mine")
    with pytest.raises(SiteError, match="is not a file of the earlier site; move it first"):
        write_site(tmp_path)
    assert (tmp_path / "traces" / SMALL.file).read_text() == "mine"


@pytest.mark.parametrize(
    "listed", ['["../precious"]', '["/etc/hosts"]', '"index.html"', "[1", '["a\\\\..\\\\b"]']
)
def test_a_list_that_leads_out_of_the_folder_is_refused(tmp_path: Path, listed: str) -> None:
    (tmp_path / "precious").write_text("kept")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "site.json").write_text(f'{{"nonet": "0.1", "files": {listed}}}')
    with pytest.raises(SiteError, match=r"site\.json is not the list of a site"):
        write_site(folder)
    assert (tmp_path / "precious").read_text() == "kept"


def test_without_a_compiled_core_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "_CORE", "nothing.wasm")
    with pytest.raises(
        SiteError,
        match=r"nothing\.wasm is missing; in a checkout run make wasm, then \.venv/bin/nonet site$",
    ):
        write_site(tmp_path / "site")
    assert not (tmp_path / "site").exists()


# -- the command ----------------------------------------------------------------------------------


def test_the_command_writes_a_site_and_says_what_it_wrote(tmp_path: Path) -> None:
    done = run("site", "--python", "none", "-o", tmp_path / "site")
    assert done.code == 0 and not done.err
    assert re.fullmatch(r"\d+ files, \d+\.\d MB, in .*site\n", done.out)
    assert (tmp_path / "site" / "index.html").is_file()
    (tmp_path / "mine").write_text("")
    done = run("site", "--python", "none", "-o", tmp_path)
    assert done.code == 2 and done.err.startswith(f"nonet site: {tmp_path} has other files")
    assert run("site").err == "nonet site: --output is missing; see nonet site --help\n"


def test_without_python_the_command_says_so_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(where: str | None, progress: object) -> dict[str, bytes]:
        raise page_python.NoPython("npm is missing")

    monkeypatch.setattr(page_python, "pyodide", missing)
    done = run("site", "-o", tmp_path / "site")
    assert done.code == 0 and (tmp_path / "site" / "index.html").is_file()
    assert done.err == (
        "Without Python, for classic boards alone: npm is missing. --python names another source.\n"
    )
    done = run("site", "-o", tmp_path / "other", "--python", "somewhere")
    assert done.code == 2 and done.err.startswith("nonet site: --python: npm is missing")
    assert not (tmp_path / "other").exists()


def test_the_command_says_on_a_terminal_what_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(StatusLine, "show", lambda _, text, now: shown.append(text))
    assert run("site", "--python", "none", "-o", tmp_path).code == 0
    assert shown == [
        "reading the app",
        "recorded 0 of 1 runs",
        "recorded 1 of 1 runs",
        "making the pages of the techniques",
        "packing the app for a disk",
        "writing the files",
    ]


def test_the_workflow_publishes_the_folder_that_it_writes() -> None:
    home = Path(__file__).parents[1]
    workflow = (home / "examples" / "publish_site.yml").read_text("utf-8")
    written = re.search(r"run: nonet site -o (\S+)$", workflow, re.MULTILINE)
    sent = re.search(
        r"upload-pages-artifact@v\d\n\s+with:\n\s+path: (\S+)$", workflow, re.MULTILINE
    )
    assert written is not None and sent is not None and written[1] == sent[1]


# -- pages of techniques --------------------------------------------------------------------------


class Links(HTMLParser):
    """The addresses in a page, and the names of its elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.hrefs += [value for name, value in attrs if name in ("href", "src") and value]


@cache
def links_of(text: str) -> Links:
    return Links(text)


@pytest.fixture(scope="module")
def plain_pages() -> dict[str, str]:
    """Return the pages in English and Persian."""
    return dict(pages.technique_pages(["en", "fa"]))


@pytest.mark.slow
def test_every_technique_of_learn_has_a_plain_page(plain_pages: dict[str, str]) -> None:
    learn = json.loads((STATIC / "learn.json").read_text("utf-8"))
    examples = json.loads((STATIC / "examples.json").read_text("utf-8"))
    lessons = words.written("en")["lessons"]
    for entry in learn:
        page = plain_pages[f"techniques/{entry['id']}.html"]
        assert f'href="../index.html#learn/{entry["id"]}"' in page
        assert ("<svg" in page) == (entry["id"] in examples)
        assert lessons[entry["id"]]["why"].split(".")[0].split("'")[0] in page
    page = plain_pages["techniques/fa/x_wing.html"]
    assert '<html lang="fa" dir="rtl">' in page and 'href="../../index.html#learn/x_wing"' in page


def test_plain_pages_need_no_script_and_no_style_of_their_own(plain_pages: dict[str, str]) -> None:
    for name, text in plain_pages.items():
        found = links_of(text)
        assert not {"script", "style", "iframe"} & found.names and " style=" not in text, name


def test_links_of_plain_pages_lead_to_files_of_the_site(plain_pages: dict[str, str]) -> None:
    app = {"index.html", "icon.svg", *(f"css/{name}.css" for name in ("theme", "base", "page"))}
    for name, text in plain_pages.items():
        for href in links_of(text).hrefs:
            path = normpath(join(dirname(name), href.partition("#")[0])).removeprefix(".")
            same = re.sub(r"^techniques/(fr|vi)/", "techniques/fa/", path)
            assert path in app or same in plain_pages, (name, href)


def test_the_site_offers_its_plain_pages_in_the_list(plain_pages: dict[str, str]) -> None:
    found = links_of(plain_pages["techniques/index.html"]).hrefs
    assert {"x_wing.html", "full_house.html", "fr/index.html", "../index.html#learn"} <= set(found)
