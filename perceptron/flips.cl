// flips.cl: the changes by flipping one, two or three entries of a vector.
// Paper      [LSM13 §6.2]
// Reference  (*flips).Deltas, bit for bit
// State      lowest and highest height, ends of the groups, rows by height, the vector
//
// The height of a row is how many of its terms a_ij v_j are +1. A flip of D entries
// brings a row of height h to h-D, h-D+2 … or h+D: from h-D two up for each of the D
// terms that was -1. The host sorts the rows by their heights, an item goes through
// them from the lowest to the highest, and when it has seen those of height h it knows
// how many come to h-D. So it has no histogram, but counts for 2D+1 heights.
//
// Neighbouring moves differ in their last entry, so neighbouring items read
// neighbouring bytes of the same row.
#include "moves.cl"

#define INPUTS __global const char *matrix, __global const int *wanted,
#define INPUT matrix, wanted,

#define LOWEST 0
#define HIGHEST 1
#define ENDS 2 // rows of each height and of all below it
#define SORTED (ENDS + COLS + 1)
#define VECTOR (SORTED + ROWS)

// The cost of a negative product per unit [KM99].
#define WEIGHT 30

// Bits of a number of rows, perceptron.Largest at most.
#define FIELD 16

// columns_of returns the columns that a move flips: (*flips).columns.
static inline int3 columns_of(ulong move)
{
#if DISTANCE == 1
	return (int3)((int)move, 0, 0);
#elif DISTANCE == 2
	return (int3)(pair_of(COLS, move), 0);
#else
	return triple_of(COLS, move);
#endif
}

static inline delta_t delta_of(INPUTS __global const int *state, ulong move)
{
	__global const int *ends = state + ENDS, *sorted = state + SORTED, *vector = state + VECTOR;
	int3 col = columns_of(move);
	int3 v = (int3)(vector[col.x], vector[col.y], vector[col.z]);
	ulong here = 0, next = 0; // fields: rows that come to h-D, h-D+2 …, and to h-D+1, h-D+3 …
	int row = 0, before = 0, after = 0; // rows below t, now and after the move
	delta_t delta = 0;
	for (int h = state[LOWEST]; h <= state[HIGHEST] + 2 * DISTANCE; h++) {
		for (int end = ends[min(h, COLS)]; row < end; row++) {
			__global const char *a = matrix + sorted[row] * COLS;
			int sum = a[col.x] * v.x;
#if DISTANCE > 1
			sum += a[col.y] * v.y;
#endif
#if DISTANCE > 2
			sum += a[col.z] * v.z;
#endif
			here += 1ul << FIELD / 2 * (DISTANCE - sum);
		}
		int t = h - DISTANCE, come = (int)(here & ((1ul << FIELD) - 1));
		ulong over = here >> FIELD;
		here = next;
		next = over;
		if (t < 0 || t > COLS)
			continue; // no row can be here
		int now = ends[t] - before;
		before += now;
		after += come;
		delta += (int)abs(wanted[t] - come) - (int)abs(wanted[t] - now);
		// Rows that have fallen to t or below cost more than if they were one higher.
		delta += WEIGHT * clamp(2 * (COLS - 2 * t), 0, 4) * (after - before);
	}
	return delta;
}

// touch_of implements (*flips).Touched.
static inline int touch_of(INPUTS __global const int *state, ulong move, __private int *enters)
{
	__global const int *vector = state + VECTOR;
	int3 col = columns_of(move);
	enters[0] = 2 * col.x + (1 - vector[col.x]) / 2;
	enters[1] = 2 * col.y + (1 - vector[col.y]) / 2;
	enters[2] = 2 * col.z + (1 - vector[col.z]) / 2;
	return DISTANCE;
}
