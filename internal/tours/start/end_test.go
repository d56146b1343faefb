package start_test

import (
	"context"
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A construction that is cancelled at any time returns either no tour or the whole tour.
func TestConstructionsCanBeCutShort(t *testing.T) {
	const n = 5000
	in, err := tsp.Generate(tsp.Clustered, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	// too few neighbours for a complete tour
	l := must(near.Nearest(context.Background(), in, 2, 1))
	for name, construct := range map[string]func(context.Context) (tsp.Tour, error){
		"nearest": func(ctx context.Context) (tsp.Tour, error) { return start.NearestNeighbour(ctx, in, l, 0) },
		"greedy":  func(ctx context.Context) (tsp.Tour, error) { return start.Greedy(ctx, in, l, 1) },
	} {
		cut := 0
		for looks := 1; looks <= 1000; looks++ {
			tour, err := construct(testkit.Ending(t.Context(), looks))
			if err == nil {
				if err := in.Check(tour); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				break
			}
			if tour != nil || !errors.Is(err, context.Canceled) {
				t.Fatalf("%s, look %d: %d cities, %v", name, looks, len(tour), err)
			}
			cut++
		}
		if cut < n/1024 { // it must check the context at least every 1,024 cities
			t.Errorf("%s looks at the context %d times only", name, cut)
		}
	}
}

// The tour starts at the given city.
func TestNearestNeighbourBeginsAnywhere(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 50, 1)
	if err != nil {
		t.Fatal(err)
	}
	l := must(near.Nearest(context.Background(), in, 5, 1))
	for from := range int32(50) {
		tour := must(start.NearestNeighbour(context.Background(), in, l, from))
		if err := in.Check(tour); err != nil || tour[0] != from {
			t.Errorf("from %d: begins at %d, %v", from, tour[0], err)
		}
	}
}
