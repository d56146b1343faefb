package lk_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

func generate(t *testing.T, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func improver(t *testing.T, in *tsp.Instance, o lk.Options) *lk.Improver {
	t.Helper()
	m, err := lk.NewImprover(t.Context(), in, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func shuffled(n int) tsp.Tour {
	r, t := rng.At(1, 2, 3), tsp.Identity(n)
	r.Shuffle(t)
	return t
}

func TestMovesFromFastestToBest(t *testing.T) {
	in := generate(t, 400)
	before := in.Cost(shuffled(400))
	for _, moves := range []string{"2opt", "oropt", "lk"} {
		tour := shuffled(400)
		if err := improver(t, in, lk.Options{Moves: moves}).Improve(t.Context(), tour); err != nil {
			t.Fatal(err)
		}
		if err := in.Check(tour); err != nil || in.Cost(tour) >= before {
			t.Errorf("%s: cost %v after %v, %v", moves, in.Cost(tour), before, err)
		}
		before = in.Cost(tour)
	}
}

func TestIterateImprovesALocalOptimum(t *testing.T) {
	for name, in := range map[string]*tsp.Instance{"symmetric": generate(t, 300), "asymmetric": asymmetric(t, 60)} {
		m, tour := improver(t, in, lk.Options{}), shuffled(in.N())
		if err := m.Improve(t.Context(), tour); err != nil {
			t.Fatal(err)
		}
		optimum, random := in.Cost(tour), rng.At(1, 0, 0)
		if err := m.Iterate(t.Context(), tour, 2000, &random); err != nil || in.Check(tour) != nil || in.Cost(tour) >= optimum {
			t.Errorf("%s: cost %v after %v, %v", name, in.Cost(tour), optimum, err)
		}
	}
}

func asymmetric(t *testing.T, n int) *tsp.Instance {
	t.Helper()
	r := rng.At(5, 0, 0)
	d := make([]float64, n*n)
	for i := range d {
		d[i] = float64(r.IntN(1000))
	}
	in, err := tsp.FromMatrix(n, d)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestKicksChangeATour(t *testing.T) {
	in, tour, random := generate(t, 200), tsp.Identity(200), rng.At(1, 0, 0)
	if err := improver(t, in, lk.Options{}).Kick(t.Context(), tour, 3, &random); err != nil || in.Check(tour) != nil || slices.Equal(tour, tsp.Identity(200)) {
		t.Errorf("%v, %v", tour, err)
	}
}

// The caller's neighbour lists replace the improver's lists.
func TestNeighboursOfTheCaller(t *testing.T) {
	in, read := generate(t, 50), 0
	next := func(c int32) []int32 { read++; return []int32{(c + 1) % 50} }
	if err := improver(t, in, lk.Options{Neighbours: next}).Improve(t.Context(), shuffled(50)); err != nil || read != 50 {
		t.Errorf("%d lists, %v", read, err)
	}
}

func TestFaults(t *testing.T) {
	in := generate(t, 50)
	path, err := in.Path(0, 9)
	if err != nil {
		t.Fatal(err)
	}
	_, open := lk.NewImprover(t.Context(), path, lk.Options{})
	_, moves := lk.NewImprover(t.Context(), in, lk.Options{Moves: "4opt"})
	_, itself := lk.NewImprover(t.Context(), in, lk.Options{Neighbours: func(c int32) []int32 { return []int32{c} }})
	m, random := improver(t, in, lk.Options{}), rng.At(1, 0, 0)
	for want, err := range map[string]error{
		"is a path or has fixed edges":        open,
		"4opt":                                moves,
		"city 0 is not a neighbour of city 0": itself,
		"lk: the tour visits 3":               m.Improve(t.Context(), tsp.Tour{0, 1, 2}),
		"lk: the tour visits 4":               m.Iterate(t.Context(), tsp.Tour{0, 1, 2, 3}, 1, &random),
		"lk: the tour visits 5":               m.Kick(t.Context(), tsp.Tour{0, 1, 2, 3, 4}, 1, &random),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := m.Improve(ctx, shuffled(50)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func ExampleImprover() {
	in, _ := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {50, 0}, {100, 0}, {100, 100}, {50, 100}, {0, 100}})
	m, err := lk.NewImprover(context.Background(), in, lk.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tour := tsp.Tour{0, 4, 2, 3, 1, 5}
	fmt.Println(in.Cost(tour))
	err = m.Improve(context.Background(), tour)
	fmt.Println(in.Cost(tour), err)
	// Output:
	// 648
	// 400 <nil>
}
