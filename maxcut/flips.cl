// flips.cl: the changes by moving a vertex to the other side.
// Reference  (*flips).Deltas, bit for bit
// State      the side of each vertex
#define INPUTS __global const long *starts, __global const int *to, __global const long *weight,
#define INPUT starts, to, weight,

static inline delta_t delta_of(INPUTS __global const int *side, ulong v)
{
	delta_t sum = 0;
	for (long i = starts[v]; i < starts[v + 1]; i++)
		sum += side[to[i]] == side[v] ? -weight[i] : weight[i];
	return sum;
}

// touch_of implements (*flips).Touched.
static inline int touch_of(INPUTS __global const int *side, ulong v, __private int *enters)
{
	enters[0] = 2 * (int)v + 1 - side[v];
	return 1;
}

// apply_move implements (*flips).Apply.
static inline int apply_move(INPUTS __global int *side, ulong v, __private int *leaves)
{
	leaves[0] = 2 * (int)v + side[v];
	side[v] = 1 - side[v];
	return 1;
}
