// crowns.cl: what going to the random point of a crown changes.
// Paper      [LSM13 §4.5]
// Reference  (*crowns).Deltas, bit for bit
// State      the coordinates and the cost, each a double in two ints, the low one first;
//            the numbers of the sample and of the walk
// Random     philox(seed; block, move + 1, sample, walk)
//
// A point may have thousands of coordinates and is nowhere stored: the random numbers
// are generated once for the length of its direction, and once more for each
// coordinate, which the function takes as it comes.
#include "philox.cl"
#include "functions.cl"

#define INPUTS __global const double *radii, uint seed_low, uint seed_high,
#define INPUT radii, seed_low, seed_high,

#define COST (2 * DIM)
#define SAMPLE (2 * DIM + 2)
#define WALK (2 * DIM + 3)

// number_at puts a double of the state together.
static inline double number_at(__global const int *state, int i)
{
	return as_double(upsample(as_uint(state[i + 1]), as_uint(state[i])));
}

// word_after goes from the words of a block that begin with word i - 1 to those that
// begin with word i, of the next block where this one ends.
static inline uint4 word_after(uint4 words, int i, uint4 counter, uint2 key)
{
	if (i % 4)
		return words.yzwx;
	counter.x = (uint)i / 4;
	return philox(counter, key);
}

// direction is a word as a number between -1 and 1, never 0. No operation rounds.
static inline double direction(uint word) { return (2.0 * as_int(word) + 1) * 0x1p-32; }

// along is what going by a step on an axis leads to.
static inline double2 along(__global const int *state, int axis, double step)
{
	double2 seen = (double2)(0, 0);
	for (int i = 0; i < DIM; i++) {
		double x = number_at(state, 2 * i);
		seen = value_with(seen, i, i == axis ? fmin(fmax(x + step, LOW), HIGH) : x);
	}
	return seen;
}

static inline delta_t delta_of(INPUTS __global const int *state, ulong move)
{
	uint4 counter = (uint4)(0, (uint)move + 1, as_uint(state[SAMPLE]), as_uint(state[WALK]));
	uint2 key = (uint2)(seed_low, seed_high);
	uint4 first = philox(counter, key), words = first;
	double inner = radii[move], share = first.x * 0x1p-32;
	double radius = inner + share * (radii[move + 1] - inner);
	if (MIXED && (move & 1)) {
		double2 there = along(state, (int)mul_hi(first.y, (uint)DIM), first.y & 1 ? -radius : radius);
		return value_of(there) - number_at(state, COST);
	}
	double squares = 0;
	for (int i = 0; i < DIM; i++) {
		words = word_after(words, i + 1, counter, key);
		double v = direction(words.x);
		squares += v * v;
	}
	double scale = radius / sqrt(squares);
	double2 seen = (double2)(0, 0);
	words = first;
	for (int i = 0; i < DIM; i++) {
		words = word_after(words, i + 1, counter, key);
		double x = number_at(state, 2 * i) + scale * direction(words.x);
		seen = value_with(seen, i, fmin(fmax(x, LOW), HIGH));
	}
	return value_of(seen) - number_at(state, COST);
}

// touch_of: each move is its own attribute.
static inline int touch_of(INPUTS __global const int *state, ulong move, __private int *enters)
{
	enters[0] = (int)move;
	return 1;
}
