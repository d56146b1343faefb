// tabu.cl: which cities an ant has visited, aco/tabu.go.
// Paper      [MMAS20 §4.1]
// Local      (or global, TABU_LOCAL 0) LC 2n entries, CT n entries, BT ceil(n / 32) words
//
// TABU is 0 LC, 1 CT, 2 BT; ENTRY the type of its entries. All work-items of a team
// know how many cities are unvisited; one of them marks, and all wait before the next
// query.
#ifndef TABU
#define TABU 2
#endif
#ifndef TABU_LOCAL
#define TABU_LOCAL 1
#endif
#ifndef ENTRY
#define ENTRY uint
#endif

#define LC 0
#define CT 1
#define BT 2

#if TABU_LOCAL
#define TABU_SPACE __local
#define TABU_FENCE CLK_LOCAL_MEM_FENCE
#else
#define TABU_SPACE __global
#define TABU_FENCE (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

typedef struct {
	TABU_SPACE ENTRY *entries;
	int n, left;
} tabu;

// tabu_reset marks all cities unvisited.
static inline void tabu_reset(__private tabu *t)
{
	int lanes = get_local_size(0), i = get_local_id(0);
	t->left = t->n;
#if TABU == BT
	for (; i < (t->n + 31) / 32; i += lanes)
		t->entries[i] = t->n - 32 * i >= 32 ? ~0u : (1u << (t->n & 31)) - 1;
#else
	for (; i < t->n; i += lanes) {
		t->entries[i] = i;
#if TABU == LC
		t->entries[t->n + i] = i;
#endif
	}
#endif
	barrier(TABU_FENCE);
}

// tabu_write is the part of marking that one work-item does.
static inline void tabu_write(__private const tabu *t, int city)
{
	TABU_SPACE ENTRY *entries = t->entries;
	int left = t->left - 1, n = t->n;
#if TABU == LC
	int i = entries[n + city], last = entries[left];
	entries[i] = last;
	entries[n + last] = i;
	entries[n + city] = left;
#elif TABU == CT
	int at = city;
	if (city > left) {
		at = entries[city];
		entries[city] = n;
	}
	int last = entries[left];
	entries[left] = n;
	if (last != city) {
		entries[at] = last;
		entries[last] = at;
	}
#else
	entries[city >> 5] &= ~(1u << (city & 31));
#endif
}

// tabu_mark marks a city as visited. A barrier must precede the next query.
static inline void tabu_mark(__private tabu *t, int city)
{
	if (get_local_id(0) == 0)
		tabu_write(t, city);
	t->left--;
}

static inline bool tabu_visited(__private const tabu *t, int city)
{
#if TABU == LC
	return (int)t->entries[t->n + city] >= t->left;
#elif TABU == CT
	return (int)t->entries[city] > city;
#else
	return (t->entries[city >> 5] >> (city & 31) & 1) == 0;
#endif
}

// tabu_length is how many candidates there are, visited ones of BT included.
static inline int tabu_length(__private const tabu *t) { return TABU == BT ? t->n : t->left; }

// tabu_candidate is an unvisited city, or NONE.
static inline int tabu_candidate(__private const tabu *t, int i)
{
#if TABU == BT
	return tabu_visited(t, i) ? NONE : i;
#else
	return t->entries[i];
#endif
}
