package tourmaline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
)

// Picked explains why "auto" chose an algorithm for a run.
type Picked struct {
	Why string `json:"why"` // a sentence
	// parameters that auto set, except those that Config sets
	Params map[string]string `json:"params,omitempty"`
}

// pick returns the configured algorithm, or the one that auto chooses for the budget.
func (r *request) pick(ctx context.Context) catalog.Pick {
	if !r.auto() {
		return catalog.Pick{Algorithm: r.cfg.Algorithm}
	}
	return r.problem.task.auto(catalog.Budget{
		Time:  twoDigits(limitOf(ctx, r.cfg, timeline{began: r.cfg.Began}, r.info.N)),
		Steps: r.cfg.Limits.Steps, Threads: r.cfg.Threads, Device: r.cfg.Device != nil,
	}, r.cfg.Params)
}

// pickedBefore returns the configured algorithm, or the one that auto picked for the saved search.
// If the saved algorithm was chosen by name, it returns the algorithm that auto picks without a
// time limit; Resume rejects that algorithm if it is not the saved one.
func (r *request) pickedBefore(saved checkpoint.Header) (catalog.Pick, error) {
	switch {
	case !r.auto():
		return catalog.Pick{Algorithm: r.cfg.Algorithm}, nil
	// Resume rejects a different instance later
	case saved.Picked == nil || saved.Hash != r.info.Hash:
		return catalog.Pick{Algorithm: r.problem.task.auto(catalog.Budget{Steps: 1}, r.cfg.Params).Algorithm}, nil
	}
	var before Picked
	_, err := catalog.Find(r.problem.task.rows(), saved.Algorithm)
	if err := errors.Join(json.Unmarshal(saved.Picked, &before), err); err != nil {
		return catalog.Pick{}, fmt.Errorf("%w: algorithm picked by auto: %w", ErrCheckpoint, err)
	}
	return catalog.Pick{Algorithm: saved.Algorithm, Params: before.Params, Why: before.Why}, nil
}

// twoDigits rounds a time limit to two significant digits, so that the pick does not depend on the
// exact moment at which a deadline was set.
func twoDigits(d time.Duration) time.Duration {
	unit := math.Pow10(max(int(math.Floor(math.Log10(float64(max(d, 1)))))-1, 0))
	return d.Round(time.Duration(unit))
}
