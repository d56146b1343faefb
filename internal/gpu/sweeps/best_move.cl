// best_move: each group finds the best move of its share of the cities, the
// smallest city on ties; the host takes the best of the groups.
// Paper      [LSM13 §3.3]
// Reference  sweep.Best with most = 1, bit for bit
// NDRange    any number of groups; item i looks at cities i, i + items, …
// Local      a key and a city per item
#include "argmin.cl"
#include "claims.cl"

__kernel void best_move(VIEW_PARAMETERS, __global const uint *code,
                        __global const int *city_gain, __global const int *city_pair,
                        __global int *chosen, __local uint *keys, __local uint *cities)
{
	int best = 0, at = 0;
	for (int c = get_global_id(0); c < n; c += get_global_size(0))
		if (city_gain[c] > best) {
			best = city_gain[c];
			at = c;
		}
	uint2 winner = argmin_group((uint)(INT_MAX - best), (uint)at, keys, cities);
	if (get_local_id(0) != 0)
		return;
	view v = VIEW;
	int gain = INT_MAX - (int)winner.x, c = (int)winner.y;
	int t[6] = {0, 0, 0, 0, 0, 0}, e[3], pattern = 0;
	if (gain > 0)
		pattern = spell(&v, c, city_pair[c], code[city_pair[c]], t, e);
	write_move(&chosen[MOVE_WORDS * get_group_id(0)], gain, pattern, t);
}
