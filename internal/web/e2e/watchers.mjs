// Many viewers of one run, without browsers: each reads the events of the job and polls its tour, like
// the page.
import { readFileSync } from "node:fs";
import { get } from "node:http";

// processorSeconds returns the processor time of a process so far.
export function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

// crowd starts viewers of a job for some seconds and counts what they receive.
export async function crowd(service, job, { watchers, seconds, every }) {
  const counts = { events: 0, eventBytes: 0, tours: 0, unchanged: 0, refused: 0, tourBytes: 0 };
  const end = Date.now() + seconds * 1000;
  const before = processorSeconds(service.pid);
  const began = performance.now();
  await Promise.all(Array.from({ length: watchers }, () => Promise.all([listen(service, job, end, counts), look(service, job, end, every, counts)])));
  return { ...counts, seconds: (performance.now() - began) / 1000, processorSeconds: processorSeconds(service.pid) - before };
}

// listen reads the events.
function listen(service, job, end, counts) {
  return new Promise((resolve, reject) => {
    const request = get(`${service.url}/v1/jobs/${job}/events`, { headers: { "Last-Event-ID": "0" } }, (answer) => {
      answer.on("data", (piece) => {
        counts.eventBytes += piece.length;
        counts.events += piece.toString("latin1").split("\n\n").length - 1;
      });
      answer.on("error", resolve); // it was broken off here
    });
    request.on("error", reject);
    setTimeout(() => {
      request.off("error", reject).on("error", () => undefined);
      request.destroy();
      resolve();
    }, end - Date.now());
  });
}

// look requests the tour if it has changed.
async function look(service, job, end, every, counts) {
  let tag = "";
  while (Date.now() < end) {
    const asked = Date.now();
    const answer = await tour(`${service.url}/v1/jobs/${job}/tour`, tag);
    tag = answer.tag;
    counts.tourBytes += answer.bytes;
    counts[answer.status === 200 ? "tours" : answer.status === 304 ? "unchanged" : "refused"]++; // a worker may be too busy to show it
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, asked + every - Date.now())));
  }
}

function tour(url, tag) {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { "Accept-Encoding": "gzip, deflate, br", ...(tag && { "If-None-Match": tag }) } }, (answer) => {
      let bytes = 0;
      answer.on("data", (piece) => (bytes += piece.length));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode, bytes, tag: answer.headers.etag ?? tag }));
    });
    request.on("error", reject);
  });
}
