// construct_tours: each ant walks one tour by the MMAS rule.
// Paper      [MMAS20 §4, Fig. 1 lines 6 to 12]
// Reference  aco.(*walker).walk, bit for bit
// NDRange    a team per ant
// Local      the tabu (tabu.cl), two words per item, four more
// Random     philox(seed, ant, cycle), word step (RWM) or words 2·step, 2·step + 1 (WRS)
//
// What ends the loops is the same for all work-items of a team. There are loops
// where one would expect conditions, since compilers for processors copy everything
// that follows a barrier inside a condition.
#include "offers.cl"
#include "philox.cl"
#ifndef ALONE
#define ALONE 0 // a team of one has code of its own, for processors
#endif
#if ALONE
#include "alone.cl"
#define IS_ALONE (get_local_size(0) == 1)
#else
#define IS_ALONE 0
#define choose_alone(row, tabu, draw) NONE
#endif

#define STEPS_A_BLOCK (SELECTION == 0 ? 4 : 2)

// word_of is a word of a block, by its number.
static inline uint word_of(uint4 block, int i)
{
	return i & 2 ? (i & 1 ? block.w : block.z) : (i & 1 ? block.y : block.x);
}

// draw_of is what a block of random words holds for a step.
static inline uint2 draw_of(uint4 block, int step)
{
	if (SELECTION == 0)
		return (uint2)(word_of(block, step), 0);
	return (uint2)(word_of(block, 2 * step), word_of(block, 2 * step + 1));
}

// What an ant tries one after the other, until there is a city: the rule, and then
// aco.(*Terrain).elsewhere.
#define RULE 0
#define BACKUP 1
#define ASTRAY 2
#define ASTRAY_DOWN 3 // the second half of it, along a curve

static inline uint2 offer(__private const ground *g, __private const tabu *t, int from, uint2 draw, int resort)
{
	if (resort == RULE) {
		row r = ROW(g, t, from);
		return reservoir(&r, t, draw);
	}
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
	if (IS_ALONE) {
		row r = ROW(g, t, from);
		at = choose_alone(&r, t, draw);
	} else {
#if SELECTION == 0
		row r = ROW(g, t, from);
		at = roulette(&r, t, draw.x, words);
#else
		resort = RULE;
#endif
	}
	for (; at == NONE; resort++) {
		uint2 mine = offer(g, t, from, draw, resort);
		at = argmin_group(mine.x, mine.y, words, words + get_local_size(0)).y;
		if (CURVED && resort == ASTRAY) {
			up = at;
			at = NONE;
		}
		if (CURVED && resort == ASTRAY_DOWN && dist(g->place, g->n, from, up) <= dist(g->place, g->n, from, at))
			at = up;
	}
	return at;
}

// visit goes to a city.
static inline void visit(__private tabu *t, __global int *tour, int step, int at)
{
	if (get_local_id(0) == 0)
		tour[step] = at;
	if (!TABU_LOCAL)
		barrier(TABU_FENCE); // what a choice has read: its own barriers are about local memory
	tabu_mark(t, at);
	barrier(TABU_FENCE);
}

__kernel void construct_tours(GROUND_PARAMETERS, ulong seed, uint cycle, __global int *tours,
                              TABU_SPACE ENTRY *tabus, ulong tabu_size, __local uint *words)
{
	uint ant = get_global_id(0) / get_local_size(0);
	ground g = GROUND;
	tabu t = {TABU_LOCAL ? tabus : tabus + ant * tabu_size, n, n};
	__global int *tour = tours + (size_t)ant * n;
	uint2 key = (uint2)((uint)seed, (uint)(seed >> 32));
	uint4 block = philox((uint4)(0, 0, cycle, ant), key);
	int at = mul_hi(block.x, (uint)n);
	tabu_reset(&t);
	visit(&t, tour, 0, at);
	for (int step = 1; step < n; step++) {
		if (step % STEPS_A_BLOCK == 0)
			block = philox((uint4)(step / STEPS_A_BLOCK, 0, cycle, ant), key);
		at = next_city(&g, &t, at, draw_of(block, step), words);
		visit(&t, tour, step, at);
	}
}
