// read_step: the ants of a wave read the trails of the edges that they have just used, and
// compute the updated levels, in both directions.
// Paper      [ACS16 §3.1.2, eq. 3]
// Reference  aco.(*Reference).wearAtOnce, what it reads, bit for bit
// NDRange    one item per ant of the wave
#include "trails.cl"

#if IMMEDIATE

// level_of is the level of an edge, or the first level if it has no trail: aco.(*trails).read.
static inline float level_of(__private const trails *r, int from, int to)
{
	__global const float *row = r->levels + (size_t)from * STRIDE(r->n);
#if RING > 0
	__global const int *known = r->known + (size_t)from * RING;
	for (int i = 0; i < RING; i++)
		if (known[i] == to)
			return row[i];
#else
	int at = sight_of(r->city, r->candidates, from, to);
	if (at != NONE)
		return row[at];
#endif
	return r->basis[BASIS_FLOOR];
}

__kernel void read_step(TRAILS_PARAMETERS, __global const int *tours, int first_ant, int ants, int step,
                        __global float *updates)
{
	int i = get_global_id(0);
	if (i >= ants)
		return;
	trails r = TRAILS;
	blend b = WEAR(basis);
	__global const int *tour = tours + (size_t)(first_ant + i) * n;
	int from = tour[step - 1], to = tour[step < n ? step : 0];
	updates[2 * i] = blend_of(b, level_of(&r, from, to));
	updates[2 * i + 1] = blend_of(b, level_of(&r, to, from));
}

#endif
