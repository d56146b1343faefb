// arithmetic.cl: sines and exponentials, the same on every device.
// Reference  continuous/arithmetic.go, bit for bit
//
// The built-in ones are some last places off, each device in its own way. These are
// made of operations that are exactly rounded.

// arc is the sine of r quarter turns.
static inline double arc(double r)
{
	double z = r * r, z2 = z * z, z4 = z2 * z2;
	double low = 0.07969262624616544 * z + -0.6459640975062462;
	low += (0.00016044118470682207 * z + -0.004681754135302643) * z2;
	double high = 5.692134872719602e-08 * z + -3.598843007208697e-06;
	high += (5.870610982837442e-12 * z + -6.68432172067974e-10) * z2;
	low += high * z4;
	return r * (low * z + 1.5707963267948966);
}

// An angle is in units of 2^-64 turns.
#define QUARTER (1ul << 62)

// sine is that of an angle.
static inline double sine(ulong angle)
{
	if (as_long(angle ^ angle << 1) < 0) // beyond a quarter turn
		angle = 2 * QUARTER - angle;
	return arc((double)as_long(angle) * 0x1p-62);
}

// ripple is 1 - cos(2 pi x).
static inline double ripple(double x)
{
	double s = arc(2 * (x - rint(x)));
	return 2 * (s * s);
}

// bend is 1 - cos x.
static inline double bend(double x)
{
	double k = rint(x * (M_1_PI / 2));
	double rest = x / 2 - k * 0x1.921fb544p+1;
	rest -= k * 0x1.0b4611a626331p-33;
	double s = arc(rest * M_2_PI);
	return 2 * (s * s);
}

// decay is 1 - e^-t, for t from 0 to 700.
static inline double decay(double t)
{
	double n = rint(-t * M_LOG2E);
	double r = -t - n * 0x1.62e42feep-1;
	r -= n * 0x1.a39ef35793c76p-33;
	double p = 0; // e^r - 1
	for (double i = 13; i > 0; i--)
		p = r * (1 + p) / i;
	double scale = as_double((ulong)(1023 + (int)n) << 52); // 2^n
	return (1 - scale) - scale * p;
}
