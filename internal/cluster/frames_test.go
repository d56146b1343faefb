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
