package worker

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Sizes in bytes of the header of packed frames, and of the header of each frame.
const framesHeader, frameHeader = 12, 24

// read unpacks frames, which must be valid.
func read(t *testing.T, packed []byte, n int) []protocol.Frame {
	t.Helper()
	data, err := protocol.UnpackFrames(packed, n)
	if err != nil {
		t.Fatal(err)
	}
	order := binary.LittleEndian
	all := make([]protocol.Frame, order.Uint32(data[8:]))
	facts := data[framesHeader:]
	tours := facts[len(all)*frameHeader:]
	for i := range all {
		number := func(k int) float64 { return math.Float64frombits(order.Uint64(facts[i*frameHeader+8*k:])) }
		all[i] = protocol.Frame{Seconds: number(0), Step: number(1), Cost: number(2), Tour: make(tsp.Tour, n)}
		for k := range n {
			all[i].Tour[k] = int32(order.Uint32(tours[4*(i*n+k):]))
		}
	}
	return all
}

// mustImprove checks frames against the instance: each frame is a valid tour with the stated cost,
// and cost never increases and time never decreases from one frame to the next.
func mustImprove(t *testing.T, all []protocol.Frame, in *tsp.Instance) {
	t.Helper()
	for i, f := range all {
		if err := in.Check(f.Tour); err != nil || in.CostOf(in.Length(f.Tour)) != f.Cost {
			t.Errorf("frame %d says %v, its tour costs %v: %v", i, f.Cost, in.CostOf(in.Length(f.Tour)), err)
		}
		if i > 0 && (f.Cost > all[i-1].Cost || f.Seconds < all[i-1].Seconds || f.Step < all[i-1].Step) {
			t.Errorf("frame %d: %v at step %v after %v s follows %v at step %v after %v s",
				i, f.Cost, f.Step, f.Seconds, all[i-1].Cost, all[i-1].Step, all[i-1].Seconds)
		}
	}
}

// A full recording drops every second frame except the first and the last, and then records less
// often.
func TestAFullRecordingIsThinned(t *testing.T) {
	r := &recording{capacity: 8, pause: framePause}
	for i := range 100 {
		r.add(protocol.Frame{Step: float64(i)})
		if len(r.frames) > r.capacity || r.frames[0].Step != 0 || r.last().Step != float64(i) {
			t.Fatalf("after frame %d there are %+v", i, r.frames)
		}
		for k, f := range r.frames[1:] {
			if f.Step <= r.frames[k].Step {
				t.Fatalf("after frame %d there are %+v", i, r.frames)
			}
		}
	}
	want := []float64{0, 2, 4, 6, 7, 8}
	r = &recording{capacity: 8, pause: framePause}
	for i := range 9 {
		r.add(protocol.Frame{Step: float64(i)})
	}
	var got []float64
	for _, f := range r.frames {
		got = append(got, f.Step)
	}
	if !slices.Equal(got, want) || r.pause != 2*framePause {
		t.Errorf("frames %v and a pause of %v, expected %v and %v", got, r.pause, want, 2*framePause)
	}
}

// solverOf returns a solver for 80 cities, and their instance.
func solverOf(t *testing.T, cfg tourmaline.Config) (*tourmaline.Solver, *tsp.Instance) {
	t.Helper()
	spec := job.Spec{File: "cities.csv"}
	in, err := spec.Open(cities(80), job.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	solver, err := tourmaline.New(in.Problem, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return solver, in.Document.Instance
}

// A search that is recorded after every step takes the same course as an unrecorded one.
func TestRecordingChangesNothing(t *testing.T) {
	for _, algorithm := range []string{"ils", "mmas", "islands"} {
		cfg := tourmaline.Config{Algorithm: algorithm, Limits: tourmaline.Limits{Steps: 8}, Seed: 3, Threads: 1}
		plain, _ := solverOf(t, cfg)
		recorded, in := solverOf(t, cfg)
		for _, err := range plain.Steps(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		now := time.Now()
		r := newRecording(in.N(), now)
		for p, err := range recorded.Steps(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			now = now.Add(time.Hour)
			r.recordIfDue(recorded, p, now)
		}
		want, err := plain.Result()
		if err != nil {
			t.Fatal(err)
		}
		got, err := recorded.Result()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Order(), want.Order()) || got.Cost != want.Cost {
			t.Errorf("%s: %v of a search that was recorded, %v of one that was not", algorithm, got.Cost, want.Cost)
		}
		packed, err := r.finish(recorded.Progress(), got.Order(), now)
		if err != nil || packed == nil {
			t.Fatalf("%s: there are no frames: %v", algorithm, err)
		}
		all := read(t, packed, in.N())
		mustImprove(t, all, in)
		if last := all[len(all)-1]; !slices.Equal(last.Tour, got.Order()) || last.Cost != recorded.Progress().Cost {
			t.Errorf("%s: the last frame costs %v, the result %v", algorithm, last.Cost, got.Cost)
		}
	}
}

// A frame is recorded only if the best tour has changed and the pause is over.
func TestFramesKeepTheirDistance(t *testing.T) {
	solver, _ := solverOf(t, tourmaline.Config{})
	now := time.Now()
	r, p := newRecording(80, now), solver.Progress()
	offer := func(at time.Time, cost float64, want int) {
		t.Helper()
		p.Cost = cost
		if r.recordIfDue(solver, p, at); len(r.frames) != want {
			t.Errorf("%d frames, expected %d", len(r.frames), want)
		}
	}
	offer(now, 9, 1)
	if r.next.Sub(now) < framePause {
		t.Errorf("the next frame is taken after %v, expected at least %v", r.next.Sub(now), framePause)
	}
	offer(r.next.Add(-1), 8, 1)
	offer(r.next, 9, 1)
	offer(r.next, 8, 2)
}

// A very short job has no frames, nor does a job whose first tour was the best.
func TestShortJobsHaveNoFrames(t *testing.T) {
	began := time.Now()
	first, better := tsp.Tour{0, 1, 2, 3}, tsp.Tour{0, 2, 1, 3}
	for name, c := range map[string]struct {
		best  tsp.Tour
		after time.Duration
		want  bool
	}{
		"a job":              {better, framePause, true},
		"a short job":        {better, framePause - 1, false},
		"nothing was better": {first, time.Hour, false},
		"no tour":            {nil, time.Hour, false},
	} {
		r := newRecording(4, began)
		r.add(protocol.Frame{Cost: 2, Tour: first})
		packed, err := r.finish(search.Progress{Cost: 1}, c.best, began.Add(c.after))
		if err != nil || (packed != nil) != c.want {
			t.Errorf("%s: frames of %d bytes, %v; expected some: %v", name, len(packed), err, c.want)
		}
	}
	if packed, err := newRecording(4, began).finish(search.Progress{Cost: 1}, better, began.Add(time.Hour)); packed != nil || err != nil {
		t.Errorf("nothing was recorded: frames of %d bytes, %v", len(packed), err)
	}
}
