// find_two_opt: each pair of a city and a neighbour finds its best 2-opt move.
// Paper      [LS13 §4.1]
// Reference  sweep.(*View).FindTwoOpt, bit for bit
// NDRange    one item per pair
#include "find.cl"

__kernel void find_two_opt(VIEW_PARAMETERS, __global const int *owner, int pairs,
                           __global int *gain, __global uint *code)
{
	int pair = get_global_id(0);
	if (pair >= pairs)
		return;
	view v = VIEW;
	int t2 = owner[pair], t3 = city[pair];
	int d23 = dist(place, n, t2, t3);
	found best = {0, 0};
	for (uint way = hopeless(&v, t2, d23) ? LARGER + 1 : 0; way <= LARGER; way++) {
		bool forward = way_forward(&v, t2, way);
		int t1 = side(&v, t2, !forward);
		int open = opens(&v, t1, t2, t3, d23, forward);
		if (open > 0)
			reversing(&v, t1, t3, open, forward, way, &best);
	}
	gain[pair] = best.gain;
	code[pair] = best.code;
}
