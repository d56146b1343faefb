package islands

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// Params determines which island receives the best solution of which other island, and how often.
type Params struct {
	Topology string `json:"topology" choices:"ring,random,best" usage:"where the best solution of an island goes: ring (to the next island), random (to the next island in a new random order) or best (only the best of all islands, to all others)"`
	Period   int    `json:"period" range:"0..1000000000" usage:"steps between migrations; 0: no migration"`
}

// Defaults returns parameters between the measured extremes; see docs/islands.md.
func Defaults() Params { return Params{Topology: "ring", Period: 20} }

// Validate returns an error that names every invalid parameter.
func (p Params) Validate() error { return params.Validate(p) }

// due reports whether the current step ends with a migration.
func (a *Archipelago[S]) due() bool {
	return a.params.Period > 0 && int64(a.step)%int64(a.params.Period) == 0
}

// migrate offers each island the best solution that another island had before the migration. It
// cannot be interrupted, because a partial migration would change the result.
func (a *Archipelago[S]) migrate() error {
	migrants := a.migrants()
	return parallel.Ranges(context.Background(), a.threads, len(migrants), 1, func(_, to, _ int) error {
		if migrants[to] == nil {
			return nil
		}
		_, err := a.islands[to].welcome(*migrants[to])
		return err
	})
}

// migrants returns the solution that moves to each island, or nil if that solution is not better
// than the best solution of the island.
func (a *Archipelago[S]) migrants() []*S {
	sent, migrants := map[int]*S{}, make([]*S, len(a.islands))
	for to, from := range a.sources() {
		source := a.islands[from].Searcher
		if source.Cost() >= a.islands[to].Searcher.Cost() {
			continue
		}
		if sent[from] == nil {
			best := source.Best()
			sent[from] = &best
		}
		migrants[to] = sent[from]
	}
	return migrants
}

// sources returns the island from which each island receives a solution.
func (a *Archipelago[S]) sources() []int {
	sources := make([]int, len(a.islands))
	if a.params.Topology == "best" {
		best := slices.Index(a.islands, a.leader())
		for to := range sources {
			sources[to] = best
		}
		return sources
	}
	order := a.order()
	from := order[len(order)-1]
	for _, to := range order {
		sources[to], from = int(from), to
	}
	return sources
}

// order returns the order of the islands around the ring.
func (a *Archipelago[S]) order() []int32 {
	order := make([]int32, len(a.islands))
	for i := range order {
		order[i] = int32(i)
	}
	if a.params.Topology == "random" {
		random := rng.At(a.seed, 0, a.step)
		random.Shuffle(order)
	}
	return order
}
