// terrain.cl: an instance as ants see it, aco.Terrain. Compiled in:
//   LISTED     ants choose among candidates, rows of WIDTH; 0: among all cities
//   DENSE      trails on all edges, rows of n; 0: on candidates, rows of WIDTH
//   RING       trails on this many edges of each city, a selective memory; 0: see DENSE
//   CURVED     the last resort is along the numbers of the cities
//   SELECTION  0 RWM, 1 WRS
//   BOLD       ants take the best edge unless they draw: ACS
//   UPDATES    when local updates are made: 0 never, 1 step, 2 wave, 3 relaxed,
//              5 immediate (4, sequential, has no kernels)
//   SYMMETRIC  an edge is the same in both directions
#ifndef LISTED
#define LISTED 1
#endif
#ifndef WIDTH
#define WIDTH 32
#endif
#ifndef DENSE
#define DENSE 0
#endif
#ifndef RING
#define RING 0
#endif
#ifndef CURVED
#define CURVED 0
#endif
#ifndef SELECTION
#define SELECTION 0
#endif
#ifndef BOLD
#define BOLD 0
#endif
#ifndef UPDATES
#define UPDATES 0
#endif
#ifndef SYMMETRIC
#define SYMMETRIC 1
#endif
#include "place.cl"
#include "power.cl"

#define NONE (-1)
#define LEAST_PRODUCT 0x1p-90f // aco.leastProduct
#define MOST_PRODUCT 0x1p90f   // aco.mostProduct

#define RELAXED (UPDATES == 3)
#define IMMEDIATE (UPDATES == 5)
#define FRESH (UPDATES == 1 || RELAXED || IMMEDIATE) // trails change while ants walk, aco.(*Terrain).Fresh

// Choices, edges in sight and trails of a city: Places, Sight and Stride.
#if LISTED
#define PLACES(n) WIDTH
#else
#define PLACES(n) (n)
#endif
#if DENSE
#define SIGHT(n) (n)
#else
#define SIGHT(n) WIDTH
#endif
#if RING > 0
#define STRIDE(n) RING
#else
#define STRIDE(n) SIGHT(n)
#endif

// The first level of the trails, and what wearing makes of one: keep · τ + amount.
#define BASIS_FLOOR 0
#define BASIS_KEEP 1
#define BASIS_AMOUNT 2

// Trails that other ants may change at any time are never kept in a register.
#if RELAXED
#define TRAIL volatile __global float
#else
#define TRAIL __global const float
#endif

// product is how attractive an edge is, aco.(*Terrain).product.
static inline float product(float level, float heuristic, float alpha)
{
	return fmin(fmax(power(level, alpha) * heuristic, LEAST_PRODUCT), MOST_PRODUCT);
}

// sight_of is where the edge from one city to another is in its row of those in
// sight, or NONE: aco.(*Terrain).edge.
static inline int sight_of(__global const int *city, int candidates, int from, int to)
{
#if DENSE
	return to;
#else
	__global const int *row = city + (size_t)from * WIDTH;
	for (int k = 0; k < candidates; k++)
		if (row[k] == to)
			return k;
	return NONE;
#endif
}
