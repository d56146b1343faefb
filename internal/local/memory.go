package local

import (
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A memory is the rule of a walk that remembers what must stay out. It can go back to
// where it was when it was marked: what has changed since is written down, as a copy of
// millions of attributes at every step would cost more than the step.
type memory struct {
	moves.Rule
	then    []int32 // Until at the mark, changed since by what the log says
	step    int32   // Step at the mark
	log     []Mark  // what was in then before, oldest first
	logging bool    // Until is then still
}

// newMemory remembers that attribute a has been out since turn -a, so that their time
// does not come for all at once.
func newMemory(attributes int) *memory {
	m := &memory{Rule: moves.Rule{Until: make([]int32, attributes), Step: 1}}
	for a := range m.Until {
		m.Until[a] = -int32(a)
	}
	return m
}

// keepOut keeps an attribute out until a step has passed.
func (m *memory) keepOut(a, until int32) {
	if m.logging {
		m.log = append(m.log, Mark{a, m.Until[a]})
		if len(m.log) > len(m.Until) { // a copy is smaller
			m.part()
		}
	}
	m.Until[a] = until
}

// latest is the step at which time begins anew, before it runs out of numbers.
const latest = 1 << 30

// pass goes on to the next step.
func (m *memory) pass() {
	if m.Step++; m.Step == latest {
		m.rebase()
	}
}

// rebase sets the clock back.
func (m *memory) rebase() {
	const back = latest - 1
	m.part()
	for a, step := range m.Until {
		m.Until[a] = int32(max(int64(step)-back, math.MinInt32/2))
	}
	m.Step = 1
}

// mark notes how the memory is.
func (m *memory) mark() {
	m.then, m.step, m.log, m.logging = m.Until, m.Step, m.log[:0], true
}

// back makes the memory what it was at the mark. It is another slice then, so that
// nobody relies on what was in it.
func (m *memory) back() {
	m.undo()
	m.Until, m.Step = slices.Clone(m.then), m.step
}

// part goes on in another slice, and leaves the old one as it was at the mark.
func (m *memory) part() {
	now := slices.Clone(m.Until)
	m.undo()
	m.Until = now
}

// undo takes back what the log says.
func (m *memory) undo() {
	for _, was := range slices.Backward(m.log) {
		m.then[was.Attribute] = was.Until
	}
	m.log, m.logging = m.log[:0], false
}

func (m *memory) save(w *state.Writer) {
	w.Int("step", int64(m.Step))
	state.List(w, "until", m.Until)
}

func (m *memory) restore(r *state.Reader) {
	m.Step = int32(r.Count("step", latest-1))
	if until := state.ReadList[int32](r, "until", len(m.Until)); r.Err() == nil {
		m.Until, m.logging = until, false
	}
}
