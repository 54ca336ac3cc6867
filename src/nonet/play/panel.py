"""The panel beside the board: time, mode, the marks of the cell, digits left, and the hint."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from nonet.base.cells import cell_name
from nonet.play.look import COLOUR_SYMBOLS, ROLE_SYMBOLS, Look
from nonet.play.picture import roles_of
from nonet.play.session import MODES, Hint, Session
from nonet.steps import LEVELS, Role, Step
from nonet.steps.parts import rating_text
from nonet.words import Catalogue
from nonet.words.messages import Value

__all__ = ["clock", "hint_text", "message_text", "status_text"]


def clock(seconds: int) -> str:
    """Return a time as people write it.

    >>> clock(65), clock(3661)
    ('1:05', '1:01:01')
    """
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def status_text(session: Session, words: Catalogue, look: Look, symbols: Sequence[str]) -> Text:
    """Return the lines above the hint; the digits and modes carry what a click on them means."""
    game, ink, faint = session.game, look.style(look.theme.ink), look.style(look.theme.faint)
    strong = look.style(look.theme.ink, "", "bold")
    text = Text(style=ink)
    if game.title:
        text.append(game.title + "  ", strong)
    text.append(_local(clock(game.seconds), words), ink)
    if session.is_paused:
        text.append("  " + words.app("terminal.paused"), strong)
    moves = f"  {game.at}/{len(game.moves)}" if game.moves else ""
    text.append(_local(moves, words) + "\n", faint)
    for mode in MODES:
        name = words.app(f"terminal.mode.{mode}")
        chosen = mode == session.mode
        style = (strong if chosen else faint) + Style(meta={"mode": mode})
        text.append(f"[{name}]" if chosen else name, style)
        text.append(" " if mode != MODES[-1] else "\n\n")
    if session.is_paused:
        return text
    text.append_text(_digits_left(session, words, look, symbols))
    text.append_text(_cell_lines(session, words, look, symbols))
    return text


def _local(text: str, words: Catalogue) -> str:
    """Return a text with the digits of the language."""
    return text.translate(str.maketrans("0123456789", words.digits))


def _digits_left(session: Session, words: Catalogue, look: Look, symbols: Sequence[str]) -> Text:
    text = Text()
    left = session.game.digits_left
    row = 9 if len(left) <= 9 else 7
    for first in range(0, len(left), row):
        digits = range(first + 1, min(first + row, len(left)) + 1)
        for digit in digits:
            chosen = digit == session.shown_digit
            flags = ["bold", "underline"] if chosen else ["bold"]
            button = Style(meta={"digit": digit})
            text.append(" ", button)
            text.append(symbols[digit - 1], look.style(look.theme.ink, "", *flags) + button)
            text.append(" ", button)
        text.append("\n")
        for digit in digits:
            shown = _local(str(left[digit - 1]), words) if left[digit - 1] else "✓"
            text.append(f"{shown:>2} ", look.style(look.theme.faint) + Style(meta={"digit": digit}))
        text.append("\n")
    return text


def _cell_lines(session: Session, words: Catalogue, look: Look, symbols: Sequence[str]) -> Text:
    """Return what is in the cell of the cursor: the board may be too small to show it."""
    entries, cell, size = session.game.entries, session.cursor, session.game.size
    text = Text()
    name = words.fill(
        "{cell}", {"cell": Value("cell", {"row": cell // size + 1, "column": cell % size + 1})}
    )
    text.append(f"\n{name}", look.style(look.theme.ink, "", "bold"))
    if len(session.selected) > 1:
        text.append(" " + words.app("terminal.selected", {"n": len(session.selected)}))
    if entries.digits[cell]:
        kind = "given" if session.game.givens[cell] else "placed"
        digit = symbols[entries.digits[cell] - 1]
        text.append(f" {digit} {words.app(f'terminal.{kind}')}")
    text.append("\n")
    if not entries.digits[cell]:
        for kind, masks in (("centre", entries.centre), ("corner", entries.corner)):
            if mask := masks[cell]:
                marks = " ".join(symbols[d - 1] for d in range(1, size + 1) if mask >> (d - 1) & 1)
                text.append(f"{_label(words, kind)} {marks}\n")
    if mask := entries.colours[cell]:
        shown = " ".join(f"{n}{COLOUR_SYMBOLS[n - 1]}" for n in range(1, 10) if mask >> (n - 1) & 1)
        text.append(f"{_label(words, 'colour')} {shown}\n")
    extra = [house.name for house in session.game.puzzle.rules.extra if cell in house.cells]
    if extra:
        text.append(", ".join(extra) + "\n", look.style(look.theme.faint))
    here = cell_name(cell, size)
    for constraint in session.game.puzzle.rules.constraints:
        if here in constraint.cells or not constraint.cells:
            text.append(constraint.text(words.language) + "\n", look.style(look.theme.faint))
    return text


def _label(words: Catalogue, mode: str) -> str:
    """Return the name of a mode, with what the language writes before what it holds."""
    return words.app("terminal.label", {"name": words.app(f"terminal.mode.{mode}")})


def hint_text(hint: Hint | None, words: Catalogue, look: Look) -> Text:
    """Return the hint at its level, with the key for more."""
    text = Text(style=look.style(look.theme.ink))
    if hint is None:
        return text
    strong, faint = look.style(look.theme.ink, "", "bold"), look.style(look.theme.faint)
    if hint.step is None:
        text.append(_mistakes(hint, words) + "\n", strong)
        text.append(
            words.app("terminal.mistakes_shown" if hint.level else "terminal.mistakes_show")
        )
        text.append("\n" + words.app("terminal.mistakes_back"), faint)
        return text
    step, language, level = hint.step, words.language, LEVELS[hint.level]
    if hint.several:
        text.append(words.app("hint.several") + "\n", faint)
    if level in ("where", "full"):
        text.append(f"{step.title(language)} ({rating_text(step.rating)})\n", strong)
    if level == "full":
        text.append(step.text("full", language) + "\n")
        text.append_text(_legend(step, words, look))
        text.append("\n" + words.app("terminal.hint_do"), faint)
    else:
        text.append(step.text(level, language) + "\n", strong if level == "name" else "")
        text.append("\n" + words.app("terminal.hint_more"), faint)
    return text


def _mistakes(hint: Hint, words: Catalogue) -> str:
    parts = []
    if hint.cells:
        parts.append(words.app("terminal.wrong_digits", {"n": len(hint.cells)}))
    if hint.marks:
        parts.append(words.app("terminal.wrong_marks", {"n": len(hint.marks)}))
    return " ".join(parts)


def _legend(step: Step, words: Catalogue, look: Look) -> Text:
    """Return the characters of the roles that are on the board."""
    roles = set(roles_of(step).values())
    text = Text()
    if step.places is not None:
        text.append("▶ ", look.style(look.theme.placed, "", "bold"))
        text.append(words.role("placed") + "  ")
    for role in Role:
        if role in roles:
            style = look.style(look.theme.roles[role], "", "bold")
            text.append(f"{ROLE_SYMBOLS[role]} ", style)
            text.append(words.role(role.value, variant=step.technique.id) + "  ")
    if text:
        text.append("\n")
    return text


def message_text(session: Session, words: Catalogue, look: Look) -> Text:
    """Return the line below the board: the last message, a violated constraint, or the keys to begin with."""
    message = session.message
    if message is None and (violations := session.game.violations):
        return Text(violations[0].text(words.language), look.style(look.bad, "", "bold"))
    if message is None:
        keys = words.app("terminal.keys")
        if session.game.size > 9:  # there letters are digits, so these keys need Shift
            keys = re.sub(r"(?<!\w)[a-z](?= )", lambda violations: violations[0].upper(), keys)
        return Text(keys, look.style(look.theme.faint), no_wrap=True)
    sentence = message.sentence or words.app(message.key, dict(message.values))
    return Text(sentence, look.style(look.theme.ink, "", "bold"))
