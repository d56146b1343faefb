package metrics

import (
	"fmt"
	"testing"
)

// A bounded label has no more values than it may have, and keeps the values that it has.
func TestBoundedLabels(t *testing.T) {
	b := &Bounded{Max: 100}
	labels := map[string]int{}
	for round := range 2 {
		for i := range 1000 {
			label, isNew := b.Value(fmt.Sprint("tenant", i))
			if isNew != (labels[label] == 0) {
				t.Fatalf("round %d: %s is new: %v", round, label, isNew)
			}
			labels[label]++
		}
	}
	if len(labels) != 100 || labels[Other] != 2*901 || labels["tenant0"] != 2 || labels["tenant98"] != 2 || labels["tenant99"] != 0 {
		t.Errorf("%d labels, %d of them %s: %v", len(labels), labels[Other], Other, labels)
	}
}
