package record

import (
	"errors"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// corners returns the instance of a square, a tour with both diagonals, and a shortest tour along
// the sides.
func corners(t *testing.T) (in *tsp.Instance, crossed, around tsp.Tour) {
	t.Helper()
	in, err := tsp.FromMatrix(4, []float64{
		0, 10, 14, 10,
		10, 0, 10, 14,
		14, 10, 0, 10,
		10, 14, 10, 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	return in, tsp.Tour{0, 2, 1, 3}, tsp.Tour{0, 1, 2, 3}
}

func copyOf(from tsp.Tour) func(tsp.Tour) error {
	return func(to tsp.Tour) error {
		copy(to, from)
		return nil
	}
}

func TestAShorterTourOfACompletedStepIsKept(t *testing.T) {
	in, crossed, around := corners(t)
	r := New(in, crossed)
	if err := r.Keep(r.Length(), copyOf(around)); err != nil || !slices.Equal(r.Tour(), crossed) {
		t.Errorf("a tour that is no shorter was kept: %v, %v", r.Tour(), err)
	}
	if err := r.Keep(in.Length(around), copyOf(around)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Tour(), around) || !slices.Equal(r.Best(), around) || r.Cost() != 40 {
		t.Errorf("best %v of cost %v, expected %v of cost 40", r.Best(), r.Cost(), around)
	}
	r.Best()[0] = 3
	if !slices.Equal(r.Best(), around) {
		t.Error("Best does not return a copy")
	}
}

func TestATourOfAnInterruptedStepIsApart(t *testing.T) {
	in, crossed, around := corners(t)
	r := New(in, crossed)
	fault := errors.New("lost")
	if err := r.KeepAside(in.Length(around), func(tsp.Tour) error { return fault }); !errors.Is(err, fault) || r.Cost() != 48 {
		t.Errorf("cost %v, error %v: expected 48 and the error of the copy", r.Cost(), err)
	}
	if err := r.KeepAside(in.Length(around), copyOf(around)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Best(), around) || r.Cost() != 40 {
		t.Errorf("best %v of cost %v, expected %v of cost 40", r.Best(), r.Cost(), around)
	}
	if !slices.Equal(r.Tour(), crossed) || r.Length() != in.Length(crossed) {
		t.Errorf("the best of completed steps is %v, expected %v", r.Tour(), crossed)
	}
	if err := r.KeepAside(in.Length(around), func(tsp.Tour) error { return fault }); err != nil {
		t.Error("a tour that is no shorter than the one held was copied")
	}
	if shorter, err := r.Adopt(around); shorter || err != nil {
		t.Errorf("adopted a tour as short as the best: %v, %v", shorter, err)
	}
}

func TestOnlyTheTourOfCompletedStepsIsSaved(t *testing.T) {
	in, crossed, around := corners(t)
	r := New(in, crossed)
	if err := r.KeepAside(in.Length(around), copyOf(around)); err != nil {
		t.Fatal(err)
	}
	var w state.Writer
	r.Save(&w)
	from := state.NewReader(w.Bytes())
	if r.Restore(from); from.Err() != nil {
		t.Fatal(from.Err())
	}
	if !slices.Equal(r.Best(), crossed) || r.Cost() != 48 {
		t.Errorf("restored %v of cost %v, expected %v of cost 48", r.Best(), r.Cost(), crossed)
	}
}

func TestAdoptChecksTours(t *testing.T) {
	in, crossed, around := corners(t)
	r := New(in, crossed)
	if _, err := r.Adopt(tsp.Tour{0, 0, 1, 2}); err == nil {
		t.Error("adopted what is not a tour")
	}
	if shorter, err := r.Adopt(around); !shorter || err != nil {
		t.Errorf("rejected a shorter tour: %v, %v", shorter, err)
	}
	if !slices.Equal(r.Tour(), around) || r.Length() != in.Length(around) {
		t.Errorf("the best is %v, expected %v", r.Tour(), around)
	}
	around[0], around[1] = 1, 0
	if r.Tour()[0] != 0 {
		t.Error("Adopt does not copy the tour")
	}
}
