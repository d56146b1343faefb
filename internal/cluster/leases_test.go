package cluster

import (
	"context"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// A job that kills its workers ends as a dead letter, also if they all have the same name.
func TestAPoisonEndsWhateverTheName(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	for i := range maxClaims {
		h.next()
		must(t, s.expire(t.Context(), s.get(t, r), true))
		if now := s.await(t, r, is(Queued)); now.Claims != i+1 {
			t.Fatalf("%d claims are counted after %d", now.Claims, i+1)
		}
	}
	h.none()
	now := s.await(t, r, is(Failed))
	if now.Faults[0].Code != codePoison {
		t.Errorf("failed with %+v", now.Faults)
	}
	letters, err := s.DeadLetters(t.Context(), "", "", 10)
	if err != nil || len(letters) != 1 || letters[0].Record.ID != r.ID {
		t.Errorf("dead letters %+v: %v", letters, err)
	}
}

// A new checkpoint resets the count of claims.
func TestACheckpointResetsTheClaims(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	for range 2 * maxClaims {
		task := h.next()
		must(t, h.Save(t.Context(), protocol.Save{Claim: task.Claim, Checkpoint: small(task.Secret)}))
		must(t, s.expire(t.Context(), s.get(t, r), true))
		s.await(t, r, is(Queued))
	}
}

// A job whose worker is silent returns to the queue. If the worker is heard again, it is fenced and
// its claim is not counted.
func TestSilentWorkersLoseTheirJobs(t *testing.T) {
	s := start(t, Options{Settings: Settings{Lease: shortLease}}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	heard := h.messages()
	task := h.next()
	if now := s.await(t, r, is(Queued)); now.Claims != 1 || now.Epoch != 1 {
		t.Fatalf("record %+v", now)
	}
	must(t, h.Beat(protocol.Beat{Worker: h.worker, Jobs: []protocol.Pulse{{Claim: task.Claim}}}))
	if m := <-heard; m.Command != protocol.Fence || m.ID != r.ID {
		t.Errorf("heard %+v", m)
	}
	s.await(t, r, func(r Record) bool { return r.Claims == 0 })
	if again := h.next(); again.Epoch != 2 || again.Secret == task.Secret {
		t.Errorf("claimed as %+v", again)
	}
}

// Beats keep a job that moves. A job that does not move is taken from its worker.
func TestStuckJobsAreTaken(t *testing.T) {
	s := start(t, Options{Settings: Settings{Lease: shortLease, Stuck: 3 * shortLease}}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	began := time.Now()
	tick := time.NewTicker(shortLease / 4)
	defer tick.Stop()
	beats := func(until time.Duration, moves func(i uint64) uint64) {
		for i := uint64(1); time.Since(began) < until; i++ {
			must(t, h.Beat(protocol.Beat{Worker: h.worker, Jobs: []protocol.Pulse{{Claim: task.Claim, Moves: moves(i)}}}))
			<-tick.C
		}
	}
	beats(6*shortLease, func(i uint64) uint64 { return i })
	if now := s.get(t, r); now.State != Running || now.Epoch != 1 {
		t.Fatalf("a job that moves was taken: %+v", now)
	}
	go beats(60*shortLease, func(uint64) uint64 { return 1 })
	s.await(t, r, is(Queued))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for s.dispatcher.stuck.Load() != 1 { // counted once the record is written
		if !retry.Sleep(ctx, time.Millisecond) {
			t.Fatalf("%d jobs were stuck, expected 1", s.dispatcher.stuck.Load())
		}
	}
	must(t, h.Abandon(t.Context(), task.Claim))
	if now := s.get(t, r); now.Claims != 1 {
		t.Errorf("%d claims are counted: a stuck job counts, although its worker is alive", now.Claims)
	}
}

// A server that was stopped does not take the jobs of workers whose beats it could not hear.
func TestAStoppedServerRenewsLeases(t *testing.T) {
	now := time.Now()
	l := leases{byKey: map[string]*lease{}}
	r := Record{Tenant: "acme", ID: "j1", State: Running, Epoch: 1}
	l.begin(&r, now)
	settings := Settings{Lease: time.Second, Stuck: time.Hour}
	late := now.Add(2 * time.Hour)
	if found := l.overdue([]Record{r}, late, settings); len(found) != 1 {
		t.Fatalf("%d leases are overdue, expected 1", len(found))
	}
	l.renewAll(late)
	if found := l.overdue([]Record{r}, late, settings); len(found) > 0 {
		t.Errorf("%d leases are overdue after a pause of the server", len(found))
	}
	found := l.overdue([]Record{r}, late.Add(2*time.Second), settings)
	if len(found) != 1 || l.state(found[0], late.Add(2*time.Second), settings) != silent {
		t.Fatalf("%d leases are overdue, expected 1", len(found))
	}
	l.renew(&r, 1, late.Add(2*time.Second))
	if l.state(found[0], late.Add(2*time.Second), settings) != alive {
		t.Error("a worker that is heard again keeps its job")
	}
}

// A job returns to the queue soon if no beat confirms that its worker has received it: the worker may
// have died while its request waited. A confirmed job has the whole lease.
func TestAnOfferIsConfirmed(t *testing.T) {
	l := leases{byKey: map[string]*lease{}}
	r := Record{Tenant: "acme", ID: "j1", State: Running, Epoch: 1}
	l.start(&r)
	began := time.Now()
	settings := Settings{Lease: longLease, Stuck: time.Hour}
	overdue := func(after time.Duration) int { return len(l.overdue([]Record{r}, began.Add(after), settings)) }
	if n := overdue(offerTime - time.Second); n != 0 {
		t.Errorf("%d leases are overdue before the worker must confirm the job", n)
	}
	if n := overdue(offerTime + time.Second); n != 1 {
		t.Errorf("%d leases are overdue without a beat, expected 1", n)
	}
	l.renew(&r, 0, began)
	if n := overdue(longLease - time.Second); n != 0 {
		t.Errorf("%d leases are overdue within the lease of a confirmed job", n)
	}
	if n := overdue(longLease + time.Second); n != 1 {
		t.Errorf("%d leases are overdue after the lease, expected 1", n)
	}
}

// A server that cannot reach its store takes no jobs: it may have missed beats.
func TestAServerThatIsCutOffTakesNoJobs(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	s.hand(t, "pool", "s1").next()
	s.await(t, r, is(Running))
	s.dispatcher.leases.overdue(s.hub.running(), time.Now(), s.Settings())
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // requests to the store fail
	late := time.Now().Add(2 * longLease)
	s.dispatcher.leases.mu.Lock()
	for _, of := range s.dispatcher.leases.byKey {
		of.heard = time.Now().Add(-2 * longLease)
	}
	s.dispatcher.leases.mu.Unlock()
	s.dispatcher.checkLeases(ctx, late)
	s.dispatcher.checkLeases(t.Context(), time.Now())
	if now := s.get(t, r); now.State != Running || now.Epoch != 1 {
		t.Errorf("the job was taken: %+v", now)
	}
}

// A job ends only with its dead letter: if the letter cannot be written, the job stays queued.
func TestADeadLetterIsNotLost(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	_, err := s.change(t.Context(), r.Tenant, r.ID, func(r *Record) error {
		r.Claims = maxClaims
		return nil
	})
	must(t, err)
	must(t, s.js.DeleteStream(t.Context(), deadStream))
	if _, err := s.claim(t.Context(), r, owner{"pool", "s1", "left"}); err == nil {
		t.Error("a claim ended the job without a dead letter")
	}
	if now := s.get(t, r); now.State != Queued {
		t.Errorf("the job is %s, expected queued", now.State)
	}
	_, err = Create(t.Context(), s.nc, Options{Settings: Settings{Lease: longLease}})
	must(t, err)
	_, err = s.claim(t.Context(), r, owner{"pool", "s1", "left"})
	must(t, err)
	if letter, err := s.DeadLetter(t.Context(), r.Tenant, r.ID); err != nil || !letter.Record.isPoison() {
		t.Errorf("dead letter %+v, %v", letter, err)
	}
}

// A dead letter can be read, returned to the queue and dropped.
func TestDeadLetters(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	h := s.hand(t, "pool", "s1")
	dead := func(tenant string) *Record {
		r := s.submit(t, tenant)
		if end := h.finish(h.next(), []byte("{}")); end.State != Failed {
			t.Fatalf("ended as %+v", end)
		}
		s.await(t, r, is(Failed))
		return r
	}
	a, b := dead("acme"), dead("acme")
	dead("others")
	page, err := s.DeadLetters(t.Context(), "acme", "", 1)
	if err != nil || len(page) != 1 {
		t.Fatalf("%+v: %v", page, err)
	}
	rest, err := s.DeadLetters(t.Context(), "acme", page[0].Record.Key(), 9)
	if err != nil || len(rest) != 1 || rest[0].Record.ID == page[0].Record.ID {
		t.Fatalf("%+v: %v", rest, err)
	}
	_, err = s.Requeue(t.Context(), "acme", a.ID)
	must(t, err)
	if end := h.finish(h.next(), solved(t, a.Spec)); end.State != Done {
		t.Errorf("ended as %+v", end)
	}
	must(t, s.Delete(t.Context(), s.get(t, b)))
	again, err := s.Requeue(t.Context(), "acme", b.ID)
	if err != nil || again.ID != b.ID || again.State != Queued {
		t.Fatalf("%+v: %v", again, err)
	}
	_, err = s.Requeue(t.Context(), "acme", b.ID)
	expect(t, err, ErrNotFound)
	if left, err := s.DeadLetters(t.Context(), "", "", 9); err != nil || len(left) != 1 || left[0].Record.Tenant != "others" {
		t.Errorf("left: %+v, %v", left, err)
	}
}

// A server that does not know the latest record of a job does not tell the worker that has ended the
// job that it has lost it: the reply to Finish is on its way.
func TestAnEndedJobIsNotLost(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	heard := h.messages()
	task := h.next()
	if end := h.finish(task, solved(t, r.Spec)); end.State != Done {
		t.Fatalf("ended as %+v", end)
	}
	other := task.Claim
	other.Epoch++
	s.dispatcher.fenceUnlessOwned("pool", "s1", task.Claim)
	s.dispatcher.fenceUnlessOwned("pool", "s1", other)
	if m := <-heard; m.Command != protocol.Fence || m.Epoch != other.Epoch {
		t.Errorf("the worker received %+v, expected that it has lost epoch %d only", m, other.Epoch)
	}
}

// A server whose lease is shorter than the one that a worker knows tells the worker, which would
// otherwise send too few beats until its next connection.
func TestAShorterLeaseReachesTheWorker(t *testing.T) {
	s := start(t, Options{Settings: Settings{Lease: 7 * time.Second}}, DispatchOptions{})
	h := s.hand(t, "pool", "s1")
	heard := h.messages()
	for _, lease := range []time.Duration{0, 5 * time.Second, 7 * time.Second, 8 * time.Second} {
		must(t, h.Beat(protocol.Beat{Worker: h.worker, Lease: lease}))
	}
	must(t, h.Beat(protocol.Beat{Worker: h.worker, Jobs: []protocol.Pulse{{Claim: protocol.Claim{Tenant: "acme", ID: "gone"}}}}))
	if m := <-heard; m.Command != protocol.Renew || m.Lease != 7*time.Second {
		t.Fatalf("the worker received %+v, expected a lease of 7 s", m)
	}
	if m := <-heard; m.Command != protocol.Fence {
		t.Errorf("the worker received %+v, expected one message about its lease", m)
	}
}
