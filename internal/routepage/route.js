const $ = id => document.getElementById(id);
const data = JSON.parse($('data').textContent);
const rows = [...document.querySelectorAll('tbody tr')];
const views = [];
let picked = -1, pointed = -1; // stops: one stays when the pointer leaves, one does not

// show marks the current stop in the list and in all views, and says what it is.
function show() {
	const i = pointed >= 0 ? pointed : picked;
	document.querySelector('tr.current')?.classList.remove('current');
	rows[i]?.classList.add('current');
	for (const view of views) view.mark(i);
	if (!$('here')) return;
	$('here').replaceChildren();
	if (i < 0) return;
	const [, number, name, leg, total] = rows[i].cells;
	const strong = document.createElement('b');
	strong.textContent = `${number.textContent} ${name.querySelector('button').textContent}`.trim();
	$('here').append(strong, i > 0 ? `: ${leg.textContent} from the previous stop, ${total.textContent} so far` : ': the start');
}

function point(i) {
	if (i === pointed) return;
	pointed = i;
	show();
}

function pick(i) {
	picked = i;
	pointed = -1;
	show();
}

// pickInList picks a stop and brings it into sight in the views.
function pickInList(i) {
	pick(i);
	for (const view of views) {
		if (view.el.hidden) continue;
		view.reveal(i);
		view.el.scrollIntoView({block: 'nearest', behavior: 'smooth'});
	}
}

// pickInView picks a stop and brings its row into sight.
function pickInView(i) {
	pick(i);
	if (i < 0) return;
	const folded = rows[i].closest('details');
	if (folded) folded.open = true;
	if (matchMedia('(min-width: 60rem)').matches) rows[i].scrollIntoView({block: 'center', behavior: 'smooth'});
}

// listen makes a view answer to pointers, keys and the buttons.
function listen(view) {
	views.push(view);
	const el = view.el;
	const middle = () => [el.clientWidth / 2, el.clientHeight / 2];
	gestures(el, {
		pan: view.pan, zoom: view.zoom,
		hover: (x, y) => point(view.find(x, y)),
		leave: () => point(-1),
		tap: (x, y) => pickInView(view.find(x, y)),
	});
	const acts = {in: () => view.zoom(1.6, ...middle()), out: () => view.zoom(1 / 1.6, ...middle()), all: () => view.all()};
	for (const button of document.querySelectorAll('[data-zoom]')) {
		button.addEventListener('click', () => el.hidden || acts[button.dataset.zoom]());
	}
	const step = by => {
		pick(Math.min(Math.max(picked + by, 0), rows.length - 1));
		view.reveal(picked);
	};
	const keys = {
		'+': acts.in, '=': acts.in, '-': acts.out, '0': acts.all,
		ArrowRight: () => step(1), ArrowDown: () => step(1), ArrowLeft: () => step(-1), ArrowUp: () => step(-1),
		Home: () => step(-rows.length), End: () => step(rows.length), Escape: () => pick(-1),
	};
	el.addEventListener('keydown', e => {
		if (e.target !== el || e.ctrlKey || e.metaKey || e.altKey || !keys[e.key]) return;
		keys[e.key]();
		e.preventDefault();
	});
}

// The list. The table listens for all rows: thousands of listeners would take a browser
// minutes. The way back belongs to the first stop, which its index in the foot says.
const table = document.querySelector('table');
const stopAt = e => e.target.closest('tbody tr, tfoot tr')?.sectionRowIndex ?? -1;
table.addEventListener('pointerover', e => e.pointerType === 'mouse' && point(stopAt(e)));
table.addEventListener('pointerleave', () => point(-1));
table.addEventListener('click', e => e.target.closest('.name button') && pickInList(stopAt(e)));

// Ticks stay in this browser.
const memory = 'tourmaline-route-' + data.id;
const boxes = rows.map(row => row.querySelector('input'));
const recall = () => {
	try { return JSON.parse(localStorage.getItem(memory)) || []; } catch { return []; }
};
const countTicks = () => {
	rows.forEach((row, i) => row.classList.toggle('ticked', !!boxes[i]?.checked));
	const done = boxes.filter(box => box?.checked).length;
	$('ticks').hidden = done === 0;
	$('ticks').firstElementChild.textContent = `${done} of ${boxes.filter(Boolean).length} done`;
};
const keepTicks = () => {
	countTicks();
	try { localStorage.setItem(memory, JSON.stringify(boxes.flatMap((box, i) => box?.checked ? [i] : []))); } catch { /* ticks last as long as the page */ }
};
for (const i of recall()) if (boxes[i]) boxes[i].checked = true;
countTicks();
table.addEventListener('change', keepTicks);
$('ticks').querySelector('button').addEventListener('click', () => {
	boxes.forEach(box => { if (box) box.checked = false; });
	keepTicks();
});

// Files are packed, so that the page stays small.
const unpacked = async file => {
	const bytes = Uint8Array.from(atob(file.gzip), c => c.charCodeAt(0));
	const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
	return new Blob([await new Response(text).blob()], {type: file.type});
};
for (const button of document.querySelectorAll('[data-file]')) {
	button.addEventListener('click', async () => {
		const file = data.downloads.find(d => d.file === button.dataset.file);
		const link = document.createElement('a');
		link.href = URL.createObjectURL(await unpacked(file));
		link.download = file.file;
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 60000);
	});
}
$('print').addEventListener('click', () => print());

if ($('picture')) listen(newPicture($('picture'), data.spots));

// The map is made when somebody asks for it, and not before.
if ($('as-file')) $('as-file').hidden = location.protocol !== 'file:';
$('show-map')?.addEventListener('click', () => {
	const onMap = $('map').hidden;
	$('map').hidden = !onMap;
	if ($('picture')) $('picture').hidden = onMap;
	$('show-map').textContent = onMap ? 'Show the drawing' : 'Show on a map';
	$('show-map').setAttribute('aria-pressed', onMap);
	if (onMap && !views.some(view => view.el === $('map'))) {
		listen(newMap($('map'), data, () => { $('no-tiles').textContent = `No images came from ${data.tiles.host}; the route is drawn without them.`; }));
	}
	show();
});
