"""Write docs/algorithms: a page for each algorithm of nonet.teach, with its counters and a film.

    .venv/bin/python scripts/algorithm_pages.py            all pages, films, and the index
    .venv/bin/python scripts/algorithm_pages.py norvig     one page

The facts come from the algorithms. Run this after a change to one of them. The pages show no times: `nonet compare`
measures those.
"""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import fill

from nonet import lab, teach
from nonet.base.errors import MissingExtra
from nonet.puzzle import Puzzle
from nonet.render import Film, record, svg_film
from nonet.render.film import ROLES
from nonet.teach import Algorithm, Counters

PAGES = Path(__file__).parents[1] / "docs" / "algorithms"

PUZZLES = {
    "easy": "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "medium": "000002030005800900900005000013406080060000070080501640000300006002007400070600000",
    "few givens": "000000200080007090602000500070060000000901000000020040005000603090400070006000000",
    "worst case": lab.WORST_CASE,
}
"""The boards of the tables."""

BUDGET = 500_000

FILMED = (
    ("1...5..........26...2.4...3.2.6....3", "2x3"),
    ("1.....3..4.....2", "2x2"),
)
"""The boards of the films: the first one that an algorithm solves within the steps of a film, else the last."""

PACE = 0.25
"""Seconds for each step of a film."""

SIZE = 60_000
"""The largest size of a film, in bytes."""

_SHOWN = [name for name in Counters().as_dict() if name not in ("seconds", "solutions")]


def table(name: str) -> str:
    """Return the counters of an algorithm: a column for each puzzle, without rows of zeros."""
    heads, columns, ends = [], [], []
    for title, puzzle in PUZZLES.items():
        run = teach.solve(puzzle, name, budget=BUDGET)
        heads.append(title)
        columns.append(run.counters.as_dict())
        ends.append("solved" if run.solutions else "budget spent")
    lines = [
        f"| counter | {' | '.join(heads)} |",
        "|---|" + "---:|" * len(heads),
        f"| result | {' | '.join(ends)} |",
    ]
    for counter in _SHOWN:
        if any(column[counter] for column in columns):
            cells = [
                f"{'' if end == 'solved' else '≥ '}{column[counter]:,}"
                for column, end in zip(columns, ends, strict=True)
            ]
            lines.append(f"| {counter.replace('_', ' ')} | {' | '.join(cells)} |")
    return "\n".join(lines)


def film_of(name: str) -> Film:
    """Return the film of an algorithm."""
    for board, rules in FILMED:
        film = record(Puzzle(board, rules=rules), name)
        if film.is_whole:
            break
    return film


def page(name: str) -> str:
    """Return the page of an algorithm."""
    about = teach.algorithm(name)
    film = film_of(name)
    size = film.rules.size
    other = "norvig" if name == "backtracking" else "backtracking"
    steps = f"{len(film)} steps" if film.is_whole else f"the first {len(film)} steps"
    parts = [
        f"# {about.title}",
        f"`{name}` · [source](../../src/nonet/teach/{name}.py) · [all algorithms](README.md)",
        about.idea,
        f"![{about.title} at work on a {size}x{size} board, {steps}](films/{name}.svg)",
        f"**Source.** {_sentence(about.source)}",
        f"**Worst case.** {_sentence(about.worst_case)}",
        f"**When it shines.** {_sentence(about.shines)}",
        *_needs(about),
        "## Counters",
        f"Work until the first solution, with a budget of {BUDGET:,} steps; `≥` where the budget was spent."
        " `nonet.teach.Counters` describes the counters; the boards are in the [index](README.md).",
        table(name),
        "## Try it",
        "```sh\n"
        f"nonet trace --with {name} {PUZZLES['easy']}\n"
        f"nonet compare --with {name},{other} puzzles.txt\n"
        "```",
    ]
    return _joined(parts)


def _joined(parts: list[str]) -> str:
    """Return the parts as paragraphs; prose is wrapped, parts with several lines are not."""
    wrapped = [
        part
        if "\n" in part or part.startswith(("#", "|", "!", "```"))
        else fill(part, 120, break_long_words=False, break_on_hyphens=False)
        for part in parts
        if part
    ]
    return "\n\n".join(wrapped) + "\n"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else text + "."


def _needs(about: Algorithm) -> list[str]:
    parts = []
    if not about.is_complete:
        parts.append(
            "**It proves nothing.** On a board without a solution it searches forever, and it does not know whether"
            " there is another solution."
        )
    if about.extra is not None:
        parts.append(f'**Needs** `pip install "nonet[{about.extra}]"`.')
    if about.options:
        options = "\n".join(f"* `{name}`: {text}" for name, text in about.options.items())
        parts.append(f"**Options.**\n\n{options}")
    return parts


