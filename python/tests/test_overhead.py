"""The measurement of the overhead: what it counts, and that it fails above the limit."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
import overhead


def test_every_call_is_measured() -> None:
    overheads, searches = overhead.measure(3, 20)
    assert len(overheads) == len(searches) == 3
    assert min(overheads) > 0
    assert min(searches) >= 0


def test_the_limit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(overhead, "MOST", 60_000.0)
    overhead.main(2, 20)
    assert "2 calls with 20 stops" in capsys.readouterr().out
    monkeypatch.setattr(overhead, "MOST", 0.0)
    with pytest.raises(SystemExit, match="expected an overhead of at most"):
        overhead.main(2, 20)
