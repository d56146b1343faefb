// construct_tours: each ant constructs one tour, or some steps of it, by the rule of MMAS
// or of ACS.
// Paper      [MMAS20 §4, Fig. 1 lines 6 to 12], [ACS16 §3.1.2, eq. 1, Fig. 3]
// Reference  aco.(*construction).walk, bit for bit
// NDRange    a team per ant, from first_ant on
// Local      the tabu (tabu.cl), two words per item, four more; a row if FRESH and LISTED
// Random     philox(seed, ant, cycle), word step (RWM) or words 2·step, 2·step + 1 (WRS, BOLD)
//
// All work-items of a team leave the loops at the same time. There are loops
// where one would expect conditions, since compilers for processors copy everything
// that follows a barrier inside a condition.
#include "offers.cl"
#include "philox.cl"
#ifndef ALONE
#define ALONE 0 // a team of one has code of its own, for processors
#endif

// Bold ants draw only sometimes, which the first word of a step decides. The
// second is for the wheel.
#if BOLD
#define EXPLORES(g, draw) ((draw).x < (g)->explore)
#define WHEEL(draw) ((draw).y)
#else
#define EXPLORES(g, draw) true
#define WHEEL(draw) ((draw).x)
#define heaviest_alone(row, tabu) NONE
#endif

#if ALONE
#include "alone.cl"
#define IS_ALONE (get_local_size(0) == 1)
#else
#define IS_ALONE 0
#define choose_alone(row, tabu, draw) NONE
#define heaviest_alone(row, tabu) NONE
#endif

#define WORDS_A_STEP (SELECTION == 0 && !BOLD ? 1 : 2)
#define STEPS_A_BLOCK (4 / WORDS_A_STEP)

// A choice reads what going there changes. Its own barriers see to that, except for
// what is in global memory, and for what is asked after the last of them.
#define CHANGES_GLOBAL (!TABU_LOCAL || RELAXED || (FRESH && !LISTED))
#define ASKS_LATE (RING > 0 || (BOLD && !LISTED && TABU != BT))
#if CHANGES_GLOBAL
#define WALK_FENCE (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#else
#define WALK_FENCE CLK_LOCAL_MEM_FENCE
#endif

// word_of is a word of a block, by its number.
static inline uint word_of(uint4 block, int i)
{
	return i & 2 ? (i & 1 ? block.w : block.z) : (i & 1 ? block.y : block.x);
}

// draw_of is what a block of random words holds for a step.
static inline uint2 draw_of(uint4 block, int step)
{
	if (WORDS_A_STEP == 1)
		return (uint2)(word_of(block, step), 0);
	return (uint2)(word_of(block, 2 * step), word_of(block, 2 * step + 1));
}

// What an ant tries in turn until it finds a city: the rule, and then
// aco.(*construction).elsewhere.
#define RULE 0
#define BACKUP 1
#define ASTRAY 2
#define ASTRAY_DOWN 3 // the second half of it, along a curve

static inline uint2 offer(__private const ground *g, __private const tabu *t, __private const row *r, int from, uint2 draw, int resort)
{
	if (resort == RULE)
		return BOLD ? heaviest(r, t) : reservoir(r, t, draw);
	if (resort == BACKUP)
		return first_backup(g, t, from);
	if (DENSE)
		return most_attractive(g, t, from);
	if (CURVED)
		return next_open(t, from, resort == ASTRAY ? 1 : -1);
	return nearest_left(g, t, from);
}

