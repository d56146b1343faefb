"""The tutorial in the README runs, and prints what it says."""

from __future__ import annotations

import doctest
import os
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_tutorial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(README.parent.parent)
    text = README.read_text(encoding="utf-8").replace("```\n", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0)
    assert len(test.examples) > 15
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    seen: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=flags, verbose=False).run(test, out=seen.append)
    assert failed == 0, "".join(seen) + os.getcwd()
