// two_opt_tours: 2-opt over neighbour lists with a work queue, for some time.
// Reference  lk's onArray with TwoOpt, bit for bit: the array, not only the tour
// NDRange    a team per chosen ant; items look at neighbours, then reverse a path, together
// Local      three words
#include "descent.cl"

#ifndef LOOKS
#define LOOKS 2000 // aco.citiesAtOnce: when they are over, the next city has its turn
#endif

// gain_of is the gain of a 2-opt move: the edge from a to x and one at c, a's
// neighbour, become (a, c) and (x, f), where f is on the other side of c
// [CRO58].
static inline int gain_of(__private const descent *d, __global const place_t *place, int a, int x, int dac, int dax, int c, bool forward)
{
	int f = city_beside(d, c, forward);
	int gain = dax - dac + dist(place, d->n, c, f);
	if (gain <= 0 || c == x || f == a)
		return 0;
	return gain - dist(place, d->n, x, f);
}

// first_gain is the first move of a city that gains, among those of this
// work-item, as link times neighbours plus neighbour.
static inline int first_gain(__private const descent *d, __global const place_t *place, __global const int *city, __global const int *dists, int neighbours, int a)
{
	int lanes = get_local_size(0);
	for (int k = 0; k < 2; k++) {
		int x = d->links[2 * a + k], dax = dist(place, d->n, a, x);
		bool forward = city_after(d, a) == x;
		for (int i = get_local_id(0); i < neighbours && dists[i] < dax; i += lanes) // lists are sorted
			if (gain_of(d, place, a, x, dists[i], dax, city[i], forward) > 0)
				return k * neighbours + i;
	}
	return INT_MAX;
}

// relink replaces the neighbour was of c by now.
static inline void relink(__private const descent *d, int c, int was, int now)
{
	__global int *l = d->links + 2 * c;
	l[l[0] == was ? 0 : 1] = now;
}

// push queues a city unless it is queued already, and returns by how many the
// queue grows. One work-item writes.
static inline int push(__private const descent *d, int c)
{
	if (d->waiting[c])
		return 0;
	d->waiting[c] = 1;
	d->ring[wrap(d->head + d->size, d->n)] = c;
	return 1;
}

// flip replaces (a, x) and (c, f) by (a, c) and (x, f): the path from x to c is
// reversed or, if that is shorter, the rest of the tour.
static inline void flip(__private const descent *d, int a, int x, int c)
{
	int n = d->n, i = d->pos[x], j = d->pos[c], lanes = get_local_size(0);
	if (city_after(d, a) != x) {
		int other = i;
		i = j;
		j = other;
	}
	int span = j >= i ? j - i + 1 : j - i + 1 + n;
	if (2 * span > n) {
		int other = wrap(i - 1, n);
		i = wrap(j + 1, n);
		j = other;
		span = n - span;
	}
	barrier(CLK_GLOBAL_MEM_FENCE); // all have read
	for (int s = get_local_id(0); s < span / 2; s += lanes) {
		int p = wrap(i + s, n), q = wrap(j - s, n), left = d->tour[p], right = d->tour[q];
		d->tour[p] = right;
		d->tour[q] = left;
		d->pos[right] = p;
		d->pos[left] = q;
	}
}

// move applies a move, queues the cities whose edges change, and returns the
// change in length. The size of the queue is passed through local memory.
static inline long move(__private descent *d, __global const place_t *place, int a, int k, int c, __local int *grown)
{
	int x = d->links[2 * a + k], f = city_beside(d, c, city_after(d, a) == x);
	long change = 0;
	flip(d, a, x, c);
	if (get_local_id(0) == 0) {
		relink(d, a, x, c);
		relink(d, f, c, x);
		relink(d, x, a, f);
		relink(d, c, f, a);
		int before = d->size;
		d->size += push(d, a);
		d->size += push(d, x);
		d->size += push(d, c);
		d->size += push(d, f);
		*grown = d->size;
		d->size = before;
		change = (long)dist(place, d->n, a, c) + dist(place, d->n, x, f) - dist(place, d->n, a, x) - dist(place, d->n, c, f);
	}
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	d->size = *grown;
	return change;
}

__kernel void two_opt_tours(DESCENT_PARAMETERS, __global const place_t *place, __global const int *first,
                            __global const int *city, __global const int *dists, int rounds,
                            __global long *lengths, __global int *busy, __local int *words)
{
	int lane = get_local_id(0), slot = get_global_id(0) / get_local_size(0), looks = LOOKS, turn = 0;
	descent d = DESCENT(slot);
	long change = 0;
	// Three words hold the first move that gains, in turn: one is in use, the
	// next is being prepared, and the last may still be being read.
	if (lane == 0)
		words[0] = INT_MAX;
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); // all see the queue
	while (d.size > 0 && rounds > 0) {
		int c = d.ring[d.head], from = first[c], neighbours = first[c + 1] - from, found;
		d.head = wrap(d.head + 1, n);
		d.size--;
		if (lane == 0)
			d.waiting[c] = 0;
		do {
			int mine = n < 5 ? INT_MAX : first_gain(&d, place, city + from, dists + from, neighbours, c);
			if (mine != INT_MAX)
				atomic_min(&words[turn], mine);
			int next_turn = turn == 2 ? 0 : turn + 1;
			if (lane == 0)
				words[next_turn] = INT_MAX;
			barrier(CLK_LOCAL_MEM_FENCE);
			found = words[turn];
			turn = next_turn;
			if (found != INT_MAX) {
				int k = found >= neighbours;
				change += move(&d, place, c, k, city[from + found - k * neighbours], words + 3);
				looks--;
			}
		} while (found != INT_MAX && looks > 0);
		if (--looks <= 0) { // a city that could still improve is queued: its last move queued it
			looks = LOOKS;
			rounds--;
		}
	}
	if (lane == 0) {
		lengths[chosen[slot]] += change;
		queues[2 * slot] = d.head;
		queues[2 * slot + 1] = d.size;
		if (d.size > 0)
			atomic_inc(busy);
	}
}
