package cluster

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
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

// owners are the workers that compete for one job. Each has the record of its last claim, which may
// be stale.
type owners struct {
	store service
	job   *Record
	want  model
	has   map[string]*Record
	cost  float64
	saves int
	lost  string // worker whose claim expired last
	// before is the number of messages that other jobs have stored
	before int
}

// messages returns the number of messages in the buckets to which workers write.
func (o *owners) messages(t *rapid.T) int {
	states, err := o.store.states.stream.Info(t.Context())
	expect(t, err, nil)
	results, err := o.store.results.stream.Info(t.Context())
	expect(t, err, nil)
	return int(states.State.Msgs + results.State.Msgs)
}

// holds reports whether a worker owns the job.
func (o *owners) holds(worker string) bool {
	r := o.has[worker]
	return r != nil && r.Epoch == o.want.Epoch && o.want.State == Running
}

func (o *owners) claimOf(worker string) protocol.Claim {
	r := o.has[worker]
	return protocol.Claim{Tenant: r.Tenant, ID: r.ID, Epoch: r.Epoch, Secret: r.Secret}
}

func (o *owners) claim(t *rapid.T, worker string) {
	known := o.job // may be outdated
	if rapid.Bool().Draw(t, "fresh") {
		var err error
		known, err = o.store.Get(t.Context(), o.job.Tenant, o.job.ID)
		expect(t, err, nil)
	}
	r, err := o.store.claim(t.Context(), known, owner{"pool", worker, worker})
	m := &o.want
	switch {
	case m.State != Queued:
		expect(t, err, errNotQueued)
		return
	case m.Claims >= maxClaims:
		m.State, m.saved = Failed, false
	default:
		m.Claims++
		m.State, m.Worker = Running, worker
		o.has[worker] = r
		if o.lost == worker {
			o.lost = "" // the worker has forgotten its lost claim
		}
	}
	expect(t, err, nil)
	m.Epoch++
}

func (o *owners) save(t *rapid.T, worker string) {
	o.cost--
	o.saves++
	data := bytes.Repeat([]byte{byte(o.saves)}, rapid.SampledFrom([]int{10, inlineSize + 10}).Draw(t, "size"))
	b := protocol.Stored{Number: o.saves, Blob: protocol.Blob{Size: int64(len(data)), SHA256: protocol.Sum(data)}}
	claim := o.claimOf(worker)
	if len(data) <= inlineSize {
		b.Inline = data
	} else {
		o.send(t, worker, protocol.Checkpoint, data)
	}
	err := o.store.save(t.Context(), "pool", protocol.Save{Claim: claim, Checkpoint: b, At: Progress{Cost: o.cost}})
	if !o.holds(worker) {
		expect(t, err, protocol.ErrFenced)
		return
	}
	expect(t, err, nil)
	o.want.Kept, o.want.Claims, o.want.saved = o.cost, 0, true
}

// upload uploads a blob that the worker does not save.
func (o *owners) upload(t *rapid.T, worker string) {
	o.saves++
	kind := rapid.SampledFrom([]protocol.Kind{protocol.Checkpoint, protocol.Result, protocol.Frames}).Draw(t, "kind")
	o.send(t, worker, kind, bytes.Repeat([]byte{byte(o.saves)}, inlineSize+10))
}

// send uploads a blob with the number o.saves. A worker that has lost the job may still store a
// segment.
func (o *owners) send(t *rapid.T, worker string, kind protocol.Kind, data []byte) {
	claim, want := o.claimOf(worker), error(nil)
	if !o.holds(worker) {
		want = protocol.ErrFenced
	}
	_, err := o.store.begin(t.Context(), "pool", claim, Unsaved{kind, o.saves, int64(len(data))})
	expect(t, err, want)
	expect(t, o.store.bucket(kind).putSegment(t.Context(), blobName(claim, o.saves), 0, data), nil)
	expect(t, o.store.checkStillUnsaved(t.Context(), "pool", protocol.Put{Claim: claim, Kind: kind, Number: o.saves}), want)
}

