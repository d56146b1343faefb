// best_of_city: each city takes the best move of its pairs, the first one on ties,
// and bids for the edges that the move removes.
// Reference  sweep.(*View).BestOfCity and sweep.claims.claimGain, bit for bit
// NDRange    one item per city
#include "claims.cl"

__kernel void best_of_city(VIEW_PARAMETERS, __global const int *gain, __global const uint *code,
                           __global int *city_gain, __global int *city_pair,
                           __global int *claim_gain)
{
	int c = get_global_id(0);
	if (c >= n)
		return;
	view v = VIEW;
	int best = 0, at = 0, end = first[c + 1];
	for (int pair = first[c]; pair < end; pair++)
		if (gain[pair] > best) {
			best = gain[pair];
			at = pair;
		}
	city_gain[c] = best;
	city_pair[c] = at;
	if (best == 0)
		return;
	int t[6], e[3];
	spell(&v, c, at, code[at], t, e);
	for (int i = 0; i < 3; i++)
		atomic_max(&claim_gain[e[i]], best);
}
