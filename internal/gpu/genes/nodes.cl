// nodes.cl: crossings, and the cities that children have not visited yet.
#include "pool.cl"

// A crossing is a ga.Crossing, in words.
#define CROSSING_WORDS 6
#define CROSSOVER 0
#define PARENT(which) (1 + (which))
#define FIRST 3
#define SWITCH(which) (4 + (which))

// The crossovers, numbered as in package ga.
#define SCX 0
#define BCSCX 1
#define ARX 2

// A node is a ga.node: the unvisited cities next after a city and last before it on each
// parent. It is loaded as a whole and changed word by word.
#define NODE_WORDS 4
#define NEXT(parent) (parent)
#define PREV(parent) (2 + (parent))

// nodes_of are the nodes of a child, by city. Children are at different cities at the same
// time, so that no order makes neighbouring items touch neighbouring addresses. Nodes of
// one child are kept together because cities that are near each other have numbers
// that are near, and share a line of the cache.
static inline __global int *nodes_of(__global int *nodes, int child, int n)
{
	return nodes + (size_t)child * NODE_WORDS * n;
}

// node_at loads a node: (next, next, prev, prev).
static inline int4 node_at(__global const int *nodes, int city)
{
	return ((__global const int4 *)nodes)[city];
}
