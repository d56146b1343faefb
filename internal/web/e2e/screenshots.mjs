// screenshots.mjs PICTURE [FOLDER]: the README's picture, composed from real pages, and with a folder,
// every page wide and narrow, light and dark.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, Visit } from "./browser.mjs";
import { compose } from "./compose.mjs";
import { prepare, screens, settled } from "./screens.mjs";
import { Service } from "./service.mjs";

const [picture, folder] = process.argv.slice(2);
const service = await Service.start();
const browser = await launch();
try {
  const jobs = await prepare(service);
  if (folder !== undefined) await everything(jobs);
  await compose(browser, service, jobs, picture);
} finally {
  await browser.close();
  await service.stop();
}

async function everything(jobs) {
  mkdirSync(folder, { recursive: true });
  for (const width of [1440, 390]) {
    for (const theme of ["light", "dark"]) {
      const visit = await Visit.begin(browser, service, { width, theme, height: width === 390 ? 844 : 900, deviceScaleFactor: 1 });
      for (const { name, path } of screens(jobs)) {
        await visit.open(path);
        await settled(visit.page);
        await visit.page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true });
      }
      for (const fault of new Set(visit.faults)) process.stderr.write(`${width} ${theme}: ${fault}\n`);
      await visit.end();
    }
  }
}
