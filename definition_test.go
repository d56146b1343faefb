package tourmaline_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// lights is a neighbourhood of lamps that should all be off. Move k switches lamp k.
type lights struct {
	on    []int8
	wrong float64 // added to each delta
	stays bool    // whether moves change nothing
}

func lit(on []int8) (cost float64) {
	for _, l := range on {
		cost += float64(l)
	}
	return cost
}

func (l *lights) Len() int         { return len(l.on) }
func (l *lights) Cost() float64    { return lit(l.on) }
func (l *lights) Snapshot() []int8 { return slices.Clone(l.on) }
func (l *lights) Reset(on []int8)  { copy(l.on, on) }
func (l *lights) Deltas(first int, dst []float64) {
	for i := range dst {
		if dst[i] = 1 - 2*float64(l.on[first+i]) + l.wrong; l.stays {
			dst[i] = 0
		}
	}
}
func (l *lights) Apply(k int, _ float64) {
	if !l.stays {
		l.on[k] = 1 - l.on[k]
	}
}

// lamps returns a valid definition.
func lamps() tourmaline.Definition[[]int8] {
	return tourmaline.Definition[[]int8]{
		Problem: "lamps", N: 20, Cost: lit,
		Check: func(on []int8) error {
			if len(on) != 20 {
				return errors.New("expected 20 lamps")
			}
			return nil
		},
		Random: func(r *rng.Stream) []int8 {
			on := make([]int8, 20)
			for i := range on {
				on[i] = int8(r.IntN(2))
			}
			return on
		},
		Neighbourhoods: func(on []int8, _ tourmaline.Setup) ([]moves.Neighbourhood[[]int8], error) {
			return []moves.Neighbourhood[[]int8]{&lights{on: slices.Clone(on)}}, nil
		},
	}
}

// neighbours replaces the neighbourhoods of a definition with the single neighbourhood that h
// returns.
func neighbours(d *tourmaline.Definition[[]int8], h func(on []int8) moves.Neighbourhood[[]int8]) {
	d.Neighbourhoods = func(on []int8, _ tourmaline.Setup) ([]moves.Neighbourhood[[]int8], error) {
		return []moves.Neighbourhood[[]int8]{h(slices.Clone(on))}, nil
	}
}

func TestDefineChecksAtOnce(t *testing.T) {
	if _, err := tourmaline.Define(lamps()); err != nil {
		t.Fatal(err)
	}
	calls := 0.0
	for want, change := range map[string]func(d *tourmaline.Definition[[]int8]){
		"Random returns a solution that Check rejects: expected 20 lamps": func(d *tourmaline.Definition[[]int8]) {
			d.Random = func(*rng.Stream) []int8 { return nil }
		},
		"Cost returns NaN": func(d *tourmaline.Definition[[]int8]) { d.Cost = func([]int8) float64 { return math.NaN() } },
		"Cost returns +Inf": func(d *tourmaline.Definition[[]int8]) {
			d.Cost = func([]int8) float64 { return math.Inf(1) }
		},
		"for the same solution, expected equal costs": func(d *tourmaline.Definition[[]int8]) {
			d.Cost = func([]int8) float64 { calls++; return calls }
		},
		"Neighbourhoods: dark": func(d *tourmaline.Definition[[]int8]) {
			d.Neighbourhoods = func([]int8, tourmaline.Setup) ([]moves.Neighbourhood[[]int8], error) {
				return nil, errors.New("dark")
			}
		},
		"Neighbourhoods returns none": func(d *tourmaline.Definition[[]int8]) {
			d.Neighbourhoods = func([]int8, tourmaline.Setup) ([]moves.Neighbourhood[[]int8], error) { return nil, nil }
		},
		"neighbourhood 0 starts at cost": func(d *tourmaline.Definition[[]int8]) {
			neighbours(d, func([]int8) moves.Neighbourhood[[]int8] { return &lights{on: make([]int8, 20)} })
		},
		"but changes the cost by": func(d *tourmaline.Definition[[]int8]) {
			neighbours(d, func(on []int8) moves.Neighbourhood[[]int8] { return &lights{on: on, wrong: 3} })
		},
		"has delta NaN": func(d *tourmaline.Definition[[]int8]) {
			neighbours(d, func(on []int8) moves.Neighbourhood[[]int8] { return &lights{on: on, wrong: math.NaN()} })
		},
		"does not change the solution but has delta 0, expected moves.Impossible": func(d *tourmaline.Definition[[]int8]) {
			neighbours(d, func(on []int8) moves.Neighbourhood[[]int8] { return &lights{on: on, stays: true} })
		},
		"Params: field Power": func(d *tourmaline.Definition[[]int8]) {
			d.Params = func() any { return &struct{ Power int }{} }
		},
		"Params: expected a struct of parameters": func(d *tourmaline.Definition[[]int8]) {
			d.Params = func() any { return 7 }
		},
	} {
		d := lamps()
		change(&d)
		if _, err := tourmaline.Define(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// power is a parameter struct with a rule that its tags cannot express.
type power struct {
	Low  int `json:"low" range:"0..10" usage:"least power"`
	High int `json:"high" range:"0..10" usage:"most power"`
}

func (p *power) Validate() error {
	if p.Low > p.High {
		return errors.New("low is above high")
	}
	return nil
}

func TestParamsOfADefinition(t *testing.T) {
	d := lamps()
	var seen any
	around := d.Neighbourhoods
	d.Params = func() any { return &power{1, 5} }
	d.Neighbourhoods = func(on []int8, s tourmaline.Setup) ([]moves.Neighbourhood[[]int8], error) {
		seen = s.Params
		return around(on, s)
	}
	p, err := tourmaline.Define(d)
	if err != nil {
		t.Fatal(err)
	}
	cfg := tourmaline.Config{Algorithm: "tabu", Params: map[string]string{"low": "3"}, Limits: tourmaline.Limits{Steps: 1}}
	if _, err := tourmaline.Solve(t.Context(), p, cfg); err != nil || *seen.(*power) != (power{3, 5}) {
		t.Errorf("the neighbourhoods got %+v: %v", seen, err)
	}
	for value, want := range map[string]string{"11": "low = 11, expected 0 to 10", "6": "low is above high"} {
		cfg.Params["low"] = value
		if _, err := tourmaline.New(p, cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("low = %s: %v, want %q", value, err, want)
		}
	}
}
