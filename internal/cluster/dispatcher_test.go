package cluster

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// A job passes from submission to a verified result, whose digest the server computes.
func TestAJobIsDone(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	if task.ID != r.ID || task.Epoch != 1 || task.Secret == "" {
		t.Fatalf("got %+v", task)
	}
	if end := h.finish(task, solved(t, r.Spec)); end.State != Done {
		t.Fatalf("ended as %+v", end)
	}
	now := s.await(t, r, is(Done))
	if now.Verdict == nil || now.Verdict.Cost != now.Digest.Cost || now.Digest.Algorithm != "exact" || now.Digest.Cost <= 0 || now.Secret != "" {
		t.Errorf("record: %+v, %+v, %+v", now, now.Verdict, now.Digest)
	}
	h.none()
}

// A worker that asks first receives a job as soon as there is one.
func TestWorkersWait(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	got := make(chan *protocol.Task)
	h := s.hand(t, "pool", "s1")
	go func() { got <- h.next() }()
	r := s.submit(t, "acme")
	if task := <-got; task.ID != r.ID {
		t.Errorf("got %s, expected %s", task.ID, r.ID)
	}
}

// A wrong result fails the job when it arrives, and a dead letter remains.
func TestAWrongResultIsRejectedOnReceipt(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	wrong := bytes.Replace(solved(t, r.Spec), []byte(`"cost":`), []byte(`"cost":1`), 1)
	if end := h.finish(h.next(), wrong); end.State != Failed || end.Faults[0].Code != job.BadResult {
		t.Fatalf("ended as %+v", end)
	}
	now := s.get(t, r)
	if now.Result == nil || now.Digest != nil || now.Verdict != nil {
		t.Errorf("the result stays, but without a verdict: %+v", now)
	}
	letter, err := s.DeadLetter(t.Context(), "acme", r.ID)
	if err != nil || letter.Record.Faults[0].Code != job.BadResult || letter.Written.IsZero() {
		t.Errorf("dead letter %+v: %v", letter, err)
	}
}

// A repeated report of the end changes nothing, because the reply to the first may be lost.
func TestTheEndIsReportedTwice(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	h.finish(task, solved(t, r.Spec))
	first := s.get(t, r)
	if end := h.finish(task, solved(t, r.Spec)); end.State != Done {
		t.Errorf("ended as %+v", end)
	}
	if now := s.get(t, r); now.revision != first.revision {
		t.Errorf("the record was written again: %d, %d", first.revision, now.revision)
	}
}

// If a worker repeats its report to another server while the first one still verifies the result,
// both servers reply with the same end.
func TestTheEndIsReportedToTwoServers(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task, result := h.next(), solved(t, r.Spec)
	stored, err := h.Store(t.Context(), task.Claim, protocol.Result, 1, result)
	must(t, err)
	read := s.Loader(nil)
	slow := s.hub.NewDispatcher(DispatchOptions{Cache: inputs.New(1<<20, 1, func(ctx context.Context, tenant, hash string) (inputs.File, error) {
		h.finish(task, result) // with the other server
		return read(ctx, tenant, hash)
	})})
	end, err := slow.Finish(t.Context(), "pool", protocol.Outcome{Claim: task.Claim, State: Done, Result: stored})
	if err != nil || end.State != Done {
		t.Errorf("ended as %+v: %v", end, err)
	}
}

// Only the worker that claimed a job may act on it: not one with another secret, another epoch or
// of another pool.
func TestClaimsAreChecked(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	before := s.get(t, r)
	other := s.hand(t, "other", "s2")
	for name, c := range map[string]struct {
		by    *hand
		claim func(c protocol.Claim) protocol.Claim
	}{
		"pool":   {other, func(c protocol.Claim) protocol.Claim { return c }},
		"secret": {h, func(c protocol.Claim) protocol.Claim { c.Secret = "guess"; return c }},
		"none":   {h, func(c protocol.Claim) protocol.Claim { c.Secret = ""; return c }},
		"epoch":  {h, func(c protocol.Claim) protocol.Claim { c.Epoch++; return c }},
		"tenant": {h, func(c protocol.Claim) protocol.Claim { c.Tenant = "others"; return c }},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, claim := t.Context(), c.claim(task.Claim)
			_, err := c.by.Get(ctx, protocol.Get{Claim: claim, Kind: protocol.Instance})
			expect(t, err, protocol.ErrFenced)
			_, err = c.by.Store(ctx, claim, protocol.Checkpoint, 1, make([]byte, inlineSize+1))
			expect(t, err, protocol.ErrFenced)
			expect(t, c.by.Save(ctx, protocol.Save{Claim: claim, Checkpoint: small("x")}), protocol.ErrFenced)
			expect(t, c.by.Release(ctx, claim), protocol.ErrFenced)
			_, err = c.by.Finish(ctx, protocol.Outcome{Claim: claim, State: Failed, Faults: []job.Fault{{Code: "x"}}})
			if err == nil {
				t.Error("the job was ended")
			}
		})
	}
	if now := s.get(t, r); now.revision != before.revision {
		t.Errorf("the record was changed: %+v", now)
	}
}

