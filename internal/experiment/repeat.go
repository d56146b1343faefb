package experiment

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/search"
)

// ErrDiffers means that a repeated run has another result than its record.
var ErrDiffers = errors.New("the result differs from the record")

// Repeat performs up to n recorded runs again and returns their records. The error is not nil if a
// run failed; it is [ErrDiffers] if the cost or the number of steps is not the recorded one.
func (b *Bench) Repeat(ctx context.Context, runs []Run, records []Record, n int) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for _, a := range sample(runs, records, n) {
			if !yield(a.record, b.repeat(ctx, a)) {
				return
			}
		}
	}
}

// A made run has a record.
type made struct {
	run    Run
	record Record
}

// sample returns up to n runs whose repetition must give the same result, the fastest first. It
// takes one run of each contestant before it takes another one.
func sample(runs []Run, records []Record, n int) []made {
	log := newLog(nil, records)
	var all []made
	for _, r := range runs {
		for _, record := range log.Of([]Run{r}) {
			if repeatable(record.Result) {
				all = append(all, made{r, record})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b made) int { return cmp.Compare(a.record.Result.Seconds, b.record.Result.Seconds) })
	seen := map[string]bool{}
	var first, others []made
	for _, a := range all {
		if seen[a.record.Contestant] {
			others = append(others, a)
			continue
		}
		seen[a.record.Contestant] = true
		first = append(first, a)
	}
	all = slices.Concat(first, others)
	return all[:min(n, len(all))]
}

// repeatable reports whether a run depended only on its seed: time did not end it or set its pace,
// and its threads did not change trails without synchronisation.
func repeatable(r *tourmaline.Result) bool {
	var params struct {
		Updates string `json:"updates"`
	}
	err := json.Unmarshal(r.Params, &params)
	return err == nil && params.Updates != "relaxed" && r.Pace != "time" && r.Termination != search.Time && r.Termination != search.Interrupted
}

func (b *Bench) repeat(ctx context.Context, a made) error {
	in, err := b.open(a.run.Instance)
	if err != nil {
		return err
	}
	was := a.record.Result
	if was.Instance.Hash != in.info.Hash {
		return fmt.Errorf("%s %w (%s, now %s)", a.record.Instance, ErrInstance, was.Instance.Hash, in.info.Hash)
	}
	now, err := b.solve(ctx, in, a.run, func(search.Progress) {})
	if err != nil {
		return err
	}
	if now.Cost != was.Cost || now.Steps != was.Steps {
		return fmt.Errorf("%w: cost %s after %d steps; the record of version %s has cost %s after %d steps",
			ErrDiffers, allDigits(now.Cost), now.Steps, humanize.Printable(a.record.Machine.Version), allDigits(was.Cost), was.Steps)
	}
	return nil
}

// allDigits returns a cost such that different costs have different texts.
func allDigits(cost float64) string { return strconv.FormatFloat(cost, 'f', -1, 64) }
