import { useEffect, useId, useState } from "preact/hooks";
import type { Frames } from "../../api/binary";
import { useUnit } from "../../parts/useunit";
import { scaleOf } from "../../text/distances";
import { cost, duration, whole } from "../../text/numbers";

const speeds = { Slow: 3, Normal: 10, Fast: 30 }; // improvements per second

// Replay plays the recorded improvements of a run.
export function Replay(props: { frames: Frames; index: number; unit: string | undefined; onIndex: (change: (index: number) => number) => void }) {
  const { frames } = props.frames;
  const last = frames.length - 1;
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<keyof typeof speeds>("Normal");
  const slider = useId();
  const { onIndex } = props;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => onIndex((index) => Math.min(index + 1, last)), 1000 / speeds[speed]);
    return () => clearInterval(timer);
  }, [playing, speed, last]);
  useEffect(() => {
    if (props.index >= last) setPlaying(false);
  }, [props.index, last]);
  const step = (by: number) => {
    setPlaying(false);
    onIndex((index) => Math.min(last, Math.max(0, index + by)));
  };
  const play = () => {
    if (!playing && props.index >= last) onIndex(() => 0);
    setPlaying(!playing);
  };
  const frame = frames[props.index];
  const scale = scaleOf(frames[last]?.cost ?? 0, props.unit, useUnit());
  if (frame === undefined) return null;
  const costs = cost(scale.factor * frame.cost, scale.unit);
  return (
    <div class="replay" role="group" aria-label="Replay">
      <div class="replay-buttons">
        <button type="button" class="quiet" aria-label="Previous improvement" disabled={props.index === 0} onClick={() => step(-1)}>
          <Sign path="M7 5v14M18 5l-8 7 8 7z" />
        </button>
        <button type="button" aria-label={playing ? "Pause" : "Play"} onClick={play}>
          <Sign path={playing ? "M8 5v14M16 5v14" : "M8 5l10 7-10 7z"} />
        </button>
        <button type="button" class="quiet" aria-label="Next improvement" disabled={props.index === last} onClick={() => step(1)}>
          <Sign path="M17 5v14M6 5l8 7-8 7z" />
        </button>
      </div>
      <label class="unseen" for={slider}>
        Improvement
      </label>
      <input
        id={slider}
        type="range"
        min={0}
        max={last}
        value={props.index}
        aria-valuetext={`${whole(props.index + 1)} of ${whole(frames.length)}: cost ${costs} after ${duration(frame.seconds)}`}
        onInput={(event) => {
          const index = Number(event.currentTarget.value);
          setPlaying(false);
          onIndex(() => index);
        }}
      />
      <p class="replay-at">
        <b>{costs}</b> {duration(frame.seconds)}
        <span>
          {whole(props.index + 1)} of {whole(frames.length)}
        </span>
      </p>
      <select aria-label="Speed of the replay" value={speed} onChange={(event) => setSpeed(event.currentTarget.value as keyof typeof speeds)}>
        {Object.keys(speeds).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}

function Sign(props: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d={props.path} />
    </svg>
  );
}
