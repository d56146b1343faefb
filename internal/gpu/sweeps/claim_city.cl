// claim_city: between equal bids for an edge the smallest city wins.
// Reference  sweep.claims.claimCity, bit for bit
// NDRange    one item per city
#include "claims.cl"

__kernel void claim_city(VIEW_PARAMETERS, __global const uint *code,
                         __global const int *city_gain, __global const int *city_pair,
                         __global const int *claim_gain, __global int *claim_city)
{
	int c = get_global_id(0);
	if (c >= n || city_gain[c] == 0)
		return;
	view v = VIEW;
	int t[6], e[3];
	spell(&v, c, city_pair[c], code[city_pair[c]], t, e);
	for (int i = 0; i < 3; i++)
		if (claim_gain[e[i]] == city_gain[c])
			atomic_min(&claim_city[e[i]], c);
}
