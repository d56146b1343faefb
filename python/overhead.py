"""Measure what a call of solve costs beyond the search.

    python3 overhead.py [CALLS [STOPS]]

The overhead of a call is its time on the clock minus the seconds that its result states. All calls
share one process of tourmaline, which the first, unmeasured call starts. The numbers of stops and
of steps are the same for all calls, and the places differ.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

import tourmaline

MOST = 2.0  # milliseconds that a call may cost beyond its search, in the median


def measure(calls: int, stops: int) -> tuple[list[float], list[float]]:
    """Return the overhead and the search time of each call, in milliseconds."""
    places = random.Random(1)
    overheads, searches = [], []
    for call in range(calls + 1):
        points = [(places.random(), places.random()) for _ in range(stops)]
        began = time.perf_counter()
        result = tourmaline.solve(points, max_steps=1, algorithm="ils")
        took = time.perf_counter() - began
        if call > 0:
            searches.append(1000 * result.seconds)
            overheads.append(1000 * (took - result.seconds))
    return overheads, searches


def main(calls: int = 1000, stops: int = 50) -> None:
    began = time.perf_counter()
    overheads, searches = measure(calls, stops)
    overheads.sort()
    print(f"{calls} calls with {stops} stops in {time.perf_counter() - began:.2f} s")
    print(f"search, median      {statistics.median(searches):.2f} ms")
    print(f"overhead, median    {statistics.median(overheads):.2f} ms")
    print(f"overhead, mean      {statistics.mean(overheads):.2f} ms")
    print(f"overhead, 99 of 100 {overheads[len(overheads) * 99 // 100]:.2f} ms")
    if statistics.median(overheads) > MOST:
        raise SystemExit(f"expected an overhead of at most {MOST} ms in the median")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
