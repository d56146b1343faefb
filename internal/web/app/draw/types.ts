// Trails are candidate edges with their pheromone, between 0 and 1.
export type Trails = { a: Int32Array; b: Int32Array; strength: Float32Array };

export type Box = { minX: number; minY: number; maxX: number; maxY: number };

// Ink has the colours of a drawing: red, green, blue and opacity, each between 0 and 1.
export type Colour = readonly [number, number, number, number];
export type Ink = { tour: Colour; city: Colour; fresh: Colour; trail: Colour };

// At is a camera position: the coordinates of the centre and the pixels per unit.
export type At = { x: number; y: number; scale: number };

// Shown is a city that the reader chose outside the drawing; every choice is a new object.
export type Shown = { city: number };
