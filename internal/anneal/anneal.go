// Package anneal decides how much worse a search may let its solution become: a
// little at first, and nothing towards the end of the budget [KGV83].
package anneal

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A Schedule cools down over a budget. How much is a little is learnt from what
// changes do to this instance, and how long the search can afford it from how many
// the budget allows. Without a budget nothing gets worse.
type Schedule struct {
	Strength float64 // how much worse a change may be at first, as a multiple of what is usual
	Size     float64 // of the instance: more changes than that, in proportion, are worth more heat

	all     float64 // changes so far …
	changes float64 // … and those of one solution
	worse   mean    // what changes that made it worse made it worse by
	same    float64 // changes that came to nothing meanwhile
	used    float64 // share of the budget
	heat    float64 // now
}

// enough changes for each part of an instance make the full heat worth its time;
// fewer get less.
const enough = 30

// Pace cools down with the share of the budget that is used.
func (a *Schedule) Pace(used float64) {
	a.used = used
	if a.heat = 0; used <= 0 || a.worse.count < 50 {
		return
	}
	expected := a.changes / used / a.Size
	left := 1 - used
	a.heat = a.Strength * min(expected/enough, 1) * a.worse.value() * left * left * left
}

// Warm reports whether a worse solution may be accepted.
func (a *Schedule) Warm() bool { return a.heat > 0 }

// Hot reports whether the solution can still change as a whole: the heat falls with the
// third power of the rest of the budget, and after seven tenths it is a thirtieth
// of what it was.
func (a *Schedule) Hot() bool { return a.heat > 0 && a.used < 0.7 }

// Long reports whether the budget allows many changes for each part, of all solutions.
func (a *Schedule) Long() bool { return a.all >= 12*a.used*a.Size }

// Learn adds the statistics of a judge, of one of several solutions. It stops learning
// after a thousand changes for the worse.
func (a *Schedule) Learn(j *Judge, solutions int) {
	a.all += float64(j.changes)
	a.changes += float64(j.changes) / float64(solutions)
	if a.worse.count < 1000 {
		a.worse.sum += j.worse.sum
		a.worse.count += j.worse.count
		a.same += float64(j.same)
	}
}

// Undone returns the share of changes without effect among those without an improvement; 0
// while too few are known.
func (a *Schedule) Undone() float64 {
	if a.worse.count < 50 {
		return 0
	}
	return a.same / (a.same + float64(a.worse.count))
}

// Judge returns a judge for some changes from now on.
func (a *Schedule) Judge() Judge { return Judge{heat: a.heat} }

// A Judge says which changes are kept.
type Judge struct {
	heat    float64
	changes int
	same    int // that came to nothing
	worse   mean
}

// Accepts keeps what is no worse, and what is worse with a probability that
// falls with the difference [KGV83].
func (j *Judge) Accepts(delta float64, random *rng.Stream) bool {
	j.changes++
	if delta <= 0 {
		if delta == 0 {
			j.same++
		}
		return true
	}
	j.worse.sum += delta
	j.worse.count++
	return j.heat > 0 && delta <= j.heat*random.Exp()
}

// Add adds what another judge has seen.
func (j *Judge) Add(other *Judge) {
	j.changes += other.changes
	j.same += other.same
	j.worse.sum += other.worse.sum
	j.worse.count += other.worse.count
}

type mean struct {
	sum   float64 // of whole numbers, where judges are added up: in any order the same
	count int
}

func (m mean) value() float64 { return m.sum / float64(m.count) }

// Save writes what the schedule has learnt, and how hot it is.
func (a *Schedule) Save(w *state.Writer) {
	w.Section("annealing")
	for _, f := range a.fields() {
		w.Real(f.name, *f.value)
	}
	w.Int("worse changes", int64(a.worse.count))
}

// Restore restores a saved schedule.
func (a *Schedule) Restore(r *state.Reader) error {
	r.Section("annealing")
	for _, f := range a.fields() {
		*f.value = r.Real(f.name)
	}
	a.worse.count = r.Count("worse changes", math.MaxInt)
	return r.Err()
}

type field struct {
	name  string
	value *float64
}

func (a *Schedule) fields() []field {
	return []field{
		{"all changes", &a.all},
		{"changes", &a.changes},
		{"worse by", &a.worse.sum},
		{"unchanged", &a.same},
		{"used", &a.used},
		{"heat", &a.heat},
	}
}
