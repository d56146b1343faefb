// mercator is a place as x, y on a map of the world of size 1.
function mercator([lat, lon]) {
	const phi = Math.min(Math.max(lat, -85.05), 85.05) * Math.PI / 180;
	return [(lon + 180) / 360, (1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2];
}

// follow continues a line on a map: each point is the copy of itself that is nearest to the
// one before, so that a line across the date line stays short.
function follow(from, points) {
	let before = from;
	return points.map(([px, py]) => before = [before ? px + Math.round(before[0] - px) : px, py]);
}

// newMap shows the route over images of the server that the page names.
function newMap(el, data, onFailure) {
	const tiles = el.querySelector('.tiles'), overlay = el.querySelector('.overlay');
	const stops = follow(null, data.places.map(mercator));
	const legs = data.lines ? data.lines.map((line, i) => follow(stops[i], line.map(mercator))) : [stops];
	if (!data.lines && data.closed) legs.push(follow(stops.at(-1), [stops.at(-1), stops[0]]));
	const lines = [svg('path', {class: 'route'}, overlay), svg('path', {class: 'route'}, overlay)];
	const numbered = stops.length <= 200;
	const dots = svg('path', {class: 'dots'}, overlay);
	const discs = (numbered ? stops : []).map((_, i) => {
		const g = svg('g', {class: 'stop'}, overlay);
		svg('circle', {r: radius(i + 1)}, g);
		svg('text', {}, g).textContent = i + 1;
		return g;
	}).reverse(); // the first lies on top
	discs.forEach(g => overlay.append(g));
	discs.reverse();
	const marker = newMarker(overlay);
	const shown = new Map();
	const deepest = 19;
	let cx = 0.5, cy = 0.5, zoom = 1, marked = -1, due = false, loaded = 0;

	const size = () => 256 * 2 ** zoom; // of the world
	const onScreen = ([px, py]) => [(px - cx) * size() + el.clientWidth / 2, (py - cy) * size() + el.clientHeight / 2];
	const path = line => 'M' + line.map(p => onScreen(p).map(v => v.toFixed(1)).join(' ')).join('L');

	const newTile = (level, tx, ty) => {
		const img = new Image();
		img.alt = '';
		img.draggable = false;
		img.onload = () => { loaded++; };
		img.onerror = () => {
			img.remove();
			if (loaded === 0) onFailure();
		};
		const around = 2 ** level;
		img.src = data.tiles.url.replaceAll('{z}', level).replaceAll('{x}', (tx % around + around) % around).replaceAll('{y}', ty);
		return img;
	};
	const drawTiles = () => {
		const level = Math.min(Math.max(Math.round(zoom), 0), deepest);
		const count = 2 ** level, side = size() / count;
		const left = el.clientWidth / 2 - cx * size(), top = el.clientHeight / 2 - cy * size();
		const wanted = new Set();
		for (let ty = Math.max(0, Math.floor(-top / side)); ty < count && top + ty * side < el.clientHeight; ty++) {
			for (let tx = Math.floor(-left / side); left + tx * side < el.clientWidth; tx++) {
				const key = `${level}/${tx}/${ty}`;
				wanted.add(key);
				if (!shown.has(key)) shown.set(key, tiles.appendChild(newTile(level, tx, ty)));
				const x = Math.round(left + tx * side), y = Math.round(top + ty * side);
				Object.assign(shown.get(key).style, {
					left: x + 'px', top: y + 'px',
					width: Math.round(left + (tx + 1) * side) - x + 'px', height: Math.round(top + (ty + 1) * side) - y + 'px',
				});
			}
		}
		for (const [key, img] of shown) {
			if (wanted.has(key)) continue;
			img.remove();
			shown.delete(key);
		}
	};
	const draw = () => {
		due = false;
		if (el.hidden) return;
		drawTiles();
		const d = legs.map(path).join('');
		for (const line of lines) line.setAttribute('d', d);
		if (!numbered) dots.setAttribute('d', stops.map(p => `M${onScreen(p).map(v => v.toFixed(1)).join(' ')}h0`).join(''));
		discs.forEach((g, i) => g.setAttribute('transform', `translate(${onScreen(stops[i]).join(' ')})`));
		view.mark(marked);
	};
	const soon = () => {
		if (!due) requestAnimationFrame(draw);
		due = true;
	};
	const view = {
		el,
		pan(dx, dy) {
			cx -= dx / size();
			cy = Math.min(Math.max(cy - dy / size(), 0), 1);
			soon();
		},
		zoom(factor, px, py) {
			const next = Math.min(Math.max(zoom + Math.log2(factor), 0), deepest);
			const dx = (px - el.clientWidth / 2) / size(), dy = (py - el.clientHeight / 2) / size();
			const shrink = 2 ** (zoom - next);
			cx += dx * (1 - shrink);
			cy += dy * (1 - shrink);
			zoom = next;
			soon();
			return true;
		},
		all() {
			const xs = legs.flat().map(p => p[0]), ys = legs.flat().map(p => p[1]);
			const ends = list => list.reduce(([lo, hi], v) => [Math.min(lo, v), Math.max(hi, v)], [Infinity, -Infinity]);
			const [[west, east], [north, south]] = [ends(xs), ends(ys)];
			cx = (west + east) / 2;
			cy = (north + south) / 2;
			const room = Math.min((el.clientWidth - 80) / (east - west), (el.clientHeight - 80) / (south - north));
			zoom = Math.min(Math.max(Math.log2(room / 256), 0), 16);
			soon();
		},
		find(px, py) { return nearest(stops.flatMap(onScreen), px, py, 24); },
		mark(i) {
			marked = i;
			if (i < 0) marker.hide();
			else marker.put(...onScreen(stops[i]), 1, i + 1);
		},
		reveal(i) {
			const [px, py] = onScreen(stops[i]);
			if (px > 0 && py > 0 && px < el.clientWidth && py < el.clientHeight) return;
			[cx, cy] = stops[i];
			soon();
		},
	};
	new ResizeObserver(soon).observe(el);
	view.all();
	return view;
}
