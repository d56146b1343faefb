// choose_moves: writes the moves that hold all their edges, in any order; the
// host sorts them.
// Paper      [QC18]
// Reference  sweep.(*View).chooseMoves, bit for bit
// NDRange    one item per city
#include "claims.cl"

__kernel void choose_moves(VIEW_PARAMETERS, __global const uint *code,
                           __global const int *city_gain, __global const int *city_pair,
                           __global const int *claim_city, __global int *count, __global int *chosen)
{
	int c = get_global_id(0);
	if (c >= n || city_gain[c] == 0)
		return;
	view v = VIEW;
	int pair = city_pair[c], t[6], e[3];
	int pattern = spell(&v, c, pair, code[pair], t, e);
	for (int i = 0; i < 3; i++)
		if (claim_city[e[i]] != c)
			return;
	write_move(&chosen[MOVE_WORDS * atomic_inc(count)], city_gain[c], pattern, t);
}
