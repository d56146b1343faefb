// Trails are candidate edges with what ants left on them, between 0 and 1.
export type Trails = { a: Int32Array; b: Int32Array; strength: Float32Array };

export type Box = { minX: number; minY: number; maxX: number; maxY: number };

// Ink has the colours of a drawing: red, green, blue and opacity, each between 0 and 1.
export type Colour = readonly [number, number, number, number];
export type Ink = { tour: Colour; city: Colour; fresh: Colour; trail: Colour };

// At is where the camera looks: the coordinates in the middle and the pixels of a unit.
export type At = { x: number; y: number; scale: number };
