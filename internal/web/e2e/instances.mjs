// Instances for tests and pictures: the same on every machine.
import { generated } from "./command.mjs";

export const uniform = (n, seed = 1) => generated("uniform", n, seed);
export const drilling = (n, seed = 1) => generated("drilling", n, seed);
export const colouring = (n, edges, colours) => generated("colouring", n, 1, "--edges", String(edges), "--colours", String(colours));
export const perceptron = (rows, cols) => generated("perceptron", null, 1, "--rows", String(rows), "--cols", String(cols));

// The largest cities of Germany, as a table with places in degrees.
// minutes is a matrix that depends on the direction.
export const minutes = "name,Depot,Altona,Harburg,Wandsbek,Billstedt\nDepot,0,12,18,14,16\nAltona,13,0,22,21,26\nHarburg,19,21,0,28,17\nWandsbek,15,22,27,0,9\nBillstedt,16,25,18,10,0\n";

export const germany = `name,lat,lon
Berlin,52.5200,13.4050
Hamburg,53.5511,9.9937
Munich,48.1351,11.5820
Cologne,50.9375,6.9603
Frankfurt,50.1109,8.6821
Stuttgart,48.7758,9.1829
Düsseldorf,51.2277,6.7735
Leipzig,51.3397,12.3731
Dortmund,51.5136,7.4653
Essen,51.4556,7.0116
Bremen,53.0793,8.8017
Dresden,51.0504,13.7373
Hanover,52.3759,9.7320
Nuremberg,49.4521,11.0767
Duisburg,51.4344,6.7623
Bochum,51.4818,7.2162
Wuppertal,51.2562,7.1508
Bielefeld,52.0302,8.5325
Bonn,50.7374,7.0982
Münster,51.9607,7.6261
Mannheim,49.4875,8.4660
Karlsruhe,49.0069,8.4037
Augsburg,48.3705,10.8978
Wiesbaden,50.0782,8.2398
Kiel,54.3233,10.1228
Aachen,50.7753,6.0839
Magdeburg,52.1205,11.6276
Halle,51.4970,11.9688
Freiburg,47.9990,7.8421
Krefeld,51.3388,6.5853
Mainz,49.9929,8.2473
Lübeck,53.8655,10.6866
Erfurt,50.9848,11.0299
Rostock,54.0924,12.0991
Kassel,51.3127,9.4797
Potsdam,52.3906,13.0645
Saarbrücken,49.2402,6.9969
Osnabrück,52.2799,8.0472
Oldenburg,53.1435,8.2146
Heidelberg,49.3988,8.6724
Regensburg,49.0134,12.1016
Würzburg,49.7913,9.9534
Ulm,48.4011,9.9876
Göttingen,51.5413,9.9158
Koblenz,50.3569,7.5890
Jena,50.9271,11.5892
Trier,49.7490,6.6371
Schwerin,53.6355,11.4012
Flensburg,54.7937,9.4469
Passau,48.5667,13.4319
Konstanz,47.6779,9.1732
Görlitz,51.1520,14.9871
`;

// numbers returns pseudo-random integers.
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// assignment returns an instance in QAPLIB's format: facilities with flows on a grid of locations.
export function assignment(side, seed = 1) {
  const n = side * side;
  const next = numbers(seed);
  const flow = Array.from({ length: n }, () => new Array(n).fill(0));
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) flow[i][j] = flow[j][i] = next(3) === 0 ? next(10) : 0;
  const place = (i) => [i % side, Math.floor(i / side)];
  const distance = (i, j) => Math.abs(place(i)[0] - place(j)[0]) + Math.abs(place(i)[1] - place(j)[1]);
  const rows = (value) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => value(i, j)).join(" ")).join("\n");
  return `${n}\n\n${rows(distance)}\n\n${rows((i, j) => flow[i][j])}\n`;
}

// cut returns a graph for maximum cut: a torus with weights 1 and -1.
export function cut(side, seed = 1) {
  const next = numbers(seed);
  const lines = [];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const at = y * side + x + 1;
      lines.push(`${at} ${y * side + ((x + 1) % side) + 1} ${next(2) === 0 ? 1 : -1}`);
      lines.push(`${at} ${((y + 1) % side) * side + x + 1} ${next(2) === 0 ? 1 : -1}`);
    }
  }
  return `${side * side} ${lines.length}\n${lines.join("\n")}\n`;
}
