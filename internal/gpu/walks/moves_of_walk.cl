// moves_of_walk.cl: what the kernels of the template share, and what they expect of a
// problem. The problem's file, MODEL, defines
//
//	delta_t                  what a change is counted in: int, long or double
//	INPUTS, INPUT            its parameters, each followed by a comma, and their names
//	STATE                    ints of the state of a walk
//	delta_of(INPUT state, move)           what a move changes
//	touch_of(INPUT state, move, enters)   the attributes that it brings in, and how many
//
// and, if APPLIES, so that walks can stay on the device for many turns,
//
//	apply_move(INPUT state, move, leaves) makes a move; the attributes that it takes out, and how many
//
// where state is what the host knows of a walk, as ints [LSM13 Algorithm 2]. The names
// of INPUTS share the scope of the kernels: state, move, first and the like are taken.

// IMPOSSIBLE is the change by a move that must not be made: moves.Impossible.
#if DELTA == 0
#define IMPOSSIBLE INT_MAX
#elif DELTA == 1
#define IMPOSSIBLE LONG_MAX
#else
#define IMPOSSIBLE ((double)INFINITY)
#endif

#include "model.cl"

#ifndef APPLIES
#define APPLIES 0
#endif

// The ints of an order: the request of a walk.
#define ORDER_ACTIVE 0 // 1: it needs a move
#define ORDER_MEMORY 1 // 1: attributes may have to stay out
#define ORDER_STEP 2
#define ORDER_LONG 3
#define ORDER_ASPIRE 4 // delta_t in two ints
#define ORDER_TURN 6   // turns since the order was given
#define ORDER_GAP 7    // cost of the best solution less that of the current one, a long in two ints
#define ORDER_WORDS 9

// The classes of a move: moves.Wanted, moves.Allowed, moves.Forbidden.
#define WANTED 0
#define ALLOWED 1
#define FORBIDDEN 2

// A move with its class in the upper bits.
#define CLASS_SHIFT 60
#define NO_MOVE (((ulong)FORBIDDEN << CLASS_SHIFT) | 0xFFFFFFFFFFFFFFFul >> 4)
#define NUMBER_OF_MOVE ((1ul << CLASS_SHIFT) - 1)

// bits_of puts two ints together.
static inline ulong bits_of(int low, int high) { return (ulong)as_uint(low) | (ulong)as_uint(high) << 32; }

#if DELTA == 2
static inline delta_t delta_from(ulong bits) { return as_double(bits); }
static inline ulong delta_bits(delta_t d) { return as_ulong(d); }
#else
static inline delta_t delta_from(ulong bits) { return (delta_t)as_long(bits); }
static inline ulong delta_bits(delta_t d) { return as_ulong((long)d); }
#endif

// class_of implements moves.(*Rule).Class.
static inline uint class_of(INPUTS __global const int *state, __global const int *until, __global const int *order,
                            ulong move, delta_t delta)
{
	if (!(delta < IMPOSSIBLE))
		return FORBIDDEN;
	if (delta < delta_from(bits_of(order[ORDER_ASPIRE], order[ORDER_ASPIRE + 1])))
		return WANTED;
	if (!order[ORDER_MEMORY])
		return ALLOWED;
	int enters[3];
	int count = touch_of(INPUT state, move, enters);
	int latest = INT_MIN, earliest = INT_MAX;
	for (int i = 0; i < count; i++) {
		latest = max(latest, until[enters[i]]);
		earliest = min(earliest, until[enters[i]]);
	}
	return latest < order[ORDER_LONG] ? WANTED : earliest < order[ORDER_STEP] ? ALLOWED : FORBIDDEN;
}

// better reports whether the first of two moves is preferred: the class first, then the change, then
// the number, so that every order of comparing gives the same answer.
static inline bool better(delta_t a, ulong move_a, delta_t b, ulong move_b)
{
	ulong class_a = move_a >> CLASS_SHIFT, class_b = move_b >> CLASS_SHIFT;
	if (class_a != class_b)
		return class_a < class_b;
	return a < b || (a == b && move_a < move_b);
}

// best_of_group leaves the best of a group's moves in place 0.
static inline void best_of_group(delta_t delta, ulong move, __local delta_t *deltas, __local ulong *moves)
{
	uint lane = (uint)get_local_id(0);
	deltas[lane] = delta;
	moves[lane] = move;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint width = (uint)get_local_size(0); width > 1;) {
		uint half_width = (width + 1) / 2;
		if (lane < width - half_width && better(deltas[lane + half_width], moves[lane + half_width], deltas[lane], moves[lane])) {
			deltas[lane] = deltas[lane + half_width];
			moves[lane] = moves[lane + half_width];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		width = half_width;
	}
}

// pick_of_group leaves the best of the moves from first to end - 1 in place 0. Lane i scores moves
// first + i, first + i + lanes, …
static inline void pick_of_group(INPUTS __global const int *state, __global const int *until, __global const int *order,
                                 ulong first, ulong end, __local delta_t *deltas, __local ulong *numbers)
{
	delta_t best = 0;
	ulong at = NO_MOVE;
	for (ulong m = first + get_local_id(0); m < end; m += get_local_size(0)) {
		delta_t d = delta_of(INPUT state, m);
		ulong move = m | (ulong)class_of(INPUT state, until, order, m, d) << CLASS_SHIFT;
		if (move >> CLASS_SHIFT != FORBIDDEN && better(d, move, best, at)) {
			best = d;
			at = move;
		}
	}
	best_of_group(best, at, deltas, numbers);
}
