"""HoDoKu's regression library: each of its techniques finds exactly what the library expects."""

from __future__ import annotations

import pytest
import reglib

LIBRARY_IS_THERE = reglib.LIBRARY.exists()
pytestmark = pytest.mark.skipif(
    not LIBRARY_IS_THERE, reason="HoDoKu's regression library is not beside the checkout"
)

CODES = sorted({case.code for case in reglib.cases()}) if LIBRARY_IS_THERE else []
LOOKED_FOR = [code for code in CODES if code in reglib.CODES]


@pytest.mark.parametrize("code", LOOKED_FOR)
def test_a_technique_finds_what_the_library_expects(code: str) -> None:
    missed = [case.line for case in reglib.cases() if case.code == code and not reglib.is_met(case)]
    assert not missed, "lines of the library"
