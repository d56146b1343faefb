// pool.cl: where the cities of genes are, and how items are divided among genes.
//
// A gene is a row of the pool. A table says which row it is, so that genes change
// their numbers without being moved. Entries of the table beyond the genes are rows for
// children.
//
// PLACE_MAJOR, for graphics cards: the cities at one place of all rows are neighbours, and
// so are the addresses of work-items that have a gene each and go from place to place
// together. Otherwise, for processors, the cities of a row are neighbours.
#include "place.cl"

#ifndef PLACE_MAJOR
#define PLACE_MAJOR 0
#endif

#define POOL_PARAMETERS __global int *cities, __global int *row, int rows, int n

// AT is the index of a place of a row.
#if PLACE_MAJOR
#define AT(r, p) ((size_t)(p) * rows + (r))
#else
#define AT(r, p) ((size_t)(r) * n + (p))
#endif

// job_and_place divides items among jobs, each of which has some places. Neighbouring
// items have neighbouring addresses, as far as the rows of neighbouring jobs do.
static inline int2 job_and_place(size_t item, int jobs, int places)
{
	size_t width = PLACE_MAJOR ? jobs : places;
	size_t line = item / width;
	int major = (int)line, minor = (int)(item - line * width);
	return PLACE_MAJOR ? (int2)(minor, major) : (int2)(major, minor);
}
