// Access: signing in, expired and revoked tokens, tenants.
import assert from "node:assert/strict";
import { stage } from "../harness.mjs";
import { uniform } from "../instances.mjs";
import { Tokens } from "../service.mjs";
import { shown } from "../view.mjs";

const tokens = new Tokens();
const [acme, brief, other] = [tokens.create("acme"), tokens.create("acme"), tokens.create("other")];
const scene = stage({ args: ["--tokens", tokens.file] });
const refused = [/refusal: 401/];

async function signIn(page, token) {
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const long = { file: "long.tsp", content: uniform(2000), settings: { time_limit: "1h", seed: 1 } };

scene("a service with tokens asks for one and rejects a wrong one", { allow: refused }, async ({ page, open }) => {
  await open("/jobs");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(page, "tml_00000000_wrong");
  await page.getByText("rejects this token").waitFor();
  await signIn(page, acme);
  await page.getByRole("heading", { name: "Jobs" }).waitFor();
  assert.ok(!page.url().includes(acme), "the token is not in the address");
});

scene("after a token is revoked, the page continues with another", { allow: refused }, async ({ service, page, open }) => {
  const { id } = await service.submit(long, acme);
  await open(`/jobs/${id}`);
  await signIn(page, brief);
  const before = await shown(page, "Steps");
  tokens.revoke(brief);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(page, acme);
  await page.waitForURL(`**/jobs/${id}`);
  assert.ok((await shown(page, "Steps", (value) => value > before)) > before, "the page goes on");
  await service.ask(`/v1/jobs/${id}`, { method: "DELETE", token: acme });
});

scene("an expired token is asked for again", { allow: refused }, async ({ service, page, open }) => {
  const { id } = await service.submit(long, acme);
  await open(`/jobs/${id}`);
  const expiring = tokens.create("acme", "--expires", "5s");
  service.readTokens();
  await signIn(page, expiring);
  await page.getByText("rejects this token; it may have expired").waitFor();
  await signIn(page, acme);
  await shown(page, "Steps");
  await service.ask(`/v1/jobs/${id}`, { method: "DELETE", token: acme });
});

scene("tenants see their own jobs only", async ({ service, visit }) => {
  const mine = await service.solved("mine.tsp", uniform(50), { max_steps: 2, seed: 1 }, { label: "job of acme" }, acme);
  await service.solved("theirs.tsp", uniform(50), { max_steps: 2, seed: 1 }, { label: "job of the other" }, other);
  const [first, second] = [await visit({ token: acme }), await visit({ token: other, allow: [/refusal: 404/] })];
  await first.open("/jobs");
  await second.open("/jobs");
  await first.page.getByText("job of acme").waitFor();
  await second.page.getByText("job of the other").waitFor();
  assert.equal(await first.page.getByText("job of the other").count(), 0);
  assert.equal(await second.page.getByText("job of acme").count(), 0);
  await second.open(`/jobs/${mine.id}`);
  await second.page.getByText(/job .* not found/).waitFor();
});
