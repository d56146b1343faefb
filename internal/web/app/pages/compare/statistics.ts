// Medians and ranks as in 'tourmaline compare'.

// median returns the middle value, or the mean of the two middle values.
export function median(values: number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1] as number;
  const high = sorted[sorted.length >> 1] as number;
  return low === high ? low : (low + high) / 2;
}

// ranks gives the smallest value rank 1; equal values share the mean of their ranks.
export function ranks(values: number[]): number[] {
  return values.map((value) => {
    const less = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return less + (equal + 1) / 2;
  });
}

// gap returns how many percent a cost is above another, or null if that is undefined.
export function gap(cost: number, reference: number): number | null {
  if (cost === reference) return 0;
  return reference === 0 ? null : (100 * (cost - reference)) / Math.abs(reference);
}
