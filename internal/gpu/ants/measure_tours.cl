// measure_tours: how long the tours of the ants are.
// Reference  (*tsp.Instance).Length, bit for bit
// NDRange    a team per ant; item i adds up edges i, i + lanes, …
// Local      a long per item
#include "terrain.cl"
#include "total.cl"

__kernel void measure_tours(__global const int *tours, __global const place_t *place, int n,
                            __global long *lengths, __local long *sums)
{
	int lanes = get_local_size(0);
	uint ant = get_global_id(0) / lanes;
	__global const int *tour = tours + (size_t)ant * n;
	long length = 0;
	for (int i = get_local_id(0); i < n; i += lanes)
		length += dist(place, n, tour[i], tour[i + 1 < n ? i + 1 : 0]);
	length = total_group(length, sums);
	if (get_local_id(0) == 0)
		lengths[ant] = length;
}
