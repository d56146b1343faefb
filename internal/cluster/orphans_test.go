package cluster

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

// A call of removeOrphans examines a bounded number of messages, however many are stored. Repeated
// calls find all orphans: blobs of jobs that do not exist, and chunks without an entry.
func TestOrphansAreFoundInParts(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	data := randomBytes(inlineSize + 1)
	const all = 40
	for i := range all {
		if _, err := s.results.put(t.Context(), fmt.Sprintf("acme.gone%d.1.1", i), data); err != nil {
			t.Fatal(err)
		}
		if _, err := s.js.Publish(t.Context(), s.results.chunks(fmt.Sprint("x", i)), data); err != nil {
			t.Fatal(err)
		}
	}
	const steps = 7
	s.results.scan.steps = steps
	before := messages(t, s.results)
	for calls := 0; messages(t, s.results) > 0; calls++ {
		received := s.nc.Stats().InMsgs
		if err := s.removeOrphans(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		// An orphan takes a message for its entry, its record, its object and two deletions.
		if n := s.nc.Stats().InMsgs - received; n > 6*steps+20 {
			t.Fatalf("a call received %d messages, of %d stored ones", n, before)
		}
		if calls > int(before) {
			t.Fatalf("%d messages of %d are left", messages(t, s.results), before)
		}
	}
}

// The segments of a blob that is being written are kept while the search passes them.
func TestOrphansAreNotYoung(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	s.results.scan.steps = 1
	if _, err := s.js.Publish(t.Context(), s.results.chunks("x"), []byte("a chunk")); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		if err := s.removeOrphans(t.Context(), time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	if n := messages(t, s.results); n != 1 {
		t.Errorf("%d messages, expected the chunk", n)
	}
}

// The age of a message does not depend on the clocks of the brokers and of this server: a message is
// as old as the search has known of it.
func TestOrphansHaveOneClock(t *testing.T) {
	scan := newOrphanScan()
	scan.mark(5)
	scan.marks[0].at = time.Now().Add(-time.Hour)
	scan.mark(9)
	for _, c := range []struct {
		sequence uint64
		age      time.Duration
		old      bool
	}{{5, time.Hour, true}, {5, 2 * time.Hour, false}, {6, time.Minute, false}, {9, 0, true}, {10, 0, false}} {
		if got := scan.isOld(c.sequence, c.age); got != c.old {
			t.Errorf("message %d is older than %v: %v, expected %v", c.sequence, c.age, got, c.old)
		}
	}
	for range 2 * maxMarks {
		scan.mark(9)
	}
	if len(scan.marks) != maxMarks {
		t.Errorf("%d marks, expected %d", len(scan.marks), maxMarks)
	}
}

// The search for orphans ends when the context does.
func TestTheSearchForOrphansStopsWithItsContext(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.removeOrphans(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("expected %v, found %v", context.Canceled, err)
	}
}

// A segment of an instance has a name of four parts. Other objects are never orphans.
func TestOrphanSegmentsOfInstances(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	for name, orphaned := range map[string]bool{"acme.gone.upload.0": true, "acme.gone": false, "acme.gone.upload": false} {
		if got, err := s.isOrphanSegment(t.Context(), name); err != nil || got != orphaned {
			t.Errorf("%s is an orphan: %v, %v, expected %v", name, got, err, orphaned)
		}
	}
}
