// The names of problems, and the elements of their instances.
import { whole } from "./numbers";

const known: Record<string, { name: string; one: string; many: string }> = {
  tsp: { name: "Tour", one: "city", many: "cities" },
  qap: { name: "Assignment", one: "facility", many: "facilities" },
  perceptron: { name: "Perceptron", one: "sign", many: "signs" },
  maxcut: { name: "Maximum cut", one: "vertex", many: "vertices" },
  colouring: { name: "Colouring", one: "vertex", many: "vertices" },
  function: { name: "Function", one: "dimension", many: "dimensions" },
};

export function problemName(problem: string): string {
  return known[problem]?.name ?? problem;
}

// sizeOf returns the size of an instance, such as 1,000 cities.
export function sizeOf(problem: string, n: number): string {
  const word = known[problem];
  if (word === undefined) return `n = ${whole(n)}`;
  return `${whole(n)} ${n === 1 ? word.one : word.many}`;
}
