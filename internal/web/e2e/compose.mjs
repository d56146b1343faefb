// The README's picture: panels of real pages, side by side, composed by the browser.
import { Visit } from "./browser.mjs";
import { settled } from "./screens.mjs";

// panels are the pages of the picture, each with its window size: a large one, two smaller ones above
// each other, and a phone.
const panels = (jobs) => [
  { path: `/jobs/${jobs.board}`, theme: "dark", width: 1280, height: 860, shown: 566 },
  { path: `/jobs/${jobs.germany}`, theme: "light", width: 1280, height: 860, shown: 271 },
  { path: `/compare?job=${jobs.board}&job=${jobs.ants}&job=${jobs.seeds[0]}`, theme: "light", width: 1280, height: 860, shown: 271 },
  { path: `/jobs/${jobs.running}`, theme: "light", width: 390, height: 844, shown: 566 },
];

const style = `
  body { margin: 0; padding: 24px; width: fit-content; height: 566px; display: flex; flex-flow: column wrap; gap: 24px; background: #e8edee; }
  img { display: block; border-radius: 8px; box-shadow: 0 1px 3px #0003, 0 8px 24px #0002; }`;

// compose writes the picture to a file.
export async function compose(browser, service, jobs, path) {
  const images = [];
  for (const panel of panels(jobs)) images.push(`<img height="${panel.shown}" src="data:image/png;base64,${(await shot(browser, service, panel)).toString("base64")}">`);
  const page = await browser.newPage({ viewport: { width: 1624, height: 614 } });
  await page.setContent(`<style>${style}</style>${images.join("")}`);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  const right = await page.evaluate(() => Math.max(...[...document.images].map((image) => image.getBoundingClientRect().right)));
  await page.screenshot({ path, clip: { x: 0, y: 0, width: Math.round(right) + 24, height: 614 } });
  await page.close();
}

async function shot(browser, service, { path, theme, width, height }) {
  const visit = await Visit.begin(browser, service, { theme, width, height, locale: "en-IE" });
  await visit.open(path);
  await settled(visit.page);
  const png = await visit.page.screenshot();
  await visit.end();
  return png;
}
