// count_loops: a loop longer than a device may allow. Mesa's llvmpipe (22.3) ends
// loops after 65,535 rounds of all loops of a work-item together, without an error.
// Reference  cl.longLoop, bit for bit
// NDRange    one item
__kernel void count_loops(__global uint *result, uint rounds)
{
	uint x = 1;
	for (uint i = 0; i < rounds; i++)
		x = x * 1664525u + (x >> 7) + i; // compilers cannot shorten this
	if (get_global_id(0) == 0)
		result[0] = x;
}
