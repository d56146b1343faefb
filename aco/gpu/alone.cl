// alone.cl: how a team of one chooses, on a processor: the same choices by loops
// that a compiler makes vectors of, without barriers.

#define BLOCK 64 // places between two looks at a sum

// lay_out writes what some places weigh, 0 if visited.
static inline uint lay_out(__private const row *r, __private const tabu *t, int first, int count, __private uint *weights)
{
	uint sum = 0;
	for (int i = 0; i < count; i++) {
		weights[i] = weight_at(r, t, first + i);
		sum += weights[i];
	}
	return sum;
}

static inline int roulette_alone(__private const row *r, __private const tabu *t, uint draw)
{
#if LISTED
	uint weights[WIDTH];
	uint sum = lay_out(r, t, 0, WIDTH, weights); // what pads a row is visited
	if (sum == 0)
		return NONE;
	uint at = mul_hi(draw, sum);
	int i = 0;
	while (at >= weights[i])
		at -= weights[i++];
	return r->city[i];
#else
	uint sum = 0;
	for (int i = 0; i < r->length; i++)
		sum += weight_at(r, t, i);
	if (sum == 0)
		return NONE;
	uint at = mul_hi(draw, sum), w;
	int i = 0;
	while (at >= (w = weight_at(r, t, i))) {
		at -= w;
		i++;
	}
	return city_at(r, t, i);
#endif
}

static inline int choose_alone(__private const row *r, __private const tabu *t, uint2 draw)
{
	if (SELECTION == 0)
		return roulette_alone(r, t, draw.x);
	return reservoir(r, t, draw).y;
}
