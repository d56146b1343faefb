// two_opt_row: the best 2-opt move of each row of the table of all pairs, without
// neighbour lists: a yardstick of what a device can evaluate.
// Reference  vec.TwoOptRow, bit for bit
// NDRange    one group per row; lane l looks at columns i + 2 + l, + WG, …
// Local      a key and a column per item
#include "argmin.cl"

__kernel void two_opt_row(__global const float *x, __global const float *y, __global const float *edge,
                          int n, int first, __global float *delta, __global int *column,
                          __local uint *keys, __local uint *columns)
{
	int i = first + (int)get_group_id(0);
	int end = i == 0 ? n - 1 : n; // the first edge and the last have a city in common
	float x0 = x[i], y0 = y[i], x1 = x[i + 1], y1 = y[i + 1], removed = edge[i];
	float best = 0;
	int at = -1;
	for (int j = i + 2 + (int)get_local_id(0); j < end; j += (int)get_local_size(0)) {
		float dx0 = x[j] - x0, dy0 = y[j] - y0, dx1 = x[j + 1] - x1, dy1 = y[j + 1] - y1;
		float d0 = sqrt(dx0 * dx0 + dy0 * dy0), d1 = sqrt(dx1 * dx1 + dy1 * dy1);
		float d = (d0 + d1) - (removed + edge[j]);
		if (d < best) {
			best = d;
			at = j;
		}
	}
	uint2 winner = argmin_group(key_of_float(best), (uint)at, keys, columns); // none is the largest column
	if (at == (int)winner.y && (at >= 0 || get_local_id(0) == 0)) { // the lane that has it
		column[i] = at;
		delta[i] = best;
	}
}
