"""Untrusted YAML, read by PyYAML: every scalar is text, without duplicate keys, anchors and aliases.

The only module that imports PyYAML, which need not be installed.
"""

from __future__ import annotations

from typing import Any

import yaml

from nonet.base.errors import ParseError
from nonet.base.limits import DEPTH, check_length, too_deep
from nonet.base.strict_json import Json
from nonet.formats.places import Placed

__all__ = ["read_yaml_text"]


class _Loader(yaml.BaseLoader):
    """Leaves scalars as text that knows its place, and refuses anchors, tags and duplicate keys."""

    _depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()
        if self._depth > DEPTH + 1:  # a scalar inside of the last bracket is one level more
            raise _error(too_deep().reason, event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _error("anchors and aliases (& and *) are not supported", event)
        if getattr(event, "tag", None):
            raise _error("tags (!) are not supported", event)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node

    def construct_scalar(self, node: Any) -> Placed:
        mark = node.start_mark
        return Placed.at(super().construct_scalar(node), mark.line + 1, mark.column + 1)

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        names = [self.construct_object(key, deep=True) for key, _ in node.value]
        seen = set[str]()
        for place, name in enumerate(names):
            if not isinstance(name, str):
                raise _error("expected a text as a name", node.value[place][0])
            if name in seen:
                raise _error(f"duplicate key {name[:40]!r}", node.value[place][0])
            seen.add(name)
        return super().construct_mapping(node, deep=deep)


def _error(reason: str, at: Any) -> ParseError:
    mark = at.start_mark
    return ParseError(reason, line=mark.line + 1, column=mark.column + 1)


def read_yaml_text(text: str) -> Json:
    """Return the value of one YAML document. Raises `ParseError`."""
    check_length(text, "YAML")
    try:
        value: Json = yaml.load(text, Loader=_Loader)
        return value
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = {} if mark is None else {"line": mark.line + 1, "column": mark.column + 1}
        if mark is not None and "\t" in (error.problem or "").replace("\\t", "\t"):
            raise ParseError(
                "expected spaces, found a tab; YAML takes spaces only", **place
            ) from None
        raise ParseError(f"expected YAML: {error.problem or error.context}", **place) from None
    except yaml.YAMLError as error:
        raise ParseError(f"expected YAML: {str(error).splitlines()[0]}") from None
