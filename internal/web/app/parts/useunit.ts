import { useEffect, useState } from "preact/hooks";
import { chosenUnit, onUnit, type Unit } from "../text/distances";

// useUnit returns the reader's unit of distances.
export function useUnit(): Unit {
  const [unit, setUnit] = useState(chosenUnit);
  useEffect(() => onUnit(setUnit), []);
  return unit;
}
