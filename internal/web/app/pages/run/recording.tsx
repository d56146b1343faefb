import { useEffect, useMemo, useState } from "preact/hooks";
import { loadFrames, type Frame, type Frames } from "../../api/binary";
import { Failed } from "../../parts/failed";
import { Busy } from "../../parts/busy";
import { Replay } from "./replay";

const small = 20_000; // cities up to which a recording is loaded automatically

export type Recording = {
  needed: boolean;
  frames: Frames | null | undefined; // null: not recorded; undefined: not loaded
  error: unknown;
  index: number | null; // of the displayed frame; null: the result itself
  frame: Frame | undefined;
  tour: Int32Array | undefined;
  load: () => void;
  move: (change: (index: number) => number) => void;
};

// useRecording loads the recorded improvements of a finished run.
export function useRecording(id: string, ended: boolean, n: number): Recording {
  const [requested, setRequested] = useState(false);
  const [frames, setFrames] = useState<Frames | null | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [index, setIndex] = useState<number | null>(null);
  const needed = ended && (requested || (n > 0 && n <= small));
  useEffect(() => {
    if (!needed) return;
    const leave = new AbortController();
    setError(undefined);
    loadFrames(id, leave.signal).then(setFrames, (refusal: unknown) => leave.signal.aborted || setError(refusal));
    return () => leave.abort();
  }, [id, needed]);
  const tour = useMemo(() => (frames && index !== null ? frames.tour(index) : undefined), [frames, index]);
  const last = (frames?.frames.length ?? 0) - 1;
  return {
    needed,
    frames,
    error,
    index,
    tour,
    frame: index === null ? undefined : frames?.frames[index],
    load: () => setRequested(true),
    move: (change) => setIndex((before) => change(before ?? last)),
  };
}

// ReplayBar has the replay controls of a finished run.
export function ReplayBar(props: { recording: Recording; unit: string | undefined }) {
  const { recording } = props;
  if (recording.error !== undefined) return <Failed error={recording.error} />;
  if (!recording.needed) {
    return (
      <div class="replay">
        <button type="button" onClick={recording.load}>
          Load the replay
        </button>
        <p class="hint">The recording of a tour of this size takes a while to load.</p>
      </div>
    );
  }
  if (recording.frames === undefined) return <Busy label="Loading the replay" />;
  if (recording.frames === null || recording.frames.frames.length === 0) {
    return <p class="hint">No replay: this run was not recorded.</p>;
  }
  return <Replay frames={recording.frames} index={recording.index ?? recording.frames.frames.length - 1} unit={props.unit} onIndex={recording.move} />;
}
