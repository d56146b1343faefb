// The programs of the WebGL2 painter. Vertices have no attributes: places, tour and lists are
// textures, indexed by the vertex number. A city of a tour therefore takes 4 bytes. Edges are not
// instances, because software WebGL is as slow per instance as per draw call.

const head = (bits: number) => `#version 300 es
precision highp float;
precision highp int;
precision highp isampler2D;
uniform sampler2D places;
uniform isampler2D items;
uniform vec4 centre; // of the camera: the float32 part and the remainder
uniform float zoom;  // device pixels per unit
uniform vec2 size;   // of the target in device pixels
uniform float world; // width of the map of the globe, or 0
uniform int first;   // position of the first edge or city
uniform int count;   // positions of the tour
const int mask = ${(1 << bits) - 1};
int item(int k) { return texelFetch(items, ivec2(k & mask, k >> ${bits}), 0).r; }
vec2 spot(int city) {
  vec2 place = texelFetch(places, ivec2(city & mask, city >> ${bits}), 0).rg;
  return (place - centre.xy) - centre.zw;
}
`;

// Each edge is a quad, half a pixel larger on each side for antialiasing.
export const edgeVertex = (bits: number, list: boolean) =>
  head(bits) +
  `
uniform float width;
uniform int kind; // of a list: 0 plain, 1 fresh, 2 trails
uniform float now;
uniform bool fade;
flat out float reach;
flat out float strength;
out float across;
void main() {
  int edge = first + (gl_VertexID >> 2);
  strength = 1.0;
  float wide = width;
  ${
    list
      ? `
  int ca = item(3 * edge);
  int cb = item(3 * edge + 1);
  float extra = intBitsToFloat(item(3 * edge + 2));
  if (kind == 1) {
    float age = now - extra;
    strength = age >= 1.0 ? 0.0 : fade ? 1.0 - age * age : 1.0;
  } else if (kind == 2) {
    strength = 0.08 + 0.92 * extra;
    wide = width * (0.25 + extra);
  }`
      : `
  int ca = item(edge);
  int cb = item(edge + 1 < count ? edge + 1 : 0);`
  }
  vec2 a = spot(ca);
  vec2 b = spot(cb);
  if (world > 0.0) b.x -= world * round((b.x - a.x) / world);
  a *= zoom;
  b *= zoom;
  reach = wide * 0.5;
  vec2 along = b - a;
  float far = length(along);
  along = far > 0.0 ? along / far : vec2(1.0, 0.0);
  vec2 side = vec2(-along.y, along.x);
  float rim = reach + 0.5;
  across = (gl_VertexID & 1) == 0 ? -rim : rim;
  vec2 at = (gl_VertexID & 2) == 0 ? a - along * min(reach, 0.5) : b + along * min(reach, 0.5);
  gl_Position = vec4((at + side * across) * 2.0 / size, 0.0, 1.0);
}`;

export const edgeFragment = `#version 300 es
precision highp float;
uniform vec4 ink;
flat in float reach;
flat in float strength;
in float across;
out vec4 colour;
void main() {
  float cover = clamp(reach + 0.5 - abs(across), 0.0, 1.0) * min(1.0, 2.0 * reach) * strength * ink.a;
  colour = vec4(ink.rgb * cover, cover);
}`;

export const cityVertex = (bits: number) =>
  head(bits) +
  `
uniform float width;
void main() {
  vec2 at = spot(item(first + gl_VertexID)) * zoom;
  gl_Position = vec4(at * 2.0 / size, 0.0, 1.0);
  gl_PointSize = width + 1.0;
}`;

export const cityFragment = `#version 300 es
precision highp float;
uniform vec4 ink;
uniform float width;
out vec4 colour;
void main() {
  float far = length(gl_PointCoord - 0.5) * (width + 1.0);
  float cover = clamp(width * 0.5 + 0.5 - far, 0.0, 1.0) * ink.a;
  colour = vec4(ink.rgb * cover, cover);
}`;

export const lineFragment = `#version 300 es
precision highp float;
uniform vec4 ink;
out vec4 colour;
void main() { colour = vec4(ink.rgb * ink.a, ink.a); }`;
