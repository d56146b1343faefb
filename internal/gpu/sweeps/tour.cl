// tour.cl: a tour and its instance as a sweep sees them, sweep.View.
#include "place.cl"

#define TIED INT_MIN // the length of an edge that must stay

typedef struct {
	__global const int *order; // the cities along the tour
	__global const int *pos;   // the position of each city
	__global const int *edge;  // length from order[p] to the next city
	__global const int *first; // neighbours of c: city[first[c]] to city[first[c + 1] - 1]
	__global const int *city;
	__global const place_t *place; // coordinates, or the matrix
	int n;
} view;

#define VIEW_PARAMETERS                                                        \
	__global const int *order, __global const int *pos, __global const int *edge, \
	__global const int *first, __global const int *city,                       \
	__global const place_t *place, int n
#define VIEW {order, pos, edge, first, city, place, n}

static int after(int p, int n) { return p + 1 < n ? p + 1 : 0; }
static int before(int p, int n) { return p > 0 ? p - 1 : n - 1; }

// side is the next city, or the one before.
static int side(__private const view *v, int c, bool forward)
{
	int p = v->pos[c];
	return v->order[forward ? after(p, v->n) : before(p, v->n)];
}

// edge_at is the position of the edge from a city to its neighbour on that
// side.
static int edge_at(__private const view *v, int c, bool forward)
{
	int p = v->pos[c];
	return forward ? p : before(p, v->n);
}

// between reports whether b is on the way from a to c.
static bool between(__private const view *v, int a, int b, int c, bool forward)
{
	int i = v->pos[forward ? a : c], k = v->pos[b], j = v->pos[forward ? c : a];
	return i <= j ? i <= k && k <= j : k >= i || k <= j;
}

// way_forward is the direction from t1 to t2, where t1 is the neighbour of t2 with
// the smaller number, or with the larger one.
static bool way_forward(__private const view *v, int t2, bool larger)
{
	return (side(v, t2, false) < side(v, t2, true)) != larger;
}
