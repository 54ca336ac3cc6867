"""The wording of rules that a player reads in steps: relations, counts, long lists of cells, and errors about lines."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nonet import Puzzle, RulesError
from nonet.base.outfiles import NewFile
from nonet.rules.constraints import LookAndSay, PairRule
from nonet.rules.variants import parse_rules
from nonet.words import languages

EMPTY = "." * 81


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        (lambda a, b: abs(a - b) >= 2, "differ by at least 2 (Nabner)."),
        (lambda a, b: a + b == 10, "sum to 10 (Nabner)."),
        (lambda a, b: (a + b) % 2 == 1, "are one odd and one even (Nabner)."),
        (lambda a, b: a < b, "increase along the line (Nabner)."),
        (
            lambda a, b: (a, b) in ((1, 2), (3, 1)),
            "order of the line: 1, then 2; 3, then 1 (Nabner).",
        ),
    ],
)
def test_a_rule_for_pairs_is_said_by_what_it_means(holds: object, said: str) -> None:
    digits = range(1, 10)
    pairs = [(a, b) for a in digits for b in digits if holds(a, b)]  # type: ignore[operator]
    rule = PairRule("r1c1 r1c2 r1c3", pairs, name="Nabner")
    assert rule.text().startswith("Neighbouring digits on r1c1, r1c2, r1c3 ")
    assert rule.text().endswith(said)
    for language in languages():
        assert "{" not in rule.text(language)


def test_a_look_and_say_cage_says_how_often_digits_appear() -> None:
    rule = LookAndSay("r1c1 r1c2 r1c3 r2c1", "1223")
    assert rule.text() == "In r1c1, r1c2, r1c3, r2c1, 2 appears once and 3 appears 2 times."


def test_a_long_line_is_cut_in_the_sentence_of_a_step() -> None:
    cells = "".join(f"r1c{c}" for c in range(1, 10)) + "r2c9r2c8r2c7r2c6"
    steps = Puzzle(EMPTY, rules=f"zipper:{cells}").all_steps()
    texts = [step.text() for step in steps if step.basis is not None and step.basis.constraints]
    assert any("of the zipper r1c1, r1c2, r1c3, r1c4, 9 more cells have" in each for each in texts)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("allgiven:-1=white", "allgiven: expected a value of at least 0, got -1"),
        ("whisper:r1c1r1c2r1c1", "whisper: expected at least 3 different cells in a loop, got 2"),
        ("renban:r1c1r1c2r1c1", "renban: expected at least 3 different cells in a loop, got 2"),
    ],
)
def test_a_rule_that_says_nothing_is_refused(rules: str, message: str) -> None:
    with pytest.raises(RulesError) as found:
        parse_rules(rules)
    assert str(found.value) == message


def test_a_packed_file_without_content_is_not_left(tmp_path: Path) -> None:
    empty = NewFile(tmp_path / "a.txt.gz")
    assert empty.leave() is None and not list(tmp_path.iterdir())
    some = NewFile(tmp_path / "b.txt.gz")
    some.write(b"a line\n")
    left = some.leave()
    assert left is not None and gzip.decompress(Path(left).read_bytes()) == b"a line\n"


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a process at once there")
def test_sigterm_leaves_no_empty_file(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / "nonet"), "generate", "--rating", "10.5-11"]
    options = ["--budget", "1000000", "-o", str(tmp_path / "hard.txt.gz")]
    process = subprocess.Popen([*command, *options], stderr=subprocess.PIPE)
    time.sleep(2)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 143, said
    assert all(len(gzip.decompress(path.read_bytes())) for path in tmp_path.iterdir())


def test_a_drawing_in_ascii_has_no_other_signs() -> None:
    from nonet import render

    puzzle = Puzzle(EMPTY, rules="littlekiller:..30=r1c4=down-right sandwich:10-12=r5")
    drawn = render.text(puzzle, charset="ascii")
    assert drawn.isascii() and "<=30" in drawn and "10-12" in drawn
