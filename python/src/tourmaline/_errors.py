"""The errors of the package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """An error in a request: a code for programs, the field and a text."""

    code: str
    detail: str
    field: str = ""


class Error(Exception):
    """An error of this package."""


class Rejected(Error, ValueError):
    """The job was rejected or failed. `faults` lists all reasons."""

    def __init__(self, detail: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(detail)
        self.faults = faults


class Cancelled(Error):
    """The job was cancelled before its search had a solution."""


def from_event(error: Mapping[str, Any]) -> Error:
    """Return the exception for an error of a job."""
    faults = tuple(
        Fault(f["code"], f["detail"], f.get("field", "")) for f in error.get("faults") or ()
    )
    if any(f.code == "cancelled" for f in faults):
        return Cancelled(error["detail"])
    if any(f.code == "internal" for f in faults):
        return Error(error["detail"])
    return Rejected(error["detail"], faults)
