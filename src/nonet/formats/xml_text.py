"""XML from strangers: read with limits into plain elements.

A document type may stand there by its name alone. One that declares something may hide entities, which grow without end
or name files, and is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from nonet.base.errors import ParseError
from nonet.base.limits import DEPTH, check_length, too_deep

__all__ = ["Element", "read_xml_text", "root_of"]

_ROOT = re.compile(
    r"\s*(?:<\?[^>]*\?>\s*|<!--.*?-->\s*|<![A-Za-z][^>\[]*>\s*)*<([A-Za-z][\w.:-]*)", re.DOTALL
)


@dataclass
class Element:
    """An element: its tag, its attributes, its own text, the elements in it, and the line on which it begins."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[Element]:
        """Yield the elements in it with a tag, as deep as they are, in order."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.all(tag)

    def first(self, tag: str) -> Element | None:
        """Return the first of these elements, None if there is none."""
        return next(self.all(tag), None)


def root_of(text: str) -> str | None:
    """Return the name of the outermost element of a text that begins as XML does, None for any other text.

    >>> root_of("<?xml version='1.0'?>\\n<!DOCTYPE game>\\n<game>"), root_of("1 < 2")
    ('game', None)
    """
    match = _ROOT.match(text.removeprefix("\ufeff"))
    return match[1] if match else None


def read_xml_text(text: str) -> Element:
    """Return the outermost element of a text.

    Raises `ParseError` with the line for a text that is not XML, too long or too deep, and for a document type with
    declarations.

    >>> read_xml_text('<game><cell row="1">5</cell></game>').children
    [Element(tag='cell', attributes={'row': '1'}, line=1, text='5', children=[])]
    """
    check_length(text, "XML")
    from xml.parsers import expat  # slow to load, and seldom needed

    parser = expat.ParserCreate()
    top = Element("", {}, 1)
    stack = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) > DEPTH:
            raise too_deep("elements").at(line=parser.CurrentLineNumber)
        element = Element(tag, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(tag: str) -> None:
        stack.pop()

    def words(text: str) -> None:
        stack[-1].text += text

    def doctype(name: str, system: str | None, public: str | None, declares: bool) -> None:
        if declares:
            raise ParseError(
                "expected a game, found a document type with declarations, which may hide entities;"
                " delete <!DOCTYPE …>",
                line=parser.CurrentLineNumber,
            )

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = words, doctype
    parser.buffer_text = True
    try:
        parser.Parse(text.removeprefix("\ufeff"), True)
    except UnicodeEncodeError:
        raise ParseError("expected XML, found half of a character") from None
    except expat.ExpatError as error:
        reason = f"expected XML: {expat.ErrorString(error.code)}"
        raise ParseError(reason, line=error.lineno, column=error.offset + 1) from None
    return top.children[0]
