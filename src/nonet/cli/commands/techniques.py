"""`nonet techniques`: the techniques that nonet knows, or one of them described."""

from __future__ import annotations

from typing import IO, Annotated

from nonet.base.exits import FINE
from nonet.cli.groups import Language, Output
from nonet.cli.options import TABLES, language_of, output_format
from nonet.cli.parameters import Argument, Target
from nonet.cli.single import in_sentences
from nonet.cli.stream.output import opened, written
from nonet.cli.stream.pipeline import Answers
from nonet.steps import TECHNIQUES, VARIANT_TECHNIQUES, Technique, technique
from nonet.words import Catalogue, catalogue

__all__ = ["techniques"]


@in_sentences
def techniques(
    *,
    name: Annotated[
        str | None,
        Argument("The name, an alias or the id of one, such as Y-wing.", metavar="NAME"),
    ] = None,
    language: Language = None,
    output: Output,
) -> int:
    """List the techniques, or describe one.

    They are grouped by family. A line has the rating of Sudoku Explainer (ER), or - if it does not
    have the technique, the id and the name; options such as --hardest take either, in any spelling.
    """
    formats = (*TABLES, "table")
    target = output_format(output, formats=formats, default="table")
    words = catalogue(language_of(language))
    known = (*TECHNIQUES, *VARIANT_TECHNIQUES) if name is None else (technique(name),)
    if name is None or target not in ("txt", "table"):
        return _list(known, target, output["output"], words)
    with opened(output["output"]) as out:
        _describe(known[0], out, words)
    return FINE


def _list(
    known: tuple[Technique, ...], target: str, output: Target | None, words: Catalogue
) -> int:
    if target in ("txt", "table"):
        lines = [_HEAD]
        for family in dict.fromkeys(technique.family for technique in known):
            here = [_line(technique, words) for technique in known if technique.family == family]
            lines += ["", words.family(family), *here]
        written(output, "".join(f"{line}\n" for line in lines))
        return FINE
    from nonet.cli.stream.rows import Row
    from nonet.cli.stream.writers import writer_for

    writer = writer_for(target, data=True)
    rows = [Row("", None, _columns(technique, words), "") for technique in known]
    content = writer.text(Answers(rows))
    written(output, content + writer.end())
    return FINE


_HEAD = "  ER id                          name"


def _line(known: Technique, words: Catalogue) -> str:
    return f"{_er(known):>4} {known.id:<27} {known.name_in(words.language)}"


def _er(known: Technique) -> str:
    return f"{known.ratings['se']:.1f}" if "se" in known.ratings else "-"


def _columns(known: Technique, words: Catalogue) -> dict[str, object]:
    return {
        "id": known.id,
        "name": known.name_in(words.language),
        "family": known.family,
        "er": known.ratings.get("se"),
        "hodoku": known.ratings.get("hodoku"),
        "assumes_unique": known.assumes_unique,
        "aliases": list(known.aliases(words.language)),
        "about": known.about(words.language),
        "page": known.page,
    }


def _describe(known: Technique, out: IO[str], words: Catalogue) -> None:
    import textwrap

    language, points = words.language, known.ratings.get("hodoku")
    print(f"{known.name_in(language)} ({known.id})\n", file=out)
    print(textwrap.fill(known.about(language), 79, break_long_words=False), file=out)
    fields = {
        words.app("technique.family"): words.family(known.family),
        "ER": "se" in known.ratings and _er(known),
        "HoDoKu": points and words.app("technique.points", {"n": round(points)}),
        words.app("technique.aliases"): ", ".join(known.aliases(language)),
        words.app("technique.needs"): known.assumes_unique and words.app("technique.needs_unique"),
        words.app("technique.page"): known.page,
    }
    facts = {words.app("terminal.label", {"name": word}): fact for word, fact in fields.items()}
    width = max(map(len, facts)) + 1
    print(file=out)
    for word, fact in facts.items():
        if fact:
            indent = " " * width
            text = textwrap.fill(fact, 77 - width, subsequent_indent=indent, break_long_words=False)
            print(f"{word:<{width}}{text}", file=out)
