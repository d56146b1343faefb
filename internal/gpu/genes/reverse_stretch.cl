// reverse_stretch: reverses a stretch of each of some genes.
// Paper      [GA16 §4]
// Reference  ga.(*Reference).Mutate, bit for bit
// NDRange    one item per gene and pair of places; items beyond a stretch do nothing
//
// Coalesced where a row is contiguous. Otherwise stretches begin at different places, and
// nothing is.
#include "pool.cl"

#define STRETCH_WORDS 3 // gene, from, to

__kernel void reverse_stretch(POOL_PARAMETERS, __global const int *stretches, int count, int longest)
{
	size_t item = get_global_id(0);
	if (item >= (size_t)count * longest)
		return;
	int2 at = job_and_place(item, count, longest);
	__global const int *stretch = stretches + STRETCH_WORDS * at.x;
	int r = row[stretch[0]], a = stretch[1] + at.y, b = stretch[2] - at.y;
	if (a >= b)
		return;
	int city = cities[AT(r, a)];
	cities[AT(r, a)] = cities[AT(r, b)];
	cities[AT(r, b)] = city;
}
