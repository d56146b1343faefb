"""The process: progress, cancelling, speed, failures, and that none is left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import tourmaline

Points = list[tuple[float, float]]
SQUARE = [(0, 0), (3, 0), (3, 4), (0, 4)]

posix = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def pid(solver: tourmaline.Solver) -> int:
    assert solver._process is not None
    return solver._process.pid


def test_progress_can_end_the_search(solver: tourmaline.Solver, many: Points) -> None:
    seen: list[tourmaline.Progress] = []

    def progress(at: tourmaline.Progress) -> bool:
        seen.append(at)
        return at.step < 1

    result = solver.solve(many, time_limit="10m", progress=progress)
    assert result.termination == "interrupted"
    assert result.cost <= seen[0].cost
    assert sorted(result.tour) == list(range(3000))


def test_cancel_keeps_the_best(solver: tourmaline.Solver, many: Points) -> None:
    job = solver.submit(many, time_limit=600, interval=0.001)
    while job._events.get()["progress"]["step"] < 1:
        pass
    job.cancel()
    result = job.result()
    assert result.termination == "interrupted"
    assert sorted(result.tour) == list(range(3000))
    job.cancel()  # has no effect
    assert job.result().cost == result.cost


def test_an_exception_cancels_the_job(solver: tourmaline.Solver, many: Points) -> None:
    def progress(at: tourmaline.Progress) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        solver.solve(many, time_limit=600, progress=progress)
    assert solver.solve(SQUARE).cost == 14  # the process is still usable


def test_async(solver: tourmaline.Solver, many: Points) -> None:
    async def run() -> list[float]:
        jobs = (solver.solve_async([(0, 0), (i, 0), (i, 1), (0, 1)]) for i in range(1, 9))
        return [r.cost for r in await asyncio.gather(*jobs)]

    assert asyncio.run(run()) == [2 * i + 2 for i in range(1, 9)]

    async def cancelled() -> float:
        started = asyncio.Event()
        task = asyncio.ensure_future(
            solver.solve_async(many, time_limit=600, progress=lambda at: started.set())
        )
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return (await solver.solve_async(SQUARE)).cost

    assert asyncio.run(cancelled()) == 14


def test_threads(solver: tourmaline.Solver) -> None:
    def cost(i: int) -> float:
        return solver.solve([(0, 0), (i, 0), (i, 1), (0, 1)]).cost

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(cost, range(1, 101))) == [2 * i + 2 for i in range(1, 101)]


def test_a_thousand_small_solves(solver: tourmaline.Solver, stops: Points) -> None:
    """The overhead of a call, beyond the search, is below 2 ms.

    Other programs only add to the time, so the fastest calls count.
    """
    solver.solve(stops, max_steps=1)
    process, over = pid(solver), []
    for _ in range(1000):
        began = time.perf_counter()
        result = solver.solve(stops, max_steps=1, algorithm="ils", threads=1)
        over.append(time.perf_counter() - began - result.seconds)
    over.sort()
    best, median = over[10] * 1e3, over[500] * 1e3
    print(f"overhead per call: fastest hundredth {best:.2f} ms, median {median:.2f} ms")
    assert pid(solver) == process
    assert over[10] < 0.002


def children() -> set[int]:
    """Return the processes that this process has started, also zombies."""
    shown = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,comm="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in shown.stdout.splitlines()]
    return {int(r[0]) for r in rows if int(r[1]) == os.getpid() and "tourmaline" in r[2]}


@posix
def test_a_killed_process_is_replaced(many: Points) -> None:
    with tourmaline.Solver() as solver:
        job = solver.submit(many, time_limit=600, interval=0.001)
        job._events.get()
        first = pid(solver)
        os.kill(first, signal.SIGKILL)
        with pytest.raises(tourmaline.Error, match="the process ended with exit code -9"):
            job.result()
        assert solver.solve(SQUARE).cost == 14
        second = pid(solver)
        assert first not in children()
        assert second in children()
    assert second not in children()


@posix
def test_close_ends_the_process(many: Points) -> None:
    solver = tourmaline.Solver()
    job = solver.submit(many, time_limit=600)
    process = pid(solver)
    solver.close()
    assert process not in children()
    with contextlib.suppress(tourmaline.Cancelled):  # the search may not have started
        assert job.result().termination == "interrupted"
    with pytest.raises(tourmaline.Error, match="the solver is closed"):
        solver.solve(SQUARE)


SCRIPT = """
import os, sys, tourmaline
points = [(i * 7919 % 3001, i * 104729 % 2003) for i in range(3000)]
def progress(at):
    print(tourmaline.default_solver()._process.pid, flush=True)
    {act}
tourmaline.solve(points, time_limit=600, progress=progress)
"""


@posix
@pytest.mark.parametrize(
    "act", ["raise SystemExit(3)", "raise ValueError", "os._exit(4)", "os.kill(os.getpid(), 9)"]
)
def test_nothing_is_left_behind(act: str) -> None:
    """However the program ends, its process ends, too."""
    script = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(act=act)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    out, _ = script.communicate(timeout=60)
    assert script.returncode != 0
    wait_for_the_end(int(out.split()[0]))


def wait_for_the_end(process: int) -> None:
    ended = threading.Event()
    for _ in range(400):
        if state(process) in ("", "Z"):  # init collects the children of programs that are gone
            return
        ended.wait(0.025)
    pytest.fail(f"process {process} is still running")


def state(process: int) -> str:
    shown = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True
    )
    return shown.stdout.strip()[:1]


@posix
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_has_its_own_process(solver: tourmaline.Solver) -> None:
    assert solver.solve(SQUARE).cost == 14
    before = pid(solver)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        ok = b"n"
        try:
            if solver.solve(SQUARE).cost == 14 and pid(solver) != before:
                ok = b"y"
            solver.close()
        finally:
            os.write(writer, ok)
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    assert os.read(reader, 1) == b"y"
    os.close(reader)
    assert solver.solve(SQUARE).cost == 14
    assert pid(solver) == before


def test_the_version(solver: tourmaline.Solver) -> None:
    assert solver.version()


def test_the_program_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = tourmaline.Solver(executable="/no/such/program")
    with pytest.raises(FileNotFoundError):
        solver.solve(SQUARE)
    from tourmaline import _process

    monkeypatch.delenv("TOURMALINE_BINARY", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(_process, "__file__", "/no/such/folder/file.py")
    with pytest.raises(tourmaline.Error, match="install a wheel"):
        _process.binary()


def test_a_wrong_program() -> None:
    """A program that does not speak the protocol gives an error and leaves nothing behind."""
    false: Any = "false" if os.name != "nt" else sys.executable
    with (
        tourmaline.Solver(executable=false) as solver,
        pytest.raises(tourmaline.Error, match="the process ended with exit code"),
    ):
        solver.solve(SQUARE)
