// rotations.cl: the changes by rotating three facilities.
// Paper      [LSM13 Appendix A.3]
// Reference  (*rotations).Deltas, bit for bit
// State      the place of each facility
#include "moves.cl"

#define INPUTS __global const int *a, __global const int *b,
#define INPUT a, b,

// rotation returns which facilities move, and where to: (*rotations).rotation.
static inline void rotation(__global const int *p, ulong move, __private int *who, __private int *places)
{
	int3 t = triple_of(N, move / 2);
	who[0] = t.x;
	who[1] = t.y;
	who[2] = t.z;
	int turn = move % 2 ? 2 : 1;
	for (int x = 0; x < 3; x++)
		places[x] = p[who[(x + turn) % 3]];
}

static inline delta_t delta_of(INPUTS __global const int *p, ulong move)
{
	int who[3], places[3];
	rotation(p, move, who, places);
	delta_t sum = 0;
	for (int x = 0; x < 3; x++) {
		int i = who[x], from = p[i], to = places[x];
		for (int k = 0; k < N; k++) {
			if (k == who[0] || k == who[1] || k == who[2])
				continue;
			int at = p[k];
			sum += (delta_t)a[i * N + k] * (delta_t)(b[to * N + at] - b[from * N + at])
				+ (delta_t)a[k * N + i] * (delta_t)(b[at * N + to] - b[at * N + from]);
		}
		for (int y = 0; y < 3; y++)
			sum += (delta_t)a[i * N + who[y]] * (delta_t)(b[to * N + places[y]] - b[from * N + p[who[y]]]);
	}
	return sum;
}

// touch_of implements (*rotations).Touched.
static inline int touch_of(INPUTS __global const int *p, ulong move, __private int *enters)
{
	int who[3], places[3];
	rotation(p, move, who, places);
	for (int x = 0; x < 3; x++)
		enters[x] = who[x] * N + places[x];
	return 3;
}

// apply_move implements (*rotations).Apply.
static inline int apply_move(INPUTS __global int *p, ulong move, __private int *leaves)
{
	int who[3], places[3];
	rotation(p, move, who, places);
	for (int x = 0; x < 3; x++) {
		leaves[x] = who[x] * N + p[who[x]];
		p[who[x]] = places[x];
	}
	return 3;
}
