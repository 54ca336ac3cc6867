"""What an animated SVG shows at a moment: for the tests of films."""

from __future__ import annotations

import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def frozen(svg: str, seconds: float) -> ET.Element:
    """Return the picture at a time in seconds, without its animations."""
    root = ET.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag not in (SVG + "animate", SVG + "animateTransform"):
                continue
            moments = [float(text) for text in child.attrib["keyTimes"].split(";")]
            values = child.attrib["values"].split(";")
            assert len(moments) == len(values) and moments[0] == 0 and moments[-1] <= 1
            assert moments == sorted(set(moments)), "each change has a moment of its own"
            share = seconds / float(child.attrib["dur"].removesuffix("s"))
            value = [v for m, v in zip(moments, values, strict=True) if m <= share + 1e-9][-1]
            if child.tag == SVG + "animateTransform":
                value = f"{child.attrib['type']}({value})"
            parent.set(child.attrib["attributeName"], value)
            parent.remove(child)
    return root


def shown(root: ET.Element) -> list[ET.Element]:
    """Return the elements that can be seen."""
    found = []

    def walk(element: ET.Element) -> None:
        if element.get("opacity") == "0" or element.tag in (SVG + "defs", SVG + "style"):
            return
        found.append(element)
        for child in element:
            walk(child)

    walk(root)
    return found


def digits(svg: str, seconds: float, size: int, cell: int = 40) -> dict[int, str]:
    """Return the characters of the digits in the cells, by cell."""
    board: dict[int, str] = {}
    for element in shown(frozen(svg, seconds)):
        kind = element.get("class", "").split()
        if element.tag == SVG + "text" and ("given" in kind or "digit" in kind):
            row, column = (
                int(float(element.attrib["y"]) // cell),
                int(float(element.attrib["x"]) // cell),
            )
            assert size * row + column not in board, "two digits in one cell"
            board[size * row + column] = element.text or ""
    return board


def roles(svg: str, seconds: float) -> set[str]:
    """Return the kinds of events whose tint is over a cell."""
    return {
        parent.attrib["class"]
        for parent in shown(frozen(svg, seconds))
        for child in parent
        if child.get("class") == "tint"
    }
