// alone.cl: how a team of one chooses, on a processor: what roulette and reservoir
// choose, by loops that compilers make vectors of, piece by piece, without barriers.

// A piece of a row is a list of candidates, or of all cities what fills some vectors;
// of a bitmask, what a word of it holds.
#if LISTED
#define PIECE WIDTH // what pads a list has been visited
#elif TABU == BT
#define PIECE 32
#else
#define PIECE 64
#endif

// piece_length is how many places of the piece from first on there are. Choices are
// padded, so that the last word of a bitmask can be read as all others are.
static inline int piece_length(__private const row *r, int first)
{
	return LISTED || TABU == BT ? PIECE : min(PIECE, r->length - first);
}

// lay_out writes the cities of a piece, and whether they are open (all bits, or none).
static inline void lay_out(__private const row *r, __private const tabu *t, int first, __private uint *cities, __private uint *open)
{
	int length = piece_length(r, first);
#if LISTED
	for (int i = 0; i < PIECE; i++) {
		cities[i] = r->city[i];
		open[i] = tabu_visited(t, r->city[i]) ? 0 : UINT_MAX;
	}
#elif TABU == BT
	uint bits = t->entries[first / 32];
	for (int i = 0; i < length; i++) {
		cities[i] = first + i;
		open[i] = -(bits >> i & 1);
	}
#else
	for (int i = 0; i < length; i++) {
		cities[i] = t->entries[first + i];
		open[i] = UINT_MAX;
	}
#endif
}

#if BOLD

// heaviest_alone is heaviest, and the city there.
static inline int heaviest_alone(__private const row *r, __private const tabu *t)
{
	uint cities[PIECE], weights[PIECE], most = 0, best = (uint)NONE;
	for (int first = 0; first < r->length; first += PIECE) {
		uint largest = 0;
		int length = piece_length(r, first), i = 0;
		lay_out(r, t, first, cities, weights);
		for (int k = 0; k < length; k++) {
			weights[k] &= r->choice[LISTED ? k : cities[k]];
			largest = max(largest, weights[k]);
		}
		if (largest <= most)
			continue;
		while (weights[i] != largest)
			i++;
		most = largest;
		best = cities[i];
	}
	return best;
}

#endif

#if SELECTION == 0 && LISTED

// choose_alone is roulette. Most choices are near, so that walking is short.
static inline int choose_alone(__private const row *r, __private const tabu *t, uint2 draw)
{
	uint cities[PIECE], weights[PIECE], sum = 0;
	int i = 0;
	lay_out(r, t, 0, cities, weights);
	for (int k = 0; k < PIECE; k++) {
		weights[k] &= r->choice[k];
		sum += weights[k];
	}
	if (sum == 0)
		return NONE;
	uint at = mul_hi(WHEEL(draw), sum);
	while (at >= weights[i])
		at -= weights[i++];
	return cities[i];
}

#elif SELECTION == 0

// weigh adds up what is open of some places, a whole number of pieces unless they are
// the last.
static inline uint weigh(__private const row *r, __private const tabu *t, int first, int count)
{
	int end = min(first + count, r->length);
#if TABU == BT
	const uint16 bit = (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	uint16 sums = 0;
	for (; first < end; first += PIECE) {
		uint16 bits = t->entries[first / 32];
		sums += vload16(0, r->choice + first) & -(bits >> bit & 1);
		sums += vload16(1, r->choice + first) & -(bits >> (bit + 16) & 1);
	}
	uint8 eight = sums.lo + sums.hi;
	uint4 four = eight.lo + eight.hi;
	return four.x + four.y + four.z + four.w;
#else
	uint sum = 0;
	for (int i = first; i < end; i++)
		sum += r->choice[t->entries[i]];
	return sum;
#endif
}

#define MOST_STRETCHES 64
#define SHORTEST_STRETCH 128

// choose_alone is roulette: the sums of a few stretches of the row say in which of
// them the ball is, then pieces, then places.
static inline int choose_alone(__private const row *r, __private const tabu *t, uint2 draw)
{
	uint sums[MOST_STRETCHES], sum = 0, w;
	int stretch = (r->length / MOST_STRETCHES / PIECE + 1) * PIECE, first = 0, i = 0;
	stretch = max(stretch, SHORTEST_STRETCH);
	for (; first < r->length; first += stretch)
		sum += sums[i++] = weigh(r, t, first, stretch);
	if (sum == 0)
		return NONE;
	uint at = mul_hi(WHEEL(draw), sum);
	for (i = 0; at >= sums[i]; i++)
		at -= sums[i];
	first = i * stretch;
	while (at >= (w = weigh(r, t, first, PIECE))) {
		at -= w;
		first += PIECE;
	}
	while (at >= (w = weight_at(r, t, first))) {
		at -= w;
		first++;
	}
	return city_at(r, t, first);
}

#else

static inline int choose_alone(__private const row *r, __private const tabu *t, uint2 draw)
{
	uint cities[PIECE], keys[PIECE], least = UINT_MAX, best = (uint)NONE;
	for (int first = 0; first < r->length; first += PIECE) {
		uint smallest = UINT_MAX;
		int length = piece_length(r, first);
		lay_out(r, t, first, cities, keys);
		for (int i = 0; i < length; i++) {
			uint key = reservoir_key(draw, cities[i], r->choice[LISTED ? i : cities[i]]);
			keys[i] = key | ~keys[i];
			smallest = min(smallest, keys[i]);
		}
		if (smallest > least || smallest == UINT_MAX)
			continue;
		uint lowest = smallest == least ? best : UINT_MAX;
		for (int i = 0; i < length; i++)
			lowest = min(lowest, keys[i] == smallest ? cities[i] : UINT_MAX);
		least = smallest;
		best = lowest;
	}
	return best;
}

#endif
