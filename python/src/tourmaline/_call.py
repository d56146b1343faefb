"""Requests from the arguments of solve."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypedDict, runtime_checkable

from ._result import Result, from_event


@runtime_checkable
class Array(Protocol):
    """A numpy array, or an object like it."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def tolist(self) -> Any: ...


@runtime_checkable
class Graph(Protocol):
    """A networkx graph, or an object like it."""

    @property
    def nodes(self) -> Iterable[Hashable]: ...

    def is_directed(self) -> bool: ...

    def edges(self, *, data: str) -> Iterable[tuple[Hashable, Hashable, Any]]: ...


#: What can be solved: a file, points or a matrix as lists or arrays, a mapping from names to
#: points, or a graph with weights.
Problem: TypeAlias = (
    "str | os.PathLike[str] | Sequence[Sequence[float]] | Mapping[Any, Sequence[float]]"
    " | Array | Graph"
)

#: A solution to start from: a tour in the form of Result.tour, a result, or a file.
Start: TypeAlias = "Sequence[Any] | Array | Result | str | os.PathLike[str]"


class Options(TypedDict, total=False):
    """The options of solve. All are optional."""

    kind: str  #: "points", "latlon" or "matrix", if the numbers do not tell
    start: Any  #: stop to start from: a position, key, node, name or id
    end: Any  #: stop to end at; makes the tour a path
    open: bool  #: find a path instead of a round trip
    time_limit: float | str  #: seconds, or a text such as "2m"
    max_steps: int  #: with the same seed, the same number of steps gives the same tour
    no_improvement: float | str
    stall_steps: int
    target: float
    target_gap: float  #: percent
    seed: int
    algorithm: str
    params: Mapping[str, str | int | float | bool]
    metric: str  #: of points; EUCLIDEAN unless set
    unit: str  #: of the distances
    weight: str  #: attribute of the edges of a graph; "weight" unless set
    init: Start  #: solution to start from; the result is never worse
    threads: int
    bound: bool  #: also compute a lower bound


@dataclass(frozen=True)
class Call:
    """A request, and what is needed to read its answer."""

    job: dict[str, Any]  # without the instance
    source: dict[str, Any]  # member of the request that contains the instance
    names: list[str] | None
    keys: Sequence[Any] | None
    places: list[Sequence[float]] | None
    globe: bool

    def request(self) -> dict[str, Any]:
        """Return the job for `tourmaline pipe`."""
        names = {} if self.names is None else {"names": self.names}
        return {**self.job, **self.source, **names}

    def result(self, data: dict[str, Any]) -> Result:
        """Return the result from its JSON."""
        return from_event(data, self.keys, self.places, self.globe)


def call(problem: Problem, options: Options) -> Call:
    """Return the request for a problem."""
    unknown = set(options) - set(Options.__annotations__)
    if unknown:
        raise TypeError(f"unknown option {min(unknown)!r}: expected one of {_listed(Options)}")
    source, names, keys, places = _source(problem, options)
    globe = "latlon" in source
    at = {key: i for i, key in enumerate(keys)} if keys is not None else None
    job = _settings(options)
    route = {
        end: _city(options[end], at, end)
        for end in ("start", "end")
        if options.get(end) is not None
    }
    if route or options.get("open"):
        job["route"] = {**route, **({"open": True} if options.get("open") else {})}
    if options.get("init") is not None:
        job["start_from"] = {"content": _start(options["init"], at)}
    return Call(job, source, names, keys, places, globe)


def _listed(options: Any) -> str:
    return ", ".join(sorted(options.__annotations__))


_LIMITS = ("max_steps", "time_limit", "no_improvement", "stall_steps", "target", "target_gap")


def _settings(options: Options) -> dict[str, Any]:
    given: dict[str, Any] = {k: v for k, v in options.items() if v is not None}
    settings = {k: given[k] for k in (*_LIMITS, "algorithm") if k in given}
    settings["seed"] = given.get("seed", 1)
    if given.get("params"):
        settings["params"] = {k: _text(v) for k, v in given["params"].items()}
    job: dict[str, Any] = {"settings": settings}
    reading = {k: given[k] for k in ("metric", "unit") if k in given}
    if reading:
        job["reading"] = reading
    for k in ("threads", "bound"):
        if given.get(k):
            job[k] = given[k]
    return job


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_Source = tuple[
    dict[str, Any], "list[str] | None", "Sequence[Any] | None", "list[Sequence[float]] | None"
]


