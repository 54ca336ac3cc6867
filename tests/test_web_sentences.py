"""The browser's sentences about a step: equal to Python's, word for word, in every language."""

from __future__ import annotations

import javascript
import pytest
from quick import some
from web_steps import SEEN, data_of, steps

from nonet import words
from nonet.render.boards import undrawn_sentences
from nonet.rules.variants import parse_rules, sentences_of_kinds
from nonet.steps import VARIANT_TECHNIQUES, sentences
from nonet.steps.json import step_object
from nonet.steps.values import house_value, houses_value
from nonet.web.wire import rules_object
from nonet.words import LEVELS

import technique_examples  # isort: skip  # its folder is added by web_steps

TEXTS = """
const {Catalogue} = await load("words/messages");
const {textOf, titleOf, outcomeOf, LEVELS} = await load("words/sentences");
const words = new Catalogue(data.catalogue);
return data.steps.map(({step, placed}) => [
  titleOf(step, words), outcomeOf(step, words),
  ...LEVELS.map((level) => textOf(step, level, words, {placed})),
  textOf(step, "full", words, {all: true, placed}),
]);
"""


def test_the_steps_are_many_and_of_every_technique() -> None:
    found = steps()
    assert len(found) > 1000
    assert {step.technique for step, _ in found} == SEEN
    assert any(node.nested for step, _ in found for chain in step.chains for node in chain.nodes)


@pytest.mark.parametrize("every", [24, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", words.languages())
def test_python_and_the_browser_say_the_same(language: str, every: int) -> None:
    # Word order differs between languages, the numbers of lines do not: a fifth of the steps is enough for the others.
    chosen = steps()[:: every if language == "en" else 5 * every]
    sent = [{"step": step_object(step, ()), "placed": list(board.placed)} for step, board in chosen]
    found = javascript.run(TEXTS, {"catalogue": data_of(language), "steps": sent})
    for (step, _), made in zip(chosen, found, strict=True):
        expected = [
            step.title(language),
            sentences.outcome(step, language),
            *(step.text(level, language) for level in LEVELS),
            step.text("full", language, all=True),
        ]
        assert made == expected, f"{step.technique.id}: {step}"


@pytest.mark.parametrize("language", some(words.languages(), 2))
def test_steps_of_other_boards_are_said_alike(language: str) -> None:
    chosen = [technique_examples.example_step(about.id)[1] for about in VARIANT_TECHNIQUES]
    sent = [{"step": step_object(step, (), facts=True), "placed": None} for step in chosen]
    found = javascript.run(TEXTS, {"catalogue": data_of(language), "steps": sent})
    for step, made in zip(chosen, found, strict=True):
        levels = [step.text(level, language) for level in LEVELS]
        short = sentences.outcome(step, language)
        assert made == [step.title(language), short, *levels, step.text("full", language)]


RULES = [
    "3x3 diagonals windoku disjoint house:my_pair=r1c1r9c9",
    "3x3 diagonals killer:10=r1c1r1c2 antiknight anyof:thermo:r1c1r1c2/sandwich:9%3Dr1",
    "4x4 windoku house:a=r1c1r5c5 nonconsecutive",
    "2x3 disjoint allof:killer:9%3Dr1c1r1c2/antiking",
    "2x3 killer:9=r1c1r1c2",
    "3x3 killer:9=r1c1r1c2 thermo:r5c5r5c6 killer:8=r2c1r2c2 killer:r9c9r9c8 whisper:r5c1r5c2 white:3=r9c1r9c2",
    "3x3 whisper:4=r1c1r1c2 whisper:r2c1r2c2 whisper:4=r3c1r3c2 white:r4c1r4c2 white:r5c1r5c2 antiking",
    "3x3 sandwich:9=r1 sandwich:8=c1 xsum:9=r1=left xsum:15=r3=right x:r1c1r1c2 x:r5c5r5c6",
    "jigsaw:1112312233423444 diagonals",
    "latin5",
    "3x3",
]
SAID = """
const {Catalogue} = await load("words/messages");
const {ruleSentences} = await load("board/rule_list");
const app = {words: new Catalogue(data.catalogue), digit: String};
return data.rules.map((rules) => [ruleSentences(app, rules), ruleSentences(app, rules, true)]);
"""


@pytest.mark.parametrize("language", words.languages())
def test_the_rules_of_a_board_are_said_alike(language: str) -> None:
    rules = [parse_rules(text) for text in RULES]
    sent = [rules_object(each) for each in rules]
    found = javascript.run(SAID, {"catalogue": data_of(language), "rules": sent})
    for each, made in zip(rules, found, strict=True):
        assert made == [sentences_of_kinds(each, language), undrawn_sentences(each, language)]


HOUSES = """
const {Catalogue} = await load("words/messages");
const {houseValue, housesValue} = await load("words/values");
const words = new Catalogue(data.catalogue);
return data.boards.map((ground) => ground.houses.map((_, at) => words.fill("{house} {house, any} {houses}", {
  house: houseValue(at, ground), houses: housesValue([0, 1, at], ground),
})));
"""


@pytest.mark.parametrize("language", words.languages())
def test_the_houses_of_a_board_are_named_alike(language: str) -> None:
    names = "diagonals windoku disjoint house:my_pair=r1c1r9c9", "4x4 windoku", "2x2 diagonals"
    boards = [parse_rules(text) for text in names]
    sent = [
        {
            "size": rules.size,
            "houses": [{"name": h.name, "cells": list(h.cells)} for h in rules.known_houses],
        }
        for rules in boards
    ]
    found = javascript.run(HOUSES, {"catalogue": data_of(language), "boards": sent})
    for rules, made in zip(boards, found, strict=True):
        for at, said in enumerate(made):
            values = {"house": house_value(at, rules), "houses": houses_value([0, 1, at], rules)}
            message = "{house} {house, any} {houses}"
            assert said == words.catalogue(language).fill(message, values)


PRINTED = """
const {Catalogue} = await load("words/messages");
const {printedSentences} = await load("board/rule_list");
return printedSentences({words: new Catalogue(data.catalogue), digit: String}, data.rules);
"""


def test_a_sheet_with_many_rules_explains_each_kind_once() -> None:
    kinds = {
        "sandwich": "sandwich:10=r1 sandwich:12=r2",
        "skyscraper": "skyscraper:3=r1=left skyscraper:2=r2=right",
        "xsum": "xsum:20=c1=top xsum:10=c2=top",
        "lunchbox": "lunchbox:4=r1c1r1c2r1c3 lunchbox:9=r2c1r2c2r2c3r2c4",
        "whisper": "whisper:4=r5c1r5c2 whisper:r6c1r6c2 whisper:3=r4c5r4c6 whisper:2=r5c5r5c6",
        "modular": "modular:4=r7c1r7c2r7c3 modular:r8c1r8c2r8c3",
        "pairs": "pairs:1:2,2:1=r9c1r9c2 pairs:1:3,3:1=r9c3r9c4",
    }
    each = parse_rules(" ".join([*kinds.values(), "antiknight"]))
    assert len(sentences_of_kinds(each, "en")) > 12
    sent = {"catalogue": data_of("en"), "rules": rules_object(each)}
    made = javascript.run(PRINTED, sent)
    for kind in ("sandwich", "skyscraper", "X-sum", "lunchbox", "whisper", "knight"):
        assert any(kind.lower() in sentence.lower() for sentence in made), (kind, made)
    assert len(made) <= len(sentences_of_kinds(each, "en"))
