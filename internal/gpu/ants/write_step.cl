// write_step: the ants of a wave write what read_step has computed. Ants that have used the same
// edge write the same level, so that only one of their updates remains.
// Paper      [ACS16 §3.1.2, Fig. 5]
// Reference  aco.(*Reference).wearAtOnce, what it writes, bit for bit
// NDRange    one item per ant of the wave; with a selective memory, a single item, since the
//            order of the ants decides which trails are dropped
#include "trails.cl"

#if IMMEDIATE

// write_level sets the level of an edge: aco.(*trails).write.
static inline void write_level(__private const trails *r, int from, int to, float level)
{
#if RING > 0
	__global float *row = r->levels + (size_t)from * RING;
	__global int *known = r->known + (size_t)from * RING;
	int at = 0;
	while (at < RING && known[at] != to)
		at++;
	if (at == RING)
		r->newest[from] = at = (r->newest[from] + 1) % RING;
	known[at] = to;
	row[at] = level;
#else
	int at = sight_of(r->city, r->candidates, from, to);
	if (at != NONE) // several items may write the same level
		atomic_xchg((volatile __global uint *)r->levels + (size_t)from * SIGHT(r->n) + at, as_uint(level));
#endif
}

__kernel void write_step(TRAILS_PARAMETERS, __global const int *tours, int first_ant, int ants, int step,
                         __global const float *updates)
{
	trails r = TRAILS;
	int i = get_global_id(0), end = RING > 0 ? (i == 0 ? ants : 0) : min(i + 1, ants);
	for (; i < end; i++) {
		__global const int *tour = tours + (size_t)(first_ant + i) * n;
		int from = tour[step - 1], to = tour[step < n ? step : 0];
		write_level(&r, from, to, updates[2 * i]);
		if (SYMMETRIC)
			write_level(&r, to, from, updates[2 * i + 1]);
	}
}

#endif
