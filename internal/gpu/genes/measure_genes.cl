// measure_genes: adds the edges that lead to some places of genes to their lengths.
// Paper      [GA16 §3.1]
// Reference  (*tsp.Instance).Length, bit for bit
// NDRange    one item per gene
//
// Reading places is coalesced as far as the rows of the genes are neighbours. Coordinates
// are scattered.
#include "pool.cl"

__kernel void measure_genes(POOL_PARAMETERS, __global const place_t *place, __global const int *measured, int count,
                            int from, int to, __global long *lengths)
{
	int item = get_global_id(0);
	if (item >= count)
		return;
	int r = row[measured[item]];
	long length = from > 0 ? lengths[r] : 0;
	int before = cities[AT(r, from > 0 ? from - 1 : n - 1)];
	for (int at = from; at < to; at++) {
		int city = cities[AT(r, at)];
		length += dist(place, n, before, city);
		before = city;
	}
	lengths[r] = length;
}
