// descent.cl: the tour of an ant while local search works on it: an array with
// positions, links and a work queue, as lk/on_array.go, array.go and queue.go have
// them.
#include "terrain.cl"

typedef struct {
	__global int *tour;
	__global int *pos;      // where each city is
	__global int *links;    // two neighbours of each city, in the order that lk has them in
	__global int *ring;     // the queue, and …
	__global uchar *waiting; // … which cities are in it; one work-item uses it
	int n, head, size;
} descent;

#define DESCENT_PARAMETERS                                                     \
	__global const int *chosen, int n, __global int *tours, __global int *positions, \
	__global int *links, __global int *rings, __global uchar *waitings, __global int *queues
#define DESCENT(slot)                                                          \
	{tours + (size_t)chosen[slot] * n, positions + (size_t)(slot) * n, links + (size_t)(slot) * 2 * n, \
	 rings + (size_t)(slot) * n, waitings + (size_t)(slot) * n, n, queues[2 * (slot)], queues[2 * (slot) + 1]}

static inline int wrap(int p, int n) { return p >= n ? p - n : p < 0 ? p + n : p; }

static inline int city_after(__private const descent *d, int c) { return d->tour[wrap(d->pos[c] + 1, d->n)]; }
static inline int city_beside(__private const descent *d, int c, bool forward)
{
	return d->tour[wrap(d->pos[c] + (forward ? 1 : -1), d->n)];
}
