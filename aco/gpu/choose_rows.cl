// choose_rows: what ants choose by in the next cycle: weights in fixed point (RWM)
// or inverse products (WRS).
// Paper      [MMAS20 §2.1, eq. 1, §4.2.2]
// Reference  aco.(*Terrain).chooseRow and aco.Selection.encode, bit for bit
// NDRange    a team per city; item i takes places i, i + lanes, …
// Local      two words per item
#include "terrain.cl"
#include "scan.cl"
#include "argmin.cl"

// two_to is a power of two as a float.
static inline float two_to(int exponent) { return as_float((uint)(exponent + 127) << 23); }

// fixed_point makes weights of the products that a row holds as floats, by their
// bits: aco.fixedPoint. Every item reads and writes its own places only.
static inline void fixed_point(__global uint *row, int count, __local uint *words)
{
	int lane = get_local_id(0), lanes = get_local_size(0);
	uint largest = as_uint(LEAST_PRODUCT), sum = 0, total; // positive floats have the order of their bits
	for (int k = lane; k < count; k += lanes)
		largest = max(largest, row[k]);
	largest = ~argmin_group(~largest, 0, words, words + lanes).x;
	int log2_up = 32 - (int)clz((uint)(max(count, 1) - 1));
	int shift = 30 - log2_up - ((int)(largest >> 23) - 127);
	for (int k = lane; k < count; k += lanes)
		sum += (uint)(as_float(row[k]) * two_to(shift));
	scan_exclusive(sum, words, &total);
	float factor = two_to(shift + max((int)clz(total + (uint)count) - 2, 0));
	for (int k = lane; k < count; k += lanes)
		row[k] = max((uint)(as_float(row[k]) * factor), 1u);
}

__kernel void choose_rows(__global const int *city, __global const float *levels, __global const float *heuristic,
                          int n, int candidates, float alpha, __global uint *choice, __local uint *words)
{
	int lane = get_local_id(0), lanes = get_local_size(0);
	size_t at = get_global_id(0) / lanes, first = at * STRIDE(n);
	int count = LISTED ? candidates : n;
	__global uint *row = choice + at * PLACES(n);
	for (int k = lane; k < count; k += lanes) {
		size_t trail = first + (LISTED && DENSE ? city[at * WIDTH + k] : k);
		float p = product(levels[trail], heuristic[trail], alpha);
		row[k] = as_uint(SELECTION == 0 ? p : reciprocal(p));
	}
	if (SELECTION == 0)
		fixed_point(row, count, words);
}
