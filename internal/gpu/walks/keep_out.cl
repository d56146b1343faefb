// keep_out: attributes of walks must stay out until a step has passed.
// Reference  local.Mark
// NDRange    one item per mark; no two are about the same attribute
#include "moves_of_walk.cl"

__kernel void keep_out(__global const int *marks, uint count, int attributes, __global int *untils)
{
	uint i = (uint)get_global_id(0);
	if (i < count)
		untils[(ulong)marks[3 * i] * (ulong)attributes + (ulong)marks[3 * i + 1]] = marks[3 * i + 2];
}
