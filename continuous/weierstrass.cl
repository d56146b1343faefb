// weierstrass.cl: the Weierstrass-Mandelbrot function of one coordinate.
// Paper      [LSM13 §6.3, eq. (1)]
// Reference  continuous/weierstrass.go, bit for bit
#include "arithmetic.cl"

// places are those of a number after the binary point.
typedef struct {
	ulong high, mid, low;
} places;

// half_turns is |x| / pi, for |x| <= 1.
static inline places half_turns(double x)
{
	const ulong first = 0xa2f9836e4e441529ul, second = 0xfc2757d1f534ddc0ul, third = 0xdb6295993c439041ul; // 2 / pi
	ulong bits = as_ulong(x), mantissa = 1ul << 63 | bits << 11;
	ulong h1 = mul_hi(mantissa, second), h2 = mul_hi(mantissa, third);
	ulong low = mantissa * second + h2;
	ulong part = mantissa * first + h1, mid = part + (low < h2);
	ulong high = mul_hi(mantissa, first) + (part < h1) + (mid < part);
	int shift = max(1023 - (int)(bits >> 52 & 0x7ff), 0);
	for (; shift >= 64; shift -= 64) {
		low = mid;
		mid = high;
		high = 0;
	}
	int rest = 63 - shift; // a shift by 64 would be none at all
	return (places){high >> shift, high << 1 << rest | mid >> shift, mid << 1 << rest | low >> shift};
}

// sixteenfold moves all places by four. It rotates, since Oclgrind does not know what
// compilers make of two shifts.
static inline places sixteenfold(places p)
{
	ulong mid = rotate(p.mid, 4ul), low = rotate(p.low, 4ul);
	return (places){p.high << 4 | (mid & 15), bitselect(mid, low, 15ul), low & ~15ul};
}

// rough is the sum of 2^(-i/4) sin(2^i x) for i from 1 to 100.
static inline double rough(double x)
{
	places p = half_turns(x);
	double sum = 0, scale = 1;
	for (int i = 0; i < 100 / 4; i++) {
		double s1 = sine(p.high), c1 = sine(p.high + QUARTER);
		double s2 = 2 * (s1 * c1), c2 = 1 - 2 * (s1 * s1);
		double s3 = 2 * (s2 * c2), c3 = 1 - 2 * (s2 * s2);
		double four = 0x1.ae89f995ad3adp-1 * s1 + M_SQRT1_2 * s2;
		four += 0x1.306fe0a31b715p-1 * s3 + s3 * c3;
		sum += scale * four;
		scale /= 2;
		p = sixteenfold(p);
	}
	return x < 0 ? -sum : sum;
}
