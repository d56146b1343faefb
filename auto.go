package tourmaline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// Picked is why "auto" stood for the algorithm of a run.
type Picked struct {
	Why    string            `json:"why"`              // for people
	Params map[string]string `json:"params,omitempty"` // that auto set, where Config did not
}

func (s *Solver) auto() bool { return s.cfg.Algorithm == "" || s.cfg.Algorithm == catalog.Auto }

// pick is the algorithm that was asked for, or that suits the budget.
func (s *Solver) pick(ctx context.Context) catalog.Pick {
	if !s.auto() {
		return catalog.Pick{Algorithm: s.cfg.Algorithm}
	}
	return s.problem.task.auto(s.budget(ctx), s.cfg.Params)
}

// pickedBefore is the algorithm that was asked for, or the one that auto picked when the
// saved search began. One that was asked for then goes on as auto if auto picks it without
// any time.
func (s *Solver) pickedBefore(has checkpoint.Header) (catalog.Pick, error) {
	switch {
	case !s.auto():
		return catalog.Pick{Algorithm: s.cfg.Algorithm}, nil
	case has.Picked == nil || has.Hash != s.info.Hash: // of another instance, it will be refused
		return catalog.Pick{Algorithm: s.problem.task.auto(catalog.Budget{Steps: 1}, s.cfg.Params).Algorithm}, nil
	}
	var was Picked
	_, err := catalog.Find(s.problem.task.rows(), has.Algorithm)
	if err := errors.Join(json.Unmarshal(has.Picked, &was), err); err != nil {
		return catalog.Pick{}, fmt.Errorf("%w: what auto picked: %w", ErrCheckpoint, err)
	}
	return catalog.Pick{Algorithm: has.Algorithm, Params: was.Params, Why: was.Why}, nil
}

// choose takes an algorithm, with its defaults, what auto sets and what the user sets.
func (s *Solver) choose(p catalog.Pick) (err error) {
	defer catch(&err)
	s.algorithm = p.Algorithm
	set := maps.Clone(p.Params)
	maps.DeleteFunc(set, func(name, _ string) bool { _, given := s.cfg.Params[name]; return given })
	if p.Why != "" {
		s.picked = &Picked{Why: p.Why, Params: set}
	}
	row, err := s.row()
	if err != nil {
		return err
	}
	s.params = s.problem.task.params(row)
	values := map[string]string{}
	maps.Copy(values, set)
	maps.Copy(values, s.cfg.Params)
	if err := params.Set(s.params, values); err != nil {
		return fmt.Errorf("algorithm %s: %w", row.Name, err)
	}
	return nil
}

// budget is what auto goes by. Of times it has two digits: a deadline that was set a moment
// ago is as far away as it was.
func (s *Solver) budget(ctx context.Context) catalog.Budget {
	return catalog.Budget{
		Time: twoDigits(s.timeLimit(ctx)), Steps: s.cfg.Limits.Steps, Threads: s.cfg.Threads, Device: s.cfg.Device != nil,
	}
}

func twoDigits(d time.Duration) time.Duration {
	unit := math.Pow10(max(int(math.Floor(math.Log10(float64(max(d, 1)))))-1, 0))
	return d.Round(time.Duration(unit))
}
