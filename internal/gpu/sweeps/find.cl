// find.cl: the search for moves, sweep/find.go.
#include "tour.cl"

// Bits of a code, sweep/move.go.
#define LARGER 1u
#define FLAT (0u << 1)
#define REVERSE (1u << 1)
#define SWAP (2u << 1)
#define TURN (3u << 1)
#define KIND (3u << 1)
#define BESIDE_T3 (1u << 3)
#define THIRD 4

// Bits of a rule, sweep.Rule.
#define OF_T3 1u // t5 is a neighbour of t3, not of t4
#define ALL 2u   // no pruning by gain

typedef struct {
	int gain;
	uint code;
} found;

static void offer(__private found *best, int gain, uint code)
{
	if (gain > best->gain) {
		best->gain = gain;
		best->code = code;
	}
}

// worth reports whether a move may continue after edges with the given gain.
static bool worth(uint rule, int gain) { return (rule & ALL) || gain > 0; }

// hopeless reports whether t3 is farther from t2 than both its neighbours on
// the tour, as for most pairs.
static bool hopeless(__private const view *v, int t2, int d23)
{
	int p = v->pos[t2];
	return d23 >= max(v->edge[p], v->edge[before(p, v->n)]);
}

#define IMPOSSIBLE INT_MIN // the gain of what cannot be done

// opens is the gain of going from t2 to t3 instead of t1, or IMPOSSIBLE.
static int opens(__private const view *v, int t1, int t2, int t3, int d23, bool forward)
{
	int d12 = v->edge[edge_at(v, t2, !forward)];
	if (d12 == TIED || t3 == t1 || t3 == side(v, t2, forward))
		return IMPOSSIBLE;
	return d12 - d23;
}

// reversing closes a 2-opt move and returns the gain without the closing edge, or
// IMPOSSIBLE if the edge must stay.
static int reversing(__private const view *v, int t1, int t3, int gain, bool forward, uint way, __private found *best)
{
	int d34 = v->edge[edge_at(v, t3, !forward)];
	if (d34 == TIED)
		return IMPOSSIBLE;
	int open = gain + d34;
	offer(best, open - dist(v->place, v->n, side(v, t3, !forward), t1), way | FLAT);
	return open;
}

// close_move removes the third edge, from t5 to its neighbour on one side, and
// closes the move.
static void close_move(__private const view *v, uint rule, int t1, int t5, int gain, bool ahead, uint code, __private found *best)
{
	int d56 = v->edge[edge_at(v, t5, ahead)];
	if (d56 != TIED && ((rule & ALL) || gain + d56 > best->gain))
		offer(best, gain + d56 - dist(v->place, v->n, side(v, t5, ahead), t1), code);
}

// reversing_twice continues with a third edge, on either side of t4.
static void reversing_twice(__private const view *v, uint rule, int t1, int t2, int t3, int open, bool forward, uint way, __private found *best)
{
	int t4 = side(v, t3, !forward), near = rule & OF_T3 ? t3 : t4;
	int first = v->first[near], end = v->first[near + 1];
	uint bits = way | REVERSE | (near == t3 ? BESIDE_T3 : 0u);
	for (int i = first; i < end; i++) {
		int t5 = v->city[i];
		int gain = open - dist(v->place, v->n, t4, t5);
		if (!worth(rule, gain)) {
			if (near == t4)
				return; // lists are sorted
			continue;
		}
		if (t5 == t3 || t5 == t1 || t5 == t4)
			continue;
		bool ahead = between(v, t2, t5, t4, forward) == forward;
		if (side(v, t5, ahead) != t4)
			close_move(v, rule, t1, t5, gain, ahead, bits | (uint)(i - first) << THIRD, best);
	}
}

// joining handles t4 beyond t3: t2 and t3 close a cycle, which t5 must open
// again.
static void joining(__private const view *v, uint rule, int t1, int t2, int t3, int gain, bool forward, uint way, __private found *best)
{
	int t4 = side(v, t3, forward);
	int d34 = v->edge[edge_at(v, t3, forward)];
	if (t4 == t1 || d34 == TIED)
		return;
	int near = rule & OF_T3 ? t3 : t4;
	int first = v->first[near], end = v->first[near + 1];
	uint bits = way | (near == t3 ? BESIDE_T3 : 0u);
	for (int i = first; i < end; i++) {
		int t5 = v->city[i];
		int open = gain + d34 - dist(v->place, v->n, t4, t5);
		if (!worth(rule, open)) {
			if (near == t4)
				return;
			continue;
		}
		if (t5 == t3 || !between(v, t2, t5, t3, forward))
			continue;
		uint code = bits | (uint)(i - first) << THIRD;
		close_move(v, rule, t1, t5, open, forward, code | SWAP, best);
		if (t5 != t2)
			close_move(v, rule, t1, t5, open, !forward, code | TURN, best);
	}
}

// find_pair returns the best move of a pair, of two edges or of up to three.
static found find_pair(__private const view *v, int t2, int pair, bool three, uint rule)
{
	int t3 = v->city[pair];
	int d23 = dist(v->place, v->n, t2, t3);
	found best = {0, 0};
	if (!(rule & ALL) && hopeless(v, t2, d23))
		return best;
	for (uint way = 0; way <= LARGER; way++) {
		bool forward = way_forward(v, t2, way);
		int t1 = side(v, t2, !forward);
		int gain = opens(v, t1, t2, t3, d23, forward);
		if (gain == IMPOSSIBLE || !worth(rule, gain))
			continue;
		int open = reversing(v, t1, t3, gain, forward, way, &best);
		if (!three)
			continue;
		if (open != IMPOSSIBLE && worth(rule, open))
			reversing_twice(v, rule, t1, t2, t3, open, forward, way, &best);
		joining(v, rule, t1, t2, t3, gain, forward, way, &best);
	}
	return best;
}
