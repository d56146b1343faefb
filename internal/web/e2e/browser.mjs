// Debian's Chromium, without a screen, and what it must never do.
import { chromium } from "playwright-core";
import { deadline } from "./until.mjs";

const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
const software = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

// flat is for a browser that has no WebGL.
export const flat = ["--disable-3d-apis", "--disable-gpu"];

export function launch(args = software) {
  return chromium.launch({ executablePath: path, args: ["--no-sandbox", ...args] });
}

// Runs are asked whether they have trails or a recording: not all do.
const probes = [/refusal: 409 GET \S+\/trails/, /refusal: 404 GET \S+\/frames/];

// Visit is a person with a browser profile of their own, who looks at one service. It notes
// each request to elsewhere, each violation of the policy, each error of the page and each
// answer that is a refusal, unless a pattern of allow says that the test asks for it.
export class Visit {
  faults = [];

  constructor(service, allow) {
    this.service = service;
    this.allow = [...probes, ...allow];
  }

  // With a token the person is signed in; with policy: false a checker may be put into the page.
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
      // Refusals are noted above, with what was asked for.
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
