// link_parents: joins the cities of both parents of each child to circles.
// Paper      [GA16 §2.3, Table 1]
// Reference  ga.(*crosser).link, bit for bit
// NDRange    one item per child and place
//
// Reading places is coalesced. Nodes are written in the order of the parents' cities,
// four scattered words an item.
#include "nodes.cl"

__kernel void link_parents(POOL_PARAMETERS, __global const int *crossings, int children, __global int *nodes)
{
	size_t item = get_global_id(0);
	if (item >= (size_t)children * n)
		return;
	int2 at = job_and_place(item, children, n);
	__global const int *crossing = crossings + CROSSING_WORDS * at.x;
	__global int *own = nodes_of(nodes, at.x, n);
	for (int parent = 0; parent < 2; parent++) {
		int r = row[crossing[PARENT(parent)]];
		int city = cities[AT(r, at.y)], before = cities[AT(r, at.y > 0 ? at.y - 1 : n - 1)];
		own[NODE_WORDS * before + NEXT(parent)] = city;
		own[NODE_WORDS * city + PREV(parent)] = before;
	}
}
