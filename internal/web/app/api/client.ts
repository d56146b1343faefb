// The requests of the page. Every error response becomes a Refusal.
import { currentToken, refused, signedIn } from "../session";
import { parseExact, writeExact } from "./exact";
import { notAnswered, refusalOf } from "./problem";
import { noteAnswer } from "./reach";
import type { About, Algorithms, Job, Jobs, SubmitJob, Uploaded, Workers } from "./types";

// ask sends a request with the token of the session. If the server rejects the token, it waits until
// the reader has signed in and retries.
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = currentToken();
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    noteAnswer(false);
    throw notAnswered();
  }
  noteAnswer(true);
  if (answer.ok || answer.status === 304) return answer;
  if (answer.status === 401) {
    refused(token);
    await signedIn(init.signal);
    return ask(path, init);
  }
  throw await refusalOf(answer);
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return parseExact<T>(await (await ask(path, init)).text());
}

function posting(body: unknown): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: writeExact(body) };
}

const job = (id: string) => `/v1/jobs/${encodeURIComponent(id)}`;

export const api = {
  about: () => json<About>("/v1/server"),
  algorithms: async () => (await json<Algorithms>("/v1/algorithms")).algorithms ?? [],
  workers: async () => (await json<Workers>("/v1/workers")).workers ?? [],
  jobs: (query: { state?: string; after?: string; limit?: number } = {}) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    return json<Jobs>(`/v1/jobs?${search}`);
  },
  job: (id: string) => json<Job>(job(id)),
  cancel: (id: string) => json<Job>(job(id), { method: "DELETE" }),
  erase: (id: string) => ask(`${job(id)}/erase`, { method: "POST" }),
  submit: (body: SubmitJob) => json<Job>("/v1/jobs", posting(body)),
  upload: (data: Blob, query: URLSearchParams) =>
    json<Uploaded>(`/v1/instances?${query}`, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: data }),
  generate: (body: unknown) => json<Uploaded>("/v1/generated?preview=true", posting(body)),
};

// jobPath returns the path of a resource of a job.
export function jobPath(id: string, what: string): string {
  return `${job(id)}/${what}`;
}
