"""The process that solves, and the functions that use it."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import itertools
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from ._call import Call, Options, Problem, call
from ._errors import Error, from_event
from ._result import Progress, Result

if sys.version_info >= (3, 11):
    from typing import Unpack
else:
    from typing import TYPE_CHECKING

    if TYPE_CHECKING:
        from typing_extensions import Unpack

#: A function that receives the progress. If it returns False, the search ends and its best
#: solution is the result.
Callback = Callable[[Progress], "bool | None"]

PROTOCOL = "tourmaline/pipe/v1"
INTERVAL = 0.1  # seconds between progress events
PATIENCE = 5.0  # seconds in which a process that was asked to end must end


def binary() -> str:
    """Return the path of the program: $TOURMALINE_BINARY, the one of the wheel, or in $PATH."""
    name = "tourmaline.exe" if os.name == "nt" else "tourmaline"
    bundled = Path(__file__).parent / "bin" / name
    found = os.environ.get("TOURMALINE_BINARY") or (
        str(bundled) if bundled.exists() else shutil.which("tourmaline")
    )
    if not found:
        raise Error(
            "the program tourmaline was not found: install a wheel for this platform, add the "
            "program to PATH, or set TOURMALINE_BINARY"
        )
    return found


class Job:
    """A job that has been submitted."""

    def __init__(self, solver: Solver, id: str, of: Call) -> None:
        self._solver, self._id, self._call = solver, id, of
        self._events: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._deliver: Callable[[dict[str, Any]], None] = self._events.put
        self._answer: dict[str, Any] | None = None

    def cancel(self) -> None:
        """End the search. Its best solution is the result. It takes at most 2 s."""
        self._solver._send({"id": self._id, "cancel": True})

    def result(self, progress: Callback | None = None) -> Result:
        """Wait for the result. An exception, such as Ctrl-C, cancels the job."""
        try:
            while self._answer is None:
                self._take(self._events.get(), progress)
        except BaseException:
            self.cancel()
            raise
        return self._read(self._answer)

    async def wait(self, progress: Callback | None = None) -> Result:
        """Wait for the result in an event loop. Cancelling the task cancels the job."""
        events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def deliver(event: dict[str, Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has been closed
                loop.call_soon_threadsafe(events.put_nowait, event)

        self._solver._redirect(self, deliver)
        try:
            while self._answer is None:
                self._take(await events.get(), progress)
        except BaseException:
            self.cancel()
            raise
        return self._read(self._answer)

    def _take(self, event: dict[str, Any], progress: Callback | None) -> None:
        at = event.get("progress")
        if at is None:
            self._answer = event
        elif progress is not None:
            seen = Progress(at["step"], at["seconds"], at["cost"], at.get("share"))
            if progress(seen) is False:
                self.cancel()

    def _read(self, answer: dict[str, Any]) -> Result:
        if "error" in answer:
            raise from_event(answer["error"])
        return self._call.result(answer["result"])


class Solver:
    """A process that solves jobs, several at a time. It starts with the first job.

    Most programs need none: `solve` uses one that all calls share. A Solver may be used from
    several threads, and ends its process when it is closed.
    """

    def __init__(self, *, parallel: int | None = None, executable: str | None = None) -> None:
        self._parallel, self._executable = parallel, executable
        self._writing = threading.Lock()  # held without the other lock, because writing may wait
        self._lock = threading.RLock()  # protects the attributes below
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._jobs: dict[str, Job] = {}
        self._ids = itertools.count(1)
        self._closed = False
        _solvers.add(self)

    def __enter__(self) -> Solver:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def submit(
        self, problem: Problem, *, interval: float | None = None, **options: Unpack[Options]
    ) -> Job:
        """Start a job. With an interval in seconds, the job has progress events."""
        of = call(problem, options)
        request = of.request()
        if interval is not None:
            request["progress"] = interval
        with self._lock:
            job = Job(self, str(next(self._ids)), of)
            line = _encode({"id": job._id, "solve": request})
            process = self._ensure_running()
            self._jobs[job._id] = job
        self._write(process, line)
        return job

    def solve(
        self, problem: Problem, *, progress: Callback | None = None, **options: Unpack[Options]
    ) -> Result:
        """Solve a problem and return its best solution; see tourmaline.solve."""
        return self.submit(problem, interval=_interval(progress), **options).result(progress)

    async def solve_async(
        self, problem: Problem, *, progress: Callback | None = None, **options: Unpack[Options]
    ) -> Result:
        """Like solve, in an event loop."""
        return await self.submit(problem, interval=_interval(progress), **options).wait(progress)

    def version(self) -> str:
        """Return the version of the program."""
        with self._lock:
            job = Job(self, str(next(self._ids)), Call({}, {}, None, None, None, False))
            process = self._ensure_running()
            self._jobs[job._id] = job
        self._write(process, _encode({"id": job._id, "version": True}))
        event = job._events.get()
        if "error" in event:
            raise from_event(event["error"])
        if event["version"]["protocol"] != PROTOCOL:
            raise Error(f"expected {PROTOCOL}, the program speaks {event['version']['protocol']}")
        return str(event["version"]["tourmaline"])

    def close(self) -> None:
        """End the process. Jobs that have not ended are cancelled."""
        with self._lock:
            self._closed = True
            process, reader = self._process, self._reader
        if process is None or reader is None:
            return
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        reader.join(PATIENCE)
        if reader.is_alive():
            process.kill()
            reader.join()

    def _ensure_running(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise Error("the solver is closed")
        if self._process is not None and self._process.poll() is None:
            return self._process
        command = [self._executable or binary(), "pipe"]
        if self._parallel is not None:
            command += ["--parallel", str(self._parallel)]
        if os.name == "nt":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW  # type: ignore[attr-defined,unused-ignore]
        else:
            flags = 0
        # Ctrl-C must reach only this process, which cancels the job.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=os.name != "nt",
            creationflags=flags,
        )
        self._reader = threading.Thread(
            target=self._read_all, args=(self._process,), name="tourmaline", daemon=True
        )
        self._reader.start()
        return self._process

    def _read_all(self, process: subprocess.Popen[bytes]) -> None:
        """Deliver the events of a process until it ends."""
        assert process.stdout is not None
        with open(process.stdout.fileno(), "rb", closefd=False) as lines:
            for line in lines:
                self._dispatch(json.loads(line))
        code = process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
        with self._lock:
            if self._process is not process:
                return
            self._process, jobs = None, list(self._jobs)
        detail = f"the process ended with exit code {code} before the job had a result"
        for id in jobs:
            fault = {"code": "internal", "detail": detail}
            self._dispatch({"id": id, "error": {"detail": detail, "faults": [fault]}})

    def _dispatch(self, event: dict[str, Any]) -> None:
        with self._lock:
            id = event.get("id", "")
            job = self._jobs.get(id) if "progress" in event else self._jobs.pop(id, None)
            if job is not None:
                job._deliver(event)

    def _redirect(self, job: Job, deliver: Callable[[dict[str, Any]], None]) -> None:
        """Deliver the events of a job, also those that have already arrived, to a function."""
        with self._lock:
            with contextlib.suppress(queue.Empty):
                while True:
                    deliver(job._events.get_nowait())
            job._deliver = deliver

    def _send(self, request: dict[str, Any]) -> None:
        with self._lock:
            process = self._process if request["id"] in self._jobs else None
        if process is not None:
            self._write(process, _encode(request))

    def _write(self, process: subprocess.Popen[bytes], line: bytes) -> None:
        """Write a request. If the process has ended, the reader reports it to all jobs."""
        assert process.stdin is not None
        left = memoryview(line)
        with self._writing, contextlib.suppress(OSError, ValueError):
            while left:
                left = left[process.stdin.write(left) :]

    def _forget(self) -> None:
        """Drop the process in a fork, in which its reader does not run."""
        process, self._process, self._reader = self._process, None, None
        self._writing, self._lock, self._jobs = threading.Lock(), threading.RLock(), {}
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        process.returncode = 0  # the parent waits for it


_solvers: weakref.WeakSet[Solver] = weakref.WeakSet()
_default: Solver | None = None
_default_lock = threading.Lock()


def default_solver() -> Solver:
    """Return the solver that all calls of solve share."""
    global _default
    with _default_lock:
        if _default is None:
            _default = Solver()
        return _default


def solve(
    problem: Problem, *, progress: Callback | None = None, **options: Unpack[Options]
) -> Result:
    """Find a short tour, path or plan.

    problem is points or a matrix (lists or numpy arrays), a mapping from names to points, a
    networkx graph, or the path of a file in any format that Tourmaline reads. progress is a
    function that is called about ten times a second; if it returns False, the search ends and
    keeps its best solution. For the options, see tourmaline's README or Options.
    """
    return default_solver().solve(problem, progress=progress, **options)


async def solve_async(
    problem: Problem, *, progress: Callback | None = None, **options: Unpack[Options]
) -> Result:
    """Like solve, in an event loop. Cancelling the task cancels the search."""
    return await default_solver().solve_async(problem, progress=progress, **options)


def submit(problem: Problem, **options: Unpack[Options]) -> Job:
    """Start a search and return at once. Job.result waits for it, Job.cancel ends it."""
    return default_solver().submit(problem, **options)


def version() -> str:
    """Return the version of the program that solves."""
    return default_solver().version()


def _interval(progress: Callback | None) -> float | None:
    return None if progress is None else INTERVAL


def _encode(request: dict[str, Any]) -> bytes:
    return json.dumps(request, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def _close_all() -> None:
    for solver in list(_solvers):
        solver.close()


def _forget_all() -> None:
    global _default_lock
    _default_lock = threading.Lock()
    for solver in list(_solvers):
        solver._forget()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