func (o *owners) finish(t *rapid.T, worker string) {
	_, err := o.store.finish(t.Context(), "pool", o.claimOf(worker), ending{state: Done, digest: &Digest{Cost: o.cost}})
	if !o.holds(worker) {
		expect(t, err, protocol.ErrFenced)
		return
	}
	expect(t, err, nil)
	o.want.State, o.want.saved = Done, false
}

func (o *owners) release(t *rapid.T, worker string) {
	err := o.store.release(t.Context(), "pool", o.claimOf(worker))
	switch {
	case o.holds(worker):
	case o.has[worker].Epoch == o.want.Epoch: // no longer running: nothing to do
		expect(t, err, nil)
		return
	default:
		expect(t, err, protocol.ErrFenced)
		return
	}
	expect(t, err, nil)
	o.want.Claims = max(o.want.Claims-1, 0)
	o.requeued()
}

// requeued is the model of a job that left its worker.
func (o *owners) requeued() {
	o.want.State = Queued
	if o.want.Cancel && !o.want.saved {
		o.want.State = Cancelled
	}
}

func (o *owners) expire(t *rapid.T, worker string) {
	silent := rapid.Bool().Draw(t, "silent")
	err := o.store.expire(t.Context(), o.has[worker], silent)
	if !o.holds(worker) {
		expect(t, err, errUnchanged)
		return
	}
	expect(t, err, nil)
	o.requeued()
	if o.lost = ""; silent {
		o.lost = worker
	}
}

func (o *owners) uncountClaim(t *rapid.T, worker string) {
	expect(t, o.store.uncountClaim(t.Context(), "pool", o.claimOf(worker)), nil)
	if !o.want.State.Ended() && o.want.Claims > 0 && o.lost == worker {
		o.want.Claims--
		o.lost = ""
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

// A job has one owner at a time and ends once, whatever operations its workers and servers perform,
// in any order and with any stale claim. Every claim counts, whatever the name of the worker. The
// store has the checkpoint and the unsaved uploads of the job, and nothing else.
func TestRecordsKeepTheirLaws(t *testing.T) {
	nc := connect(t, t.TempDir())
	store, err := Create(t.Context(), nc, Options{})
	must(t, err)
	s, number := service{Store: store}, 0
	workers := rapid.SampledFrom([]string{"one", "two", "three"})
	rapid.Check(t, func(t *rapid.T) {
		number++
		r, _, err := s.Submit(t.Context(), Submission{Tenant: "acme", Key: fmt.Sprint(number), Spec: job.Spec{File: "none.csv"}})
		expect(t, err, nil)
		o := &owners{store: s, job: r, want: model{State: Queued}, has: map[string]*Record{}, cost: 1000}
		o.before = o.messages(t)
		by := func(act func(*rapid.T, string)) func(*rapid.T) {
			return func(t *rapid.T) {
				worker := workers.Draw(t, "worker")
				if o.has[worker] == nil {
					t.Skip("it never had the job")
				}
				act(t, worker)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"claim": func(t *rapid.T) { o.claim(t, workers.Draw(t, "worker")) },
			"save":  by(o.save), "upload": by(o.upload), "finish": by(o.finish), "release": by(o.release), "expire": by(o.expire), "uncountClaim": by(o.uncountClaim), "cancel": o.cancel,
			"": o.check,
		})
	})
}

// check compares the record with the model.
func (o *owners) check(t *rapid.T) {
	now, err := o.store.Get(t.Context(), o.job.Tenant, o.job.ID)
	expect(t, err, nil)
	if got := modelOf(now); got != o.want {
		t.Fatalf("the record says %+v, expected %+v", got, o.want)
	}
	stored := len(now.Unsaved)
	if now.Checkpoint != nil && now.Checkpoint.Name != "" {
		stored++
	}
	const chunkAndEntry = 2
	if n := o.messages(t) - o.before; n != chunkAndEntry*stored {
		t.Fatalf("the job has %d messages, expected those of %d blobs: %+v", n, stored, now)
	}
	if now.Checkpoint != nil {
		if _, err := o.store.states.get(t.Context(), now.Checkpoint); err != nil {
			t.Fatal(err)
		}
	}
}
