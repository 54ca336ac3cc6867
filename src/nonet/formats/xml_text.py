"""XML from strangers: read with limits into plain elements.

A document type may stand there by its name alone. One that declares something may hide entities, which grow without end
or name files, and is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from nonet.base.errors import ParseError
from nonet.base.limits import DEPTH, check_length, too_deep

__all__ = ["Element", "XmlStream", "read_xml_text", "root_of"]

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

    def start(element: Element, parent: Element) -> None:
        parent.children.append(element)

    xml = XmlStream(start, doctype=True)
    xml.feed(text.removeprefix("\ufeff"), last=True)
    return xml.stack[0].children[0]


class XmlStream:
    """Follows XML as it comes, part by part, and hands each element that begins and ends to two functions.

    ``start`` gets it with the element around it, before its text; ``end`` gets it whole. ``before`` counts the lines of
    the text above the XML, ``doctype`` says whether there may be a document type without declarations.
    """

    def __init__(
        self,
        start: Callable[[Element, Element], None],
        end: Callable[[Element], None] = lambda element: None,
        *,
        before: int = 0,
        doctype: bool = False,
    ) -> None:
        from xml.parsers import expat  # slow to load, and seldom needed

        self.expat, self.parser = expat, expat.ParserCreate()
        self.stack = [Element("", {}, 1)]
        self.before = before
        self._start, self._end, self._doctype = start, end, doctype
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = lambda tag: self._end(self.stack.pop())
        self.parser.CharacterDataHandler = self._take
        self.parser.StartDoctypeDeclHandler = self._check_doctype
        self.parser.buffer_text = True

    @property
    def line(self) -> int:
        """The line of the text on which the XML is now."""
        return self.before + self.parser.CurrentLineNumber

    def feed(self, text: str, *, last: bool = False) -> None:
        """Take a part of the XML; raise `ParseError` if something is wrong with it."""
        try:
            self.parser.Parse(text, last)
        except UnicodeEncodeError:
            raise ParseError("expected XML, found half of a character", line=self.line) from None
        except self.expat.ExpatError as error:
            reason = f"expected XML: {self.expat.ErrorString(error.code)}"
            line, column = self.before + error.lineno, error.offset + 1
            raise ParseError(reason, line=line, column=column) from None

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self.stack) > DEPTH:
            raise too_deep("elements").at(line=self.line)
        element = Element(tag, attributes, self.line)
        self._start(element, self.stack[-1])
        self.stack.append(element)

    def _take(self, text: str) -> None:
        self.stack[-1].text += text

    def _check_doctype(self, name: str, system: str | None, public: str | None, own: bool) -> None:
        if own or not self._doctype:
            found = "a document type" + (" with declarations" if self._doctype else "")
            reason = f"expected {'a game' if self._doctype else 'games'}, found {found}"
            raise ParseError(
                f"{reason}, which may hide entities; delete <!DOCTYPE …>", line=self.line
            )
