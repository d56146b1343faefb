// offers.cl: where to go next, as far as it is the smallest of something: each
// work-item offers the best of its strided share of the cities, as a key and a city, and
// argmin_group finds the best of all.
#include "walk.cl"
#include "scatter.cl"

// An empty offer loses to all others.
#define NOTHING ((uint2)(UINT_MAX, (uint)NONE))

static inline uint2 better(uint2 a, uint2 b)
{
	return b.x < a.x || (b.x == a.x && b.y < a.y) ? b : a;
}

// reservoir_key is a positive float by its bits, aco.reservoirKey.
static inline uint reservoir_key(uint2 draw, uint city, uint inverse)
{
	float u = ((float)(scatter(draw, city) >> 9) + 0.5f) * 0x1p-23f;
	return as_uint(-log2_exact(u) * as_float(inverse));
}

// reservoir is WRS, aco.reservoir.
// Paper      [MMAS20 §4.2.2, Fig. 7]
static inline uint2 reservoir(__private const row *r, __private const tabu *t, uint2 draw)
{
	int lanes = get_local_size(0);
	uint2 best = NOTHING;
	for (int i = get_local_id(0); i < r->length; i += lanes) {
		int c = city_at(r, t, i);
		if (c != NONE)
			best = better(best, (uint2)(reservoir_key(draw, c, r->choice[LISTED ? i : c]), (uint)c));
	}
	return best;
}

// heaviest is the place with the largest weight, the first among equals: aco.heaviest.
// Paper      [ACS16 eq. 1]
static inline uint2 heaviest(__private const row *r, __private const tabu *t)
{
	int lanes = get_local_size(0);
	uint2 best = NOTHING;
	for (int i = get_local_id(0); i < r->length; i += lanes) {
		uint w = weight_at(r, t, i);
		if (w > ~best.x)
			best = (uint2)(~w, i);
	}
	return best;
}

// most_attractive is the city with the largest product.
static inline uint2 most_attractive(__private const ground *g, __private const tabu *t, int from)
{
	int lanes = get_local_size(0);
	uint2 best = NOTHING;
	size_t first = (size_t)from * g->n;
	for (int i = get_local_id(0); i < tabu_length(t); i += lanes) {
		int c = tabu_candidate(t, i);
		if (c != NONE)
			best = better(best, (uint2)(~as_uint(product(g->levels[first + c], g->heuristic[first + c], g->alpha)), (uint)c));
	}
	return best;
}

// first_backup is the first of the backup list.
static inline uint2 first_backup(__private const ground *g, __private const tabu *t, int from)
{
	int lanes = get_local_size(0);
	__global const int *backup = g->backup + (size_t)from * g->spare;
	for (int i = get_local_id(0); i < g->spare; i += lanes)
		if (!tabu_visited(t, backup[i]))
			return (uint2)(i, backup[i]);
	return NOTHING;
}

// nearest_left is the first of all others by (distance, number).
static inline uint2 nearest_left(__private const ground *g, __private const tabu *t, int from)
{
	int lanes = get_local_size(0);
	uint2 best = NOTHING;
	for (int i = get_local_id(0); i < tabu_length(t); i += lanes) {
		int c = tabu_candidate(t, i);
		if (c != NONE)
			best = better(best, (uint2)(key_of_int(dist(g->place, g->n, from, c)), (uint)c));
	}
	return best;
}

// next_open is the next open city by number, up (1) or down (-1).
static inline uint2 next_open(__private const tabu *t, int from, int way)
{
	int lanes = get_local_size(0), n = t->n;
	for (int i = 1 + (int)get_local_id(0); i < n; i += lanes) {
		int c = from + way * i;
		c = c >= n ? c - n : c < 0 ? c + n : c;
		if (!tabu_visited(t, c))
			return (uint2)(i, c);
	}
	return NOTHING;
}

#if RING > 0

// recollect is where an ant goes that would otherwise go to the nearest unvisited city: there, or
// to the end of a stored trail with a larger product, aco.(*trails).recollect. Rings
// are short, so every work-item searches on its own.
// Paper      [ACS16 §3.2]
static inline int recollect(__private const ground *g, __private const tabu *t, int from, int nearest)
{
	int best = nearest;
	size_t first = (size_t)from * RING;
	float most = g->basis[BASIS_FLOOR], near = (float)max(dist(g->place, g->n, from, nearest), 1);
	for (int i = 0; i < RING; i++) {
		int to = g->known[first + i];
		if (to == NONE || tabu_visited(t, to))
			continue;
		float share = near * reciprocal((float)max(dist(g->place, g->n, from, to), 1));
		float p = g->levels[first + i] * power(share, g->beta);
		if (p > most) {
			best = to;
			most = p;
		}
	}
	return best;
}

#endif
