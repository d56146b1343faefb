// find_three_opt: each pair of a city and a neighbour finds its best move of two or
// three edges, the third in a loop over the neighbours of t4.
// Paper      [LS13 §4.2]
// Reference  sweep.(*View).FindThreeOpt, bit for bit
// NDRange    one item per pair
#include "find.cl"

// close_move removes the third edge, from t5 to its side, and closes the move.
static void close_move(__private const view *v, int t1, int t5, int gain, bool ahead, uint code, __private found *best)
{
	int d56 = v->edge[edge_at(v, t5, ahead)];
	if (d56 != TIED && gain + d56 > best->gain)
		offer(best, gain + d56 - dist(v->place, v->n, side(v, t5, ahead), t1), code);
}

// reversing_twice goes on to a third edge, on either side of t4.
static void reversing_twice(__private const view *v, int t1, int t2, int t3, int open, bool forward, uint way, __private found *best)
{
	int t4 = side(v, t3, !forward);
	int first = v->first[t4], end = v->first[t4 + 1];
	for (int i = first; i < end; i++) {
		int t5 = v->city[i];
		int gain = open - dist(v->place, v->n, t4, t5);
		if (gain <= 0)
			return; // lists are sorted
		if (t5 == t3 || t5 == t1)
			continue;
		bool ahead = between(v, t2, t5, t4, forward) == forward;
		if (side(v, t5, ahead) != t4)
			close_move(v, t1, t5, gain, ahead, way | REVERSE | (uint)(i - first) << THIRD, best);
	}
}

// joining has t4 beyond t3: t2 and t3 close a circle, which t5 must open again.
static void joining(__private const view *v, int t1, int t2, int t3, int gain, bool forward, uint way, __private found *best)
{
	int t4 = side(v, t3, forward);
	int d34 = v->edge[edge_at(v, t3, forward)];
	if (t4 == t1 || d34 == TIED)
		return;
	int first = v->first[t4], end = v->first[t4 + 1];
	for (int i = first; i < end; i++) {
		int t5 = v->city[i];
		int open = gain + d34 - dist(v->place, v->n, t4, t5);
		if (open <= 0)
			return;
		if (t5 == t3 || !between(v, t2, t5, t3, forward))
			continue;
		uint place = (uint)(i - first) << THIRD;
		close_move(v, t1, t5, open, forward, way | SWAP | place, best);
		if (t5 != t2)
			close_move(v, t1, t5, open, !forward, way | TURN | place, best);
	}
}

__kernel void find_three_opt(VIEW_PARAMETERS, __global const int *owner, int pairs,
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
		if (open <= 0)
			continue;
		int both = reversing(&v, t1, t3, open, forward, way, &best);
		if (both > 0)
			reversing_twice(&v, t1, t2, t3, both, forward, way, &best);
		joining(&v, t1, t2, t3, open, forward, way, &best);
	}
	gain[pair] = best.gain;
	code[pair] = best.code;
}
