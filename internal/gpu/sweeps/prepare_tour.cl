// prepare_tour: sets the position of each city and the length of each edge, and clears the claims.
// Reference  sweep.(*View).prepareTour and sweep.claims.clear, bit for bit
// NDRange    one item per position
#include "tour.cl"

__kernel void prepare_tour(__global const int *order, __global const place_t *place, int n,
                           __global int *pos, __global int *edge,
                           __global int *claim_gain, __global int *claim_city, __global int *count)
{
	int p = get_global_id(0);
	if (p >= n)
		return;
	int c = order[p];
	pos[c] = p;
	edge[p] = dist(place, n, c, order[after(p, n)]);
	claim_gain[p] = 0;
	claim_city[p] = INT_MAX;
	if (p == 0)
		count[0] = 0;
}
