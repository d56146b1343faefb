package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// shoot submits a job with n cities that runs until it is cancelled.
func (s service) shoot(t *testing.T, n int) (*Record, *tsp.Instance) {
	t.Helper()
	data := cities(n, rand.New(rand.NewPCG(9, 9)))
	u, err := s.PutInstance(t.Context(), "acme", "cities.csv", data)
	if err != nil {
		t.Fatal(err)
	}
	spec := job.Spec{Instance: u.Hash, File: "cities.csv", Settings: job.Settings{
		// Without heat, the search improves steadily.
		Algorithm: "ils", Params: map[string]string{"heat": "0"}, Limits: tourmaline.Limits{Time: time.Hour},
	}}
	in, err := spec.Open(data, job.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	r, _, err := s.Submit(t.Context(), Submission{Tenant: "acme", Spec: spec, N: n})
	if err != nil {
		t.Fatal(err)
	}
	return r, in.Document.Instance
}

// developed waits until the search has run for some time and found better tours.
func (s service) developed(t *testing.T, r *Record, epoch uint64) {
	t.Helper()
	s.await(t, r, func(Record) bool {
		v, _ := s.hub.View(r.Tenant, r.ID, 0)
		var all []Progress
		for _, e := range v.Events {
			if e.Progress != nil && e.Epoch == epoch {
				all = append(all, *e.Progress)
			}
		}
		return len(all) > 1 && all[len(all)-1].Cost < all[0].Cost && all[len(all)-1].Seconds-all[0].Seconds > 4*framePause.Seconds()
	})
}

// cut cancels the job and waits until it has ended.
func (s service) cut(t *testing.T, r *Record) *Record {
	t.Helper()
	if _, err := s.Cancel(t.Context(), r.Tenant, r.ID); err != nil {
		t.Fatal(err)
	}
	return s.ended(t, r)
}

// The frames of a job are valid tours, and the last frame is the result.
func TestAJobHasFrames(t *testing.T) {
	s := start(t, 1)
	r, in := s.shoot(t, 1000)
	s.developed(t, r, 1)
	r = s.cut(t, r)
	packed, err := s.Frames(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	all := read(t, packed, in.N())
	mustImprove(t, all, in)
	data, err := s.ResultBytes(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Tour  []int64
		Trace []struct{ Cost float64 }
	}
	if err := json.Unmarshal(data, &result); err != nil {
		t.Fatal(err)
	}
	var tour []int64
	for _, c := range all[len(all)-1].tour {
		tour = append(tour, in.ID(c))
	}
	if !slices.Equal(tour, result.Tour) {
		t.Error("the last frame is not the result")
	}
	if all[0].cost > result.Trace[0].Cost || all[0].cost <= all[len(all)-1].cost {
		t.Errorf("the first frame costs %v, the start %v, the end %v", all[0].cost, result.Trace[0].Cost, all[len(all)-1].cost)
	}
	if v, ok := s.hub.View(r.Tenant, r.ID, 0); !ok || v.Record.Frames != nil && v.Record.Frames.Inline != nil {
		t.Errorf("a list of jobs has frames: %+v", v.Record.Frames)
	}
}

// A job with a single possible tour stores no frames.
func TestATinyJobHasNoFrames(t *testing.T) {
	s := start(t, 1)
	r := s.ended(t, s.submit(t, "three.csv", "name,x,y\na,0,0\nb,9,0\nc,9,9\n", job.Settings{}))
	if r.State != Done || r.Frames != nil {
		t.Errorf("ended as %s with frames %+v", r.State, r.Frames)
	}
	if _, err := s.Frames(t.Context(), r); !errors.Is(err, ErrNoFrames) {
		t.Errorf("%v, expected %v", err, ErrNoFrames)
	}
}

// Frames in a separate blob are not orphans, count towards the results, and are deleted with the
// job.
func TestFramesAreForgottenWithTheJob(t *testing.T) {
	s := start(t, 1)
	r, in := s.shoot(t, 8000)
	s.developed(t, r, 1)
	r = s.cut(t, r)
	if r.Frames == nil || r.Frames.Name == "" || r.Frames.Name == r.Result.Name {
		t.Fatalf("the frames %+v are no blob of their own", r.Frames)
	}
	use, err := s.Usage(t.Context())
	if err != nil || use["results"] < uint64(r.Frames.Size+r.Result.Size) {
		t.Errorf("%v bytes are stored, expected frames of %d and a result of %d: %v", use, r.Frames.Size, r.Result.Size, err)
	}
	if err := s.removeOrphans(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	packed, err := s.Frames(t.Context(), r)
	if err != nil {
		t.Fatalf("after orphans were removed: %v", err)
	}
	mustImprove(t, read(t, packed, in.N()), in)
	if err := s.Delete(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if n := stored(t, s.results) + stored(t, s.states); n != 0 {
		t.Errorf("%d messages of its blobs are left", n)
	}
}

// A job ends normally even if there is no space for its frames.
func TestAJobEndsWithoutRoomForFrames(t *testing.T) {
	s := start(t, 0)
	var full atomic.Bool
	s.options.Space = func(int64) error {
		if full.Load() {
			return errors.New("the disk is full")
		}
		return nil
	}
	s.run(t, "one", 1)
	r, _ := s.shoot(t, 1000)
	s.developed(t, r, 1)
	full.Store(true)
	if r = s.cut(t, r); r.State != Cancelled || r.Result == nil || r.Frames != nil {
		t.Errorf("ended as %s with result %v and frames %v", r.State, r.Result, r.Frames)
	}
}

// The frames of a resumed job start at the checkpoint.
func TestFramesBeginAnew(t *testing.T) {
	s := start(t, 0)
	ctx, leave := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- s.NewWorker(WorkerOptions{Name: "one", Cores: 1}).Run(ctx) }()
	r, in := s.shoot(t, 5000)
	s.developed(t, r, 1)
	leave()
	if err := <-over; err != nil {
		t.Fatal(err)
	}
	back, err := s.Get(t.Context(), r.Tenant, r.ID)
	if err != nil || back.State != Queued || back.Kept == nil || back.Frames != nil {
		t.Fatalf("returned as %+v: %v", back, err)
	}
	if err := s.Wake(t.Context(), r.Tenant, r.ID); err != nil {
		t.Fatal(err)
	}
	s.run(t, "two", 1)
	s.developed(t, r, 2)
	r = s.cut(t, r)
	s.mustBeginAt(t, r, in, back.Kept.Cost)
}

// mustBeginAt checks that the frames of a job are valid and that the first frame costs at most as
// much as the checkpoint.
func (s service) mustBeginAt(t *testing.T, r *Record, in *tsp.Instance, kept float64) {
	t.Helper()
	packed, err := s.Frames(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	all := read(t, packed, in.N())
	mustImprove(t, all, in)
	if all[0].cost > kept {
		t.Errorf("the first frame costs %v, the checkpoint %v", all[0].cost, kept)
	}
}
