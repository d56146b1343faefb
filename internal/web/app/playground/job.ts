// A Job is a file and how to read it.
export type Job = { file: string; content: Uint8Array; columns: Partial<Record<string, string>> };
