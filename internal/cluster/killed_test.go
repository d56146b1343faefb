//go:build unix && !race

package cluster

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// After a worker is killed, the frames of its job start at the checkpoint from which another worker
// resumed it.
func TestFramesOfAKilledWorker(t *testing.T) {
	t.Parallel() // it mostly waits for processes
	w := watch(t, newSite(t))
	first := w.worker()
	r := w.shoot(5000)
	w.developed(r, 1)
	w.until(r, saved)
	first.kill()
	left, err := w.Get(t.Context(), r.Tenant, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.worker()
	w.developed(r, 2)
	w.cancel(r)
	w.until(r, ended)
	if r, err = w.Get(t.Context(), r.Tenant, r.ID); err != nil || r.State != Cancelled || r.Epoch != 2 {
		t.Fatalf("ended as %s with epoch %d: %v", r.State, r.Epoch, err)
	}
	packed, err := w.Frames(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	data, err := protocol.UnpackFrames(packed, r.N)
	if err != nil {
		t.Fatal(err)
	}
	const header, cost = 12, 2 // see protocol.UnpackFrames
	if first := math.Float64frombits(binary.LittleEndian.Uint64(data[header+8*cost:])); first > left.Kept.Cost {
		t.Errorf("the first frame costs %v, the checkpoint %v", first, left.Kept.Cost)
	}
}

// shoot submits a job with n cities that runs until it is cancelled. Without heat, its search
// improves steadily.
func (w watched) shoot(n int) *Record {
	w.t.Helper()
	data := cities(n, rand.New(rand.NewPCG(9, 9)))
	if _, err := w.PutInstance(w.t.Context(), "acme", "cities.csv", data); err != nil {
		w.t.Fatal(err)
	}
	spec := job.Spec{Instance: job.Hash(data), File: "cities.csv", Settings: job.Settings{
		Algorithm: "ils", Params: map[string]string{"heat": "0"}, Limits: tourmaline.Limits{Time: time.Hour},
	}}
	r, _, err := w.Submit(w.t.Context(), Submission{Tenant: "acme", Spec: spec, N: n})
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// developed waits until an epoch of a job has run for some time and found better tours.
func (w watched) developed(r *Record, epoch uint64) {
	w.t.Helper()
	w.until(r, func(Record) bool {
		v, _ := w.hub.View(r.Tenant, r.ID, 0)
		var all []Progress
		for _, e := range v.Events {
			if e.Progress != nil && e.Epoch == epoch {
				all = append(all, *e.Progress)
			}
		}
		return len(all) > 1 && all[len(all)-1].Cost < all[0].Cost && all[len(all)-1].Seconds-all[0].Seconds > 0.2
	})
}
