// insertions.cl: the change in makespan of moving a job.
// Reference  (*insertions).Deltas and Touched, bit for bit
// State      the jobs in their order, and the makespan
#define INPUTS __global const int *times,
#define INPUT times,

static inline int2 places(ulong m)
{
	int from = (int)(m / (JOBS - 1)), to = (int)(m - (ulong)from * (JOBS - 1));
	return (int2)(from, to < from ? to : to + 1);
}

static inline delta_t delta_of(INPUTS __global const int *jobs, ulong m)
{
	int2 go = places(m);
	int free[MACHINES];
	for (int k = 0; k < MACHINES; k++)
		free[k] = 0;
	for (int p = 0; p < JOBS; p++) {
		int shift = (go.x <= p && p < go.y) - (go.y < p && p <= go.x), now = 0;
		int job = jobs[p == go.y ? go.x : p + shift];
		for (int k = 0; k < MACHINES; k++)
			free[k] = now = max(now, free[k]) + times[job * MACHINES + k];
	}
	return free[MACHINES - 1] - jobs[JOBS];
}

static inline int touch_of(INPUTS __global const int *jobs, ulong m, __private int *enters)
{
	int2 go = places(m);
	enters[0] = jobs[go.x] * JOBS + go.y;
	return 1;
}
