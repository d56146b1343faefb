package worker

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// An archipelago is a queue with islands that wait for each other.
type archipelago struct {
	*queue
	islands []*record
}

func settle(t *testing.T, algorithm string) archipelago {
	t.Helper()
	a := archipelago{queue: start(t)}
	for i := range 3 {
		settings := stepping(30)
		settings.Algorithm, settings.Seed = algorithm, uint64(i)
		r := a.submit(cities(100), settings)
		a.change(func() {
			r.task.Spec.Archipelago, r.task.Spec.Rounds = "pacific", job.Rounds{Steps: 3, Islands: 3, Island: i + 1}
		})
		a.islands = append(a.islands, r)
	}
	return a
}

// results waits for the results of all islands.
func (a archipelago) results() (all []result) {
	a.t.Helper()
	for _, r := range a.islands {
		a.ended(r)
		if r.state != job.Done || r.ends != 1 {
			a.t.Fatalf("%s ended %d times, as %s: %+v", r.task.ID, r.ends, r.state, r.outcome.Faults)
		}
		all = append(all, a.result(r))
	}
	return all
}

// rounds returns the number of rounds that all islands have ended.
func (a archipelago) rounds() int {
	least := len(a.islands[0].rounds)
	for _, r := range a.islands {
		least = min(least, len(r.rounds))
	}
	return least
}

// Islands in rounds give the same tours on any number of workers, also if workers stop or are lost,
// and the tours of other islands matter.
func TestRoundsAreRepeatable(t *testing.T) {
	a := settle(t, "acs")
	a.run(Options{Slots: 3})
	want := a.results()
	if !slices.ContainsFunc(a.islands, func(r *record) bool { return a.library(r).Cost != a.result(r).Cost }) {
		t.Error("all islands have the costs of searches without islands")
	}
	for name, run := range map[string]func(a archipelago){
		"three workers": func(a archipelago) {
			for range 3 {
				a.run(Options{Slots: 1})
			}
		},
		"a worker that stops": func(a archipelago) {
			first := a.run(Options{Slots: 2})
			a.run(Options{Slots: 1})
			a.await("some rounds have ended", func() bool { return a.rounds() > 3 })
			first.stop()
			a.run(Options{Slots: 2})
		},
		"a worker that is lost": func(a archipelago) {
			nc := a.connect()
			a.runOn(nc, Options{Slots: 1, Checkpoint: 1, Grace: 50 * time.Millisecond})
			a.run(Options{Slots: 2, Checkpoint: 1})
			a.await("some rounds have ended", func() bool { return a.rounds() > 3 })
			nc.Close()
			a.run(Options{Slots: 1})
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := settle(t, "acs")
			run(a)
			for i, got := range a.results() {
				if got.Cost != want[i].Cost || got.Steps != want[i].Steps || !slices.Equal(got.Tour, want[i].Tour) {
					t.Errorf("island %d: cost %v after %d steps, expected %v after %d", i+1, got.Cost, got.Steps, want[i].Cost, want[i].Steps)
				}
			}
		})
	}
}

// An island does not wait for one that has ended or was cancelled, and a round ends although
// requests fail.
func TestAnIslandThatEndsIsNotAwaited(t *testing.T) {
	a := settle(t, "ils")
	a.change(func() {
		a.lose["round"] = 2
		a.islands[0].task.Spec.Settings.Steps = 8
		a.islands[1].task.Spec.Settings.Steps = 1 << 20
	})
	a.run(Options{Slots: 3})
	a.await("the second island has ended rounds without the first", func() bool { return len(a.islands[1].rounds) > 4 })
	a.tell(a.islands[1], protocol.Cancel)
	a.ended(a.islands[1])
	a.ended(a.islands[2])
	if first := a.ended(a.islands[0]); first.last != 3 || len(first.rounds) != 3 {
		t.Errorf("the first island has sent %d tours, the last one for round %d", len(first.rounds), first.last)
	}
}

// A job that waits for an island is not lost: its worker says so, and returns it when it stops.
func TestAWaitingIslandReturnsToTheQueue(t *testing.T) {
	a := settle(t, "ils")
	w := a.run(Options{Slots: 1})
	a.await("the first island waits", func() bool { return len(a.islands[0].rounds) == 1 })
	before := a.islands[0].moves
	a.await("it is alive", func() bool { return a.islands[0].moves > before+3 })
	w.stop()
	if r := a.islands[0]; r.state != job.Queued || r.task.Kept == nil || r.task.Kept.Step != 3 {
		t.Errorf("the job is %s, saved after %+v", r.state, r.task.Kept)
	}
}

// A round that the server refuses ends the job with the reason.
func TestARefusedRoundFailsTheJob(t *testing.T) {
	a := settle(t, "ils")
	a.refuse = fmt.Errorf("%w: choose another name", protocol.ErrInvalid)
	a.run(Options{Slots: 1})
	if r := a.ended(a.islands[0]); r.state != job.Failed || len(r.outcome.Faults) == 0 {
		t.Errorf("the job is %s: %+v", r.state, r.outcome.Faults)
	}
}
