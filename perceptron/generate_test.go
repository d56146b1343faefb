package perceptron

import (
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"pgregory.net/rapid"
)

func TestTheyArePlanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 60).Draw(t, "rows")
		cols := 2*rapid.IntRange(0, 40).Draw(t, "half of cols") + 1
		in, v, err := Generate(rows, cols, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		if in.rows != rows || in.Cols() != cols {
			t.Fatalf("%d rows and %d columns, want %d and %d", in.rows, in.Cols(), rows, cols)
		}
		if err := in.Check(v); err != nil {
			t.Fatal(err)
		}
		if cost := in.Cost(v); cost != 0 {
			t.Fatalf("the planted solution costs %v", cost)
		}
		if p := in.Products(); !slices.IsSorted(p) || p[0] < 1 {
			t.Fatalf("products %v, want them positive and ascending", p)
		}
	})
}

// Generated instances are the same on every machine and in every version.
func TestGeneratedInstancesAreKnown(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		seed       uint64
		name, hash string
	}{
		{73, 73, 1, "perceptron-73-73-s1", "sha256:577167100af0c929c06b9b440fec554e1735819762f4ef3c877baf73a41a475c"},
		{101, 117, 2, "perceptron-101-117-s2", "sha256:866453ab11085b5ecd6d610909f553ee74c1eb445c6a765bafd3f91c08e4f08f"},
	} {
		in, _, err := Generate(c.rows, c.cols, c.seed)
		if err != nil {
			t.Fatal(err)
		}
		if in.Name != c.name || in.Hash() != c.hash {
			t.Errorf("%s %s, want %s %s", in.Name, in.Hash(), c.name, c.hash)
		}
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		want       string
	}{
		{0, 3, "0 rows and 3 columns, expected 1 to 20000 of each"},
		{3, -1, "3 rows and -1 columns, expected 1 to 20000 of each"},
		{15999, 15999, "15999 rows and 15999 columns have 255968001 entries, the limit is 100000000"},
		{3, 4, "4 columns, expected an odd number, so that no product is 0: use 3 or 5"},
	} {
		if _, _, err := Generate(c.rows, c.cols, 1); text(err) != c.want {
			t.Errorf("%d×%d: %q, want %q", c.rows, c.cols, text(err), c.want)
		}
	}
}

// A search with the seed of the instance does not start at the planted solution or at a row.
func TestStartsAreNotPlanted(t *testing.T) {
	in, planted, err := Generate(5, 41, 1)
	if err != nil {
		t.Fatal(err)
	}
	vectors := []Solution{planted}
	for i := range in.rows {
		vectors = append(vectors, in.Row(i))
	}
	for stream := range uint32(5) {
		for step := range uint32(5) {
			s := rng.At(1, stream, step)
			start := Random(in.Cols(), &s)
			for _, v := range vectors {
				if y := towards(start, slices.Clone(v)); y == 41 {
					t.Errorf("the start of stream %d, step %d is %v", stream, step, v)
				}
			}
		}
	}
}

// 1 and -1 are equally frequent, and adjacent entries are equal as often as different.
func TestRandomIsFair(t *testing.T) {
	const n = 100_000
	s := rng.At(1, 2, 3)
	v := Random(n, &s)
	sum, pairs := 0, 0
	for j := range v[1:] {
		sum += int(v[j])
		pairs += int(v[j]) * int(v[j+1])
	}
	if limit := 4 * math.Sqrt(n); math.Abs(float64(sum)) > limit || math.Abs(float64(pairs)) > limit {
		t.Errorf("the sum is %d, that of neighbours %d, want less than %.0f", sum, pairs, limit)
	}
}
