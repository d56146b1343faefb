// The events of a job, by fetch: an EventSource cannot send a token. A broken stream resumes where
// it ended.
import { ask } from "./client";
import { parseExact } from "./exact";
import { Refusal } from "./problem";
import type { Job, Progress } from "./types";

export type JobEvent =
  | { kind: "job"; job: Job }
  | { kind: "progress"; progress: Progress; worker?: string }
  | { kind: "connection"; state: "open" | "lost" };

type Message = { id: string; event: string; data: string };

const pauses = [250, 500, 1000, 2000, 4000]; // milliseconds before a retry

// watch calls the listener until the job has ended, the request is rejected or the signal aborts.
// With from "0" it starts with all stored events.
export async function watch(id: string, listener: (event: JobEvent) => void, signal: AbortSignal, from = "0"): Promise<void> {
  let last = from;
  let failures = 0;
  let ended = false;
  while (!signal.aborted && !ended) {
    try {
      const answer = await ask(`/v1/jobs/${encodeURIComponent(id)}/events`, { headers: { "Last-Event-ID": last }, signal });
      listener({ kind: "connection", state: "open" });
      failures = 0;
      for await (const message of messages(answer, signal)) {
        if (message.id !== "") last = message.id;
        if (message.event === "job") {
          const job = parseExact<Job>(message.data);
          listener({ kind: "job", job });
          ended = job.state === "done" || job.state === "failed" || job.state === "cancelled";
        } else if (message.event === "progress") {
          listener({ kind: "progress", ...(JSON.parse(message.data) as { progress: Progress; worker?: string }) });
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429) throw error;
    }
    if (ended) return;
    listener({ kind: "connection", state: "lost" });
    await pause(pauses[Math.min(failures++, pauses.length - 1)] ?? 1000, signal);
  }
}

// messages reads server-sent events from a response.
async function* messages(answer: Response, signal: AbortSignal): AsyncGenerator<Message> {
  if (answer.body === null) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        yield parse(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function parse(block: string): Message {
  const message: Message = { id: "", event: "message", data: "" };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).replace(/^ /, "");
    switch (line.slice(0, colon)) {
      case "id":
        message.id = value;
        break;
      case "event":
        message.event = value;
        break;
      case "data":
        message.data += (message.data === "" ? "" : "\n") + value;
    }
  }
  return message;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
