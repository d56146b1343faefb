"""Results and progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _svg


@dataclass(frozen=True)
class Progress:
    """The progress of a search."""

    step: int
    seconds: float
    cost: float
    share: float | None = None  #: used share of the time limit, from 0 to 1


@dataclass(frozen=True)
class Route:
    """The route of one vehicle: the number of its type, from 1, and the ids of its stops."""

    type: int
    stops: list[int]


@dataclass(frozen=True)
class Result:
    """The best solution of a search. The cost was computed from scratch."""

    cost: float
    #: The stops in the order of the tour. For points and matrices, these are their positions from
    #: 0; for mappings and graphs, their keys and nodes; for files, the names of the stops or their
    #: ids. Empty for other problems.
    tour: list[Any]
    #: The routes of several vehicles. Empty for other problems.
    routes: list[Route]
    #: No solution costs less; None if unknown.
    lower_bound: float | None
    #: Why the search ended: time, steps, stalled, target, interrupted or optimal.
    termination: str
    seconds: float
    steps: int
    algorithm: str
    #: The whole result, as docs/result.schema.json describes it.
    data: dict[str, Any] = field(repr=False)
    #: Coordinates of the stops in the order of the tour; None if unknown.
    coordinates: list[tuple[float, float]] | None = field(default=None, repr=False)
    is_path: bool = False

    @property
    def proven(self) -> bool:
        """Whether no solution is better."""
        return self.termination == "optimal" or self.lower_bound == self.cost

    @property
    def gap(self) -> float | None:
        """How far the cost may be above the minimum, in percent; None if unknown."""
        return self.data["proven_gap_percent"]  # type: ignore[no-any-return]

    @property
    def unit(self) -> str:
        """The unit of the cost, such as m or s; empty if unknown."""
        return self.data["instance"]["unit"]  # type: ignore[no-any-return]

    def to_numpy(self) -> Any:
        """Return the tour as an array of integers. It needs numpy."""
        import numpy

        return numpy.asarray(self.tour, dtype=numpy.int64)

    def _repr_svg_(self) -> str | None:
        """Return a picture for notebooks, or None if there are no coordinates."""
        if self.coordinates is None:
            return None
        return _svg.draw(self.coordinates, closed=not self.is_path)


def from_event(
    data: dict[str, Any],
    keys: Sequence[Any] | None,
    places: Sequence[Sequence[float]] | None,
    globe: bool,
) -> Result:
    """Return a result. keys and places belong to the cities, in the order of the request."""
    ids: list[int] = data.get("tour") or []
    tour: list[Any] = data.get("labels") or data.get("codes") or ids
    coordinates = None
    if keys is not None:
        tour = [keys[i - 1] for i in ids]
    if places is not None:
        coordinates = [_svg.flat(places[i - 1], globe) for i in ids]
    routes = []
    if data["instance"]["problem"] == "vehicles":
        routes = [Route(r["type"], r["stops"]) for r in data["solution"]]
    return Result(
        cost=float(data["cost"]),
        tour=tour,
        routes=routes,
        lower_bound=data["lower_bound"],
        termination=data["termination"],
        seconds=data["seconds"],
        steps=data["steps"],
        algorithm=data["algorithm"],
        data=data,
        coordinates=coordinates,
        is_path=data["instance"]["problem"] == "path",
    )
