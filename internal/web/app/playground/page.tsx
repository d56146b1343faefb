import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { TourView } from "../draw/tourview";
import { useDrop } from "../pages/home/drop";
import { ThemeSwitch } from "../parts/theme";
import { chosenUnit } from "../text/distances";
import { Input } from "./input";
import type { Job } from "./job";
import { Result } from "./result";
import { Solver } from "./solver";
import { begun, empty, next } from "./state";

// Page solves stops in the browser.
export function Page() {
  const [state, setState] = useState(empty);
  const [job, setJob] = useState<Job | null>(null);
  const [open, setOpen] = useState(false);
  const [seconds, setSeconds] = useState(10);
  const solver = useRef<Solver | null>(null);

  const solve = (which: Job) => {
    setJob(which);
    setState(begun);
    solver.current?.close(); // a new worker: no message of the previous search arrives
    solver.current = new Solver((message) => setState((state) => next(state, message)));
    solver.current.start({ file: which.file, columns: which.columns, open, imperial: chosenUnit() === "miles", seconds, seed: 1 }, which.content);
  };
  const take = (file: File) => void file.arrayBuffer().then((data) => solve({ file: file.name, content: new Uint8Array(data), columns: {} }));
  const latest = useRef(take);
  latest.current = take;
  const above = useDrop(useCallback((file: File) => latest.current(file), []));
  useEffect(() => () => solver.current?.close(), []);

  const { drawing } = state;
  return (
    <>
      <header class="site">
        <a class="brand" href=".">
          <img src="favicon.svg" alt="" width="26" height="26" /> <span>Tourmaline</span>
        </a>
        <div class="aside">
          <ThemeSwitch />
        </div>
      </header>
      <main class="playground">
        <div class="pagehead">
          <div>
            <h1>Find a short route</h1>
            <p class="hint">Everything runs in your browser: your stops stay on this machine.</p>
          </div>
        </div>
        <div class="playground-columns">
          <div class="stack">
            <Input take={take} solve={solve} again={job && !state.running ? () => solve(job) : null} open={open} setOpen={setOpen} seconds={seconds} setSeconds={setSeconds} />
            {(state.running || state.route !== null || state.error !== "") && <Result state={state} stop={() => solver.current?.stop()} />}
          </div>
          <section class="card run-stage" aria-label="Map">
            <div class="run-view">
              {drawing === null ? (
                <p class="empty">The route appears here while it is improved.</p>
              ) : (
                <TourView drawing={drawing} places={state.places} tour={state.order} nameOf={(city) => Promise.resolve(drawing.names[city] ?? "")} label={`Route through ${drawing.name}`} />
              )}
            </div>
          </section>
        </div>
      </main>
      {above && (
        <div class="dropping">
          <p>Drop the file to solve it</p>
        </div>
      )}
    </>
  );
}
