package tourmaline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// weights lie on the two sides of a balance. A solution has a 1 bit for each weight on the left.
var weights = []float64{771, 121, 281, 854, 885, 734, 486, 1003, 83, 62}

func imbalance(left uint32) (sum float64) {
	for i, w := range weights {
		sum += w * float64(2*int(left>>i&1)-1)
	}
	return math.Abs(sum)
}

// swings is a solution with its moves: move i takes weight i to the other side.
type swings struct{ left uint32 }

func (s *swings) Len() int                  { return len(weights) }
func (s *swings) Apply(move int, _ float64) { s.left ^= 1 << move }
func (s *swings) Cost() float64             { return imbalance(s.left) }
func (s *swings) Snapshot() uint32          { return s.left }
func (s *swings) Reset(left uint32)         { s.left = left }
func (s *swings) Deltas(first int, dst []float64) {
	for i := range dst {
		dst[i] = imbalance(s.left^1<<(first+i)) - imbalance(s.left)
	}
}

// This example defines a problem: distribute weights so that they balance.
func ExampleDefine() {
	p, err := tourmaline.Define(tourmaline.Definition[uint32]{
		Problem: "partition", N: len(weights), Cost: imbalance,
		Check: func(left uint32) error {
			if left>>len(weights) != 0 {
				return fmt.Errorf("%b has a bit for a weight that does not exist", left)
			}
			return nil
		},
		Random: func(r *rng.Stream) uint32 { return r.Uint32() >> (32 - len(weights)) },
		Neighbourhoods: func(left uint32, _ tourmaline.Setup) ([]moves.Neighbourhood[uint32], error) {
			return []moves.Neighbourhood[uint32]{&swings{left}}, nil
		},
	})
	if err != nil {
		panic(err)
	}
	r, err := tourmaline.Solve(context.Background(), p, tourmaline.Config{Limits: tourmaline.Limits{Steps: 10}, Seed: 1})
	text, _ := json.Marshal(r.Solution)
	fmt.Printf("%v %s %v", r.Cost, text, err)
	// Output: 0 45 <nil>
}
