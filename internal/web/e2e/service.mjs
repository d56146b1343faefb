// A service as users start it: a separate process with its own folder.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { command, temporary, tourmaline } from "./command.mjs";
import { until } from "./until.mjs";

export class Service {
  #process;
  #log = "";

  constructor(args) {
    this.args = args;
    this.folder = temporary("service");
    this.listen = "127.0.0.1:0";
  }

  // start starts a service and waits until it responds.
  static async start(...args) {
    const service = new Service(args);
    await service.begin();
    return service;
  }

  // begin starts the process; after an earlier run, at the same address and with the same data.
  async begin() {
    const ready = join(this.folder, "ready");
    rmSync(ready, { force: true });
    this.#process = spawn(
      command(),
      ["serve", "--listen", this.listen, "--ready-file", ready, "--data", join(this.folder, "data"), ...this.args],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    const started = this.#process;
    process.once("exit", () => started.kill("SIGKILL"));
    this.#process.stderr.on("data", (text) => (this.#log += text));
    await until("the service to answer", () => {
      if (this.#process.exitCode !== null) throw new Error(`the service has ended:\n${this.#log}`);
      return existsSync(ready) && readFileSync(ready, "utf8").includes("\n");
    });
    this.url = new URL(readFileSync(ready, "utf8").split("\n")[0]).origin;
    this.listen = new URL(this.url).host;
  }

  get pid() {
    return this.#process.pid;
  }

  get log() {
    return this.#log;
  }

  // readTokens makes the service reload its tokens now instead of at its next check.
  readTokens() {
    this.#process.kill("SIGHUP");
  }

  // kill ends the process like a power cut.
  async kill() {
    await this.#end("SIGKILL");
  }

  async stop() {
    await this.#end("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(signal) {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill(signal);
    await ended;
  }

  // ask sends a request to the API.
  async ask(path, { token, ...init } = {}) {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
    if (typeof init.body === "string") headers.set("Content-Type", "application/json");
    const answer = await fetch(this.url + path, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async json(path, init) {
    return (await this.ask(path, init)).json();
  }

  async bytes(path, init) {
    return Buffer.from(await (await this.ask(path, init)).arrayBuffer());
  }

  // submit submits a job; wanted is the body of POST /v1/jobs.
  async submit(wanted, token) {
    return this.json("/v1/jobs", { method: "POST", body: JSON.stringify(wanted), token });
  }

  async job(id, token) {
    return this.json(`/v1/jobs/${id}`, { token });
  }

  // finished waits until a job has ended, and returns it.
  async finished(id, token) {
    return until(`job ${id} to end`, async () => {
      const job = await this.job(id, token);
      return ["done", "failed", "cancelled"].includes(job.state) && job;
    });
  }

  // solved solves a text in a number of steps, and returns the job.
  async solved(file, content, settings = { max_steps: 200, seed: 1 }, more = {}, token) {
    const { id } = await this.submit({ file, content, settings, ...more }, token);
    return this.finished(id, token);
  }
}

// Tokens is a file of tokens, for a service with --tokens.
export class Tokens {
  constructor() {
    this.file = join(temporary("tokens"), "tokens.json");
  }

  create(tenant, ...more) {
    const all = "jobs:read,jobs:write,instances:write";
    return tourmaline("tokens", "create", "--file", this.file, "--tenant", tenant, "--scopes", all, ...more).trim();
  }

  revoke(token) {
    tourmaline("tokens", "revoke", token.split("_")[1], "--file", this.file);
  }
}