EXPERIMENT = (
    "## Experiment: rules or backtracking?",
    "Do two rules before the search save work? It depends on the puzzles. So take a set of easy ones and a set of hard"
    " ones, and run both algorithms on each:",
    """\
```sh
nonet generate -n 5 --difficulty easy --seed 1 > easy.txt
nonet generate -n 5 --difficulty hard --seed 1 > hard.txt
nonet compare --with rules_then_search,backtracking --budget 1000000 easy.txt
nonet compare --with rules_then_search,backtracking --budget 1000000 hard.txt
nonet compare --with rules_then_search,backtracking --budget 1000000 easy.txt hard.txt --plot runs.svg
```""",
    "The tables have the median and the worst case of a set, and the plot has a dot for each run. Their guesses are"
    " those of `nonet.lab.compare`:",
    """\
```python
>>> import nonet
>>> for difficulty in ("easy", "hard"):
...     puzzles = nonet.generate(5, difficulty=difficulty, seed=1)
...     table = nonet.lab.compare(puzzles, ["rules_then_search", "backtracking"], budget=1_000_000)
...     for row in table[:2]:
...         guesses = row.median("guesses").text(), row.worst("guesses").text()
...         print(f"{difficulty}  {row.name:18}{guesses[0]:>8}{guesses[1]:>8}  {row.result}")
easy  rules_then_search        0       0  5/5
easy  backtracking           259  10,083  5/5
hard  rules_then_search    2,266  51,983  5/5
hard  backtracking       ≥50,006 ≥50,016  2/5, 3 budget spent
```""",
    "On the easy puzzles the rules leave nothing to guess. On the hard ones they leave much, but plain backtracking"
    " spends the budget on three of the five. `≥` marks what could be larger: raise `--budget`, or leave it out, and"
    " the figures become exact. `--all` goes on to the last solution, so each run also proves that there is no other."
    " Then try `norvig`, which applies the rules at every step.",
)
"""An experiment with two algorithms on two sets."""


_YES = {True: "yes", False: "no"}


def index() -> str:
    """Return the index."""
    lines = [
        "# The algorithms",
        "The classic Sudoku algorithms, each a short module of plain Python to read, run, watch and compare. They take"
        " boards of every size and shape. They do not use the native core, which is thousands of times as fast. The"
        " table says which of them prove that there is no other solution, take boards with constraints, or need an"
        " extra.",
        "| algorithm | title | proves | constraints | needs |\n|---|---|---|---|---|\n"
        + "\n".join(
            f"| [{name}]({name}.md) | {about.title} | {_YES[about.is_complete]} | {_YES[about.constraints]} |"
            f" {f'`nonet[{about.extra}]`' if about.extra else ''} |"
            for name, about in ((name, teach.algorithm(name)) for name in teach.names())
        ),
        "```python\n"
        ">>> from nonet import teach\n"
        f'>>> run = teach.solve("{PUZZLES["easy"]}",\n'
        '...     "backtracking", trace=True)\n'
        ">>> run.solution.text()[:9], run.counters.calls, run.trace[0]\n"
        "('534678912', 4209, Event(kind='try', cell=2, digit=1, note=''))\n"
        "```",
        "`nonet trace` plays a run in the terminal or makes a film of it. `nonet compare` runs algorithms side by side."
        " `nonet worst-case` shows the effect of the order of digits. See [the command line](../cli.md).",
        "In the films the active cell has a colour and a symbol: "
        + ", ".join(f"{role.symbol} {role.word}" for role in ROLES.values())
        + ".",
        *EXPERIMENT,
        "## The boards of the tables",
        "| board | givens | cells |\n|---|---:|---|\n"
        + "\n".join(
            f"| {title} | {81 - cells.count('0')} | `{cells}` |" for title, cells in PUZZLES.items()
        ),
    ]
    return _joined(lines)


def main(names: list[str]) -> int:
    """Write pages and return the exit code."""
    (PAGES / "films").mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in names or teach.names():
        try:
            text, picture = page(name), svg_film(film_of(name), pace=PACE)
        except MissingExtra as error:
            print(error, file=sys.stderr)
            failed = 1
            continue
        (PAGES / f"{name}.md").write_text(text, encoding="utf-8")
        (PAGES / "films" / f"{name}.svg").write_text(picture, encoding="utf-8")
        print(f"{name}: {len(picture):,} bytes")
    (PAGES / "README.md").write_text(index(), encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
