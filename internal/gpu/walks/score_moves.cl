// score_moves: what each of some moves of a walk changes, for a host that reads
// them all.
// Paper      [LSM13 Algorithm 2, lines 12 to 15]
// Reference  Deltas of a search.Neighbourhood, bit for bit
// NDRange    one item per move
#include "moves_of_walk.cl"

__kernel void score_moves(INPUTS __global const int *states, uint walk, ulong first, uint count, __global ulong *scores)
{
	uint i = (uint)get_global_id(0);
	if (i < count)
		scores[i] = delta_bits(delta_of(INPUT states + (ulong)walk * STATE, first + i));
}
