// cross_genes: each child gets the cities of some places, in its spare row.
// Paper      [GA16 §2.1 to §2.4 and §3.3, Algorithm 1]
// Reference  ga.(*crosser).build, bit for bit
// NDRange    one item per child; all children advance together
//
// The launch makes places from … to - 1, as many as the host likes: the paper has a launch
// for each place. Writing the child is coalesced. A place costs one load of a node,
// four stores to others and the coordinates of up to four cities, all scattered; the next
// node is loaded once, to be visited and then to be left.
#include "nodes.cl"

#define GONE -1 // marks visited cities of SCX, which keep their next ones

// visit takes a city out of both circles.
static inline void visit(__global int *nodes, int4 node)
{
	nodes[NODE_WORDS * node.s2 + NEXT(0)] = node.s0;
	nodes[NODE_WORDS * node.s0 + PREV(0)] = node.s2;
	nodes[NODE_WORDS * node.s3 + NEXT(1)] = node.s1;
	nodes[NODE_WORDS * node.s1 + PREV(1)] = node.s3;
}

// nearer is a if it is nearer than b, and otherwise b.
static inline int nearer(__global const place_t *place, int n, int from, int a, int b)
{
	return a != b && dist(place, n, from, a) < dist(place, n, from, b) ? a : b;
}

// nearest is the nearest legitimate node, the last among equals.
static inline int nearest(__global const place_t *place, int n, int from, int4 node)
{
	int others[3] = {node.s2, node.s1, node.s3};
	int best = node.s0, least = dist(place, n, from, best);
	for (int i = 0; i < 3; i++) {
		if (others[i] == best)
			continue;
		int d = dist(place, n, from, others[i]);
		if (d <= least) {
			best = others[i];
			least = d;
		}
	}
	return best;
}

// recommended is the nearer city of the parent whose turn it is.
static inline int recommended(__global const place_t *place, int n, int from, int4 node, __global const int *crossing, int at)
{
	bool other = crossing[SWITCH(0)] <= at && at < crossing[SWITCH(1)];
	bool second = (crossing[FIRST] != 0) != other;
	return second ? nearer(place, n, from, node.s1, node.s3) : nearer(place, n, from, node.s0, node.s2);
}

// lowest_left is the lowest unvisited number that is not below another.
static inline int lowest_left(__global const int *nodes, int lowest)
{
	while (nodes[NODE_WORDS * lowest + PREV(0)] == GONE)
		lowest++;
	return lowest;
}

__kernel void cross_genes(POOL_PARAMETERS, __global const place_t *place, __global const int *crossings, int children,
                          int spare, int from, int to, __global int *nodes, __global int *lowest)
{
	int child = get_global_id(0);
	if (child >= children)
		return;
	__global const int *crossing = crossings + CROSSING_WORDS * child;
	__global int *own = nodes_of(nodes, child, n);
	int rule = crossing[CROSSOVER], r = row[spare + child];
	int city = 0, low = 1;
	if (from > 0) {
		city = cities[AT(r, from - 1)];
		low = lowest[child];
	}
	int4 node = node_at(own, city);
	if (from == 0) {
		cities[AT(r, 0)] = 0;
		if (rule != SCX)
			visit(own, node);
	}
	for (int at = max(from, 1); at < to; at++) {
		int next;
		if (rule == SCX) {
			own[NODE_WORDS * city + PREV(0)] = GONE;
			if (node.s0 == 0 || node.s1 == 0)
				low = lowest_left(own, low);
			next = nearer(place, n, city, node.s0 == 0 ? low : node.s0, node.s1 == 0 ? low : node.s1);
		} else if (rule == BCSCX) {
			next = nearest(place, n, city, node);
		} else {
			next = recommended(place, n, city, node, crossing, at);
		}
		node = node_at(own, next);
		visit(own, node);
		cities[AT(r, at)] = city = next;
	}
	lowest[child] = low;
}
