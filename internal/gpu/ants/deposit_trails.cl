// deposit_trails: a tour renews the trails on its edges, up to the upper limit; an
// edge without a trail is skipped or, in a selective memory, gets one.
// Paper      [MMAS20 §2.1], [ACS16 eq. 4, Fig. 5]
// Reference  aco.(*trails).reinforce, bit for bit
// NDRange    one item per place of the tour
//
// An item touches the trails of its own city only, the edge to the next city first.
#include "trails.cl"

__kernel void deposit_trails(TRAILS_PARAMETERS, __global const int *tours, int whose, float keep, float amount, float hi)
{
	int i = get_global_id(0);
	if (i >= n)
		return;
	trails r = TRAILS;
	blend b = {keep, amount, hi};
	__global const int *tour = tours + (size_t)whose * n;
	renew(&r, tour[i], tour[i + 1 < n ? i + 1 : 0], b);
	if (SYMMETRIC)
		renew(&r, tour[i], tour[i > 0 ? i - 1 : n - 1], b);
}