// next_city is where an ant goes from a city.
static inline int next_city(__private const ground *g, __private const tabu *t, int from, uint2 draw, __local uint *words)
{
	int at = NONE, up = NONE, resort = BACKUP;
#if FRESH
	choose_row(g, from, g->choice, words);
	barrier(ROW_FENCE);
#endif
	row r = ROW(g, t, from);
	if (IS_ALONE) {
		at = EXPLORES(g, draw) ? choose_alone(&r, t, draw) : heaviest_alone(&r, t);
	} else {
#if SELECTION == 0
		at = roulette(&r, t, WHEEL(draw), EXPLORES(g, draw), words);
		resort = EXPLORES(g, draw) ? BACKUP : RULE;
#else
		resort = RULE;
#endif
	}
	bool elsewhere = at == NONE;
	for (; at == NONE; resort++) {
		uint2 mine = offer(g, t, &r, from, draw, resort);
		at = argmin_group(mine.x, mine.y, words, words + get_local_size(0)).y;
		if (BOLD && resort == RULE && at != NONE) { // a place
			at = open_city_at(&r, t, at);
			elsewhere = false;
		}
		if (CURVED && resort == ASTRAY) {
			up = at;
			at = NONE;
		}
		if (CURVED && resort == ASTRAY_DOWN && dist(g->place, g->n, from, up) <= dist(g->place, g->n, from, at))
			at = up;
	}
#if RING > 0
	if (elsewhere)
		at = recollect(g, t, from, at);
#endif
	return at;
}

// visit goes to a city.
static inline void visit(__private tabu *t, __global int *tour, int step, int at)
{
	if (get_local_id(0) == 0)
		tour[step] = at;
	if (CHANGES_GLOBAL || ASKS_LATE)
		barrier(WALK_FENCE);
	tabu_mark(t, at);
}

#if RELAXED

// wear_now updates the trail of an edge, if there is one. A concurrent update
// by another ant may be lost, as [ACS16 §3.1.2] accepts: aco.(*trails).wearNow.
static inline void wear_now(__private const ground *g, int from, int to)
{
	int at = sight_of(g->city, g->candidates, from, to);
	if (at != NONE) {
		TRAIL *level = g->levels + (size_t)from * SIGHT(g->n) + at;
		*level = g->basis[BASIS_KEEP] * *level + g->basis[BASIS_AMOUNT];
	}
}

// wear updates the edge of a step if it is due. One work-item writes.
static inline void wear(__private const ground *g, int step, int from, int to)
{
	if (get_local_id(0) != 0 || step % g->period != 0)
		return;
	wear_now(g, from, to);
	if (SYMMETRIC)
		wear_now(g, to, from);
}

#else
#define wear(ground, step, from, to)
#endif

__kernel void construct_tours(GROUND_PARAMETERS, ulong seed, uint cycle, uint first_ant, int first_step, int end_step,
                              __global int *tours, TABU_SPACE ENTRY *tabus, ulong tabu_size, __local uint *words)
{
	uint team = get_global_id(0) / get_local_size(0), ant = first_ant + team;
	int step = first_step;
	ground g = GROUND;
	tabu t = {TABU_LOCAL ? tabus : tabus + ant * tabu_size, n, n - step};
	__global int *tour = tours + (size_t)ant * n;
	uint2 key = (uint2)((uint)seed, (uint)(seed >> 32));
	uint4 block = philox((uint4)(step / STEPS_A_BLOCK, 0, cycle, ant), key);
	int at = step == 0 ? (int)mul_hi(block.x, (uint)n) : tour[step - 1];
#if FRESH && LISTED
	for (int k = get_local_id(0); k < WIDTH; k += get_local_size(0))
		choice[k] = 0; // places that no candidate takes are never written
#elif FRESH
	g.choice += ant * FRESH_ROW(n);
#endif
	for (; step < 1; step++) {
		tabu_reset(&t);
		visit(&t, tour, step, at);
	}
	barrier(WALK_FENCE);
	for (; step < end_step; step++) {
		if (step % STEPS_A_BLOCK == 0)
			block = philox((uint4)(step / STEPS_A_BLOCK, 0, cycle, ant), key);
		int from = at;
		at = next_city(&g, &t, from, draw_of(block, step), words);
		visit(&t, tour, step, at);
		wear(&g, step, from, at);
		barrier(WALK_FENCE);
	}
#if RELAXED
	if (n > 1)
		wear(&g, n, at, tour[0]);
#endif
}
