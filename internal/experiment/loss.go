package experiment

import (
	"errors"
	"fmt"
	"math"
)

// A Loss is the increase in cost of a contestant since an earlier experiment.
type Loss struct {
	Contestant string
	// Percent is the mean increase in cost over pairs of instance and seed. It is negative for a
	// gain.
	Percent float64
	Pairs   int
}

// Losses compares two repetitions of an experiment by contestant. Only runs with the same instance,
// contestant, seed and limits count; keys may differ between versions. It returns an error if a run
// that had a result now fails.
func Losses(before, after []Record) ([]Loss, error) {
	type identity struct {
		instance, contestant string
		seed                 uint64
		limits               Limits
	}
	of := func(r Record) identity { return identity{r.Instance, r.Contestant, r.Seed, r.Limits} }
	old := map[identity]float64{}
	for _, r := range before {
		if r.Result != nil {
			old[of(r)] = r.Result.Cost
		}
	}
	var all []Loss
	at := map[string]int{}
	for _, r := range after {
		cost, both := old[of(r)]
		if !both {
			continue
		}
		if r.Result == nil {
			return nil, fmt.Errorf("contestant %s on %s with seed %d had a result before, but now fails: %s", r.Contestant, r.Instance, r.Seed, r.Error)
		}
		i, known := at[r.Contestant]
		if !known {
			i = len(all)
			at[r.Contestant] = i
			all = append(all, Loss{Contestant: r.Contestant})
		}
		all[i].add(cost, r.Result.Cost)
	}
	if len(all) == 0 {
		return nil, errors.New("the experiments have no run in common")
	}
	for i := range all {
		if math.IsNaN(all[i].Percent) {
			return nil, fmt.Errorf("contestant %s: its costs cannot be compared", all[i].Contestant)
		}
	}
	return all, nil
}

// add adds a pair of costs to the mean.
func (l *Loss) add(before, after float64) {
	percent := 0.0
	if after != before {
		percent = 100 * (after - before) / math.Abs(before)
	}
	l.Pairs++
	l.Percent += (percent - l.Percent) / float64(l.Pairs)
}
