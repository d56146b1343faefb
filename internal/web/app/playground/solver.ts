import type { Message, Order, Request } from "./messages";

// A Solver solves files in a worker, one at a time.
export class Solver {
  private readonly worker = new Worker("worker.js");

  constructor(receive: (message: Message) => void) {
    this.worker.onmessage = ({ data }: MessageEvent<string>) => receive(JSON.parse(data) as Message);
    this.worker.onerror = (event) => receive({ error: `The solver failed: ${event.message}. Reload the page to try again.` });
  }

  start(request: Request, content: Uint8Array): void {
    this.post({ start: { request, content } });
  }

  // stop ends the search, which then sends its best route.
  stop(): void {
    this.post({ stop: true });
  }

  close(): void {
    this.worker.terminate();
  }

  private post(order: Order): void {
    this.worker.postMessage(order);
  }
}
