"""The client of a service, with a real service."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import tourmaline
from tourmaline import _process

SQUARE = [(0, 0), (3, 0), (3, 4), (0, 4)]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tourmaline.Service]:
    folder = tmp_path_factory.mktemp("service")
    command = [
        _process.binary(),
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        str(folder / "data"),
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        address = next(
            word for line in process.stderr for word in line.split() if word.startswith("http://")
        )
        yield tourmaline.Service(address.rstrip(","))
    finally:
        process.terminate()
        process.communicate(timeout=30)


def test_the_same_calls(service: tourmaline.Service, tmp_path: Path) -> None:
    assert service.solve(SQUARE).cost == 14
    assert service.solve(SQUARE, start=1, end=0).tour == [1, 2, 3, 0]
    towns = {"a": (0, 0), "b": (5, 5), "c": (0, 5)}
    assert service.solve(towns, start="b").tour[0] == "b"
    file = tmp_path / "stops.csv"
    file.write_text("x,y\n0,0\n3,0\n3,4\n", encoding="utf-8")
    assert service.solve(file).cost == 12
    assert asyncio.run(service.solve_async(SQUARE)).cost == 14


def test_cancel_keeps_the_best(
    service: tourmaline.Service, many: list[tuple[float, float]]
) -> None:
    result = service.solve(many, time_limit="1m", progress=lambda at: False)
    assert result.termination == "interrupted"
    assert sorted(result.tour) == list(range(3000))


def test_a_bound(service: tourmaline.Service, many: list[tuple[float, float]]) -> None:
    result = service.solve(many[:200], max_steps=2, bound=True)
    assert result.lower_bound is not None
    assert 0.9 * result.cost < result.lower_bound <= result.cost + 1e-6


def test_errors(service: tourmaline.Service) -> None:
    with pytest.raises(tourmaline.Rejected, match="magic") as caught:
        service.solve(SQUARE, algorithm="magic")
    assert caught.value.faults[0].field == "settings.algorithm"
    with pytest.raises(tourmaline.Rejected):
        service.solve([(0, 0), (1,), (2, 2), (3, 3)])  # found by the reader
    with pytest.raises(ValueError, match="threads applies only"):
        service.solve(SQUARE, threads=2)
    with pytest.raises(ValueError, match="expected a URL"):
        tourmaline.Service("127.0.0.1:8080")
