package cl

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/portable"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A check is a computation on words that must give the same results on the device and in Go.
type check struct {
	name    string
	doubles bool // needs fp64
	local   int  // bytes of local memory per work-item; if positive, results depend on the group
	vectors func(items int) []uint32
	want    func(in []uint32, group int) []uint32
}

var checks = []check{
	{name: "philox", vectors: randomWords(6), want: each(6, func(in []uint32) []uint32 {
		out := rng.Philox([4]uint32(in[:4]), [2]uint32(in[4:]))
		return out[:]
	})},
	{name: "log2", vectors: floatsAroundOne, want: floats(1, func(v []float32) float32 { return portable.Log2(v[0]) })},
	{name: "multiply_add", vectors: randomFloats(3), want: floats(3, func(v []float32) float32 { return float32(v[0]*v[1]) + v[2] })},
	{name: "divide", vectors: randomFloats(2), want: floats(2, func(v []float32) float32 { return v[0] / v[1] })},
	{name: "sqrt", vectors: randomFloats(1), want: floats(1, func(v []float32) float32 { return float32(math.Sqrt(float64(v[0]))) })},
	{name: "distance", vectors: wholePoints, want: each(4, func(in []uint32) []uint32 {
		a, b := [2]int32{int32(in[0]), int32(in[1])}, [2]int32{int32(in[2]), int32(in[3])}
		return []uint32{uint32(DistanceWhole(a, b)), uint32(DistanceWholeCeil(a, b))}
	})},
	{name: "distance_real", doubles: true, vectors: realPoints, want: each(10, func(in []uint32) []uint32 {
		a, b := [2]float64{double(in[0:]), double(in[2:])}, [2]float64{double(in[4:]), double(in[6:])}
		return []uint32{uint32(DistanceReal(a, b, double(in[8:]))), uint32(DistanceRealCeil(a, b, double(in[8:])))}
	})},
	{name: "scan", local: 4, vectors: randomWords(1), want: wantScan},
	{name: "argmin", local: 8, vectors: tiedPairs, want: wantArgMin},
}

// each applies f to the words of every item separately.
func each(words int, f func(in []uint32) []uint32) func([]uint32, int) []uint32 {
	return func(in []uint32, _ int) []uint32 {
		var out []uint32
		for ; len(in) > 0; in = in[words:] {
			out = append(out, f(in[:words])...)
		}
		return out
	}
}

// floats is like each, but for a function of floats.
func floats(count int, f func([]float32) float32) func([]uint32, int) []uint32 {
	return each(count, func(in []uint32) []uint32 {
		values := make([]float32, count)
		for i := range values {
			values[i] = math.Float32frombits(in[i])
		}
		return []uint32{math.Float32bits(f(values))}
	})
}

func wantScan(in []uint32, group int) []uint32 {
	var out []uint32
	for ; len(in) > 0; in = in[group:] {
		sums, total := Scan(in[:group])
		for _, s := range sums {
			out = append(out, s, total)
		}
	}
	return out
}

func wantArgMin(in []uint32, group int) []uint32 {
	var out []uint32
	for ; len(in) > 0; in = in[2*group:] {
		keys, indices := make([]uint32, group), make([]uint32, group)
		for i := range group {
			keys[i], indices[i] = in[2*i], in[2*i+1]
		}
		key, index := ArgMin(keys, indices)
		for range group {
			out = append(out, key, index)
		}
	}
	return out
}

func randomWords(words int) func(int) []uint32 {
	return random(1, words, func(r uint32) uint32 { return r })
}

// random returns a function that generates items of the given number of words. The words are random
// numbers of a seed, each converted by word.
func random(seed uint64, words int, word func(r uint32) uint32) func(int) []uint32 {
	return func(items int) []uint32 {
		random := rng.At(seed, uint32(words), 0)
		in := make([]uint32, words*items)
		for i := range in {
			in[i] = word(random.Uint32())
		}
		return in
	}
}

// randomFloats returns positive floats between 2^-16 and 2^16. With these, no check has a subnormal
// result, which devices may flush to zero.
func randomFloats(count int) func(int) []uint32 {
	return random(2, count, func(r uint32) uint32 { return (127-16+r>>27)<<23 | r&0x7FFFFF })
}

// floatsAroundOne places every second float between 1/2 and 2, because the last bits of the
// logarithm are lost if the exponent is large.
func floatsAroundOne(items int) []uint32 {
	in := randomFloats(1)(items)
	for i := 0; i < len(in); i += 2 {
		in[i] = (126+in[i]>>23&1)<<23 | in[i]&0x7FFFFF
	}
	return in
}

// wholePoints returns pairs of points at all scales. In every second pair, the distance between the
// points is close to a rounding boundary.
func wholePoints(items int) []uint32 {
	random := rng.At(3, 0, 0)
	var in []uint32
	for i := range items {
		most := int32(1) << (1 + i%23)
		x, y := random.IntN(most), random.IntN(most)
		dx, dy := random.IntN(most), random.IntN(most)
		if i%2 == 0 {
			// sqrt(dx² + dy²) is about dx + 1/2 if dy = sqrt(dx).
			dy = int32(math.Sqrt(float64(dx))) + random.IntN(2)
		}
		in = append(in, uint32(x), uint32(y), uint32(x-dx), uint32(y+dy))
	}
	return in
}

// realPoints returns, for each item, two points with fractional coordinates and a scale.
func realPoints(items int) []uint32 {
	random := rng.At(4, 0, 0)
	var in []uint32
	for i := range items {
		for range 4 {
			in = appendDouble(in, float64(random.IntN(1<<(8+i%12)))/64+random.Float64())
		}
		in = appendDouble(in, []float64{1, 100, 1000, 0.5}[i%4])
	}
	return in
}

// tiedPairs returns pairs of a key and an index. Many keys are equal, and the indices are in random
// order.
func tiedPairs(items int) []uint32 {
	random := rng.At(5, 0, 0)
	var in []uint32
	for range items {
		in = append(in, uint32(random.IntN(4)), random.Uint32()>>8)
	}
	return in
}

func appendDouble(in []uint32, v float64) []uint32 {
	bits := math.Float64bits(v)
	return append(in, uint32(bits), uint32(bits>>32))
}

func double(in []uint32) float64 {
	return math.Float64frombits(uint64(in[0]) | uint64(in[1])<<32)
}
