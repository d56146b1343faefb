from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import tourmaline


@pytest.fixture
def stops() -> list[tuple[float, float]]:
    """Return 50 random points."""
    numbers = random.Random(1)
    return [(numbers.random(), numbers.random()) for _ in range(50)]


@pytest.fixture
def many() -> list[tuple[float, float]]:
    """Return points whose search takes until its time limit."""
    numbers = random.Random(2)
    return [(numbers.random(), numbers.random()) for _ in range(3000)]


@pytest.fixture
def solver() -> Iterator[tourmaline.Solver]:
    with tourmaline.Solver() as s:
        yield s
