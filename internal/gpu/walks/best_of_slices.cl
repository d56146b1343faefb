// best_of_slices: the best move of each walk, from those of its slices.
// Paper      [LSM13 §3.3]
// Reference  local.Threads, bit for bit
// NDRange    a team for each walk; lane i looks at slices i, i + lanes, …
// Local      a change and a move for each work-item
#include "moves_of_walk.cl"

__kernel void best_of_slices(__global const ulong *found, uint slices, uint walks, __global ulong *chosen,
                             __local delta_t *deltas, __local ulong *numbers)
{
	uint walk = (uint)(get_global_id(0) / get_local_size(0));
	if (walk >= walks)
		return;
	delta_t best = 0;
	ulong at = NO_MOVE;
	for (uint s = (uint)get_local_id(0); s < slices; s += (uint)get_local_size(0)) {
		ulong i = 2 * ((ulong)walk * slices + s);
		delta_t d = delta_from(found[i]);
		if (better(d, found[i + 1], best, at)) {
			best = d;
			at = found[i + 1];
		}
	}
	best_of_group(best, at, deltas, numbers);
	if (get_local_id(0) == 0) {
		chosen[2 * walk] = delta_bits(deltas[0]);
		chosen[2 * walk + 1] = numbers[0];
	}
}
