package eax

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// saved returns the saved state of a search.
func saved(s *EAX) []byte {
	var w state.Writer
	s.Save(&w)
	return w.Bytes()
}

// restored restores a search from a state.
func restored(s *EAX, data []byte) error {
	r := state.NewReader(data)
	return errors.Join(s.Restore(r), r.End())
}

// kept returns a small search for tests that damage its saved state.
func kept(t testing.TB) *EAX {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, 12, 1)
	if err != nil {
		t.Fatal(err)
	}
	return begin(t, in, with(12, func(p *Params) { p.Rounds, p.Pool, p.Patience = 45, "2opt", 3 }), 1, 1)
}

// Restore either rejects a state with one wrong number, or the search can continue from it.
func TestFalseNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		steps   int
		damage  func(s *EAX)
		refused string // text that the error must contain; "" if the state is valid
	}{
		"nothing":          {steps: 1, damage: func(*EAX) {}},
		"many populations": {steps: 1, damage: func(s *EAX) { s.at.epoch = math.MaxUint32 }},
		"a late beginning": {steps: 1, damage: func(s *EAX) { s.at.start = math.NaN() }},
		"a stage":          {steps: 4, damage: func(s *EAX) { s.at.stage = finishing + 1 }, refused: "stage"},
		"another stage":    {steps: 1, damage: func(s *EAX) { s.at.stage = breeding }, refused: "population"},
		"pairs":            {steps: 4, damage: func(s *EAX) { s.at.pairs = len(s.members) }, refused: "pairs"},
		"fewer pairs":      {steps: 4, damage: func(s *EAX) { s.at.pairs = -1 }, refused: "pairs"},
		"a loner":          {steps: 4, damage: func(s *EAX) { s.members = s.members[:1] }, refused: "population"},
		"a crowd":          {steps: 4, damage: func(s *EAX) { s.members = append(s.members, s.members...) }, refused: "members"},
		"patience":         {steps: 4, damage: func(s *EAX) { s.at.since = -1 }, refused: "since"},
		"a champion":       {steps: 4, damage: func(s *EAX) { s.champion[0] = s.champion[1] }, refused: "twice"},
		"kicks":            {steps: 1, damage: func(s *EAX) { s.pool.works[0].kicks = 45*12 + 1 }, refused: "kicks"},
		"fewer kicks":      {steps: 1, damage: func(s *EAX) { s.pool.works[0].kicks = -1 }, refused: "kicks"},
	} {
		t.Run(name, func(t *testing.T) {
			s, other := kept(t), kept(t)
			step(t, s, c.steps, 100)
			if s.at.stage == pooling != (c.steps == 1) {
				t.Fatalf("stage %d after %d steps", s.at.stage, c.steps)
			}
			c.damage(s)
			err := restored(other, saved(s))
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("error %v, want one about %s", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			step(t, other, 2, 100)
		})
	}
}

// Saving a restored search reproduces the state. The search then finds tours with the reported
// cost.
func FuzzRestore(f *testing.F) {
	for _, steps := range []int{0, 1, 2, 4, 5, 9} {
		s := kept(f)
		step(f, s, steps, 100)
		f.Add(saved(s))
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := kept(t)
		if restored(s, data) != nil {
			return
		}
		again := kept(t)
		if err := restored(again, saved(s)); err != nil || !bytes.Equal(saved(s), saved(again)) {
			t.Fatalf("it is not saved as it was restored: %v", err)
		}
		for range 3 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := search.Referee(s.in, s.Best(), s.Cost()); err != nil {
				t.Fatal(err)
			}
		}
	})
}
