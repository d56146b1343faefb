// gestures reports drags, wheel turns, pinches, taps and hovering over an element, in pixels
// from its corner. A wheel turn that zoom refuses, by returning false, scrolls the page.
function gestures(el, on) {
	const down = new Map();
	let moved = 0;
	const at = e => {
		const box = el.getBoundingClientRect();
		return [e.clientX - box.left, e.clientY - box.top];
	};
	const onControl = e => e.target.closest('button, a') !== null;
	el.addEventListener('wheel', e => {
		if (on.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.002)), ...at(e)) !== false) e.preventDefault();
	}, {passive: false});
	el.addEventListener('pointerdown', e => {
		if (e.button !== 0 || onControl(e)) return;
		if (down.size === 0) moved = 0;
		down.set(e.pointerId, at(e));
		el.setPointerCapture(e.pointerId);
	});
	el.addEventListener('pointermove', e => {
		const now = at(e), before = down.get(e.pointerId);
		if (!before) {
			if (e.pointerType === 'mouse') onControl(e) ? on.leave() : on.hover(...now);
			return;
		}
		const other = [...down].find(([id]) => id !== e.pointerId);
		down.set(e.pointerId, now);
		moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
		if (!other) {
			on.pan(now[0] - before[0], now[1] - before[1]);
			return;
		}
		const [x, y] = other[1], apart = p => Math.hypot(p[0] - x, p[1] - y);
		on.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
		if (apart(before) > 0) on.zoom(apart(now) / apart(before), (now[0] + x) / 2, (now[1] + y) / 2);
	});
	const up = e => {
		if (!down.delete(e.pointerId)) return;
		if (e.type === 'pointerup' && down.size === 0 && moved < 8) on.tap(...at(e));
	};
	el.addEventListener('pointerup', up);
	el.addEventListener('pointercancel', up);
	el.addEventListener('pointerleave', () => on.leave());
}

// nearest is the number of the place that is nearest to x, y and within reach, or -1.
// Places are x, y in turn.
function nearest(places, x, y, reach) {
	let best = -1, least = reach * reach;
	for (let i = 0; i < places.length; i += 2) {
		const dx = places[i] - x, dy = places[i + 1] - y, far = dx * dx + dy * dy;
		if (far < least) [best, least] = [i / 2, far];
	}
	return best;
}

function svg(name, attributes, parent) {
	const el = document.createElementNS('http://www.w3.org/2000/svg', name);
	for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
	return parent.appendChild(el);
}

// radius is that of a disc with room for a number.
function radius(number) {
	return 4 + Math.max(2, String(number).length) * 3.2;
}

// newMarker is a disc with a number that can be put anywhere on an overlay.
function newMarker(overlay) {
	const g = svg('g', {class: 'marker', visibility: 'hidden'}, overlay);
	const disc = svg('circle', {}, g), text = svg('text', {}, g);
	return {
		put(x, y, scale, number) {
			text.textContent = number;
			disc.setAttribute('r', radius(number) + 2);
			g.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
			g.setAttribute('visibility', 'visible');
		},
		hide() { g.setAttribute('visibility', 'hidden'); },
	};
}
