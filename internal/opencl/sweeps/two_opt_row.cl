// two_opt_row: the best 2-opt move of each row of the table of all pairs, without
// neighbour lists: a yardstick of what a device can evaluate.
// Reference  vec.TwoOptRow, bit for bit
// NDRange    one item per row
//
// Eight columns at a time are written out as vectors, since compilers for CPUs do
// not find them; on a graphics card they are a loop unrolled by eight.
static float8 delta8(float8 x0, float8 y0, float8 x1, float8 y1)
{
	return sqrt(x0 * x0 + y0 * y0) + sqrt(x1 * x1 + y1 * y1);
}

__kernel void two_opt_row(__global const float *x, __global const float *y, __global const float *edge,
                          int n, __global float *delta, __global int *column)
{
	int i = get_global_id(0);
	if (i >= n - 2)
		return;
	int end = i == 0 ? n - 1 : n; // the first edge and the last have a city in common
	float x0 = x[i], y0 = y[i], x1 = x[i + 1], y1 = y[i + 1], removed = edge[i];
	float8 best8 = 0;
	int8 at8 = -1;
	int j = i + 2;
	for (; j + 8 <= end; j += 8) {
		float8 d = delta8(vload8(0, x + j) - x0, vload8(0, y + j) - y0, vload8(0, x + j + 1) - x1, vload8(0, y + j + 1) - y1)
			- (removed + vload8(0, edge + j));
		int8 better = d < best8;
		best8 = select(best8, d, better);
		at8 = select(at8, (int8)(j, j + 1, j + 2, j + 3, j + 4, j + 5, j + 6, j + 7), better);
	}
	float lane[8];
	int where[8];
	vstore8(best8, 0, lane);
	vstore8(at8, 0, where);
	float best = 0;
	int at = -1;
	for (int k = 0; k < 8; k++)
		if (lane[k] < best || (lane[k] == best && where[k] < at)) {
			best = lane[k];
			at = where[k];
		}
	for (; j < end; j++) {
		float dx0 = x[j] - x0, dy0 = y[j] - y0, dx1 = x[j + 1] - x1, dy1 = y[j + 1] - y1;
		float d = (sqrt(dx0 * dx0 + dy0 * dy0) + sqrt(dx1 * dx1 + dy1 * dy1)) - (removed + edge[j]);
		if (d < best) {
			best = d;
			at = j;
		}
	}
	delta[i] = best;
	column[i] = at;
}
