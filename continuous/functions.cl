// functions.cl: the functions, coordinate by coordinate.
// Reference  continuous/functions.go, bit for bit
//
// No function has to see a whole point: two numbers hold what it must know of the
// coordinates before. Of each there is one that takes coordinate i, from 0, and one that
// makes a value of what all have left.
#include "weierstrass.cl"

static inline double2 weierstrass_with(double2 sum, int i, double x) { return (double2)(sum.x + rough(x), 0); }

static inline double weierstrass(double2 sum) { return sum.x; }

static inline double2 rastrigin_with(double2 sum, int i, double x)
{
	return (double2)(sum.x + (x * x + 10 * ripple(x)), 0);
}

static inline double rastrigin(double2 sum) { return sum.x; }

// rosenbrock remembers the coordinate before.
static inline double2 rosenbrock_with(double2 sum, int i, double y)
{
	double x = sum.y, off = y - x * x, left = 1 - x;
	return (double2)(i == 0 ? 0 : sum.x + (100 * (off * off) + left * left), y);
}

static inline double rosenbrock(double2 sum) { return sum.x; }

// ackley sums squares and ripples.
static inline double2 ackley_with(double2 sums, int i, double x)
{
	return (double2)(sums.x + x * x, sums.y + ripple(x));
}

static inline double ackley(double2 sums)
{
	return 20 * decay(sqrt(sums.x / DIM) / 5) + M_E * decay(sums.y / DIM);
}

// griewank sums squares, and has 1 less the product.
static inline double2 griewank_with(double2 s, int i, double x)
{
	return (double2)(s.x + x * x, s.y + (1 - s.y) * bend(x / sqrt((double)(i + 1))));
}

static inline double griewank(double2 s) { return s.x / 4000 + s.y; }
