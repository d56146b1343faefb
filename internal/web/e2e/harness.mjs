// A test is a scene: a service, a browser and a visitor. Every scene fails if the page contacts another
// origin, violates its policy or reports an error.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, Visit } from "./browser.mjs";
import { Service } from "./service.mjs";
import { deadline } from "./until.mjs";

const failures = process.env.FAILURES ?? join(import.meta.dirname, "failures");

// stage starts one service and one browser for the scenes of a file. The setting may have arguments of
// serve and flags of the browser.
export function stage({ args = [], flags } = {}) {
  const shared = {};
  before(async () => {
    [shared.service, shared.browser] = await Promise.all([Service.start(...args), launch(flags)]);
  });
  after(async () => {
    await shared.browser?.close();
    await shared.service?.stop();
  });
  return (name, options, body) => scene(shared, name, options, body);
}

function scene(shared, name, options, body) {
  if (body === undefined) [options, body] = [{}, options];
  test(name, { timeout: 3 * deadline }, async () => {
    const { service, browser } = shared;
    const visits = [];
    const visit = async (more) => {
      visits.push(await Visit.begin(browser, service, { ...options, ...more }));
      return visits.at(-1);
    };
    const first = await visit();
    try {
      await body({ service, browser, visit, first, page: first.page, open: (path) => first.open(path) });
      assert.deepEqual(visits.flatMap((each) => each.faults), [], "the page did what it must not do");
    } catch (error) {
      await picture(name, visits);
      error.message += `\nfaults: ${JSON.stringify(visits.flatMap((each) => each.faults), null, 2)}\nlog of the service: ${service.log.slice(-2000)}`;
      throw error;
    } finally {
      await Promise.all(visits.map((each) => each.end()));
    }
  });
}

// picture saves what the visitors saw when a scene failed.
async function picture(name, visits) {
  mkdirSync(failures, { recursive: true });
  for (const [i, visit] of visits.entries()) {
    const path = join(failures, `${name.replace(/[^a-z0-9]+/gi, "-")}-${i + 1}.png`);
    await visit.page.screenshot({ path, fullPage: true, timeout: 10_000 }).catch(() => undefined);
  }
}
