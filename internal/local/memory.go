package local

import (
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A memory is the rule by which a walk forbids attributes for some time. It can be rewound to a
// snapshot. It logs changes since the snapshot, because copying millions of attributes at every
// step would cost more than the step.
type memory struct {
	moves.Rule
	saved   []int32 // Until at the snapshot, except for the changes in the log
	step    int32   // Step at the snapshot
	log     []Mark  // previous values of saved, oldest first
	logging bool    // Until and saved are the same slice
}

// newMemory returns a memory in which attribute a has been out since turn -a, so that the
// attributes do not all become due at the same time.
func newMemory(attributes int) *memory {
	m := &memory{Rule: moves.Rule{Until: make([]int32, attributes), Step: 1}}
	for a := range m.Until {
		m.Until[a] = -int32(a)
	}
	return m
}

// keepOut forbids an attribute up to and including step until.
func (m *memory) keepOut(a, until int32) {
	if m.logging {
		m.log = append(m.log, Mark{a, m.Until[a]})
		if len(m.log) > len(m.Until) { // a copy is now smaller than the log
			m.detach()
		}
	}
	m.Until[a] = until
}

// latest is the step at which steps restart from 1, before they overflow.
const latest = 1 << 30

// pass advances to the next step.
func (m *memory) pass() {
	if m.Step++; m.Step == latest {
		m.rebase()
	}
}

// rebase shifts all steps back so that the current step is 1.
func (m *memory) rebase() {
	const back = latest - 1
	m.detach()
	for a, step := range m.Until {
		m.Until[a] = int32(max(int64(step)-back, math.MinInt32/2))
	}
	m.Step = 1
}

// snapshot saves the memory.
func (m *memory) snapshot() {
	m.saved, m.step, m.log, m.logging = m.Until, m.Step, m.log[:0], true
}

// rewind restores the snapshot in a different slice, so that engines send it to the device again.
func (m *memory) rewind() {
	m.undo()
	m.Until, m.Step = slices.Clone(m.saved), m.step
}

// detach continues in a new slice and restores the old slice to the snapshot.
func (m *memory) detach() {
	now := slices.Clone(m.Until)
	m.undo()
	m.Until = now
}

// undo reverts the logged changes.
func (m *memory) undo() {
	for _, was := range slices.Backward(m.log) {
		m.saved[was.Attribute] = was.Until
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