// small returns a stored blob that contains a text.
func small(text string) protocol.Stored {
	return protocol.Stored{Number: 1, Blob: protocol.Blob{Inline: []byte(text), Size: int64(len(text)), SHA256: protocol.Sum([]byte(text))}}
}

// Malformed requests are rejected and change nothing.
func TestMalformedRequests(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	before := s.get(t, r)
	ctx := t.Context()
	save := func(change func(*protocol.Stored)) error {
		b := small("state")
		change(&b)
		return h.Save(ctx, protocol.Save{Claim: task.Claim, Checkpoint: b})
	}
	end := func(o protocol.Outcome) error {
		o.Claim = task.Claim
		_, err := h.Finish(ctx, o)
		return err
	}
	get := func(g protocol.Get) error {
		g.Claim = task.Claim
		_, err := h.Get(ctx, g)
		return err
	}
	ok := small("{}")
	for name, err := range map[string]error{
		"size":              save(func(b *protocol.Stored) { b.Size = 1 << 60 }),
		"negative size":     save(func(b *protocol.Stored) { b.Size = -1 }),
		"hash":              save(func(b *protocol.Stored) { b.SHA256 = "00" }),
		"number":            save(func(b *protocol.Stored) { b.Number = -1 }),
		"progress":          h.Save(ctx, protocol.Save{Claim: task.Claim, Checkpoint: ok, At: job.Progress{Step: -1}}),
		"done without":      end(protocol.Outcome{State: Done}),
		"failed without":    end(protocol.Outcome{State: Failed}),
		"cancelled":         end(protocol.Outcome{State: Cancelled}),
		"not cancelled":     end(protocol.Outcome{State: Cancelled, Result: &ok}),
		"running":           end(protocol.Outcome{State: Running, Result: &ok}),
		"offset":            get(protocol.Get{Kind: protocol.Instance, Offset: -1}),
		"offset beyond end": get(protocol.Get{Kind: protocol.Instance, Offset: 1 << 40}),
	} {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	expect(t, get(protocol.Get{Kind: protocol.Result}), protocol.ErrNotFound)
	expect(t, get(protocol.Get{Kind: protocol.Checkpoint}), protocol.ErrNotFound)
	if now := s.get(t, r); now.revision != before.revision {
		t.Errorf("the record was changed: %+v", now)
	}
}

// Segments of instances, checkpoints and results arrive as they were sent.
func TestSegments(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	file, err := h.Get(t.Context(), protocol.Get{Claim: task.Claim, Kind: protocol.Instance})
	if err != nil || string(file) != square {
		t.Fatalf("instance %q: %v", file, err)
	}
	data := bytes.Repeat([]byte("0123456789abcdef"), protocol.SegmentSize/16*2+3)
	b, err := h.Store(t.Context(), task.Claim, protocol.Checkpoint, 1, data)
	must(t, err)
	must(t, h.Save(t.Context(), protocol.Save{Claim: task.Claim, Checkpoint: *b, At: job.Progress{Step: 3}}))
	now := s.await(t, r, func(r Record) bool { return r.Kept != nil })
	if now.Kept.Step != 3 || now.Claims != 0 || now.Checkpoint.Name == "" {
		t.Fatalf("record %+v", now)
	}
	var back bytes.Buffer
	if err := h.Read(t.Context(), task.Claim, protocol.Checkpoint, b.Size, b.SHA256, &back); err != nil || !bytes.Equal(back.Bytes(), data) {
		t.Errorf("%d bytes, expected %d: %v", back.Len(), len(data), err)
	}
	must(t, h.Release(t.Context(), task.Claim))
	again := h.next()
	if again.Checkpoint == nil || again.Checkpoint.SHA256 != b.SHA256 || again.Kept.Step != 3 || again.Epoch != 2 {
		t.Errorf("resumed as %+v", again)
	}
}

// A small checkpoint is part of the record and of the task.
func TestInlineCheckpoints(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	must(t, h.Save(t.Context(), protocol.Save{Claim: task.Claim, Checkpoint: small("state")}))
	must(t, h.Release(t.Context(), task.Claim))
	s.await(t, r, is(Queued))
	if again := h.next(); string(again.Checkpoint.Inline) != "state" {
		t.Errorf("resumed as %+v", again)
	}
}

// A server rejects a worker that speaks another version.
func TestVersions(t *testing.T) {
	s := start(t, Options{Settings: Settings{Lease: 7 * time.Second}}, DispatchOptions{})
	w := protocol.Worker{Session: "s1", Version: "v9"}
	if _, err := s.dispatcher.Hello("pool", protocol.Hello{Protocol: protocol.Version + 1, Worker: w}); err == nil {
		t.Error("accepted")
	} else {
		expect(t, err, protocol.ErrVersion)
	}
	welcome, err := s.hand(t, "pool", "s1").Hello(t.Context(), w)
	if err != nil || welcome.Lease != 7*time.Second || welcome.Version != "test" {
		t.Errorf("%+v: %v", welcome, err)
	}
}

// Cancelling a running job tells its worker, which returns the best solution so far.
func TestCancelReachesTheWorker(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	heard := h.messages()
	task := h.next()
	_, err := s.Cancel(t.Context(), r.Tenant, r.ID)
	must(t, err)
	if m := <-heard; m.Command != protocol.Cancel || m.ID != r.ID || m.Epoch != 1 {
		t.Errorf("heard %+v", m)
	}
	s.await(t, r, func(r Record) bool { return r.Cancel })
	must(t, h.Beat(protocol.Beat{Worker: h.worker, Jobs: []protocol.Pulse{{Claim: task.Claim}}}))
	if m := <-heard; m.Command != protocol.Cancel {
		t.Errorf("a beat repeats %+v", m)
	}
	result, err := h.Store(t.Context(), task.Claim, protocol.Result, 1, solved(t, r.Spec))
	must(t, err)
	end, err := h.Finish(t.Context(), protocol.Outcome{Claim: task.Claim, State: Cancelled, Result: result})
	if err != nil || end.State != Cancelled {
		t.Errorf("ended as %+v: %v", end, err)
	}
	if now := s.get(t, r); now.Verdict == nil {
		t.Errorf("record %+v", now)
	}
}

// Progress is published for the owner of a job only, and only if its numbers are finite.
func TestReports(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	forged := task.Claim
	forged.Secret = "guess"
	must(t, h.Report(protocol.Report{Claim: forged, At: job.Progress{Step: 1}}))
	must(t, h.Report(protocol.Report{Claim: task.Claim, At: job.Progress{Step: -2}}))
	must(t, h.Report(protocol.Report{Claim: task.Claim, At: job.Progress{Step: 3, Cost: 5}}))
	changes, done := s.hub.Watch(r.Tenant, r.ID)
	defer done()
	for {
		v, _ := s.hub.View(r.Tenant, r.ID, 0)
		if p := v.Latest.Progress; p != nil {
			if p.Step != 3 || v.Latest.Worker != "left" {
				t.Errorf("heard %+v", v.Latest)
			}
			return
		}
		<-changes
	}
}

// A repeated release or checkpoint changes nothing, because the reply to the first may be lost. An
// older checkpoint does not replace a later one.
func TestRequestsAreRepeated(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	save := func(number int, text string) {
		b := small(text)
		b.Number = number
		must(t, h.Save(t.Context(), protocol.Save{Claim: task.Claim, Checkpoint: b}))
	}
	save(1, "first")
	save(2, "second")
	before := s.get(t, r)
	save(2, "second")
	save(1, "first")
	if now := s.get(t, r); now.revision != before.revision || string(now.Checkpoint.Inline) != "second" {
		t.Errorf("the checkpoint is %q", now.Checkpoint.Inline)
	}
	must(t, h.Release(t.Context(), task.Claim))
	released := s.get(t, r)
	must(t, h.Release(t.Context(), task.Claim))
	if now := s.get(t, r); now.revision != released.revision {
		t.Error("a repeated release changes the record")
	}
	again := h.next()
	expect(t, h.Release(t.Context(), task.Claim), protocol.ErrFenced)
	if b := again.Checkpoint; string(b.Inline) != "second" {
		t.Errorf("resumed from %q", b.Inline)
	}
}

// A worker that takes no more jobs gets an empty reply at once.
func TestDrainingWorkersGetNoJobs(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	h := s.hand(t, "pool", "s1")
	over := make(chan *protocol.Task, 1)
	go func() {
		task, err := h.Next(t.Context(), h.worker, 25*time.Second)
		if err != nil {
			t.Error(err)
		}
		over <- task
	}()
	waiting := func() int {
		s.hub.mu.Lock()
		defer s.hub.mu.Unlock()
		return len(s.dispatcher.waiting)
	}
	for waiting() == 0 {
		runtime.Gosched()
	}
	drained := h.worker
	drained.Draining = true
	began := time.Now()
	must(t, h.Beat(protocol.Beat{Worker: drained}))
	if task := <-over; task != nil || time.Since(began) > 10*time.Second {
		t.Errorf("got %+v after %v", task, time.Since(began))
	}
	s.submit(t, "acme")
	if task, err := h.Next(t.Context(), drained, 10*time.Second); task != nil || err != nil {
		t.Errorf("got %+v, %v", task, err)
	}
}

// A job that another server has ended in the meantime counts as ended.
func TestAnotherServerHasEndedTheJob(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	if _, err := s.dispatcher.alreadyEnded(t.Context(), "pool", task.Claim, protocol.ErrFenced); err == nil {
		t.Error("a running job has ended")
	}
	h.finish(task, solved(t, task.Spec))
	if end, err := s.dispatcher.alreadyEnded(t.Context(), "pool", task.Claim, protocol.ErrFenced); err != nil || end.State != Done {
		t.Errorf("%+v: %v", end, err)
	}
	if _, err := s.dispatcher.alreadyEnded(t.Context(), "other", task.Claim, protocol.ErrFenced); err == nil {
		t.Error("another pool has ended the job")
	}
}

// The faults that a worker reports are shortened, and short ones stay as they are.
func TestReportedFaultsAreBounded(t *testing.T) {
	short := job.Fault{Code: "crash", Field: "seed", Detail: "it ended"}
	long := job.Fault{Code: strings.Repeat("c", 65), Field: strings.Repeat("f", 201)}
	all := boundFaults(slices.Repeat([]job.Fault{short, long}, 20))
	if len(all) != 16 || all[0] != short {
		t.Errorf("%d faults, the first is %+v, expected 16 and %+v", len(all), all[0], short)
	}
	if len(all[1].Code) != 64 || len(all[1].Field) != 200 {
		t.Errorf("a code of %d and a field of %d bytes, expected 64 and 200", len(all[1].Code), len(all[1].Field))
	}
}

// A session is part of a subject, so it consists of letters and digits.
func TestTokens(t *testing.T) {
	for text, valid := range map[string]bool{"aZ09": true, "s1": true, "": false, "a.b": false, "*": false, ">": false, "é": false, "a b": false,
		"@": false, "[": false, "`": false, "{": false, "/": false, ":": false, strings.Repeat("x", 64): true, strings.Repeat("x", 65): false} {
		if token(text) != valid {
			t.Errorf("%q is a token: %v, expected %v", text, !valid, valid)
		}
	}
}

// A server serves a claim that another server has just given, before its hub knows of it.
func TestClaimsOfOtherServersAreServed(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	s.submit(t, "acme")
	task := s.hand(t, "pool", "s1").next()
	d := s.emptyHub().NewDispatcher(DispatchOptions{})
	if r, err := d.owned(t.Context(), "pool", task.Claim); err != nil || r.ID != task.ID {
		t.Errorf("record %+v, %v", r, err)
	}
	wrong := task.Claim
	wrong.Secret += "x"
	_, err := d.owned(t.Context(), "pool", wrong)
	expect(t, err, protocol.ErrFenced)
}

// emptyHub returns a hub that knows no job and follows none.
func (s service) emptyHub() *Hub {
	return &Hub{store: s.Store, log: s.hub.log, index: index{}, watchers: map[string]map[chan struct{}]bool{}, changes: map[*changeFeed]bool{}}
}
