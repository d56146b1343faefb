// Common to all pages: frame, addresses, language.
import assert from "node:assert/strict";
import { stage } from "../harness.mjs";

const scene = stage();

scene("pages have an address and a title, and Back works", async ({ page, open }) => {
  await open();
  await page.getByRole("navigation").getByRole("link", { name: "Jobs" }).click();
  await page.waitForURL("**/jobs");
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/");
  assert.match(await page.title(), /Tourmaline/);
});

scene("an unknown address shows a message", { allow: [/404 GET \/nowhere/] }, async ({ page, open }) => {
  const answer = await open("/nowhere");
  assert.equal(answer.status(), 404);
});

// Drawings read the theme colours one after another: none may be in transition.
scene("without motion, colours change at once", async ({ page, open }) => {
  await open();
  const [text, bad] = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("span"));
    return ["--text", "--bad"].map((token) => {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    });
  });
  assert.notEqual(text, bad);
});
