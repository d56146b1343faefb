// get_gene: copies a gene to where the host reads it.
// Reference  ga.(*Reference).Gene, bit for bit
// NDRange    one item per place
//
// Writing is coalesced, and reading where a row is contiguous.
#include "pool.cl"

__kernel void get_gene(POOL_PARAMETERS, __global int *tour, int gene)
{
	int at = get_global_id(0);
	if (at < n)
		tour[at] = cities[AT(row[gene], at)];
}
