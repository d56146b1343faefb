// The worker runs the WebAssembly command, so that the page stays responsive.
import type { Order } from "./messages";

declare function importScripts(...names: string[]): void;
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
declare function tourmalineSolve(request: string, content: Uint8Array): void;
declare function tourmalineStop(): void;

importScripts("wasm_exec.js");
const ready = start();

async function start(): Promise<void> {
  const response = await fetch("tourmaline.wasm");
  if (!response.ok) throw new Error(`tourmaline.wasm: ${response.status} ${response.statusText}`);
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
  void go.run(instance); // returns when the command waits
}

self.onmessage = async ({ data }: MessageEvent<Order>) => {
  try {
    await ready;
    if ("stop" in data) tourmalineStop();
    else tourmalineSolve(JSON.stringify(data.start.request), data.start.content);
  } catch (error) {
    self.postMessage(JSON.stringify({ error: `The solver did not start: ${String(error)}` }));
  }
};
