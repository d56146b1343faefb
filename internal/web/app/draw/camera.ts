import type { At, Box } from "./types";

const margin = 28; // pixels of margin around a fitted drawing
const deepest = 2 ** 21; // the precision of float32 places
const farthest = 1 / 4;

// A Camera maps a part of the plane, with y upwards, to a canvas, with y downwards. It uses CSS
// pixels and doubles, so that deep zooms do not jitter.
export class Camera implements At {
  x = 0;
  y = 0;
  scale = 1;
  width = 1;
  height = 1;
  fitted = true; // not moved since it showed everything
  private whole: Box = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
  private fitScale = 1;

  // show sets the box that fit shows.
  show(box: Box): void {
    this.whole = box;
    this.fit();
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.fitted) this.fit();
    else this.fitScale = this.scaleOfWhole();
  }

  fit(): void {
    this.x = (this.whole.minX + this.whole.maxX) / 2;
    this.y = (this.whole.minY + this.whole.maxY) / 2;
    this.scale = this.fitScale = this.scaleOfWhole();
    this.fitted = true;
  }

  private scaleOfWhole(): number {
    const wide = this.whole.maxX - this.whole.minX;
    const high = this.whole.maxY - this.whole.minY;
    const free = Math.min(margin, this.width / 8, this.height / 8);
    const scale = Math.min((this.width - 2 * free) / wide, (this.height - 2 * free) / high);
    return Number.isFinite(scale) && scale > 0 ? scale : 1; // a single place, or all places coincide
  }

  panBy(dx: number, dy: number): void {
    this.x = clamp(this.x - dx / this.scale, this.whole.minX, this.whole.maxX);
    this.y = clamp(this.y + dy / this.scale, this.whole.minY, this.whole.maxY);
    this.fitted = false;
  }

  // zoomAt changes the scale around a pixel.
  zoomAt(sx: number, sy: number, factor: number): void {
    const [x, y] = this.toPlane(sx, sy);
    this.scale = clamp(this.scale * factor, this.fitScale * farthest, this.fitScale * deepest);
    this.x = x - (sx - this.width / 2) / this.scale;
    this.y = y + (sy - this.height / 2) / this.scale;
    this.panBy(0, 0);
  }

  // reveal centres a place that is outside or close to the border.
  reveal(x: number, y: number): void {
    const [sx, sy] = this.toScreen(x, y);
    const rim = margin / 2; // less than the margin of fit: nothing moves while everything is visible
    if (sx > rim && sy > rim && sx < this.width - rim && sy < this.height - rim) return;
    this.x = x;
    this.y = y;
    this.fitted = false;
  }

  toScreen(x: number, y: number): [number, number] {
    return [(x - this.x) * this.scale + this.width / 2, this.height / 2 - (y - this.y) * this.scale];
  }

  toPlane(sx: number, sy: number): [number, number] {
    return [this.x + (sx - this.width / 2) / this.scale, this.y - (sy - this.height / 2) / this.scale];
  }

  // seen returns the visible part of the plane, extended by a number of pixels.
  seen(around = 0): Box {
    const wide = (this.width / 2 + around) / this.scale;
    const high = (this.height / 2 + around) / this.scale;
    return { minX: this.x - wide, minY: this.y - high, maxX: this.x + wide, maxY: this.y + high };
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
