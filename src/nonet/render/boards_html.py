"""A board as a page: the picture, and for a step its explanation below it."""

from __future__ import annotations

from html import escape

from nonet.boards.grid import Grid
from nonet.render.boards import Board, shown_of
from nonet.render.boards_svg import drawn_svg
from nonet.render.themes import theme_of
from nonet.rules import Rules
from nonet.rules.variants import sentences_of_kinds
from nonet.steps import Step
from nonet.steps.parts import rating_text
from nonet.words import catalogue

__all__ = ["html"]


def html(
    board: Board | Step,
    *,
    step: Step | None = None,
    solution: Grid | None = None,
    rules: Rules | None = None,
    theme: str = "light",
    language: str = "en",
) -> str:
    """Return a page with a board, its constraints as sentences and, with ``step``, its title, rating and explanation.

    The page needs no other file. The options are those of `nonet.render.svg`, which draws the board.

    >>> "<svg" in html(Grid("1..." "..2." ".3.." "...4"))
    True
    """
    colors, words = theme_of(theme), catalogue(language)
    shown = shown_of(board, step=step, solution=solution, rules=rules)
    step = board if isinstance(board, Step) else step
    picture = drawn_svg(shown, step, (), colors, words)
    title, text = "Sudoku", ""
    if step is not None:
        title, rating = step.title(language), words.number(rating_text(step.rating))
        explained = step.text("full", language, all=True).split("\n")
        lines = "\n".join(f"<p>{escape(line)}</p>" for line in explained)
        text = f"<h1>{escape(title)} <small>{rating}</small></h1>\n{lines}\n"
    if sentences := sentences_of_kinds(shown.rules, language):
        text += "<ul>\n" + "".join(f"<li>{escape(line)}</li>\n" for line in sentences) + "</ul>\n"
    return (
        f'<!doctype html>\n<html lang="{language}" dir="{words.direction}"><head>'
        f'<meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<style>body{{margin:1.5rem auto;max-width:40rem;padding:0 1rem;background:{colors.paper};"
        f"color:{colors.ink};font:1rem/1.45 system-ui,sans-serif}}h1{{font-size:1.2rem}}"
        "p{margin:.2rem 0;white-space:pre-wrap}svg{max-width:100%;height:auto}</style></head>\n"
        f"<body>\n{picture}{text}</body></html>\n"
    )
