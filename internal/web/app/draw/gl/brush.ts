import { freshSeconds } from "../changes";
import type { Picture } from "../picture";
import type { At, Colour } from "../types";
import { compile, type Program } from "./program";
import * as shaders from "./shaders";
import { Table } from "./table";

const units = { places: 0, order: 1, trails: 2, fresh: 3, seams: 4, sheet: 5 };
export const sheetUnit = units.sheet;

const mostEdges = 8192; // per draw call: corner indices have 16 bits

export type ListName = "trails" | "fresh" | "seams";
const kinds = { seams: 0, fresh: 1, trails: 2 };

// A Brush stores a picture in textures and draws parts of it to a target.
export class Brush {
  private readonly programs: Record<"tour" | "line" | "list" | "city", Program>;
  private readonly tables: Record<"places" | "order" | ListName, Table>;
  private readonly corners: WebGLBuffer | null;
  private picture: Picture | null = null;

  constructor(private readonly gl: WebGL2RenderingContext) {
    const bits = (gl.getParameter(gl.MAX_TEXTURE_SIZE) as number) >= 4096 ? 12 : 11;
    this.programs = {
      tour: compile(gl, shaders.edgeVertex(bits, false), shaders.edgeFragment),
      line: compile(gl, shaders.cityVertex(bits), shaders.lineFragment),
      list: compile(gl, shaders.edgeVertex(bits, true), shaders.edgeFragment),
      city: compile(gl, shaders.cityVertex(bits), shaders.cityFragment),
    };
    const table = (name: keyof typeof units) => new Table(gl, bits, units[name], name === "places");
    this.tables = { places: table("places"), order: table("order"), trails: table("trails"), fresh: table("fresh"), seams: table("seams") };
    this.corners = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.corners);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, cornersOf(mostEdges), gl.STATIC_DRAW);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(0, 0, 0, 0);
  }

  // load uploads the changed parts of a picture.
  load(picture: Picture): void {
    const { places, order, trails, fresh, seams } = this.tables;
    if (picture !== this.picture) {
      places.fill(picture.places);
      order.version = trails.version = fresh.version = 0;
      this.picture = picture;
    }
    if (order.version !== picture.versions.order) {
      order.fill(picture.order);
      seams.fill(picture.seams);
      order.version = picture.versions.order;
    }
    if (trails.version !== picture.versions.trails) {
      trails.fill(picture.trails);
      trails.version = picture.versions.trails;
    }
    if (fresh.version !== picture.versions.fresh) {
      fresh.fill(picture.fresh.list);
      fresh.version = picture.versions.fresh;
    }
  }

  // aim sets the target and the camera position of the following strokes.
  aim(frame: WebGLFramebuffer | null, at: At, width: number, height: number, ratio: number): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.viewport(0, 0, width, height);
    const x = Math.fround(at.x);
    const y = Math.fround(at.y);
    for (const { program, at: uniform } of Object.values(this.programs)) {
      gl.useProgram(program);
      gl.uniform1i(uniform("places"), units.places);
      gl.uniform4f(uniform("centre"), x, y, at.x - x, at.y - y);
      gl.uniform1f(uniform("zoom"), at.scale * ratio);
      gl.uniform2f(uniform("size"), width, height);
      gl.uniform1f(uniform("world"), this.picture?.world ?? 0);
      gl.uniform1i(uniform("count"), this.picture?.order.length ?? 0);
    }
  }

  tour(first: number, count: number, width: number, ink: Colour): void {
    this.use(this.programs.tour, units.order, width, ink);
    this.edges(this.programs.tour, first, count);
  }

  // thread draws the edges as one-pixel lines, in half the time.
  thread(first: number, count: number, ink: Colour): void {
    const { gl } = this;
    const last = first + count === this.picture?.order.length; // the closing edge is drawn like the others
    this.use(this.programs.line, units.order, 1, ink);
    gl.uniform1i(this.programs.line.at("first"), first);
    gl.drawArrays(gl.LINE_STRIP, 0, last ? count : count + 1);
    if (last) this.tour(first + count - 1, 1, 1, ink);
  }

  cities(first: number, count: number, radius: number, ink: Colour): void {
    this.use(this.programs.city, units.order, 2 * radius, ink);
    this.gl.uniform1i(this.programs.city.at("first"), first);
    this.gl.drawArrays(this.gl.POINTS, 0, count);
  }

  list(name: ListName, count: number, width: number, ink: Colour, now = 0, fade = false): void {
    const { gl } = this;
    const { at } = this.programs.list;
    this.use(this.programs.list, units[name], width, ink);
    gl.uniform1i(at("kind"), kinds[name]);
    gl.uniform1f(at("now"), now / freshSeconds);
    gl.uniform1i(at("fade"), fade ? 1 : 0);
    this.edges(this.programs.list, 0, count);
  }

  private edges({ at }: Program, first: number, count: number): void {
    const { gl } = this;
    for (let done = 0; done < count; done += mostEdges) {
      gl.uniform1i(at("first"), first + done);
      gl.drawElements(gl.TRIANGLES, 6 * Math.min(mostEdges, count - done), gl.UNSIGNED_SHORT, 0);
    }
  }

  private use({ program, at }: Program, unit: number, width: number, ink: Colour): void {
    const { gl } = this;
    gl.useProgram(program);
    gl.uniform1i(at("items"), unit);
    gl.uniform1f(at("width"), width);
    gl.uniform4f(at("ink"), ...ink);
  }

  close(): void {
    this.gl.deleteBuffer(this.corners);
    for (const table of Object.values(this.tables)) table.close();
    for (const { program } of Object.values(this.programs)) this.gl.deleteProgram(program);
  }
}

// cornersOf returns the corner indices of the two triangles of each edge.
function cornersOf(edges: number): Uint16Array {
  const corners = new Uint16Array(6 * edges);
  for (let edge = 0; edge < edges; edge++) corners.set([4 * edge, 4 * edge + 1, 4 * edge + 2, 4 * edge + 1, 4 * edge + 3, 4 * edge + 2], 6 * edge);
  return corners;
}
