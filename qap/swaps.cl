// swaps.cl: the changes by exchanging two facilities.
// Paper      [LSM13 §6.1]
// Reference  (*swaps).Deltas, bit for bit
// State      the place of each facility
//
// Neighbouring moves exchange the same facility with neighbouring ones, so matrices are
// read along the rows of a third facility: neighbouring items read neighbouring
// numbers.
#include "moves.cl"

#define INPUTS __global const int *a, __global const int *b,
#define INPUT a, b,

static inline delta_t delta_of(INPUTS __global const int *p, ulong move)
{
	int2 pair = pair_of(N, move);
	int i = pair.x, j = pair.y, at = p[i], other = p[j];
	delta_t sum = 0;
#if SYMMETRIC
	for (int k = 0; k < N; k++) {
		int third = p[k] * N;
		sum += (delta_t)(a[k * N + i] - a[k * N + j]) * (delta_t)(b[third + other] - b[third + at]);
	}
	sum += 2 * (delta_t)a[i * N + j] * (delta_t)b[at * N + other]; // i and j themselves were among them
	return UNIT * sum;
#else
	for (int k = 0; k < N; k++) {
		if (k == i || k == j)
			continue;
		int third = p[k];
		sum += (delta_t)(a[k * N + i] - a[k * N + j]) * (delta_t)(b[third * N + other] - b[third * N + at])
			+ (delta_t)(a[i * N + k] - a[j * N + k]) * (delta_t)(b[other * N + third] - b[at * N + third]);
	}
	return sum + (delta_t)(a[i * N + i] - a[j * N + j]) * (delta_t)(b[other * N + other] - b[at * N + at])
		+ (delta_t)(a[i * N + j] - a[j * N + i]) * (delta_t)(b[other * N + at] - b[at * N + other]);
#endif
}

// apply_move implements (*swaps).Apply.
static inline int apply_move(INPUTS __global int *p, ulong move, __private int *leaves)
{
	int2 pair = pair_of(N, move);
	int at = p[pair.x], other = p[pair.y];
	leaves[0] = pair.x * N + at;
	leaves[1] = pair.y * N + other;
	p[pair.x] = other;
	p[pair.y] = at;
	return 2;
}

// touch_of implements (*swaps).Touched.
static inline int touch_of(INPUTS __global const int *p, ulong move, __private int *enters)
{
	int2 pair = pair_of(N, move);
	enters[0] = pair.x * N + p[pair.y];
	enters[1] = pair.y * N + p[pair.x];
	return 2;
}
