// find.cl: what both kernels that look for moves share, sweep/find.go.
#include "tour.cl"

// Bits of a code, sweep/move.go.
#define LARGER 1u
#define FLAT (0u << 1)
#define REVERSE (1u << 1)
#define SWAP (2u << 1)
#define TURN (3u << 1)
#define KIND (3u << 1)
#define THIRD 3

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

// hopeless tells whether t3 is farther from t2 than both its neighbours on the tour,
// as it is for most pairs.
static bool hopeless(__private const view *v, int t2, int d23)
{
	int p = v->pos[t2];
	return d23 >= max(v->edge[p], v->edge[before(p, v->n)]);
}

// opens is by how much it is shorter to go from t2 to t3 instead of t1, or 0.
static int opens(__private const view *v, int t1, int t2, int t3, int d23, bool forward)
{
	int d12 = v->edge[edge_at(v, t2, !forward)];
	if (d12 == TIED || t3 == t1 || t3 == side(v, t2, forward))
		return 0;
	return max(d12 - d23, 0);
}

// reversing closes a 2-opt move and returns the gain without the closing edge, or 0
// if the edge must stay.
static int reversing(__private const view *v, int t1, int t3, int gain, bool forward, uint way, __private found *best)
{
	int d34 = v->edge[edge_at(v, t3, !forward)];
	if (d34 == TIED)
		return 0;
	int open = gain + d34;
	offer(best, open - dist(v->place, v->n, side(v, t3, !forward), t1), way | FLAT);
	return open;
}
