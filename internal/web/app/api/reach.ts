// Tracks whether the server responds. After a failed request, it polls until the server is back.

const changed = new EventTarget();
const pause = 1500; // milliseconds between attempts
let there = true;

export function isThere(): boolean {
  return there;
}

// noteAnswer records whether the server has responded.
export function noteAnswer(answered: boolean): void {
  if (answered === there) return;
  there = answered;
  changed.dispatchEvent(new Event("change"));
  if (!there) setTimeout(() => void knock(), pause);
}

async function knock(): Promise<void> {
  if (there) return;
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) noteAnswer(true);
  else setTimeout(() => void knock(), pause);
}

// onReach calls the listener when the server becomes unreachable or reachable.
export function onReach(listener: (there: boolean) => void): () => void {
  const tell = () => listener(there);
  changed.addEventListener("change", tell);
  return () => changed.removeEventListener("change", tell);
}
