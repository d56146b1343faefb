import type { Fault, Problem } from "./types";

// A Refusal is an error response of the server.
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly faults: Fault[],
  ) {
    super(detail);
    this.name = "Refusal";
  }

  // of returns the error of a field, such as settings.seed, without the path, for display beside the
  // field.
  of(field: string): string | undefined {
    const detail = this.faults.find((fault) => fault.field === field)?.detail;
    return detail?.startsWith(`${field}: `) ? detail.slice(field.length + 2) : detail;
  }

  // without returns the refusal without the errors of changed fields, or null if none remain.
  without(fields: string[]): Refusal | null {
    const faults = this.faults.filter((fault) => !fields.includes(fault.field ?? ""));
    if (faults.length === this.faults.length) return this;
    return faults.length === 0 ? null : new Refusal(this.status, this.code, faults.map((fault) => fault.detail).join("; "), faults);
  }
}

// unreachable is the code of a Refusal without a response.
export const unreachable = "unreachable";

export function notAnswered(): Refusal {
  return new Refusal(0, unreachable, "The server does not respond. Is it running?", []);
}

export async function refusalOf(answer: Response): Promise<Refusal> {
  try {
    const problem = (await answer.json()) as Problem;
    return new Refusal(answer.status, problem.code, problem.detail ?? answer.statusText, problem.errors ?? []);
  } catch {
    return new Refusal(answer.status, "unknown", `The server responded with ${answer.status} ${answer.statusText}.`, []);
  }
}
