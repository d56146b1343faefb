// make_turns: each walk makes several turns, one after the other, without the host. For
// neighbourhoods that one team can score.
// Paper      [LSM13 Algorithm 2]
// Reference  local.Threads with local.(*tabu).take, bit for bit
// NDRange    a team for each walk; lane i scores moves i, i + lanes, …; one work-item moves
// Local      a change and a move for each work-item
#include "make_move.cl"

__kernel void make_turns(INPUTS __global int *states, __global int *untils, int attributes, __global int *orders,
                         ulong moves, uint turns, uint walks, __global const int *tenures,
                         __global ulong *past, __local delta_t *deltas, __local ulong *numbers)
{
	uint walk = (uint)(get_global_id(0) / get_local_size(0));
	if (walk >= walks)
		return;
	__global int *state = states + (ulong)walk * STATE;
	__global int *until = untils + (ulong)walk * (ulong)attributes;
	__global int *order = orders + walk * ORDER_WORDS;
	for (uint turn = 0; turn < turns; turn++) {
		pick_of_group(INPUT state, until, order, 0, moves, deltas, numbers);
		barrier(CLK_GLOBAL_MEM_FENCE); // all have read the state that the move changes
		if (get_local_id(0) == 0)
			make_move(INPUT state, until, order, walk, walks, tenures, past, deltas[0], numbers[0]);
		barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	}
}
