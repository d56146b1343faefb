// Whether the server answers. Requests tell; while it does not, it is asked until it does.

const changed = new EventTarget();
const pause = 1500; // milliseconds between two attempts
let there = true;

export function isThere(): boolean {
  return there;
}

// noteAnswer notes that the server has answered, or that it has not.
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

// onReach calls the listener when the server goes away or is back.
export function onReach(listener: (there: boolean) => void): () => void {
  const tell = () => listener(there);
  changed.addEventListener("change", tell);
  return () => changed.removeEventListener("change", tell);
}
