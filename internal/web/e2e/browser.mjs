// Headless Chromium, and what it must never do.
import { chromium } from "playwright-core";
import { deadline } from "./until.mjs";

const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
const software = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

// flat has the flags of a browser without WebGL.
export const flat = ["--disable-3d-apis", "--disable-gpu"];

export function launch(args = software) {
  return chromium.launch({ executablePath: path, args: ["--no-sandbox", ...args] });
}

// Not every run has trails or a recording, so these requests may fail.
const probes = [/refusal: 409 GET \S+\/trails/, /refusal: 404 GET \S+\/frames/];

// Visit is a user with a separate browser profile and one service. It records each request to another
// origin, each policy violation, each page error and each error response, unless a pattern of allow
// matches.
export class Visit {
  faults = [];

  constructor(service, allow) {
    this.service = service;
    this.allow = [...probes, ...allow];
  }

  // With a token the user is signed in; policy: false permits injecting a checker.
  static async begin(browser, service, { locale = "en-GB", theme = "light", width = 1440, height = 900, token, allow = [], policy = true, ...more } = {}) {
    const visit = new Visit(service, allow);
    visit.context = await browser.newContext({
      locale,
      colorScheme: theme,
      viewport: { width, height },
      bypassCSP: !policy,
      acceptDownloads: true,
      reducedMotion: "reduce",
      timezoneId: "Europe/Berlin",
      permissions: ["clipboard-read", "clipboard-write"],
      ...more,
    });
    visit.context.setDefaultTimeout(deadline);
    await visit.context.exposeBinding("policyViolated", (_, text) => visit.#fault(`policy: ${text}`));
    await visit.context.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => window.policyViolated(`${event.violatedDirective} ${event.blockedURI}`));
    });
    if (token !== undefined) {
      await visit.context.addInitScript((value) => location.protocol === "http:" && sessionStorage.setItem("tourmaline.token", value), token);
    }
    visit.context.on("page", (page) => visit.#follow(page));
    visit.page = await visit.context.newPage();
    return visit;
  }

  #fault(text) {
    if (!this.allow.some((pattern) => pattern.test(text))) this.faults.push(text);
  }

  #follow(page) {
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (!["blob:", "data:", "about:"].includes(protocol) && origin !== this.service.url) this.#fault(`request to elsewhere: ${request.url()}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) this.#fault(`refusal: ${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    page.on("websocket", (socket) => this.#fault(`web socket: ${socket.url()}`));
    page.on("pageerror", (error) => this.#fault(`error: ${error.stack ?? error}`));
    page.on("crash", () => this.#fault("the tab has crashed"));
    page.on("dialog", async (dialog) => {
      this.#fault(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on("console", (message) => {
      // Error responses are recorded above, with their request.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource: the server responded")) this.#fault(`console: ${message.text()}`);
    });
  }

  open(path = "/") {
    return this.page.goto(this.service.url + path);
  }

  async end() {
    await this.context.close();
  }
}
