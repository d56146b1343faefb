// terrain.cl: an instance as ants see it, aco.Terrain. Compiled in:
//   LISTED     ants choose among candidates, rows of WIDTH; 0: among all cities
//   DENSE      trails on all edges, rows of n; 0: on candidates, rows of WIDTH
//   CURVED     the last resort is along the numbers of the cities
//   SELECTION  0 RWM, 1 WRS
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
#ifndef CURVED
#define CURVED 0
#endif
#ifndef SELECTION
#define SELECTION 0
#endif
#ifndef SYMMETRIC
#define SYMMETRIC 1
#endif
#include "place.cl"
#include "power.cl"

#define NONE (-1)
#define LEAST_PRODUCT 0x1p-90f // aco.leastProduct
#define MOST_PRODUCT 0x1p90f   // aco.mostProduct

// Choices and trails of a city: Places and Stride.
#if LISTED
#define PLACES(n) WIDTH
#else
#define PLACES(n) (n)
#endif
#if DENSE
#define STRIDE(n) (n)
#else
#define STRIDE(n) WIDTH
#endif

// product is how attractive an edge is, aco.(*Terrain).product.
static inline float product(float level, float heuristic, float alpha)
{
	return fmin(fmax(power(level, alpha) * heuristic, LEAST_PRODUCT), MOST_PRODUCT);
}
