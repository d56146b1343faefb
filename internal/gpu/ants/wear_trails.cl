// wear_trails: a wave of ants updates the trails that they have used.
// Paper      [ACS16 eq. 3, Fig. 5]
// Reference  aco.(*Reference).wearAll, bit for bit
// NDRange    one item per city
//
// An item handles the edges of its own city, by ant and, for one ant, in the order in
// which it used them. Edge k of a tour leads to position k; the last one closes it.
#include "trails.cl"

__kernel void wear_trails(TRAILS_PARAMETERS, __global const int *tours, __global const int *places,
                          int first_ant, int ants, int period)
{
	int c = get_global_id(0);
	if (c >= n)
		return;
	trails r = TRAILS;
	blend b = WEAR(basis);
	for (int ant = 0; ant < ants; ant++) {
		__global const int *tour = tours + (size_t)(first_ant + ant) * n;
		int at = places[(size_t)ant * n + c];
		int before = tour[at > 0 ? at - 1 : n - 1], after = tour[at + 1 < n ? at + 1 : 0];
		if (SYMMETRIC && at > 0 && at % period == 0)
			renew(&r, c, before, b);
		if ((at + 1) % period == 0)
			renew(&r, c, after, b);
		if (SYMMETRIC && at == 0 && n % period == 0)
			renew(&r, c, before, b);
	}
}
