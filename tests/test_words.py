"""What nonet says: every technique in every language, at every level, and that no word of it is in code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import rated

from nonet import words
from nonet.base.cells import cell_name
from nonet.rules import CLASSIC, Rules
from nonet.steps import (
    TECHNIQUES,
    VARIANT_TECHNIQUES,
    Cause,
    Chain,
    Inference,
    Mark,
    Placement,
    Role,
    Step,
    sentences,
    technique,
)
from nonet.steps.facts import facts_of
from nonet.words import Catalogue, CatalogueError

CELL = re.compile(r"r\dc\d")
PARTS = {"name", "aliases", "title", "about", "nudge", "where", "why"}


def data_of(language: str) -> dict[str, Any]:
    """Return the texts of a language, in English where it has no translation."""
    return words.texts(language)


KIND_OF_HOUSE = {
    ("has_special", ","),
    ("house", ","),
    ("nudge.confined", "}"),
    ("nudge.two_links", "}"),
}
"""What a nudge may use: whether the house is a row, a column or a box, and else of which kind it is."""

# -- catalogues -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", words.languages())
def test_every_technique_has_words_in_every_language(language: str) -> None:
    known = data_of(language)["techniques"]
    assert sorted(known) == sorted(each.id for each in (*TECHNIQUES, *VARIANT_TECHNIQUES))
    for id, entry in known.items():
        assert set(entry) == PARTS, f"{id}: {sorted(set(entry) ^ PARTS)} is missing or not known"
        assert isinstance(entry["aliases"], list)
        for part in PARTS - {"aliases"}:
            assert entry[part] == entry[part].strip() != "", f"{id}: {part}"
        assert not re.search(r"[{}\d]", entry["about"]), f"{id} gives away too much"
        assert not re.search(r"\d", entry["nudge"]), f"{id} gives away too much"
        used = set(re.findall(r"\{([\w.]+)([,}])", entry["nudge"]))
        assert used <= KIND_OF_HOUSE, f"{id} gives away too much"
    names = [entry["name"] for entry in known.values()]
    assert len(set(names)) == len(names)
    assert not {alias for entry in known.values() for alias in entry["aliases"]} & set(names)


@pytest.mark.parametrize("language", words.languages())
def test_every_catalogue_says_what_the_english_one_says(language: str) -> None:
    ours, english = data_of(language), data_of("en")
    assert words.written(language)["language"] == language and words.written(language)["name"]
    for part in ("values", "lists", "techniques"):
        # A language may have forms of its own, such as "house.in".
        unknown = {name for name in ours[part] if name.partition(".")[0] not in english[part]}
        assert not unknown, f"{part} has {sorted(unknown)}, which nothing uses"
    for name, patterns in ours["lists"].items():
        assert set(patterns) == {"two", "middle", "end"}, f"lists: {name}"


@pytest.mark.parametrize("language", words.languages())
def test_every_step_can_be_described_in_every_language(language: str) -> None:
    """A missing phrase or a misspelt placeholder is an error that names it."""
    for situation in rated.situations().values():
        step = situation.step
        try:
            said = [step.text(level, language) for level in words.LEVELS]
            said += [step.text("full", language, all=True), step.title(language)]
            said += [sentences.outcome(step, language)]
        except CatalogueError as error:
            pytest.fail(f"words/{language}, {step.technique.id}: {error}")
        assert all(part == part.strip() != "" for part in said), step.technique.id


def lessons_of(language: str) -> dict[str, dict[str, Any]]:
    """Return the lessons that a language has."""
    return dict(words.written(language).get("lessons", {}))


@pytest.mark.parametrize("language", words.languages())
def test_every_technique_has_a_lesson_in_plain_text(language: str) -> None:
    known, digits = lessons_of(language), data_of(language)["digits"]
    ids = {each.id for each in (*TECHNIQUES, *VARIANT_TECHNIQUES)}
    assert set(known) == ids if language == "en" else set(known) <= ids
    for id, lesson in known.items():
        assert list(lesson) == ["spot", "why"], id
        steps = lesson["spot"]
        assert isinstance(steps, str) or len(steps) > 1, f"{id}: one step is a text"
        for part, text in [
            *(("spot", each) for each in words.steps_of(lesson)),
            ("why", lesson["why"]),
        ]:
            where = f"{id}: {part}"
            assert text and text == " ".join(text.split(" ")) == text.strip(), where
            assert not re.search(r"[\n{}*`]|\]\(|  ", text), f"{where} is not plain"
            ends = (".", "?", "؟") if part == "spot" and text in steps else (".",)  # a step may ask
            assert text.endswith(ends), f"{where} ends without a full stop"
            wrong = [char for char in text if char.isdigit() and char not in digits]
            assert not wrong, f"{where} has {wrong}, not the digits of the language"
            assert language == "en" or text != lessons_of("en")[id][part], f"{where} is English"


def test_a_text_is_in_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, hint in (("a.json", {"more": "More"}), ("b.json", {"more": "Still more"})):
        (tmp_path / name).write_text(json.dumps({"app": {"hint": hint}}), "utf-8")
    monkeypatch.setattr(words, "files_of", lambda language: sorted(tmp_path.iterdir()))
    with pytest.raises(CatalogueError, match=r"b\.json has 'more', which another file has too"):
        words.written("en")


REJECTED = (
    *("strategy", "strategies", "square", "block", "unit", "field"),
    *("told", "goes", "gone", "grave", "good", "guise", "surplus", "can only go", "but for"),
)


def test_english_avoids_rejected_words() -> None:
    entries = [{**entry, "aliases": []} for entry in data_of("en")["techniques"].values()]
    said = json.dumps([entries, *(data_of("en")[part] for part in ("values", "phrases"))])
    assert not re.findall(rf"\b(?:{'|'.join(REJECTED)})s?\b", said, re.IGNORECASE)


# -- real steps -----------------------------------------------------------------------------------


def test_the_puzzles_need_most_techniques() -> None:
    seen = {id for id, _ in rated.situations()}
    missing = {each.id for each in TECHNIQUES} - seen
    assert {id for id in missing if not id.startswith("nested")} <= {
        "direct_claiming",  # wherever it is there is something easier
        "dynamic_chain_plus",
    }


def all_situations() -> list[rated.Situation]:
    """Return a step of each technique and kind."""
    return list(rated.situations().values())


@pytest.mark.parametrize("language", words.languages())
def test_numbers_of_large_boards_do_not_run_together(language: str) -> None:
    """On a 16x16 board the digits 1 and 2 are not the digit 12."""
    removes = {0: frozenset({1, 2}), 17: frozenset({12}), 80: frozenset({3, 12, 13})}
    step = Step(technique("cage_combination"), 2.0, removes=removes, rules=Rules(size=16))
    said = sentences.outcome(step, language)
    assert "<>1,2" in said and "<>12" in said and "<>3,12,13" in said


def test_a_hint_gives_away_more_and_more() -> None:
    for _, step, _ in all_situations():
        nudge, name, where, full = (step.text(level) for level in words.LEVELS)
        assert not CELL.search(nudge) and not re.search(r"\d", nudge), step
        assert name == step.technique.name and not CELL.search(name)
        assert re.search(r"\d", where), f"{step}: {where}"
        assert len(full) > len(name)
        assert "cannot" not in where


def test_the_explanation_ends_with_all_that_follows() -> None:
    for _, step, _ in all_situations():
        conclusion = step.text().rsplit("so ", 1)[1]
        if step.places is not None:
            cell, digit = step.places
            assert f"{cell_name(cell)} is {digit}" in conclusion
        for cell, digits in step.removes.items():
            if step.places is None or cell != step.places[0]:
                said = "it" if "so it" in step.text() else "they"
                assert cell_name(cell) in conclusion or conclusion.startswith(f"{said} "), step
                assert cell_name(cell) in step.text()
                assert all(str(digit) in conclusion for digit in digits)


def test_an_explanation_without_chains_is_short_and_starts_where_to_look() -> None:
    for _, step, _ in all_situations():
        if not step.chains:
            links = len(facts_of(step)["strong_links"])  # each of a chain names its sides
            reasons = len(facts_of(step)["exocet"])  # each names the cells of its digits
            most = 65 + 10 * max(0, links - 2) + 25 * reasons
            assert len(step.text().split()) <= most, step.text()
            assert step.text().count(". ") <= 4 + reasons
            assert not re.search(r"\bso\b.*\bso\b", step.text()), step.text()


def test_a_single_says_what_else_than_the_digits_in_sight_makes_it_one() -> None:
    """On many boards the other places were eliminated by earlier steps, not by digits that they see."""
    found: dict[str, str] = {}
    for row in rated.rows()[-12:]:
        for board, step, _ in rated.path(row.puzzle):
            if not step.technique.id.startswith("hidden_single"):
                continue
            house = CLASSIC.houses[step.houses[0]].cells
            causes = [mark.cell for mark in step.marks if mark.role is Role.CAUSE]
            seen = {cell for cause in causes for cell in CLASSIC.peers[cause]}
            rest = [cell for cell in house if not board.placed[cell] and cell not in seen]
            assert step.places is not None
            kind = "seen" if rest == [step.places.cell] else "both" if causes else "neither"
            found[kind] = step.text()
    assert "earlier eliminations" not in found["seen"] and " rule" in found["seen"]
    assert "and earlier eliminations rule out the other cells" in found["both"]
    assert "Earlier eliminations rule out the other cells" in found["neither"]
    sees = [Mark(Role.CAUSE, cell, frozenset({cell + 1})) for cell in range(6)]
    naked = Step(technique("naked_single"), 2.3, Placement(8, 9), marks=tuple(sees))
    assert naked.text() == (
        "r1c9 has only one candidate: it sees 1 in r1c1, 2 in r1c2, 3 in r1c3, 4 in r1c4,"
        " 5 in r1c5 and 6 in r1c6, and 7 and 8 are eliminated, so r1c9 is 9."
    )


def test_an_x_wing_reads_like_this() -> None:
    wing = Step(
        technique("x_wing"),
        3.2,
        removes={53: frozenset({9})},
        houses=(0, 7, 9, 17),
        marks=(Mark(Role.BASE, 0, frozenset({9})), Mark(Role.BASE, 8, frozenset({9}))),
    )
    assert wing.title() == "X-wing on 9"
    assert wing.text() == (
        "In rows 1 and 8, the 9 fits only in columns 1 and 9. Whichever way the two 9s are placed,"
        " columns 1 and 9 are used up, so r6c9 cannot be 9."
    )


def test_a_title_says_what_the_step_is_about() -> None:
    titles = {step.technique.id: step.title() for _, step, _ in all_situations()}
    assert titles["hidden_single_box"] == "Hidden single: 2 in box 3"
    assert titles["naked_pair"] == "Naked pair 1 and 4 in row 6"
    assert titles["house_forcing_chain"] == "House forcing chain from 1 in box 6"
    assert not any(re.search(r"[{}]|None|Value", title) for title in titles.values())


def chained(length: int, *, on: bool = True) -> Chain:
    """Return a chain of some length along nothing in particular."""
    nodes = [Inference(0, 1, on, Cause.ASSUMPTION)]
    for i in range(1, length):
        nodes.append(Inference(i, 2, i % 2 == 0, Cause.CELL, (i - 1,)))
    return Chain(tuple(nodes))


def test_a_long_chain_is_cut_and_says_how_much_is_missing() -> None:
    step = Step(technique("forcing_chain"), 7.4, removes={0: frozenset({1})}, chains=(chained(40),))
    lines = step.text().split("\n")
    assert [line.split(".")[0] for line in lines[:12]] == [str(n) for n in range(1, 13)]
    assert lines[12] == "…and so on (27 more lines; --long shows them)"
    assert lines[13].startswith("40. Then r5c4") and len(lines) == 15
    assert lines[14] == (
        "Line 1 supposes that r1c1 is 1, but by line 40, r5c4 is not 2."
        " The supposition is wrong, so r1c1 cannot be 1."
    )
    whole = step.text(all=True).split("\n")
    assert len(whole) == 41 and whole[-1] == lines[-1] and "and so on" not in step.text(all=True)
    short = Step(
        technique("forcing_chain"), 7.4, removes={0: frozenset({1})}, chains=(chained(14),)
    )
    assert short.text() == short.text(all=True), "a cut of two lines is no gain"


def test_the_shortest_chain_comes_first() -> None:
    chains = (chained(5), chained(3, on=False))
    step = Step(technique("dynamic_double_chain"), 8.5, removes={9: frozenset({2})}, chains=chains)
    lines = step.text().split("\n")
    assert lines[0] == "1. Suppose r1c1 is not 1." and lines[3] == "4. Suppose r1c1 is 1."
    assert lines[-1].startswith("One of lines 1 and 4 is true, and both lead to the same result")


def test_texts_are_whole_sentences_without_gaps() -> None:
    for _, step, _ in all_situations():
        for text in (step.text("nudge"), step.text("where"), step.text()):
            assert not re.search(
                r"[{}]|  [^ ]|\(\)| ,| \.|\.\.|None|Value", text.replace("\n ", "")
            ), text
            assert text.endswith(".") and (text[0].isupper() or text[0] in "r1"), text


def test_chains_are_numbered_and_refer_to_lines_before() -> None:
    for _, step, _ in all_situations():
        if not step.chains:
            continue
        labels: list[str] = []
        for line in step.text(all=True).split("\n"):
            if not (match := re.match(r"\s*([\d.]+)\. (.*)", line)):
                continue
            references = re.findall(r"\(lines? ([\d., and]+)\)", match[2])
            named = re.findall(r"\d+(?:\.\d+)*", " ".join(references))
            assert set(named) <= set(labels), line
            labels.append(match[1])
        plain = [int(label) for label in labels if "." not in label]
        assert plain == list(range(1, len(plain) + 1))
        nodes = sum(len(chain) for chain in step.chains)
        assert len(plain) <= nodes


def test_every_technique_renders_even_if_a_step_says_little() -> None:
    """Steps made by hand, with houses and marks of every role, for the techniques that hardly come up."""
    marks = tuple(Mark(role, 10 * i % 81, frozenset({1, 2})) for i, role in enumerate(Role))
    on, off = Inference(0, 1, True, Cause.ASSUMPTION), Inference(1, 1, False, Cause.ROW, (0,))
    for each in (*TECHNIQUES, *VARIANT_TECHNIQUES):
        chains = (Chain((on, off)),) if each.family == "chains" else ()
        step = Step(
            each, 5.0, Placement(80, 9), {1: frozenset({1})}, (0, 9, 18, 1, 10), marks, chains
        )
        for level in words.LEVELS:
            assert step.text(level)


# -- what a proof says ----------------------------------------------------------------------------


def test_a_whole_proof() -> None:
    pair = Step(
        technique("naked_pair"),
        3.0,
        removes={12: frozenset({7}), 13: frozenset({7})},
        houses=(1,),
        marks=(Mark(Role.CAUSE, 9, frozenset({7, 8})), Mark(Role.CAUSE, 10, frozenset({7, 8}))),
    )
    inner = Step(
        technique("x_chain"),
        6.6,
        removes={30: frozenset({7})},
        chains=(
            Chain(
                (
                    Inference(30, 7, True, Cause.ASSUMPTION),
                    Inference(30, 7, False, Cause.BOX, (0,)),
                )
            ),
        ),
    )
    one = Chain(
        (
            Inference(27, 7, True, Cause.ASSUMPTION),
            Inference(28, 7, False, Cause.ROW, (0,)),
            Inference(12, 7, False, Cause.STEP, (1,), pair),
            Inference(13, 7, False, Cause.STEP, (1,), pair),
            Inference(14, 7, True, Cause.ROW, (2, 3)),
        )
    )
    two = Chain(
        (
            Inference(27, 7, True, Cause.ASSUMPTION),
            Inference(30, 7, False, Cause.STEP, (0,), inner),
            Inference(14, 7, False, Cause.COLUMN, (1,)),
        )
    )
    step = Step(technique("nested_forcing_chain"), 9.5, removes={27: frozenset({7})})
    step = Step(step.technique, 9.5, removes=step.removes, chains=(one, two), kind="contradiction")
    assert step.text().split("\n") == [
        "1. Suppose r4c1 is 7.",
        "2. Then r4c4 is not 7. Forcing X-chain:",
        "   2.1. Suppose r4c4 is 7.",
        "   2.2. Then r4c4 is not 7: box 5 has its 7 in r4c4.",
        "   Line 2.1 supposes that r4c4 is 7, but by line 2.2, r4c4 is not 7."
        " The supposition is wrong.",
        "3. Then r2c6 is not 7: column 6 has its 7 in r4c4.",
        "4. Then r4c2 is not 7: row 4 has its 7 in r4c1 (line 1).",
        "5. Then r2c4 is not 7. Naked pair: In row 2, r2c1 and r2c2 have only the candidates 7 and 8."
        " They use up both digits.",
        "6. Then r2c5 is not 7, by the step in line 5.",
        "7. Then r2c6 is 7: row 2 has no other place for 7 (lines 5 and 6).",
        "By line 3, r2c6 is not 7, but by line 7, r2c6 is 7."
        " The supposition in line 1 is wrong, so r4c1 cannot be 7.",
    ]


def test_a_loop_ends_where_it_began() -> None:
    for id in ("x_cycle", "y_cycle", "continuous_loop"):
        lines = rated.situations()[id, ""].step.text().split("\n")
        first, last = re.match(r"1\. Suppose (.*)\.$", lines[0]), lines[-2]
        assert first is not None and f"Then {first[1]}" in last
        assert lines[-1].startswith("The chain returns to its start")


# -- another language -----------------------------------------------------------------------------

# Of no country: cells by column and row, the digit before the cell, other plurals, what follows before why.
OTHER: dict[str, Any] = {
    "language": "xx",
    "plurals": {"one": "n = 1", "few": "n % 10 = 2..4 and n % 100 != 12..14"},
    "lists": {
        "and": {"two": "{1} ⊕ {0}", "middle": "{0} · {1}", "end": "{0} ⊕ {1}"},
        "or": {"two": "{0} ⊖ {1}", "middle": "{0} · {1}", "end": "{0} ⊖ {1}"},
    },
    "values": {
        "cell": "Щ{column}Ж{row}",
        "digit": "№{n}",
        "house": "{n}-{kind, select, row {ый ряд} column {ой столб} other {ий квадр}}",
        "house.in": "в {n}-{kind, select, row {ом ряду} column {ом столбу} other {ом квадру}}",
        "candidate": "{digit}{on, select, yes {→} other {↛}}{cell}",
        "removed": "{digits, or}↛{cells}",
    },
    "phrases": {
        "full": "{outcome}, ибо {why}.",
        "line": "{sentence} ⟨{label}⟩",
        "ours": "{parents, select, yes { ← {parents}} other {}}",
        "because.assumption": "буде {digit}{on, select, yes {→} other {↛}}{cell}",
        "because.cell": "{digit}{on, select, yes {→} other {↛}}{cell}{ours}",
        "because.house": "{house, in} {digit}{on, select, yes {→} other {↛}}{cell}{ours}",
    },
    "techniques": {
        "naked_pair": {
            "name": "Голь",
            "aliases": [],
            "title": "{name} {house, in}",
            "about": "Две голые.",
            "nudge": "Есть голые.",
            "where": "Ищи {house, in}.",
            "why": "{cause.digits} {house, in} лишь"
            " {cause.cells, plural, one {это} few {эти} other {тех}} {cause.cells}",
        },
        "forcing_chain": {
            "name": "Цепь",
            "aliases": [],
            "title": "{name}",
            "about": "Цепь.",
            "nudge": "Есть цепь.",
            "where": "Ищи {start}.",
            "why": "{proof}",
        },
    },
}


def test_another_language_needs_no_code() -> None:
    here = {id: rated.situations()[id, ""].step for id in ("naked_pair", "forcing_chain")}
    language = Catalogue(OTHER)
    for step in here.values():
        for level in words.LEVELS:
            assert not re.search("[a-zA-Z]", sentences.describe(step, level, language))
    pair = Step(
        technique("naked_pair"),
        3.0,
        removes={30: frozenset({2, 5}), 31: frozenset({2, 5})},
        houses=(3,),
        marks=(Mark(Role.CAUSE, 27, frozenset({2, 5})), Mark(Role.CAUSE, 29, frozenset({2, 5}))),
    )
    assert sentences.describe(pair, "where", language) == "Ищи в 4-ом ряду."
    assert sentences.describe(pair, "full", language) == (
        "№2 ⊖ №5↛Щ5Ж4 ⊕ Щ4Ж4, ибо №5 ⊕ №2 в 4-ом ряду лишь эти Щ3Ж4 ⊕ Щ1Ж4."
    )
    first = sentences.describe(here["forcing_chain"], "full", language).split("\n")[1]
    assert first.endswith(" ⟨2⟩")


# -- messages -------------------------------------------------------------------------------------


def filled(message: str, **values: object) -> str:
    """Fill a message of the other language."""
    return Catalogue(OTHER).fill(message, values)


def test_plurals_are_chosen_by_the_catalogue() -> None:
    message = "{n, plural, one {1} few {few} other {many}}"
    chosen = {n: filled(message, n=n) for n in (0, 1, 2, 4, 5, 11, 12, 14, 22, 101)}
    assert [n for n, word in chosen.items() if word == "few"] == [2, 4, 22]
    assert [n for n, word in chosen.items() if word == "1"] == [1]
    rules = {"one": "n = 1 or n % 10 = 1 and n % 100 != 11,71,91"}
    breton = Catalogue({**OTHER, "plurals": rules})
    assert [n for n in range(120) if breton.plural(n) == "one"] == [
        *(1, 21, 31, 41, 51, 61, 81, 101)
    ]


def test_lists_are_joined_by_the_catalogue() -> None:
    assert filled("{x, or}", x=[1, 2, 3, 4]) == "1 · 2 · 3 ⊖ 4"
    assert filled("{x}|{y}|{z}", x=[1, 2], y=[1], z=[]) == "2 ⊕ 1|1|"


def test_a_choice_of_yes_and_no_looks_at_what_there_is() -> None:
    message = "{x, select, yes {+} no {-} word {w} other {?}}"
    found = [filled(message, x=x) for x in (True, False, [], [1], None, "word", "others", 0, 3)]
    assert found == ["+", "-", "-", "+", "-", "w", "?", "-", "+"]


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("{", "expected a name"),
        ("a }", "unexpected }"),
        ("{x", "expected }"),
        ("{x, plural, one {1}}", "need an 'other'"),
        ("{x, choose, other {1}}", "got 'choose'"),
        ("{x, plural, other {1}", "a closing }"),
        ("{y}", "no phrase 'y'"),
        ("{x.part}", "has no part 'part'"),
    ],
)
def test_a_malformed_message_is_an_error_that_quotes_it(message: str, problem: str) -> None:
    with pytest.raises(CatalogueError, match=re.escape(problem)):
        filled(message, x=1)


@pytest.mark.slow
def test_a_catalogue_that_lacks_something_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="no 'values'"):
        Catalogue({key: value for key, value in OTHER.items() if key != "values"})
    with pytest.raises(CatalogueError, match="expected a plural rule"):
        Catalogue({**OTHER, "plurals": {"one": "n is 1"}})
    with pytest.raises(CatalogueError, match="no words for 'swordfish'"):
        sentences.describe(rated.situations()["swordfish", ""].step, "nudge", Catalogue(OTHER))
