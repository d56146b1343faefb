// The credentials of the page: a token that was typed in, or the session of a one-time code in the
// address. They are kept for this tab only, and never in the address.

const key = "tourmaline.token";
const changed = new EventTarget();

let token: string | null = sessionStorage.getItem(key);
let needed = false;
let lapsed = false;

export function currentToken(): string | null {
  return token;
}

// signIn sets the token.
export function signIn(value: string): void {
  setToken(value.trim(), false);
}

// signOut deletes the token.
export function signOut(): void {
  lapsed = false;
  setToken(null, true);
}

// refused records that the server rejected the token that was sent, or requires one.
export function refused(sent: string | null): void {
  if (sent !== token) return; // the token has changed since
  lapsed = sent !== null;
  setToken(null, true);
}

function setToken(next: string | null, require: boolean): void {
  token = next;
  needed = require;
  if (token === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
  changed.dispatchEvent(new Event("change"));
}

export function tokenNeeded(): boolean {
  return needed;
}

// wasSignedIn reports whether a token existed before one was needed.
export function wasSignedIn(): boolean {
  return lapsed;
}

export function onSession(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
}

// signedIn waits until the reader has signed in.
export function signedIn(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!needed) return resolve();
    const done = onSession(() => {
      if (needed) return;
      done();
      resolve();
    });
    signal?.addEventListener("abort", () => {
      done();
      reject(signal.reason);
    });
  });
}

// arrive exchanges the one-time code in the address, if any, for a session.
export async function arrive(): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return;
  history.replaceState(null, "", location.pathname + location.search);
  const answer = await fetch("/v1/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  }).catch(() => null);
  if (answer?.ok) {
    const session = (await answer.json()) as { token: string };
    signIn(session.token);
  } else if (answer?.status === 401 && token === null) {
    refused(null);
  }
}
