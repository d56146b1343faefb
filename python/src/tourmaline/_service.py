"""A client of the HTTP service, with the same calls."""

from __future__ import annotations

import asyncio
import json
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._call import Call, Options, Problem, call
from ._errors import Cancelled, Error, Rejected, from_event
from ._process import Callback
from ._result import Progress, Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

POLL = 0.1  # seconds between requests for the state of a job, at first
SLOWEST_POLL = 1.0
ATTEMPTS = 5  # of a request, if the service does not answer


class ServiceJob:
    """A job of a service."""

    def __init__(self, service: Service, id: str, of: Call) -> None:
        self._service, self.id, self._call = service, id, of

    def cancel(self) -> None:
        """End the search. Its best solution is the result."""
        self._service._request("DELETE", f"/v1/jobs/{self.id}")

    def result(self, progress: Callback | None = None) -> Result:
        """Wait for the result. An exception, such as Ctrl-C, cancels the job."""
        poll = POLL
        try:
            while not self._ended(progress):
                time.sleep(poll)
                poll = min(1.5 * poll, SLOWEST_POLL)
        except Error:
            raise
        except BaseException:
            self.cancel()
            raise
        data = self._service._request("GET", f"/v1/jobs/{self.id}/result")
        return self._call.result(data)

    def _ended(self, progress: Callback | None) -> bool:
        job = self._service._request("GET", f"/v1/jobs/{self.id}")
        at = job.get("progress")
        if progress is not None and at is not None and job["state"] == "running":
            seen = Progress(at["step"], at["seconds"], at["cost"], at.get("share"))
            if progress(seen) is False:
                self.cancel()
        if job["state"] == "failed":
            faults = job.get("faults") or []
            detail = "; ".join(f["detail"] for f in faults) or "the job failed"
            raise from_event({"detail": detail, "faults": faults})
        if job["state"] == "cancelled" and "digest" not in job:
            raise Cancelled("the job was cancelled before its search had a solution")
        return job["state"] in ("done", "cancelled")


class Service:
    """A service that `tourmaline serve` runs, with the calls of this package."""

    def __init__(self, url: str, *, token: str | None = None, ca: str | None = None) -> None:
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise ValueError(f"expected a URL such as http://127.0.0.1:8080, found {url!r}")
        self._url, self._token = url.rstrip("/"), token
        self._tls = ssl.create_default_context(cafile=ca) if url.startswith("https:") else None

    def submit(self, problem: Problem, **options: Unpack[Options]) -> ServiceJob:
        """Submit a job."""
        of = call(problem, options)
        body = json.dumps(_submission(of), allow_nan=False).encode()
        # With the key, a repeated request submits the job once.
        job = self._request("POST", "/v1/jobs", body, {"Idempotency-Key": str(uuid.uuid4())})
        return ServiceJob(self, job["id"], of)

    def solve(
        self, problem: Problem, *, progress: Callback | None = None, **options: Unpack[Options]
    ) -> Result:
        """Submit a job and wait for its result; see tourmaline.solve."""
        return self.submit(problem, **options).result(progress)

    async def solve_async(
        self, problem: Problem, *, progress: Callback | None = None, **options: Unpack[Options]
    ) -> Result:
        """Like solve, in an event loop. Cancelling the task cancels the job."""
        job = await asyncio.to_thread(self.submit, problem, **options)
        poll = POLL
        try:
            while not await asyncio.to_thread(job._ended, progress):
                await asyncio.sleep(poll)
                poll = min(1.5 * poll, SLOWEST_POLL)
        except asyncio.CancelledError:
            await asyncio.to_thread(job.cancel)
            raise
        return await asyncio.to_thread(job.result)

    def _request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        head = {"Accept": "application/json", **(headers or {})}
        if body is not None:
            head["Content-Type"] = "application/json"
        if self._token is not None:
            head["Authorization"] = f"Bearer {self._token}"
        for attempt in range(ATTEMPTS):
            request = urllib.request.Request(self._url + path, body, head, method=method)
            try:
                with urllib.request.urlopen(request, timeout=60, context=self._tls) as answer:
                    text = answer.read()
                return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                if error.code != 503 or attempt + 1 == ATTEMPTS:
                    raise _problem(error) from None
            except (urllib.error.URLError, ConnectionError, TimeoutError) as error:
                if attempt + 1 == ATTEMPTS:
                    raise Error(f"{self._url} does not answer: {error}") from error
            time.sleep(0.1 * 2**attempt)
        raise AssertionError("the last attempt returns or raises")


def _problem(error: urllib.error.HTTPError) -> Error:
    """Return the exception for an error that the service reports."""
    with error:
        text = error.read()
    try:
        said = json.loads(text)
    except ValueError:
        return Error(f"the service answers {error.code}")
    detail = said.get("detail") or said.get("title") or f"the service answers {error.code}"
    if error.code < 500:
        raised = from_event({"detail": detail, "faults": said.get("errors") or []})
        return raised if isinstance(raised, Rejected) else Rejected(detail)
    return Error(detail)


def _submission(of: Call) -> dict[str, Any]:
    """Return a job with its instance as the content of a file."""
    job = dict(of.job)
    if job.pop("threads", None):
        raise ValueError("threads applies only to searches on this machine")
    if "path" in of.source:
        path = Path(of.source["path"])
        return {**job, "file": path.name, "content": path.read_text(encoding="utf-8")}
    document = dict(of.source)
    if of.names is not None:
        document["labels"] = of.names
    return {**job, "file": "request.json", "content": json.dumps(document, allow_nan=False)}
