"""Pictures of tours for notebooks."""

from __future__ import annotations

import math
from collections.abc import Sequence

WIDTH = 480.0
MARGIN = 12.0


def flat(place: Sequence[float], globe: bool) -> tuple[float, float]:
    """Return the position of a place in a picture: x to the right, y upwards."""
    if globe:
        # Mercator's projection, without the poles
        lat = math.radians(max(-85.0, min(85.0, place[0])))
        return math.radians(place[1]), math.log(math.tan(math.pi / 4 + lat / 2))
    return float(place[0]), float(place[1])


def draw(places: Sequence[tuple[float, float]], closed: bool) -> str:
    """Return the picture of a tour through places, which are in the order of the tour."""
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    bottom, top = min(y for _, y in places), max(y for _, y in places)
    size = max(right - left, top - bottom) or 1.0
    scale = (WIDTH - 2 * MARGIN) / size
    width = 2 * MARGIN + (right - left) * scale
    height = 2 * MARGIN + (top - bottom) * scale
    spots = [(MARGIN + (x - left) * scale, MARGIN + (top - y) * scale) for x, y in places]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    radius = 3.0 if len(spots) <= 300 else 1.2
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>' for x, y in spots[1:])
    x, y = spots[0]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" '
        f'aria-label="A tour through {len(spots)} stops">'
        f'<{"polygon" if closed else "polyline"} points="{line}" fill="none" stroke="#3f7cac" '
        f'stroke-width="1.5" stroke-linejoin="round"/>'
        f'<g fill="#3f7cac">{dots}</g>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 1.8:.1f}" fill="#c4472f"/></svg>'
    )
