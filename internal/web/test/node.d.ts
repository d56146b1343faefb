// Node's declarations that the tests use.
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
}
declare module "node:assert/strict" {
  export function equal(actual: unknown, expected: unknown, message?: string): void;
  export function deepEqual(actual: unknown, expected: unknown, message?: string): void;
  export function ok(value: unknown, message?: string): void;
  export function rejects(promise: Promise<unknown>, expected: RegExp): Promise<void>;
}
declare module "node:http" {
  type Request = { headers: Record<string, string | undefined> };
  type Response = { writeHead: (status: number, headers?: Record<string, string>) => Response; end: (data?: Uint8Array) => void };
  export function createServer(answer: (request: Request, response: Response) => void): {
    listen: (port: number, host: string, done: () => void) => void;
    address: () => { port: number };
    close: () => void;
  };
}
declare module "node:zlib" {
  export function deflateSync(data: Uint8Array): Uint8Array;
  export function crc32(data: Uint8Array): number;
}
declare module "node:fs" {
  export function readdirSync(folder: string, options: { recursive: true }): string[];
  export function readFileSync(file: string, encoding: "utf8"): string;
}
declare module "node:path" {
  export function dirname(file: string): string;
  export function join(...parts: string[]): string;
}
declare module "node:url" {
  export function fileURLToPath(url: URL): string;
}
