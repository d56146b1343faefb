package exact

import (
	"math"
	"math/bits"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A wide is a 128-bit integer.
type wide struct {
	hi int64
	lo uint64
}

func (a wide) plus(b wide) wide {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	return wide{a.hi + b.hi + int64(carry), lo}
}

func (a wide) less(b wide) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

// widen returns the integer part of v * 2^shift, which must have at most 117 bits, and reports
// whether the fraction is zero.
func widen(v float64, shift int) (wide, bool) {
	if v == 0 {
		return wide{}, true
	}
	fraction, exponent := math.Frexp(math.Abs(v))
	mantissa := uint64(fraction * (1 << 53))
	at := exponent - 53 + shift // position of the lowest bit of mantissa
	w := wide{lo: mantissa >> max(-at, 0)}
	if at >= 0 {
		w = wide{hi: int64(mantissa >> (64 - at)), lo: mantissa << at}
	}
	if v < 0 {
		w = wide{hi: ^w.hi, lo: ^w.lo}.plus(wide{lo: 1})
	}
	return w, at >= 0 || bits.TrailingZeros64(mantissa) >= -at
}

// top is the maximum number of bits of a distance. Sums of distances and fixed edges need more.
const top = 110

// Lengths contains the given distances of an instance, without rounding, as multiples of a power of
// two.
type Lengths struct {
	n       int
	between []wide
	exact   bool // whether no digit was lost
}

// NewLengths returns the distances of an instance with at most 1,000 cities.
func NewLengths(in *tsp.Instance) *Lengths {
	l := &Lengths{n: in.N(), between: make([]wide, in.N()*in.N()), exact: true}
	_, exponent := math.Frexp(farthest(in))
	for i := range int32(l.n) {
		for j := range int32(l.n) {
			if i == j {
				continue
			}
			_, unrounded := in.Leg(i, j)
			v, whole := widen(unrounded, top-exponent)
			if p := in.Plain(); p != nil && p.Tied(i, j) {
				// outweighs 64 distances; the tours of more cities that are compared contain all such edges
				v, whole = wide{hi: -1 << (top + 6 - 64)}, true
			}
			l.between[int(i)*l.n+int(j)] = v
			l.exact = l.exact && whole
		}
	}
	return l
}

// Exact reports whether the distances are those of the instance. Otherwise they lack digits.
func (l *Lengths) Exact() bool { return l.exact }

// Shorter reports whether closed tour t is shorter than the other.
func (l *Lengths) Shorter(t, other tsp.Tour) bool { return l.of(t).less(l.of(other)) }

// of returns the length of a closed tour.
func (l *Lengths) of(t tsp.Tour) wide {
	sum := l.leg(int(t[len(t)-1]), int(t[0]))
	for k := 1; k < len(t); k++ {
		sum = sum.plus(l.leg(int(t[k-1]), int(t[k])))
	}
	return sum
}

func (l *Lengths) leg(i, j int) wide { return l.between[i*l.n+j] }

// farthest returns the largest absolute distance.
func farthest(in *tsp.Instance) float64 {
	most := 0.0
	for i := range int32(in.N()) {
		for j := range int32(in.N()) {
			if i != j {
				_, d := in.Leg(i, j)
				most = math.Max(most, math.Abs(d))
			}
		}
	}
	return most
}
