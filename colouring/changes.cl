// changes.cl: the changes by giving a vertex another colour.
// Paper      [LSM13 §4.4]
// Reference  (*changes).Deltas, bit for bit
// State      the colour of each vertex
#include "moves.cl"

#define INPUTS __global const int *starts, __global const int *ends,
#define INPUT starts, ends,

static inline delta_t delta_of(INPUTS __global const int *colour, ulong move)
{
	int2 change = change_of(COLOURS, move);
	int v = change.x, was = colour[v], now = other_value(was, change.y);
	delta_t sum = 0;
	for (int i = starts[v]; i < starts[v + 1]; i++)
		sum += (colour[ends[i]] == now) - (colour[ends[i]] == was);
	return sum;
}

// touch_of implements (*changes).Touched.
static inline int touch_of(INPUTS __global const int *colour, ulong move, __private int *enters)
{
	int2 change = change_of(COLOURS, move);
	enters[0] = change.x * COLOURS + other_value(colour[change.x], change.y);
	return 1;
}

// apply_move implements (*changes).Apply.
static inline int apply_move(INPUTS __global int *colour, ulong move, __private int *leaves)
{
	int2 change = change_of(COLOURS, move);
	int was = colour[change.x];
	leaves[0] = change.x * COLOURS + was;
	colour[change.x] = other_value(was, change.y);
	return 1;
}
