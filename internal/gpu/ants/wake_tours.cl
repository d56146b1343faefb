// wake_tours: before local search, the positions and links of the chosen ants' tours,
// and the queue of the cities to look at: all, or those whose neighbours are others
// than on the best tour, by number.
// Reference  lk's onArray.Take and aco.(*Improver).queue, bit for bit
// NDRange    a team per chosen ant; item i takes cities i, i + lanes, …
// Local      a word per item
#include "descent.cl"
#include "scan.cl"

// differs reports whether a city has other neighbours than on the best tour.
static inline bool differs(__private const descent *d, __global const int *near, int c)
{
	int before = d->links[2 * c], after = d->links[2 * c + 1], a = near[2 * c], b = near[2 * c + 1];
	return (before != a || after != b) && (before != b || after != a);
}

__kernel void wake_tours(DESCENT_PARAMETERS, __global const int *near, int fresh, __local uint *words)
{
	int lane = get_local_id(0), lanes = get_local_size(0);
	int slot = get_global_id(0) / lanes, size = 0;
	descent d = DESCENT(slot);
	for (int i = lane; i < n; i += lanes) {
		int c = d.tour[i];
		d.pos[c] = i;
		d.links[2 * c] = d.tour[wrap(i - 1, n)];
		d.links[2 * c + 1] = d.tour[wrap(i + 1, n)];
	}
	barrier(CLK_GLOBAL_MEM_FENCE);
	for (int first = 0; first < n; first += lanes) {
		int c = first + lane;
		uint wanted = c < n && (!fresh || differs(&d, near, c)), total;
		uint before = scan_exclusive(wanted, words, &total);
		if (wanted)
			d.ring[size + before] = c;
		if (c < n)
			d.waiting[c] = wanted;
		size += total;
	}
	if (lane == 0) {
		queues[2 * slot] = 0;
		queues[2 * slot + 1] = size;
	}
}
