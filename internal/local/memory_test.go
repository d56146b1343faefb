package local

import (
	"slices"
	"testing"
)

// A memory can be rewound to its snapshot after few or many changes, and even after its steps were
// rebased. The rewound memory is a different slice.
func TestAMemoryGoesBack(t *testing.T) {
	for _, changes := range []int32{0, 1, 3, 7, 8, 9, 40} {
		for _, step := range []int32{5, latest - 2} {
			m := newMemory(7)
			m.Step = step
			m.keepOut(2, step+3)
			m.snapshot()
			then := slices.Clone(m.Until)
			now := slices.Clone(then)
			for i := range changes {
				m.keepOut(i%7, i)
				now[i%7] = i
				if len(m.log) > len(m.Until) {
					t.Fatalf("%d changes: the log is longer than the memory", changes)
				}
			}
			if !slices.Equal(m.Until, now) {
				t.Fatalf("%d changes: %v, expected %v", changes, m.Until, now)
			}
			m.pass()
			m.pass()
			m.keepOut(1, 99)
			changed := &m.Until[0]
			m.rewind()
			if !slices.Equal(m.Until, then) || m.Step != step {
				t.Errorf("%d changes from step %d: back at step %d with %v, expected %v", changes, step, m.Step, m.Until, then)
			}
			if &m.Until[0] == changed {
				t.Errorf("%d changes from step %d: the same slice", changes, step)
			}
		}
	}
}
