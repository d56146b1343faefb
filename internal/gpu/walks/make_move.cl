// make_move.cl: what a walk does with the move that was picked for its turn, on the device.
// Paper      [LSM13 Algorithm 2, lines 16 to 20], [TAI91 §3]
// Reference  local.(*tabu).take
#include "moves_of_walk.cl"

// The tenures of a turn: how long the attributes that its move takes out must stay out.
#define TENURES 3

// gap_of is the cost of the best solution less that of the current one.
static inline long gap_of(__global const int *order) { return as_long(bits_of(order[ORDER_GAP], order[ORDER_GAP + 1])); }

// put_long stores a long in two ints.
static inline void put_long(__global int *at, long v)
{
	at[0] = as_int((uint)v);
	at[1] = as_int((uint)((ulong)v >> 32));
}

// aspire_to stores the gap, and the change below which a move is always wanted: moves.(*Rule).Aspire.
static inline void aspire_to(__global int *order, long gap)
{
	put_long(order + ORDER_GAP, gap);
	put_long(order + ORDER_ASPIRE, DELTA == 0 ? max(gap, (long)INT_MIN) : gap);
}

// make_move records the pick of a walk, makes the move if there is one, and passes to the next
// turn. past and tenures have an entry for each walk of each turn.
static inline void make_move(INPUTS __global int *state, __global int *until, __global int *order, uint walk, uint walks,
                             __global const int *tenures, __global ulong *past, delta_t delta, ulong move)
{
	ulong entry = (ulong)order[ORDER_TURN] * walks + walk;
	int step = order[ORDER_STEP];
	past[2 * entry] = delta_bits(delta);
	past[2 * entry + 1] = move;
	if (move >> CLASS_SHIFT != FORBIDDEN) {
		int leaves[TENURES];
		int count = apply_move(INPUT state, move & NUMBER_OF_MOVE, leaves);
		for (int i = 0; i < count; i++)
			until[leaves[i]] = step + tenures[entry * TENURES + i];
		aspire_to(order, min(gap_of(order) - (long)delta, 0L));
	}
	order[ORDER_TURN]++;
	order[ORDER_STEP] = step + 1;
	if (order[ORDER_LONG] != INT_MIN)
		order[ORDER_LONG]++;
}
