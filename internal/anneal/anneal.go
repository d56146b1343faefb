// Package anneal decides by how much a search may worsen its solution: by a little at first, and
// not at all towards the end of the budget [KGV83].
package anneal

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A Schedule cools down over a budget. It learns the usual size of a worsening change from the
// changes to solutions of this instance. It limits the heat according to the number of changes that
// the budget allows. Without a budget, no change may worsen the solution.
type Schedule struct {
	Strength float64 // initial heat, as a multiple of the usual worsening
	Size     float64 // number of parts of the instance; more changes per part allow more heat

	all     float64 // number of changes so far, to all solutions
	changes float64 // number of changes so far, per solution
	worse   mean    // mean size of the worsening changes
	same    float64 // number of changes without effect, counted while worse is learnt
	used    float64 // used share of the budget
	heat    float64 // current temperature
}

// enough is the number of changes per part of an instance at which the full heat is worthwhile. If
// the budget allows fewer changes, the heat is proportionally lower.
const enough = 30

// Pace sets the heat for the used share of the budget.
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

// Hot reports whether the heat is still high enough to change the solution as a whole. The heat is
// proportional to the third power of the remaining budget. After seven tenths of the budget, it is
// about 3 % of its initial value.
func (a *Schedule) Hot() bool { return a.heat > 0 && a.used < 0.7 }

// Cool reports whether most of a budget is used.
func (a *Schedule) Cool() bool { return a.used >= 0.7 }

// Long reports whether the budget allows many changes per part, counting the changes of all
// solutions.
func (a *Schedule) Long() bool { return a.all >= 12*a.used*a.Size }

// Learn adds the statistics of j, the judge of a single solution. solutions is the number of all
// solutions. Learn stops learning from worsening changes after a thousand of them.
func (a *Schedule) Learn(j *Judge, solutions int) {
	a.all += float64(j.changes)
	a.changes += float64(j.changes) / float64(solutions)
	if a.worse.count < 1000 {
		a.worse.add(j.worse)
		a.same += float64(j.same)
	}
}

// Undone returns the share of changes without effect among all changes that improved nothing. It is
// 0 until 50 worsening changes are known.
func (a *Schedule) Undone() float64 {
	if a.worse.count < 50 {
		return 0
	}
	return a.same / (a.same + float64(a.worse.count))
}

// Judge returns a judge for the next changes, with the current heat.
func (a *Schedule) Judge() Judge { return Judge{heat: a.heat} }

// A Judge decides which changes are accepted.
type Judge struct {
	heat    float64
	changes int
	same    int // number of changes without effect
	worse   mean
}

// Accepts reports whether a change is accepted. It accepts every change that does not worsen the
// solution, and a worsening change with a probability that falls with delta [KGV83].
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

// Add adds the statistics of another judge.
func (j *Judge) Add(other *Judge) {
	j.changes += other.changes
	j.same += other.same
	j.worse.add(other.worse)
}

type mean struct {
	sum   float64 // where judges are added, all terms are integers, so their order does not matter
	count int
}

func (m mean) value() float64 { return m.sum / float64(m.count) }

func (m *mean) add(n mean) { m.sum, m.count = m.sum+n.sum, m.count+n.count }

// Save writes the learnt statistics and the current heat.
func (a *Schedule) Save(w *state.Writer) {
	w.Section("annealing")
	a.each(func(name string, value *float64) { w.Real(name, *value) })
	w.Int("worse changes", int64(a.worse.count))
}

// Restore restores a saved schedule.
func (a *Schedule) Restore(r *state.Reader) error {
	r.Section("annealing")
	a.each(func(name string, value *float64) { *value = r.Real(name) })
	a.worse.count = r.Count("worse changes", math.MaxInt)
	return r.Err()
}

// each calls do for every saved real number.
func (a *Schedule) each(do func(name string, value *float64)) {
	do("all changes", &a.all)
	do("changes", &a.changes)
	do("worse by", &a.worse.sum)
	do("unchanged", &a.same)
	do("used", &a.used)
	do("heat", &a.heat)
}
