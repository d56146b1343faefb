package perceptron

import (
	"testing"

	"pgregory.net/rapid"
)

// unpacked returns the numbers in all lanes.
func unpacked(x numbers) (all [width]int) {
	x.unpack()
	for lane := range all {
		all[lane] = x.of(lane)
	}
	return all
}

func drawNumbers(t *rapid.T, name string) (x numbers) {
	for k := range x {
		x[k] = rapid.Uint64().Draw(t, name)
	}
	return x
}

func TestUnpack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawNumbers(t, "x")
		for lane, got := range unpacked(x) {
			want := 0
			for k, word := range x {
				want |= int(word>>lane&1) << k
			}
			if got != want {
				t.Fatalf("lane %d is %d, want %d", lane, got, want)
			}
		}
	})
}

// count gives the same result as counting single rows, for any initial number.
func TestCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := append([]uint64{0}, rapid.SliceOfN(rapid.Uint64(), 1, 20).Draw(t, "rows")...)
		teams := make([]team, rapid.SampledFrom([]int{0, 1, 3, 40, 300}).Draw(t, "teams"))
		var want [width]int
		start := rapid.IntRange(0, 1<<12).Draw(t, "start")
		for lane := range want {
			want[lane] = start
		}
		for i := range teams {
			for k := range teams[i] {
				teams[i][k] = int32((i*31 + k*7 + start) % len(rows))
				for lane := range want {
					want[lane] += int(rows[teams[i][k]] >> lane & 1)
				}
			}
		}
		var x numbers
		x.set(start, 12)
		x.count(teams, rows)
		if got := unpacked(x); got != want {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawNumbers(t, "x"), drawNumbers(t, "y")
		x[15] = 0 // avoids overflow
		lanes := rapid.Uint64().Draw(t, "lanes")
		bits := rapid.IntRange(1, 14).Draw(t, "bits")
		want := unpacked(x)
		for lane, n := range unpacked(y) {
			want[lane] += n & (1<<bits - 1) * int(lanes>>lane&1)
		}
		x.add(&y, bits, lanes)
		if got := unpacked(x); got != want {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
