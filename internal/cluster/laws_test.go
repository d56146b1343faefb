package cluster

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"pgregory.net/rapid"
)

// A model is the expected record of a job.
type model struct {
	State  State
	Epoch  uint64
	Worker string
	Claims int
	Cancel bool
	Kept   float64
	saved  bool // the job has a checkpoint
}

func modelOf(r *Record) model {
	m := model{r.State, r.Epoch, r.Worker, r.Claims, r.Cancel, 0, r.Checkpoint != nil}
	if r.Kept != nil {
		m.Kept = r.Kept.Cost
	}
	return m
}

// owners are the workers that compete for one job. Each worker has a copy of the record, which may
// be stale.
type owners struct {
	store service
	job   *Record
	want  model
	has   map[string]*Record
	cost  float64
	saves int
}

// holds reports whether a worker owns the job.
func (o *owners) holds(worker string) bool {
	r := o.has[worker]
	return r != nil && r.Epoch == o.want.Epoch && o.want.State == Running
}

func (o *owners) claim(t *rapid.T, worker string) {
	by := claimRequest{worker: worker}
	if r := o.has[worker]; r != nil && rapid.Bool().Draw(t, "knows") {
		by.epoch = r.Epoch
	}
	mine := by.epoch > 0 && by.epoch == o.want.Epoch && o.want.Worker == worker && o.want.State == Running
	r, err := o.store.claim(t.Context(), o.job.Tenant, o.job.ID, by)
	switch m := &o.want; {
	case m.State == Failed:
		expect(t, err, errPoison)
	case m.State.Ended():
		expect(t, err, errEnded)
	case mine:
		expect(t, err, errMine)
	case m.Claims >= maxClaims:
		expect(t, err, errPoison)
		m.Epoch++
		m.State, m.saved = Failed, false
	default:
		expect(t, err, nil)
		if m.State != Running || m.Worker != worker {
			m.Claims++
		}
		m.Epoch++
		m.State, m.Worker = Running, worker
		o.has[worker] = r
	}
}

func (o *owners) checkpoint(t *rapid.T, worker string) {
	o.cost--
	o.saves++
	data := make([]byte, rapid.SampledFrom([]int{10, inlineSize + 10}).Draw(t, "size"))
	err := o.store.checkpoint(t.Context(), o.has[worker], data, Progress{Cost: o.cost}, o.saves)
	if !o.holds(worker) {
		expect(t, err, errFenced)
		return
	}
	expect(t, err, nil)
	o.want.Kept, o.want.Claims, o.want.saved = o.cost, 0, true
}

func (o *owners) finish(t *rapid.T, worker string) {
	again := o.has[worker].Epoch == o.want.Epoch && o.want.State == Done
	_, err := o.store.finish(t.Context(), o.has[worker], outcome{state: Done, digest: &Digest{Cost: o.cost}})
	switch {
	case again:
		expect(t, err, nil)
	case !o.holds(worker):
		expect(t, err, errFenced)
	default:
		expect(t, err, nil)
		o.want.State, o.want.saved = Done, false
	}
}

func (o *owners) release(t *rapid.T, worker string) {
	err := o.store.release(t.Context(), o.has[worker])
	if !o.holds(worker) {
		expect(t, err, errFenced)
		return
	}
	expect(t, err, nil)
	o.want.State, o.want.Claims = Queued, max(o.want.Claims-1, 0)
	if o.want.Cancel && !o.want.saved {
		o.want.State = Cancelled
	}
}

func (o *owners) pardon(t *rapid.T, worker string) {
	expect(t, o.store.undoClaim(t.Context(), o.has[worker]), nil)
	if !o.want.State.Ended() {
		o.want.Claims = max(o.want.Claims-1, 0)
	}
}

func (o *owners) cancel(t *rapid.T) {
	_, err := o.store.Cancel(t.Context(), o.job.Tenant, o.job.ID)
	expect(t, err, nil)
	if m := &o.want; !m.State.Ended() {
		m.Cancel = true
		if m.State == Queued && !m.saved {
			m.State = Cancelled
		}
	}
}

func expect(t *rapid.T, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Fatalf("got %v, expected %v", got, want)
	}
}

// A job has one owner at a time and ends once, whatever operations its workers perform, in any
// order and with any stale epoch. A fenced worker can change only the claim count.
func TestRecordsKeepTheirLaws(t *testing.T) {
	s := start(t, 0)
	number := 0
	rapid.Check(t, func(t *rapid.T) {
		number++
		r, _, err := s.Submit(t.Context(), Submission{Tenant: "acme", Key: fmt.Sprint(number), Spec: job.Spec{File: "none.csv"}, Held: true})
		if err != nil {
			t.Fatal(err)
		}
		o := &owners{store: s, job: r, want: model{State: Queued}, has: map[string]*Record{}, cost: 1000}
		by := func(act func(*rapid.T, string)) func(*rapid.T) {
			return func(t *rapid.T) {
				worker := rapid.SampledFrom([]string{"one", "two", "three"}).Draw(t, "worker")
				if o.has[worker] == nil {
					t.Skip("it never had the job")
				}
				act(t, worker)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"claim":      func(t *rapid.T) { o.claim(t, rapid.SampledFrom([]string{"one", "two", "three"}).Draw(t, "worker")) },
			"checkpoint": by(o.checkpoint), "finish": by(o.finish), "release": by(o.release), "pardon": by(o.pardon), "cancel": o.cancel,
			"": func(t *rapid.T) {
				now, err := s.Get(t.Context(), o.job.Tenant, o.job.ID)
				if err != nil {
					t.Fatal(err)
				}
				if got := modelOf(now); got != o.want {
					t.Fatalf("the record says %+v, expected %+v", got, o.want)
				}
				if now.Checkpoint != nil {
					if _, err := s.states.get(t.Context(), now.Checkpoint); err != nil {
						t.Fatal(err)
					}
				}
			},
		})
	})
}
