// ground.cl: what an ant walks on, and how a row of it becomes choices: weights in
// fixed point (RWM) or inverse products (WRS).
#include "terrain.cl"
#include "scan.cl"
#include "argmin.cl"

// Choices are precomputed for all cities or, if FRESH, only for the current city of an ant:
// in local memory if they are few.
#if FRESH && LISTED
#define ROW_SPACE __local
#define ROW_FENCE CLK_LOCAL_MEM_FENCE
#else
#define ROW_SPACE __global
#define ROW_FENCE (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

// FRESH_ROW is how far apart fresh rows of all cities are: alone.cl reads 32 at once.
#define FRESH_ROW(n) (((size_t)(n) + 31) / 32 * 32)

typedef struct {
	__global const int *city; // candidate lists and what comes after them
	__global const int *backup;
	TRAIL *levels; // trails, and what is known of the edges beside them
	__global const float *heuristic;
	ROW_SPACE uint *choice;
	__global const place_t *place;
	__global const int *known; // where trails of a selective memory lead, rows of RING
	__global const float *basis;
	int n, candidates, spare, period;
	uint explore; // an ant draws if its first random word is below this
	float alpha, beta;
} ground;

#define GROUND_PARAMETERS                                                      \
	__global const int *city, __global const int *backup,                      \
	TRAIL *levels, __global const float *heuristic,                            \
	ROW_SPACE uint *choice, __global const place_t *place,                     \
	__global const int *known, __global const float *basis,                    \
	int n, int candidates, int spare, int period, uint explore, float alpha, float beta
#define GROUND {city, backup, levels, heuristic, choice, place, known, basis, \
	n, candidates, spare, period, explore, alpha, beta}

// two_to is a power of two as a float.
static inline float two_to(int exponent) { return as_float((uint)(exponent + 127) << 23); }

// fixed_point makes weights of the products that a row holds as floats, by their
// bits: aco.fixedPoint. Every item reads and writes its own places only. Largest and
// sum are whole numbers, so that who comes first does not matter; the first two words
// are free again after a barrier.
static inline void fixed_point(ROW_SPACE uint *row, int count, __local uint *words)
{
	int lane = get_local_id(0), lanes = get_local_size(0);
	uint largest = as_uint(LEAST_PRODUCT), sum = 0; // positive floats have the order of their bits
	if (lane == 0)
		words[0] = words[1] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int k = lane; k < count; k += lanes)
		largest = max(largest, row[k]);
	atomic_max(&words[0], largest);
	barrier(CLK_LOCAL_MEM_FENCE);
	largest = words[0];
	int log2_up = 32 - (int)clz((uint)(max(count, 1) - 1));
	int shift = 30 - log2_up - ((int)(largest >> 23) - 127);
	for (int k = lane; k < count; k += lanes)
		sum += (uint)(as_float(row[k]) * two_to(shift));
	atomic_add(&words[1], sum);
	barrier(CLK_LOCAL_MEM_FENCE);
	float factor = two_to(shift + max((int)clz(words[1] + (uint)count) - 2, 0));
	for (int k = lane; k < count; k += lanes)
		row[k] = max((uint)(as_float(row[k]) * factor), 1u);
}

// product_at is how attractive the k-th place of a city is. What a selective memory
// does not know has the first level, aco.(*trails).recall.
static inline float product_at(__private const ground *g, int from, int k)
{
	size_t sight = (size_t)from * SIGHT(g->n) + (LISTED && DENSE ? g->city[(size_t)from * WIDTH + k] : k);
#if RING > 0
	float level = g->basis[BASIS_FLOOR];
	size_t first = (size_t)from * RING;
	int to = g->city[(size_t)from * WIDTH + k];
	for (int i = 0; i < RING; i++)
		if (g->known[first + i] == to)
			level = g->levels[first + i];
#else
	float level = g->levels[sight];
#endif
	return product(level, g->heuristic[sight], g->alpha);
}

// choose_row writes the choices of a city, aco.(*trails).chooseRow: item i takes places
// i, i + lanes, …
// Local      two words per item
static inline void choose_row(__private const ground *g, int from, ROW_SPACE uint *row, __local uint *words)
{
	int lanes = get_local_size(0), count = LISTED ? g->candidates : g->n;
	for (int k = get_local_id(0); k < count; k += lanes) {
		float p = product_at(g, from, k);
		row[k] = as_uint(SELECTION == 0 ? p : reciprocal(p));
	}
	if (SELECTION == 0)
		fixed_point(row, count, words);
}
