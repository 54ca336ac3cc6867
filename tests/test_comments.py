"""Comments and docstrings send a reader to files: these exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PATH = re.compile(
    r"(?<![\w/.:<>-])((?:[\w.-]+/)+[\w-]+\.(?:py|pyi|hpp|h|cpp|def|js|css|toml|md))(?![\w/])"
)
COMMENTS = {
    ".py": re.compile(r'#.*|"""(?:.|\n)*?"""'),
    ".hpp": re.compile(r"//.*|/\*(?:.|\n)*?\*/"),
    ".js": re.compile(r"(?<!:)//.*|/\*(?:.|\n)*?\*/"),
}
COMMENTS |= {".h": COMMENTS[".hpp"], ".cpp": COMMENTS[".hpp"], ".def": COMMENTS[".hpp"]}
MADE = ("app/", "python/", "words/", "traces/", "disk/", "source/", "./", "../", "nonet/_core.py")
"""What the site has, or a server answers, is in no folder of the checkout; and examples of links."""

FILES = [
    path
    for folder in ("src", "core", "scripts", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in COMMENTS
]


def named(path: Path) -> Iterator[str]:
    """Yield the paths in the comments of a file."""
    for comment in COMMENTS[path.suffix].finditer(path.read_text(encoding="utf-8")):
        for match in PATH.finditer(comment[0]):
            if not match[1].startswith(MADE):
                yield match[1]


@pytest.fixture(scope="module")
def ends() -> set[str]:
    """Return the ends of the paths of all files: a comment names as much of a path as it takes."""
    found = set()
    for folder in ("src", "core", "scripts", "benchmarks", "tests", "docs", "examples"):
        for path in (ROOT / folder).rglob("*.*"):
            parts = path.relative_to(ROOT).parts
            found |= {"/".join(parts[at:]) for at in range(len(parts))}
    return found


def test_the_files_that_comments_name_exist(ends: set[str]) -> None:
    gone = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in FILES
        for name in named(path)
        if name not in ends and not (path.parent / name).exists()
    ]
    assert not gone, "\n".join(gone)


def test_a_path_in_a_comment_is_found(tmp_path: Path) -> None:
    made = tmp_path / "some.py"
    made.write_text(
        '"""See docs/gone.md, and https://a.b/c.py."""\nx = "not/this.py"  # core/x.hpp\n'
    )
    assert list(named(made)) == ["docs/gone.md", "core/x.hpp"]
