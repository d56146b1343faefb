// walk.cl: a step of an ant: where it is, what it can choose among, and where it
// goes by the roulette wheel. The work-items of a team do it together.
#include "ground.cl"
#include "tabu.cl"

// A row is what an ant at a city chooses among.
typedef struct {
	__global const int *city;
	ROW_SPACE const uint *choice;
	int length; // places, as many as candidates, or as the tabu has
} row;

#define ROW(g, t, from)                                                        \
	{(g)->city + (size_t)(from) * WIDTH, (g)->choice + (FRESH ? 0 : (size_t)(from) * PLACES((g)->n)), \
	 LISTED ? (g)->candidates : tabu_length(t)}

// city_at is the city at a place, or NONE if it has been visited.
static inline int city_at(__private const row *r, __private const tabu *t, int i)
{
#if LISTED
	int c = r->city[i];
	return tabu_visited(t, c) ? NONE : c;
#else
	return tabu_candidate(t, i);
#endif
}

// open_city_at is the city at a place that is known to be open.
static inline int open_city_at(__private const row *r, __private const tabu *t, int i)
{
#if LISTED
	return r->city[i];
#elif TABU == BT
	return i;
#else
	return t->entries[i];
#endif
}

static inline uint weight_at(__private const row *r, __private const tabu *t, int i)
{
	int c = city_at(r, t, i);
	return c == NONE ? 0 : r->choice[LISTED ? i : c];
}

// roulette is parallel RWM, aco.roulette: each work-item adds up a chunk, and the
// chunk that holds the ball is shared out again, until chunks have one place. NONE
// if all have been visited, or if no draw is wanted.
// Paper      [MMAS20 §4.2.1, Fig. 5]
// Local      two words for each work-item, and four more
static inline int roulette(__private const row *r, __private const tabu *t, uint draw, bool wanted, __local uint *words)
{
	int lane = get_local_id(0), lanes = get_local_size(0);
	__local uint *ball = words + 2 * lanes; // beyond what argmin_group uses next
	int first = 0, end = wanted ? r->length : 0, found = NONE;
	uint at = draw;
	for (bool begun = false; first < end; begun = true) {
		int chunk = (end - first + lanes - 1) / lanes;
		int from = min(first + lane * chunk, end), to = min(from + chunk, end);
		uint sum = 0, total, w;
		for (int i = from; i < to; i++)
			sum += weight_at(r, t, i);
		uint before = scan_exclusive(sum, words, &total);
		if (!begun)
			at = mul_hi(at, total);
		if (lane == 0 && total == 0) { // no chunk holds it: the last stage
			ball[0] = ball[1] = 0;
			ball[3] = NONE;
		}
		if (at - before < sum) { // one work-item's, as at < total
			uint rest = at - before;
			while (lanes == 1 && rest >= (w = weight_at(r, t, from))) { // alone it walks all the way
				rest -= w;
				from++;
			}
			ball[0] = from;
			ball[1] = chunk == 1 || lanes == 1 ? from : to;
			ball[2] = rest;
			ball[3] = city_at(r, t, from);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		first = ball[0];
		end = ball[1];
		at = ball[2];
		found = ball[3];
	}
	return found;
}