def _source(problem: Problem, options: Options) -> _Source:
    """Return the instance, the names, the keys and the places of its cities."""
    kind = options.get("kind")
    if isinstance(problem, (str, os.PathLike)):
        return {"path": os.path.abspath(os.fspath(problem))}, None, None, None
    if isinstance(problem, (list, tuple)):
        return _numbers(_rows(problem), kind)
    if isinstance(problem, Graph):
        nodes, matrix = _graph(problem, options.get("weight") or "weight")
        return {"matrix": matrix}, None, nodes, None
    if isinstance(problem, Mapping):
        rows = _rows(list(problem.values()))
        kind = kind or "points"
        return {kind: rows}, [str(k) for k in problem], list(problem), rows
    return _numbers(_rows(problem), kind)


def _numbers(rows: list[Sequence[float]], kind: str | None) -> _Source:
    kind = kind or _kind(rows)
    if kind not in ("points", "latlon", "matrix"):
        raise ValueError(f"kind: expected points, latlon or matrix, found {kind!r}")
    return {kind: rows}, None, range(len(rows)), None if kind == "matrix" else rows


def _rows(problem: Sequence[Sequence[float]] | Array) -> list[Sequence[float]]:
    if isinstance(problem, Array):
        if len(problem.shape) != 2:
            raise ValueError(f"expected an array of two dimensions, found {len(problem.shape)}")
        return problem.tolist()  # type: ignore[no-any-return]
    rows = [r.tolist() if hasattr(r, "tolist") else list(r) for r in problem]
    if not rows:
        raise ValueError("expected at least one stop, found none")
    return rows


def _kind(rows: Sequence[Sequence[float]]) -> str:
    """Tell points from a matrix by the shape."""
    width = len(rows[0]) if rows else 0
    if width == len(rows) and width in (2, 3):
        raise ValueError(
            f"{width} rows of {width} numbers may be points or a matrix: "
            "set kind to 'points', 'latlon' or 'matrix'"
        )
    if width in (2, 3):
        return "points"
    if width == len(rows):
        return "matrix"
    raise ValueError(
        f"expected rows of 2 or 3 coordinates, or a square matrix, "
        f"found {len(rows)} rows of {width} numbers"
    )


def _graph(graph: Graph, weight: str) -> tuple[list[Any], list[Sequence[float]]]:
    """Return the nodes of a graph and the matrix of its weights."""
    nodes: list[Any] = list(graph.nodes)
    at = {node: i for i, node in enumerate(nodes)}
    matrix: list[Any] = [[math.inf] * len(nodes) for _ in nodes]
    for i in range(len(nodes)):
        matrix[i][i] = 0.0
    for a, b, w in graph.edges(data=weight):
        if w is None:
            raise ValueError(f"the edge from {a!r} to {b!r} has no attribute {weight!r}")
        i, j = at[a], at[b]
        if i == j:
            continue
        matrix[i][j] = min(matrix[i][j], float(w))
        if not graph.is_directed():
            matrix[j][i] = matrix[i][j]
    for i, row in enumerate(matrix):
        if math.inf in row:
            other = nodes[row.index(math.inf)]
            raise ValueError(
                f"the graph has no edge from {nodes[i]!r} to {other!r}: expected all edges, for "
                "example the lengths of the shortest paths"
            )
    return nodes, matrix


def _city(key: Any, at: Mapping[Any, int] | None, what: str) -> str:
    """Return the name of a stop in a request."""
    if at is None:
        return str(key)
    if isinstance(key, Hashable) and key in at:
        return str(at[key] + 1)
    raise ValueError(f"{what}: {key!r} is not one of the {len(at)} stops")


def _start(init: Start, at: Mapping[Any, int] | None) -> str:
    """Return the content of a file with a start solution."""
    if isinstance(init, (str, os.PathLike)):
        return Path(init).read_text(encoding="utf-8")
    if isinstance(init, Result):
        if not init.data.get("tour"):
            return json.dumps({"solution": init.data["solution"]})
        init = init.data["tour"] if at is None else init.tour
    tour = init.tolist() if isinstance(init, Array) else list(init)
    if at is None:
        return json.dumps({"tour": tour})
    return json.dumps({"tour": [int(_city(key, at, "init")) for key in tour]})
