package cluster

import (
	"testing"
	"time"
)

// A disk is slow if it is slow in absolute terms and compared with the others, so that servers with
// equally slow disks do not take turns.
func TestSlowDisks(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name   string
		own    time.Duration
		others []time.Duration
		want   bool
	}{
		{"alone", 900 * ms, nil, false},
		{"fast", 20 * ms, []time.Duration{ms, ms}, false},
		{"slow", 400 * ms, []time.Duration{20 * ms, 2 * ms}, true},
		{"all slow", 400 * ms, []time.Duration{300 * ms, 200 * ms}, false},
		{"two of three slow", 400 * ms, []time.Duration{500 * ms, 2 * ms}, true},
	} {
		k := newClock("own", 2, time.Now)
		for i, sync := range c.others {
			k.hear(beacon{ID: string(rune('a' + i)), Sync: sync})
		}
		k.hear(beacon{ID: "older", Clock: time.Now()}) // does not know the speed of its disk
		if got := k.compareDisks(c.own); got != c.want {
			t.Errorf("%s: %t, expected %t", c.name, got, c.want)
		}
		if k.sync != c.own {
			t.Errorf("%s: announces %v, expected %v", c.name, k.sync, c.own)
		}
	}
}

// A server that has no other one to lead its streams reports this and continues.
func TestNoOtherServerLeads(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	if err := s.handOver(t.Context()); err == nil {
		t.Error("a single server let another one lead")
	}
	s.submit(t, "acme")
}

// A server whose hub lags does not keep a worker waiting, because another server may know a job.
func TestALaggingServerAnswersSoon(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	h := s.hand(t, "pool", "s1")
	s.dispatcher.lagging.Store(true)
	began := time.Now()
	if task, err := h.Next(t.Context(), h.worker, maxWait); err != nil || task != nil {
		t.Errorf("%+v, %v", task, err)
	}
	if took := time.Since(began); took > maxWait/2 {
		t.Errorf("answered after %v, expected about %v", took, laggingWait)
	}
	if last, err := s.hub.lastRevision(t.Context()); err != nil || last != s.hub.Position() {
		t.Errorf("the last revision is %d, the hub has %d: %v", last, s.hub.Position(), err)
	}
}
