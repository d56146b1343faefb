"""What can be solved, and what the result says."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

import tourmaline

SQUARE = [(0, 0), (3, 0), (3, 4), (0, 4)]
TOWNS = {"Hamburg": (53.55, 9.99), "Munich": (48.14, 11.58), "Cologne": (50.94, 6.96)}


def length(points: Any, tour: list[int], closed: bool = True) -> float:
    legs = zip(tour, tour[1:] + tour[:1], strict=True)
    total = [math.dist(points[a], points[b]) for a, b in legs]
    return math.fsum(total if closed else total[:-1])


def test_points() -> None:
    result = tourmaline.solve(SQUARE)
    assert result.cost == 14
    assert result.tour == [0, 1, 2, 3]
    assert result.proven
    assert result.gap == 0
    assert result.termination == "optimal"
    assert result.data["schema"] == "tourmaline/result/v1"


def test_the_cost_is_the_length_of_the_tour(stops: list[tuple[float, float]]) -> None:
    result = tourmaline.solve(stops, max_steps=5)
    assert sorted(result.tour) == list(range(50))
    assert result.cost == pytest.approx(length(stops, result.tour), abs=1e-5)


def test_numpy() -> None:
    points = np.array(SQUARE, dtype=np.float32)
    result = tourmaline.solve(points)
    assert result.cost == 14
    assert result.to_numpy().dtype == np.int64
    assert points[result.tour].shape == (4, 2)
    matrix = np.linalg.norm(points[:, None] - points[None], axis=2)
    assert tourmaline.solve(matrix).cost == 14
    assert tourmaline.solve(list(points)).cost == 14
    with pytest.raises(ValueError, match="two dimensions"):
        tourmaline.solve(np.zeros(4))


def test_a_directed_matrix() -> None:
    result = tourmaline.solve([[0, 1, 9], [9, 0, 1], [1, 9, 0]], kind="matrix", unit="min")
    assert (result.cost, result.tour, result.unit) == (3, [0, 1, 2], "min")


def test_three_by_three_numbers_are_ambiguous() -> None:
    with pytest.raises(ValueError, match="set kind to"):
        tourmaline.solve([[0, 1, 2], [1, 0, 2], [2, 2, 0]])
    with pytest.raises(ValueError, match="found 4 rows of 5"):
        tourmaline.solve([[0] * 5] * 4)
    with pytest.raises(ValueError, match="kind: expected"):
        tourmaline.solve(SQUARE, kind="magic")


def test_names() -> None:
    result = tourmaline.solve(TOWNS, kind="latlon", start="Cologne", end="Munich")
    assert result.tour == ["Cologne", "Hamburg", "Munich"]
    assert result.is_path
    assert result.unit == "m"
    with pytest.raises(ValueError, match="start: 'Kiel' is not one of the 3 stops"):
        tourmaline.solve(TOWNS, start="Kiel")


def test_start_and_end() -> None:
    assert tourmaline.solve(SQUARE, start=2).tour[0] == 2
    path = tourmaline.solve(SQUARE, start=1, end=0)
    assert (path.tour, path.cost) == ([1, 2, 3, 0], 11)
    assert len(tourmaline.solve(SQUARE, open=True).tour) == 4
    with pytest.raises(ValueError, match="end: 4 is not one of the 4 stops"):
        tourmaline.solve(SQUARE, end=4)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_a_graph(kind: Any) -> None:
    graph = kind()
    for a, b, w in [("a", "b", 1), ("b", "c", 2), ("c", "a", 3)]:
        graph.add_edge(a, b, weight=w, time=w + 1)
        graph.add_edge(b, a, weight=w, time=w + 1)
    assert tourmaline.solve(graph).cost == 6
    result = tourmaline.solve(graph, weight="time", start="b")
    assert result.cost == 9
    assert result.tour[0] == "b"
    graph.add_node("d")
    with pytest.raises(ValueError, match="no edge from 'a' to 'd'"):
        tourmaline.solve(graph)
    with pytest.raises(ValueError, match="has no attribute 'magic'"):
        tourmaline.solve(graph, weight="magic")


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "towns.csv"
    rows = [f"{name},{lat},{lon}" for name, (lat, lon) in TOWNS.items()]
    file.write_text("\n".join(["name,lat,lon", *rows]), encoding="utf-8")
    result = tourmaline.solve(file, start="Munich")
    assert result.tour[0] == "Munich"
    assert tourmaline.solve(str(file), init=result).cost == result.cost


VEHICLES = """NAME : p
TYPE : CVRP
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 2
NODE_COORD_SECTION
1 0 0
2 20 0
3 30 0
4 -20 0
DEMAND_SECTION
1 0
2 1
3 1
4 1
DEPOT_SECTION
1
-1
EOF
"""


def test_several_vehicles(tmp_path: Path) -> None:
    file = tmp_path / "plan.vrp"
    file.write_text(VEHICLES, encoding="utf-8")
    result = tourmaline.solve(file, max_steps=3)
    assert result.cost == 100
    assert sorted(tuple(sorted(r.stops)) for r in result.routes) == [(1, 2), (3,)]
    assert result._repr_svg_() is None
    assert tourmaline.solve(file, max_steps=1, init=result).cost == 100


def test_init_is_never_worse(stops: list[tuple[float, float]]) -> None:
    best = tourmaline.solve(stops, max_steps=20)
    again = tourmaline.solve(stops, max_steps=1, algorithm="ils", init=best.tour)
    assert again.cost <= best.cost
    assert tourmaline.solve(stops, max_steps=1, init=best.to_numpy()).cost <= best.cost
    with pytest.raises(tourmaline.Rejected, match="not a solution"):
        tourmaline.solve(stops, init=[0, 1])


def test_the_same_seed_gives_the_same_tour(stops: list[tuple[float, float]]) -> None:
    one, two = (
        tourmaline.solve(stops, seed=7, max_steps=5, threads=t, params={"lanes": 2}) for t in (1, 2)
    )
    assert one.tour == two.tour
    assert one.data["seed"] == 7


def test_a_bound(stops: list[tuple[float, float]]) -> None:
    result = tourmaline.solve(stops, max_steps=3, bound=True, algorithm="ils")
    assert result.lower_bound is not None
    assert 0 < result.lower_bound <= result.cost + 1e-6


def test_errors_name_the_field() -> None:
    with pytest.raises(tourmaline.Rejected, match="magic") as caught:
        tourmaline.solve(SQUARE, algorithm="magic")
    assert caught.value.faults[0].field == "settings.algorithm"
    assert isinstance(caught.value, ValueError)
    with pytest.raises(TypeError, match="unknown option 'time'"):
        tourmaline.solve(SQUARE, time=3)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="JSON"):
        tourmaline.solve([(0, 0), (math.nan, 1), (1, 1), (2, 2)])
    with pytest.raises(ValueError, match="at least one stop"):
        tourmaline.solve([])
    with pytest.raises(tourmaline.Rejected, match=r"no such file|cannot find"):
        tourmaline.solve("no such file.csv")


def test_pictures(stops: list[tuple[float, float]]) -> None:
    picture = tourmaline.solve(stops, max_steps=1)._repr_svg_()
    assert picture is not None
    assert picture.startswith("<svg ")
    assert picture.count("<circle") == 50
    path = tourmaline.solve(TOWNS, kind="latlon", open=True)._repr_svg_()
    assert path is not None
    assert "<polyline" in path
    assert tourmaline.solve([(1, 1)] * 4)._repr_svg_() is not None
    assert tourmaline.solve([[0, 1], [1, 0]], kind="matrix")._repr_svg_() is None
