// The state of a run, from its events.
import { useEffect, useState } from "preact/hooks";
import { ask, jobPath } from "../../api/client";
import { watch, type JobEvent } from "../../api/events";
import type { Job, Progress, Trace } from "../../api/types";
import type { IslandCosts } from "../../charts/islandgrid";
import type { Point } from "../../charts/points";
import { completed, History } from "./history";

export type Run = {
  job: Job | undefined;
  progress: Progress | undefined;
  points: Point[];
  islands: IslandCosts[];
  stepsPerSecond: number | undefined;
  lastEvent: number; // time of the last event, by performance.now()
  lost: boolean; // the connection is lost
  refusal: unknown; // why the job cannot be followed
};

const nothing: Run = { job: undefined, progress: undefined, points: [], islands: [], stepsPerSecond: undefined, lastEvent: 0, lost: false, refusal: undefined };
const pause = 200; // milliseconds between state updates; events may be more frequent
const lossDelay = 1000; // milliseconds of connection loss before a warning

export function hasEnded(job: Job | undefined): boolean {
  return job !== undefined && job.state !== "queued" && job.state !== "running";
}

export function useRun(id: string): Run {
  const [run, setRun] = useState(nothing);
  useEffect(() => {
    const leave = new AbortController();
    const follower = new Follower(id, setRun);
    watch(id, (event) => follower.hear(event), leave.signal)
      .then(() => follower.complete(leave.signal))
      .catch((error: unknown) => follower.tell({ refusal: error }));
    return () => {
      leave.abort();
      follower.stop();
    };
  }, [id]);
  return run;
}

class Follower {
  private history = new History();
  private state = nothing;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private losing: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    private id: string,
    private show: (run: Run) => void,
  ) {}

  hear(event: JobEvent): void {
    switch (event.kind) {
      case "job":
        return this.tell({ job: event.job, progress: event.job.progress ?? this.state.progress, lastEvent: performance.now() });
      case "progress":
        this.history.add(event.progress);
        this.state = { ...this.state, progress: event.progress, lastEvent: performance.now() };
        this.timer ??= setTimeout(() => this.tell({}), pause);
        return;
      case "connection":
        clearTimeout(this.losing);
        if (event.state === "lost") this.losing = setTimeout(() => this.tell({ lost: true }), lossDelay);
        else if (this.state.lost) this.tell({ lost: false });
    }
  }

  tell(change: Partial<Run>): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const { islands } = this.history;
    this.state = { ...this.state, points: [...this.history.points], islands: [...islands], stepsPerSecond: this.history.stepsPerSecond(), ...change };
    this.show(this.state);
  }

  // complete loads the improvements of the result: events omit those in quick succession.
  async complete(signal: AbortSignal): Promise<void> {
    clearTimeout(this.losing);
    this.tell({ lost: false });
    const digest = this.state.job?.digest;
    if (signal.aborted || digest === undefined) return;
    const end: Point = { step: digest.steps, seconds: digest.seconds, cost: digest.cost };
    const trace = await ask(jobPath(this.id, "trace"), { signal })
      .then((answer) => answer.json() as Promise<Trace>)
      .catch(() => null); // the chart then shows only the events
    this.history.points = trace === null ? [...this.history.points.filter((point) => point.seconds < end.seconds), end] : completed(this.history.points, trace.points ?? [], end);
    this.tell({ stepsPerSecond: digest.seconds > 0 ? digest.steps / digest.seconds : undefined });
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.losing);
  }
}
