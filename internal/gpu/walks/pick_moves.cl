// pick_moves: the best move of each slice of each walk's neighbourhood, which is
// generated and scored on the way and never stored.
// Paper      [LSM13 §3.2 and §3.3]
// Reference  local.Threads, bit for bit
// NDRange    a team for each slice of each walk; lane i scores moves i, i + lanes, …
// Local      a change and a move for each work-item
#include "moves_of_walk.cl"

__kernel void pick_moves(INPUTS __global const int *states, __global const int *untils, int attributes,
                         __global const int *orders, ulong moves, ulong slice, uint slices, uint teams,
                         __global ulong *found, __local delta_t *deltas, __local ulong *numbers)
{
	uint team = (uint)(get_global_id(0) / get_local_size(0));
	if (team >= teams)
		return;
	uint walk = team / slices;
	__global const int *state = states + (ulong)walk * STATE;
	__global const int *until = untils + (ulong)walk * (ulong)attributes;
	__global const int *order = orders + walk * ORDER_WORDS;
	ulong first = slice * (team - walk * slices), end = order[ORDER_ACTIVE] ? min(first + slice, moves) : first;
	pick_of_group(INPUT state, until, order, first, end, deltas, numbers);
	if (get_local_id(0) == 0) {
		found[2 * team] = delta_bits(deltas[0]);
		found[2 * team + 1] = numbers[0];
	}
}
