// deposit_trails: a tour leaves trails on its edges, up to the upper limit; an edge
// without a trail is passed by.
// Paper      [MMAS20 §2.1]
// Reference  aco.(*Reference).deposit, bit for bit
// NDRange    one item per place of the tour
//
// No two items touch the same trail: a tour of three cities or more has every edge
// once. Of a shorter one, whose edges repeat, one item takes all.
#include "terrain.cl"

// add reinforces the trail from one city to another, if there is one.
static inline void add(__global float *levels, __global const int *city, int n, int candidates, int from, int to, float amount, float hi)
{
	size_t first = (size_t)from * STRIDE(n), at = first + to;
#if !DENSE
	int k = 0;
	while (k < candidates && city[first + k] != to)
		k++;
	if (k == candidates)
		return;
	at = first + k;
#endif
	levels[at] = fmin(levels[at] + amount, hi);
}

__kernel void deposit_trails(__global float *levels, __global const int *city, int n, int candidates,
                             __global const int *tours, int whose, float amount, float hi)
{
	int first = get_global_id(0), end = first + 1;
	__global const int *tour = tours + (size_t)whose * n;
	if (n < 3) {
		end = first == 0 ? n : first;
	} else if (first >= n) {
		return;
	}
	for (int i = first; i < end; i++) {
		int from = tour[i], to = tour[i + 1 < n ? i + 1 : 0];
		add(levels, city, n, candidates, from, to, amount, hi);
		if (SYMMETRIC)
			add(levels, city, n, candidates, to, from, amount, hi);
	}
}
