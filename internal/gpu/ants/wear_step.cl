// wear_step: all ants update the trails of the edges that they have just used.
// Paper      [ACS16 §3.1.2, eq. 3]
// Reference  aco.(*Reference).wearStep, bit for bit
// NDRange    one item per ant
//
// An edge that several ants have used is updated once for each, and no update is lost. The
// order does not matter, as all updates are the same.
#include "trails.cl"

// wear_once updates a trail, if there is one, exactly once.
static inline void wear_once(__private const trails *r, int from, int to, blend b)
{
	int at = sight_of(r->city, r->candidates, from, to);
	if (at == NONE)
		return;
	volatile __global uint *level = (volatile __global uint *)r->levels + (size_t)from * SIGHT(r->n) + at;
	uint was, seen = atomic_or(level, 0u);
	do {
		was = seen;
		seen = atomic_cmpxchg(level, was, as_uint(blend_of(b, as_float(was))));
	} while (seen != was);
}

__kernel void wear_step(TRAILS_PARAMETERS, __global const int *tours, int ants, int step)
{
	int ant = get_global_id(0);
	if (ant >= ants)
		return;
	trails r = TRAILS;
	blend b = WEAR(basis);
	__global const int *tour = tours + (size_t)ant * n;
	int from = tour[step - 1], to = tour[step < n ? step : 0];
	wear_once(&r, from, to, b);
	if (SYMMETRIC)
		wear_once(&r, to, from, b);
}
