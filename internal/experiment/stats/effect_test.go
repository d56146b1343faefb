package stats

import (
	"testing"

	"pgregory.net/rapid"
)

func TestVarghaDelaney(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b []float64
		want Effect
	}{
		{"all larger", []float64{4, 5}, []float64{1, 2, 3}, Effect{1, "large"}},
		{"all smaller", []float64{1, 2, 3}, []float64{4, 5}, Effect{0, "large"}},
		{"the same", []float64{1, 2, 3}, []float64{1, 2, 3}, Effect{0.5, "negligible"}},
		{"ties count half", []float64{1, 1, 2}, []float64{1, 2}, Effect{2.5 / 6, "small"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := VarghaDelaney(c.a, c.b); err != nil || got != c.want {
				t.Errorf("%+v, error %v; want %+v", got, err, c.want)
			}
		})
	}
	if _, err := VarghaDelaney(nil, []float64{1}); err == nil {
		t.Error("an empty sample accepted")
	}
}

// The thresholds are 0.56, 0.64 and 0.71 [VD00], and symmetrically below 0.5. A single value that
// is larger than k of a hundred values has an A12 of exactly k/100.
func TestEffectSizes(t *testing.T) {
	hundred := make([]float64, 100)
	for i := range hundred {
		hundred[i] = float64(i)
	}
	for above, want := range map[int]string{
		50: "negligible", 55: "negligible", 56: "small", 63: "small", 64: "medium", 70: "medium", 71: "large", 100: "large",
		45: "negligible", 44: "small", 37: "small", 36: "medium", 30: "medium", 29: "large", 0: "large",
	} {
		got, err := VarghaDelaney([]float64{float64(above) - 0.5}, hundred)
		if err != nil || got.Size != want || got.A12 != float64(above)/100 {
			t.Errorf("%d of 100: %+v, error %v; want %s", above, got, err, want)
		}
	}
}

func TestVarghaDelaneyCountsPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfN(few, 1, 10).Draw(t, "a")
		b := rapid.SliceOfN(few, 1, 10).Draw(t, "b")
		larger := 0.0
		for _, x := range a {
			for _, y := range b {
				switch {
				case x > y:
					larger++
				case x == y:
					larger += 0.5
				}
			}
		}
		if got, err := VarghaDelaney(a, b); err != nil || got.A12 != larger/float64(len(a)*len(b)) {
			t.Fatalf("%+v, error %v; want %v of %d", got, err, larger, len(a)*len(b))
		}
	})
}
