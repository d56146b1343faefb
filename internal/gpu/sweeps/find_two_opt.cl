// find_two_opt: each pair of a city and a neighbour finds its best 2-opt move.
// Paper      [LS13 §4.1]
// Reference  sweep.(*View).Find, bit for bit
// NDRange    one item per pair
#include "find.cl"

__kernel void find_two_opt(VIEW_PARAMETERS, __global const int *owner, int pairs, uint rule,
                           __global int *gain, __global uint *code)
{
	int pair = get_global_id(0);
	if (pair >= pairs)
		return;
	view v = VIEW;
	found best = find_pair(&v, owner[pair], pair, false, rule);
	gain[pair] = best.gain;
	code[pair] = best.code;
}
