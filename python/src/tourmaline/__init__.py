"""Short tours and routes.

>>> import tourmaline
>>> result = tourmaline.solve([(0, 0), (3, 0), (3, 4), (0, 4)])
>>> result.tour, result.cost
([0, 1, 2, 3], 14.0)
"""

from ._errors import Cancelled, Error, Fault, Rejected
from ._process import Job, Solver, default_solver, solve, solve_async, submit, version
from ._result import Progress, Result, Route
from ._service import Service

__all__ = [
    "Cancelled",
    "Error",
    "Fault",
    "Job",
    "Progress",
    "Rejected",
    "Result",
    "Route",
    "Service",
    "Solver",
    "default_solver",
    "solve",
    "solve_async",
    "submit",
    "version",
]
