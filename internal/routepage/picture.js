// newPicture makes the drawing zoom and answer. spots are x, y of the stops in its pixels.
function newPicture(el, spots) {
	const overlay = el.querySelector('.overlay');
	const layers = [...el.querySelectorAll('.light svg, .dark svg'), overlay];
	const full = overlay.viewBox.baseVal, width = full.width, height = full.height;
	const most = Math.min(60, Math.max(4, Math.sqrt(spots.length / 2))); // of zooming
	const marker = newMarker(overlay);
	let x = 0, y = 0, zoom = 1, marked = -1;

	const scale = () => 1 / overlay.getScreenCTM().a; // pixels of the picture in one of the screen
	const inside = (px, py) => {
		const box = el.getBoundingClientRect();
		const p = new DOMPoint(box.left + px, box.top + py).matrixTransform(overlay.getScreenCTM().inverse());
		return [p.x, p.y];
	};
	const draw = () => {
		x = Math.min(Math.max(x, 0), width - width / zoom);
		y = Math.min(Math.max(y, 0), height - height / zoom);
		for (const layer of layers) layer.setAttribute('viewBox', `${x} ${y} ${width / zoom} ${height / zoom}`);
		el.classList.toggle('zoomed', zoom > 1);
		view.mark(marked);
	};
	const view = {
		el,
		pan(dx, dy) {
			x -= dx * scale();
			y -= dy * scale();
			draw();
		},
		zoom(factor, px, py) {
			const next = Math.min(Math.max(zoom * factor, 1), most);
			if (next === zoom) return false;
			const [cx, cy] = inside(px, py);
			x = cx - (cx - x) * zoom / next;
			y = cy - (cy - y) * zoom / next;
			zoom = next;
			draw();
			return true;
		},
		all() {
			zoom = 1;
			draw();
		},
		find(px, py) { return nearest(spots, ...inside(px, py), 24 * scale()); },
		mark(i) {
			marked = i;
			if (el.hidden) return;
			if (i < 0) marker.hide();
			else marker.put(spots[2 * i], spots[2 * i + 1], scale(), i + 1);
		},
		reveal(i) {
			const sx = spots[2 * i], sy = spots[2 * i + 1];
			if (sx >= x && sx <= x + width / zoom && sy >= y && sy <= y + height / zoom) return;
			x = sx - width / zoom / 2;
			y = sy - height / zoom / 2;
			draw();
		},
	};
	return view;
}
