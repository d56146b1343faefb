// claims.cl: decoding of a move, sweep.(*View).Decode and Edges.
#include "find.cl"

// Patterns, lk.Pattern.
#define PATTERN_FLAT 0
#define PATTERN_INNER 1
#define PATTERN_OUTER 2
#define PATTERN_SWAP 3
#define PATTERN_TURN 4

// spell writes the cities t1 to t6 of a move and the positions of the edges that it
// removes, and returns its pattern. The third edge of a flat one repeats the second.
static int spell(__private const view *v, int t2, int pair, uint code, __private int *t, __private int *e)
{
	uint kind = code & KIND;
	bool forward = way_forward(v, t2, code & LARGER);
	bool ahead = forward == (kind >= SWAP);
	t[0] = side(v, t2, !forward);
	t[1] = t2;
	t[2] = v->city[pair];
	t[3] = t[4] = t[5] = side(v, t[2], ahead);
	e[0] = edge_at(v, t2, !forward);
	e[1] = e[2] = edge_at(v, t[2], ahead);
	if (kind == FLAT)
		return PATTERN_FLAT;
	int near = t[code & BESIDE_T3 ? 2 : 3];
	t[4] = v->city[v->first[near] + (int)(code >> THIRD)];
	int pattern = kind == SWAP ? PATTERN_SWAP : PATTERN_TURN;
	ahead = kind == SWAP ? forward : !forward;
	if (kind == REVERSE) {
		bool inside = between(v, t2, t[4], t[3], forward);
		pattern = inside ? PATTERN_INNER : PATTERN_OUTER;
		ahead = inside == forward;
	}
	t[5] = side(v, t[4], ahead);
	e[2] = edge_at(v, t[4], ahead);
	return pattern;
}

// A move as sent to the host: its gain, its pattern, t1 to t6.
#define MOVE_WORDS 8

static void write_move(__global int *to, int gain, int pattern, __private const int *t)
{
	to[0] = gain;
	to[1] = pattern;
	for (int i = 0; i < 6; i++)
		to[2 + i] = t[i];
}
