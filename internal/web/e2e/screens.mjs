// Every page, with real runs: fixed seeds and steps, so that each always looks the same.
import { assignment, colouring, cut, drilling, germany, minutes, perceptron, uniform } from "./instances.mjs";
import { until } from "./until.mjs";

// prepare runs the jobs that the pages show and returns their ids.
export async function prepare(service, scale = 1) {
  const done = async (file, content, steps, more = {}) => {
    const { algorithm, params, seed = 1, ...rest } = more;
    const settings = { max_steps: Math.ceil(steps * scale), seed, ...(algorithm && { algorithm }), ...(params && { params }) };
    return (await service.solved(file, content, settings, rest)).id;
  };
  const board = drilling(Math.ceil(2000 * scale));
  const jobs = {
    board: await done("board.tsp", board, 200, { label: "Board 17, drilling order" }),
    ants: await done("board.tsp", board, 10, { algorithm: "mmas", label: "The same by ants" }),
    seeds: [await done("board.tsp", board, 200, { seed: 2 }), await done("board.tsp", board, 200, { seed: 3 })],
    germany: await done("germany.csv", germany, 50, { label: "Tour of Germany" }),
    path: await done("germany.csv", germany, 50, { label: "From Flensburg to Konstanz", route: { start: "Flensburg", end: "Konstanz" } }),
    matrix: await done("minutes.csv", minutes, 50, { label: "By minutes", reading: { unit: "min" } }),
    assignment: await done("grid36.dat", assignment(6), 2000, { label: "Machines on a floor" }),
    cut: await done("torus144.mc", cut(12), 2000),
    colouring: await done("planted60.col", colouring(60, 400, 4), 500),
    perceptron: await done("signs.ppp", perceptron(51, 57), 200),
    function: await done("rastrigin-10.fun", "rastrigin 10\n", 200),
  };
  const file = "uniform5000.tsp";
  jobs.running = (await service.submit({ file, content: uniform(5000), settings: { time_limit: "1h", seed: 1 }, label: "Five thousand places" })).id;
  await until("the run to find something", async () => (await service.job(jobs.running)).progress?.cost > 0);
  return jobs;
}

// screens are the pages of these jobs.
export function screens(jobs) {
  const run = (name, id) => ({ name, path: `/jobs/${id}` });
  return [
    { name: "home", path: "/" },
    { name: "home-read", path: `/?from=${jobs.germany}` },
    { name: "jobs", path: "/jobs" },
    run("run-live", jobs.running),
    run("run-done", jobs.board),
    run("run-germany", jobs.germany),
    run("run-path", jobs.path),
    run("run-matrix", jobs.matrix),
    run("run-assignment", jobs.assignment),
    run("run-cut", jobs.cut),
    run("run-colouring", jobs.colouring),
    run("run-perceptron", jobs.perceptron),
    run("run-function", jobs.function),
    { name: "compare", path: `/compare?${[jobs.board, jobs.ants, ...jobs.seeds].map((id) => `job=${id}`).join("&")}` },
    { name: "lost", path: "/jobs/none" },
  ];
}

// settled waits until a page has loaded its data.
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector("main :is(h1, h2, .failed)") !== null && document.querySelector("main .busy") === null);
  await page.evaluate(() => document.fonts.ready);
}
