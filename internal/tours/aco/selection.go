package aco

import (
	"math"
	"math/bits"

	"github.com/tourmaline-opt/tourmaline/internal/portable"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A Selection is the rule by which an ant chooses among cities in proportion to their weights
// [MMAS20 §2.1, eq. 1].
type Selection int

// The selection rules. On a CPU the roulette wheel is faster, because it needs only one draw per
// step. On a device with thousands of work-items the reservoir is faster, because it needs no sums.
const (
	RWM Selection = iota // roulette wheel [MMAS20 §4.2.1]
	WRS                  // weighted reservoir sampling [MMAS20 §4.2.2]
)

var selections = names[Selection]{"rwm", "wrs"}

func (s Selection) String() string { return selections[s] }

// encode converts a row of products to weights in the form that the rule uses. All products are at
// least leastProduct.
func (s Selection) encode(products []float32, dst []uint32) {
	if s == RWM {
		fixedPoint(products, dst)
		return
	}
	for i, p := range products {
		dst[i] = math.Float32bits(portable.Reciprocal(p))
	}
}

// fixedPoint converts products to weights. The weights are integers, so the order of summation does
// not matter. Each weight is at least 1, so a city with the lowest trail can still be chosen. The
// sum of the weights is less than 2³¹. fixedPoint scales by the largest power of two that fits. It
// first derives the power from the largest product. In most rows few weights are large, so it then
// increases the power as far as the sum allows.
//
// Deviation: the paper adds floats. Here a product below one unit of its row, which is between
// 1/2²⁷ and 1/2³¹ of the sum, counts as one unit.
func fixedPoint(products []float32, dst []uint32) {
	largest := float32(leastProduct)
	for _, p := range products {
		largest = max(largest, p)
	}
	shift := firstShift(largest, len(products))
	sum, factor := uint32(0), twoTo(shift)
	for _, p := range products {
		sum += uint32(p * factor)
	}
	factor = twoTo(shift + secondShift(sum, len(products)))
	for i, p := range products {
		dst[i] = max(uint32(p*factor), 1)
	}
}

// firstShift returns the exponent of a power of two that scales count numbers, each at most
// largest, to a sum below 2³¹.
func firstShift(largest float32, count int) int {
	exponent := int(math.Float32bits(largest)>>23) - 127
	return 30 - log2Up(count) - exponent
}

// secondShift returns the exponent of the additional power of two by which the numbers can be
// scaled if sum is the sum of count numbers that were rounded down and are later raised to at least
// 1.
func secondShift(sum uint32, count int) int {
	return max(bits.LeadingZeros32(sum+uint32(count))-2, 0)
}

// roulette returns the index that a draw selects on the roulette wheel.
func roulette(weights []uint32, draw uint32) int {
	sum := uint32(0)
	for _, w := range weights {
		sum += w
	}
	at := uint32(uint64(draw) * uint64(sum) >> 32)
	for i, w := range weights {
		if at < w {
			return i
		}
		at -= w
	}
	return none
}

// heaviest returns the index of the largest weight, and in a tie the first such index.
func heaviest(weights []uint32) int {
	best := 0
	for i, w := range weights {
		if w > weights[best] {
			best = i
		}
	}
	return best
}

// reservoir returns the index with the largest key log2(u)/w, where u is a random number for each
// city [MMAS20 Fig. 7]. It computes the smallest -log2(u)·(1/w) and in a tie returns the city with
// the lowest number. inverse holds the inverse weights 1/w as float bits.
func reservoir(cities []int32, inverse []uint32, draw [2]uint32) int {
	best, least := none, uint32(math.MaxUint32)
	for i, c := range cities {
		key := reservoirKey(draw, c, inverse[i])
		if key < least || key == least && c < cities[best] {
			best, least = i, key
		}
	}
	return best
}

// reservoirKey returns the key of a city as the bits of a positive float, which sort in the same
// order as the floats. u has 23 random bits and is neither 0 nor 1.
func reservoirKey(draw [2]uint32, city int32, inverse uint32) uint32 {
	u := (float32(rng.Scatter(draw, uint32(city))>>9) + 0.5) * (1.0 / (1 << 23))
	return math.Float32bits(-portable.Log2(u) * math.Float32frombits(inverse))
}

// log2Up returns the exponent of the smallest power of two that is at least count.
func log2Up(count int) int { return bits.Len(uint(max(count, 1) - 1)) }

// twoTo returns 2 to the given exponent as a float.
func twoTo(exponent int) float32 { return math.Float32frombits(uint32(exponent+127) << 23) }
