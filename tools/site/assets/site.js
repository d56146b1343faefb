// The search of the documentation. The index is loaded with the first search, from the folder of the
// site, and nothing that the reader types leaves the page.
const script = document.currentScript;
const root = script.dataset.root;
const form = document.querySelector("form[role=search]");
const input = form.querySelector("input");
const found = document.getElementById("found");
const article = document.querySelector("article");
const most = 20;

// index returns the entries [address, title, heading, text]. A script is loaded, because pages without
// a server cannot read files.
let loading;
function index() {
  loading ??= new Promise((done, fail) => {
    const load = document.createElement("script");
    load.src = `${root}search.js`;
    load.addEventListener("load", () => done(window.tourmalineIndex));
    load.addEventListener("error", () => fail(new Error("the index of the search is missing")));
    document.head.append(load);
  });
  return loading;
}

// score is 0 unless the entry contains all words. Headings count more than text, starts of words more
// than other places.
function score([, title, heading, text], words) {
  let sum = 0;
  for (const word of words) {
    const start = new RegExp(`(^|[^\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "iu");
    const points = (start.test(heading) ? 20 : 0) + (start.test(title) ? 8 : 0) + (start.test(text) ? 3 : 0);
    if (points === 0 && !`${title} ${heading} ${text}`.toLowerCase().includes(word)) return 0;
    sum += points + 1;
  }
  return sum;
}

// excerpt appends the text around the first word that is found, with the words marked.
function excerpt(to, text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0), text.length) - 60);
  const part = (at > 0 && at < text.length ? "… " : "") + text.slice(at < text.length ? at : 0).slice(0, 200);
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  for (const [i, piece] of part.split(pattern).entries()) {
    const element = document.createElement(i % 2 ? "mark" : "span");
    element.textContent = piece;
    to.append(element);
  }
}

function row([address, title, heading, text], words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = root + address;
  link.textContent = heading && heading !== title ? `${title}: ${heading}` : title;
  const preview = document.createElement("p");
  excerpt(preview, text, words);
  item.append(link, preview);
  return item;
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  article.hidden = words.length > 0;
  if (words.length === 0) return found.replaceChildren();
  const entries = await index();
  const hits = entries.map((entry) => ({ entry, points: score(entry, words) })).filter(({ points }) => points > 0);
  hits.sort((a, b) => b.points - a.points);
  const title = document.createElement("h1");
  title.textContent = hits.length === 0 ? "Nothing found" : hits.length === 1 ? "1 place found" : `${hits.length} places found`;
  const list = document.createElement("ol");
  list.append(...hits.slice(0, most).map(({ entry }) => row(entry, words)));
  found.replaceChildren(title, list);
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
input.addEventListener("input", search);
found.addEventListener("click", (event) => {
  // The link may lead to a heading of this page.
  if (!event.target.closest("a")) return;
  input.value = "";
  search();
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && !["INPUT", "TEXTAREA"].includes(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === "Escape" && document.activeElement === input) {
    input.value = "";
    search();
  }
});
