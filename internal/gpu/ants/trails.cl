// trails.cl: how the trail of an edge changes.
#include "terrain.cl"

// trails holds the levels and, for a selective memory, where they lead (rows of
// RING) and which of a row is the newest.
typedef struct {
	__global float *levels;
	__global int *known, *newest;
	__global const float *basis;
	__global const int *city;
	int n, candidates;
} trails;

#define TRAILS_PARAMETERS                                                      \
	__global float *levels, __global int *known, __global int *newest,         \
	__global const float *basis, __global const int *city, int n, int candidates
#define TRAILS {levels, known, newest, basis, city, n, candidates}

// A blend is an update of a trail: keep · τ + amount, but at most most.
typedef struct {
	float keep, amount, most;
} blend;

static inline float blend_of(blend b, float level) { return fmin(b.keep * level + b.amount, b.most); }

// WEAR is the local update of a trail [ACS16 eq. 3], aco.(*trails).wear. (A macro:
// Oclgrind 21.10 does not support functions that return structures.)
#define WEAR(basis) {(basis)[BASIS_KEEP], (basis)[BASIS_AMOUNT], FLT_MAX}

// renew updates the trail of an edge, if it has one or, in a selective memory,
// can get one: aco.(*trails).renew [ACS16 Fig. 5]. It touches only the row of
// the first city.
static inline void renew(__private const trails *r, int from, int to, blend b)
{
	__global float *row = r->levels + (size_t)from * STRIDE(r->n);
#if RING > 0
	__global int *known = r->known + (size_t)from * RING;
	for (int i = 0; i < RING; i++)
		if (known[i] == to) {
			row[i] = blend_of(b, row[i]);
			return;
		}
	int next = (r->newest[from] + 1) % RING;
	r->newest[from] = next;
	known[next] = to;
	row[next] = blend_of(b, r->basis[BASIS_FLOOR]);
#else
	int at = sight_of(r->city, r->candidates, from, to);
	if (at != NONE)
		row[at] = blend_of(b, row[at]);
#endif
}
