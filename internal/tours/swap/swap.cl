// swap.cl: what exchanging the cities at two places of a tour changes.
// Paper      [LSM13 §6.4]
// Reference  (*Swap).Deltas, bit for bit
// State      the cities in the order of the tour
#include "moves.cl"
#include "place.cl"

#define INPUTS __global const place_t *place,
#define INPUT place,

// at is the city at a place, counted around the tour.
static inline int at(__global const int *order, int i) { return order[i < 0 ? i + N : i >= N ? i - N : i]; }

static inline delta_t way(INPUTS int a, int b) { return (delta_t)dist(INPUT N, a, b); }

// beside is what exchanging a place and the next one changes.
static inline delta_t beside(INPUTS __global const int *order, int i)
{
	int a = at(order, i - 1), b = at(order, i), c = at(order, i + 1), d = at(order, i + 2 < N ? i + 2 : i + 2 - N);
	if (N < 3)
		return 0;
	return way(INPUT a, c) + way(INPUT c, b) + way(INPUT b, d) - way(INPUT a, b) - way(INPUT b, c) - way(INPUT c, d);
}

static inline delta_t delta_of(INPUTS __global const int *order, ulong move)
{
	int2 pair = pair_of(N, move);
	int i = pair.x, j = pair.y;
	if (j == i + 1)
		return beside(INPUT order, i);
	if (j == i + N - 1)
		return beside(INPUT order, j);
	int a = at(order, i - 1), b = order[i], c = at(order, i + 1), d = at(order, j - 1), e = order[j], f = at(order, j + 1);
	return way(INPUT a, e) + way(INPUT e, c) + way(INPUT d, b) + way(INPUT b, f)
		- way(INPUT a, b) - way(INPUT b, c) - way(INPUT d, e) - way(INPUT e, f);
}

// touch_of is (*Swap).Touched.
static inline int touch_of(INPUTS __global const int *order, ulong move, __private int *enters)
{
	int2 pair = pair_of(N, move);
	enters[0] = order[pair.x];
	enters[1] = order[pair.y];
	return 2;
}

// apply_move implements (*Swap).Apply.
static inline int apply_move(INPUTS __global int *order, ulong move, __private int *leaves)
{
	int2 pair = pair_of(N, move);
	leaves[0] = order[pair.x];
	leaves[1] = order[pair.y];
	order[pair.x] = leaves[1];
	order[pair.y] = leaves[0];
	return 2;
}
