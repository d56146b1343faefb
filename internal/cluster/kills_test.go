//go:build unix && !race

package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A killing configures a test that kills the processes of a site one after the other.
type killing struct {
	jobs  int
	lasts time.Duration
	seed  uint64
}

// plan returns the default configuration. If the environment sets a number of jobs (make chaos), it
// returns one of three minutes with that number of jobs.
func plan(t *testing.T) killing {
	text := os.Getenv("TOURMALINE_CHAOS")
	if text == "" {
		return killing{60, 12 * time.Second, 1}
	}
	jobs, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return killing{jobs, 3 * time.Minute, uint64(time.Now().UnixNano())}
}

// Every accepted job ends exactly once although processes are killed, and its result is the same as
// without the kills.
func TestNothingIsLostUnderKills(t *testing.T) {
	p := plan(t)
	t.Parallel() // it mostly waits for processes
	s := newSite(t)
	all := tasks(t, 400*time.Millisecond)
	store := s.store()
	workers := make([]*process, 4)
	for i := range workers {
		workers[i] = s.worker()
	}
	during, cancel := context.WithTimeout(t.Context(), p.lasts)
	defer cancel()
	accepted := make(chan []*Record, 1)
	go func() { accepted <- submitAll(t, store, all, p) }()
	kills := s.killAtRandom(during, workers, rand.New(rand.NewPCG(p.seed, 2)))
	records := <-accepted

	hub := store.Follow(t.Context(), slog.New(slog.DiscardHandler))
	end, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	for _, r := range records {
		if err := hub.Wait(end, r.Tenant, r.ID); err != nil {
			t.Fatalf("job %s (%s, %s) does not end: %v", r.ID, r.Spec.File, r.Spec.Settings.Algorithm, err)
		}
	}
	written := history(t, store)
	if len(written) != p.jobs {
		t.Errorf("there are %d jobs, expected %d", len(written), p.jobs)
	}
	claims, revisions, resumed := 0, 0, 0
	for key, of := range written {
		checkHistory(t, key, of)
		claims += int(of[len(of)-1].Epoch)
		revisions += len(of)
		for i, r := range of[1:] {
			if r.Epoch > of[i].Epoch && r.Checkpoint != nil {
				resumed++
			}
		}
	}
	for i, r := range records {
		checkResult(t, store, r, all[i%len(all)])
	}
	t.Logf("seed %d: %d jobs, %d kills, %d claims, %d from a checkpoint, %d revisions; %d tasks", p.seed, len(records), kills, claims, resumed, revisions, len(all))
}

// submitAll submits jobs at regular intervals while processes are killed. It retries each job until it is
// accepted.
func submitAll(t *testing.T, s *Store, all []task, w killing) []*Record {
	var records []*Record
	tick := time.NewTicker(w.lasts / time.Duration(w.jobs+w.jobs/4))
	defer tick.Stop()
	for i := range w.jobs {
		do := all[i%len(all)]
		r := submit(t, s, do.data, do.spec, fmt.Sprint("key ", i))
		if i%5 == 0 { // submit again, like a client that received no reply
			again := submit(t, s, do.data, do.spec, fmt.Sprint("key ", i))
			if again.ID != r.ID {
				t.Errorf("the same key made jobs %s and %s", r.ID, again.ID)
			}
		}
		records = append(records, r)
		<-tick.C
	}
	return records
}

// submit submits a job, with retries until it is accepted.
func submit(t testing.TB, s *Store, data []byte, spec job.Spec, key string) *Record {
	for {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		_, err := s.PutInstance(ctx, "acme", spec.File, data)
		var r *Record
		if err == nil {
			r, _, err = s.Submit(ctx, Submission{Tenant: "acme", Key: key, Spec: spec})
		}
		cancel()
		if err == nil || t.Context().Err() != nil {
			return r
		}
	}
}

// killAtRandom kills and restarts processes until the context is cancelled. The clock of every second
// server is eight days slow. A fast one, which has no other to compare with, may delete old jobs.
func (s *site) killAtRandom(ctx context.Context, workers []*process, chance *rand.Rand) (kills int) {
	for {
		select {
		case <-ctx.Done():
			return kills
		case <-time.After(time.Duration(300+chance.IntN(900)) * time.Millisecond):
		}
		kills++
		away := time.After(time.Duration(chance.IntN(400)) * time.Millisecond)
		if i := chance.IntN(len(workers) + 2); i < len(workers) {
			workers[i].kill()
			<-away
			workers[i] = s.worker()
		} else {
			s.server.kill()
			<-away
			s.wrong = -time.Duration(chance.IntN(2)) * 8 * day
			s.startServer()
		}
	}
}

// checkResult verifies the result of a job and compares it with the result of a run in this
// process.
func checkResult(t *testing.T, s *Store, of *Record, do task) {
	t.Helper()
	r, err := s.Get(t.Context(), of.Tenant, of.ID)
	if err != nil {
		t.Fatal(err)
	}
	name := r.Spec.File + ", " + r.Spec.Settings.Algorithm
	if r.State != Done {
		t.Errorf("%s: %s: %+v", name, r.State, r.Faults)
		return
	}
	result, err := s.ResultBytes(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	in, err := r.Spec.Open(do.data, job.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Verify(result); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if do.want != nil {
		if err := testkit.SameResult(result, do.want); err != nil {
			t.Errorf("%s, taken up %d times, is not as it would have been: %v", name, r.Epoch, err)
		}
	}
}
