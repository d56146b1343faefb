import { ok, equal } from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../app/draw/camera";

function looking(): Camera {
  const camera = new Camera();
  camera.resize(800, 600);
  camera.show({ minX: -10, minY: -5, maxX: 10, maxY: 5 });
  return camera;
}

test("everything fits, and y grows upwards", () => {
  const camera = looking();
  const [left, bottom] = camera.toScreen(-10, -5);
  const [right, top] = camera.toScreen(10, 5);
  ok(left >= 0 && right <= 800 && top >= 0 && bottom <= 600 && top < bottom, [left, right, top, bottom].join());
});

test("a zoom keeps the point under the pointer", () => {
  const camera = looking();
  const before = camera.toPlane(600, 150);
  for (let k = 0; k < 40; k++) camera.zoomAt(600, 150, 1.3);
  const after = camera.toPlane(600, 150);
  ok(Math.hypot(after[0] - before[0], after[1] - before[1]) * camera.scale < 0.01, "it moved");
});

test("a deep zoom does not jitter: a pan of one pixel moves one pixel", () => {
  const camera = looking();
  camera.zoomAt(700, 300, 1e5);
  const [x, y] = camera.toPlane(400, 300);
  camera.panBy(1, 0);
  const [sx, sy] = camera.toScreen(x, y);
  ok(Math.abs(sx - 401) < 1e-3 && Math.abs(sy - 300) < 1e-3, `${sx}, ${sy}`);
});

test("a zoom has its limits", () => {
  const camera = looking();
  const fit = camera.scale;
  camera.zoomAt(0, 0, 1e12);
  ok(camera.scale < fit * 1e7);
  camera.zoomAt(0, 0, 1e-20);
  ok(camera.scale >= fit / 4);
});

test("cities at one place do not divide by zero", () => {
  const camera = new Camera();
  camera.resize(800, 600);
  camera.show({ minX: 3, minY: 4, maxX: 3, maxY: 4 });
  equal(camera.scale, 1);
  equal(camera.toScreen(3, 4).join(), "400,300");
});

test("a camera that was not moved fits again after a resize", () => {
  const camera = looking();
  camera.resize(400, 300);
  ok(camera.toScreen(10, 5)[0] <= 400);
  camera.panBy(5, 5);
  const { scale } = camera;
  camera.resize(800, 600);
  equal(camera.scale, scale);
});
