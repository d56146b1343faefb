package portable_test

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/portable"
	"github.com/tourmaline-opt/tourmaline/rng"
)

func TestLog2IsClose(t *testing.T) {
	worst := 0.0
	look := func(x float32) {
		got, want := float64(portable.Log2(x)), math.Log2(float64(x))
		if x == 1 {
			if got != 0 {
				t.Fatalf("log2(1) = %v", got)
			}
			return
		}
		worst = max(worst, math.Abs(got-want)/math.Abs(want))
	}
	for bits := uint32(0x3F000000); bits < 0x40800000; bits += 7 { // from 1/2 to 4
		look(math.Float32frombits(bits))
	}
	for bits := uint32(0x00800000); bits < 0x7F800000; bits += 1009 { // positive normal numbers
		look(math.Float32frombits(bits))
	}
	if worst > 1e-5 {
		t.Errorf("relative error %g", worst)
	}
	for e := -126; e < 128; e++ {
		if got := portable.Log2(float32(math.Ldexp(1, e))); got != float32(e) {
			t.Errorf("log2(2^%d) = %v", e, got)
		}
	}
}

// relative returns the relative difference between got and want.
func relative(got, want float64) float64 { return math.Abs(got-want) / math.Abs(want) }

func TestExp2IsClose(t *testing.T) {
	random := rng.At(1, 0, 0)
	for range 200_000 {
		x := float32(250*random.Float64() - 125)
		if got, want := float64(portable.Exp2(x)), math.Exp2(float64(x)); relative(got, want) > 1e-6 {
			t.Fatalf("2^%v = %v, want %v", x, got, want)
		}
	}
	for e := -126; e <= 126; e++ {
		if got, want := portable.Exp2(float32(e)), float32(math.Ldexp(1, e)); got != want {
			t.Errorf("2^%d = %v, want %v", e, got, want)
		}
	}
	for _, far := range []float32{127, 1e30, float32(math.Inf(1))} {
		if got := portable.Exp2(far); got != float32(math.Ldexp(1, 126)) {
			t.Errorf("2^%v = %v", far, got)
		}
		if got := portable.Exp2(-far); got != float32(math.Ldexp(1, -126)) {
			t.Errorf("2^%v = %v", -far, got)
		}
	}
}

func TestReciprocalIsClose(t *testing.T) {
	for bits := uint32(0x10000000); bits < 0x6F000000; bits += 977 {
		x := math.Float32frombits(bits)
		if got, want := float64(portable.Reciprocal(x)), 1/float64(x); relative(got, want) > 3e-7 {
			t.Fatalf("1/%v = %v, want %v", x, got, want)
		}
	}
}

func TestPower(t *testing.T) {
	random := rng.At(2, 0, 0)
	for range 20_000 {
		x := float32(math.Ldexp(1+random.Float64(), int(random.IntN(20))-18))
		for _, a := range []float32{0, 0.5, 1, 2, 2.5, 3, 5} {
			if got, want := float64(portable.Power(x, a)), math.Pow(float64(x), float64(a)); relative(got, want) > 1e-3 {
				t.Fatalf("%v^%v = %v, want %v", x, a, got, want)
			}
		}
		if got := portable.Power(x, 3); got != x*x*x {
			t.Fatalf("%v^3 = %v, want %v", x, got, x*x*x)
		}
	}
}

// Results have the same bits on all machines.
func TestKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		name string
		got  float32
		bits uint32
	}{
		{"log2 of 10", portable.Log2(10), 0x40549a6f},
		{"2^3.3", portable.Exp2(3.3), 0x411d9624},
		{"2^-7.77", portable.Exp2(-7.77), 0x3b961f75},
		{"1/3", portable.Reciprocal(3), 0x3eaaaaab},
		{"1/1e-7", portable.Reciprocal(1e-7), 0x4b18967f},
		{"0.3^2.5", portable.Power(0.3, 2.5), 0x3d49e974},
	} {
		if got := math.Float32bits(c.got); got != c.bits {
			t.Errorf("%s is %#08x, want %#08x", c.name, got, c.bits)
		}
	}
}
