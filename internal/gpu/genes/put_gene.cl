// put_gene: stores a tour as a gene.
// Reference  ga.(*Reference).Put, bit for bit
// NDRange    one item per place
//
// Reading is coalesced, and writing where a row is contiguous.
#include "pool.cl"

__kernel void put_gene(POOL_PARAMETERS, __global const int *tour, int gene, long length, __global long *lengths)
{
	int at = get_global_id(0);
	if (at >= n)
		return;
	int r = row[gene];
	cities[AT(r, at)] = tour[at];
	if (at == 0)
		lengths[r] = length;
}
