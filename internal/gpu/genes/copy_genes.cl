// copy_genes: copies genes over others, with their lengths.
// Paper      [GA16 §3.2, §3.4]
// Reference  ga.(*Reference).Copy, bit for bit
// NDRange    one item per transfer and place
//
// Coalesced where a row is contiguous, and otherwise as far as rows are neighbours.
#include "pool.cl"

__kernel void copy_genes(POOL_PARAMETERS, __global const int *transfers, int count, __global long *lengths)
{
	size_t item = get_global_id(0);
	if (item >= (size_t)count * n)
		return;
	int2 at = job_and_place(item, count, n);
	int from = row[transfers[2 * at.x]], to = row[transfers[2 * at.x + 1]];
	if (from == to)
		return; // a winner that is already at its place
	cities[AT(to, at.y)] = cities[AT(from, at.y)];
	if (at.y == 0)
		lengths[to] = lengths[from];
}
