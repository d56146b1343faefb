package cluster

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// send sends a segment like a worker that follows no rules. It returns the code and the text of the
// server's error, or "".
func (h *hand) send(s service, c protocol.Claim, kind protocol.Kind, number, segment int, size int64, data []byte) string {
	h.t.Helper()
	text, err := json.Marshal(map[string]any{
		"tenant": c.Tenant, "id": c.ID, "epoch": c.Epoch, "secret": c.Secret,
		"kind": kind, "number": number, "segment": segment, "size": size,
	})
	must(h.t, err)
	m := nats.NewMsg(protocol.Requests + "pool.put")
	m.Data = data
	m.Header.Set("Request", string(text))
	reply, err := s.nc.RequestMsgWithContext(h.t.Context(), m)
	must(h.t, err)
	return strings.TrimSpace(reply.Header.Get("Error") + " " + string(reply.Data))
}

// saveLarge uploads and saves a checkpoint.
func (h *hand) saveLarge(of *protocol.Task, number int, data []byte) {
	h.t.Helper()
	b, err := h.Store(h.t.Context(), of.Claim, protocol.Checkpoint, number, data)
	must(h.t, err)
	must(h.t, h.Save(h.t.Context(), protocol.Save{Claim: of.Claim, Checkpoint: *b, At: Progress{Step: number}}))
}

// stays fails the test if the checkpoint of a job cannot be read.
func (s service) stays(t *testing.T, r *Record, data []byte) {
	t.Helper()
	now := s.get(t, r)
	if now.Checkpoint == nil {
		t.Fatal("the job has no checkpoint")
	}
	if got, err := s.states.get(t.Context(), now.Checkpoint); err != nil || !bytes.Equal(got, data) {
		t.Fatalf("the checkpoint has %d bytes, expected %d: %v", len(got), len(data), err)
	}
}

// A worker that uploads checkpoints without saving them keeps one of them on the server, besides
// the checkpoint of the job.
func TestUnsavedUploadsDoNotAccumulate(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	h.saveLarge(task, 1, manyBytes(1))
	one := messages(t, s.states)
	for number := 2; number <= 100; number++ {
		_, err := h.Store(t.Context(), task.Claim, protocol.Checkpoint, number, manyBytes(number))
		must(t, err)
	}
	if n := messages(t, s.states); n > 2*one {
		t.Errorf("100 uploads occupy %d messages, one occupies %d", n, one)
	}
	s.stays(t, r, manyBytes(1))
	for number := 101; number <= 200; number++ {
		_, err := h.Store(t.Context(), task.Claim, protocol.Result, number, manyBytes(number))
		must(t, err)
	}
	if n := messages(t, s.states) + messages(t, s.results); n > 2*one {
		t.Errorf("200 uploads occupy %d messages, one occupies %d", n, one)
	}
	s.stays(t, r, manyBytes(1))
}

// A blob has the size that its first segment states, and no segment beyond that.
func TestAnEndlessBlobIsRefused(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	const size = 4 * inlineSize
	if reply := h.send(s, task.Claim, protocol.Checkpoint, 1, 0, size, manyBytes(1)); reply != "" {
		t.Fatal(reply)
	}
	one := messages(t, s.states)
	for name, reply := range map[string]string{
		"beyond the size": h.send(s, task.Claim, protocol.Checkpoint, 1, 1, size, manyBytes(1)),
		"another size":    h.send(s, task.Claim, protocol.Checkpoint, 1, 1, 2*segmentSize, manyBytes(1)),
		"too long":        h.send(s, task.Claim, protocol.Checkpoint, 2, 0, size, manyBytes(1)[:size-1]),
		"too large":       h.send(s, task.Claim, protocol.Checkpoint, 2, 0, protocol.MaxBlob+1, make([]byte, segmentSize)),
		"without a size":  h.send(s, task.Claim, protocol.Checkpoint, 2, 0, 0, manyBytes(1)),
		"far away":        h.send(s, task.Claim, protocol.Checkpoint, 2, 4000, size, manyBytes(1)),
		"a large result":  h.send(s, task.Claim, protocol.Result, 2, 0, maxResult(0)+1, make([]byte, segmentSize)),
		"large frames":    h.send(s, task.Claim, protocol.Frames, 2, 0, protocol.MaxFramesSize(0)+1, make([]byte, protocol.MaxFramesSize(0)+1)),
	} {
		if !strings.HasPrefix(reply, "invalid ") && !strings.HasPrefix(reply, "too_large ") {
			t.Errorf("%s: the server replied %q", name, reply)
		}
	}
	if n := messages(t, s.states) + messages(t, s.results); n != one {
		t.Errorf("%d messages are stored, expected %d", n, one)
	}
	if now := s.get(t, r); now.State != Running {
		t.Errorf("the job is %s", now.State)
	}
}

// A segment that a worker sends many times at once is stored once.
func TestASegmentIsStoredOnce(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() { h.send(s, task.Claim, protocol.Checkpoint, 1, 0, 4*inlineSize, manyBytes(1)) })
	}
	all.Wait()
	const chunkAndEntry = 2
	if n := messages(t, s.states); n != chunkAndEntry {
		t.Errorf("%d messages are stored, expected %d", n, chunkAndEntry)
	}
}

// A worker that does not hold a job can neither store anything for it nor delete its checkpoint.
func TestOthersDoNotTouchTheCheckpoint(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	h.saveLarge(task, 1, manyBytes(1))
	before := messages(t, s.states)
	forged := task.Claim
	forged.Secret = "guess"
	other := s.hand(t, "other", "s2")
	for _, number := range []int{1, 2} {
		_, err := other.Store(t.Context(), forged, protocol.Checkpoint, number, manyBytes(number))
		expect(t, err, protocol.ErrFenced)
		data := manyBytes(number)
		b := protocol.Stored{Number: number, Blob: protocol.Blob{Size: int64(len(data)), SHA256: protocol.Sum(data), Segment: segmentSize}}
		expect(t, other.Save(t.Context(), protocol.Save{Claim: forged, Checkpoint: b}), protocol.ErrFenced)
	}
	if n := messages(t, s.states); n != before {
		t.Errorf("%d messages are stored, expected %d", n, before)
	}
	s.stays(t, r, manyBytes(1))
}

// A checkpoint is saved only if all of its segments are stored.
func TestAnIncompleteCheckpointIsNotSaved(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	h.saveLarge(task, 1, manyBytes(1))
	data := randomBytes(2*segmentSize + 5)
	for _, i := range []int{0, 2} {
		part := data[i*segmentSize : min((i+1)*segmentSize, len(data))]
		if reply := h.send(s, task.Claim, protocol.Checkpoint, 2, i, int64(len(data)), part); reply != "" {
			t.Fatal(reply)
		}
	}
	b := protocol.Stored{Number: 2, Blob: protocol.Blob{Size: int64(len(data)), SHA256: protocol.Sum(data), Segment: segmentSize}}
	expect(t, h.Save(t.Context(), protocol.Save{Claim: task.Claim, Checkpoint: b}), protocol.ErrCorrupt)
	s.stays(t, r, manyBytes(1))
	h.saveLarge(task, 3, data)
	s.stays(t, r, data)
}

// When a worker returns, loses or ends a job, its unsaved uploads are deleted.
func TestUnsavedUploadsEndWithTheirClaim(t *testing.T) {
	for name, leave := range map[string]func(s service, h *hand, task *protocol.Task, r *Record) error{
		"released": func(_ service, h *hand, task *protocol.Task, _ *Record) error {
			return h.Release(t.Context(), task.Claim)
		},
		"expired": func(s service, _ *hand, _ *protocol.Task, r *Record) error {
			return s.expire(t.Context(), s.get(t, r), true)
		},
		"finished": func(_ service, h *hand, task *protocol.Task, r *Record) error {
			small := protocol.Stored{Number: 9, Blob: protocol.Blob{Inline: solved(t, r.Spec)}}
			small.Size, small.SHA256 = int64(len(small.Inline)), protocol.Sum(small.Inline)
			_, err := h.Finish(t.Context(), protocol.Outcome{Claim: task.Claim, State: Done, Result: &small})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, Options{}, DispatchOptions{})
			r := s.submit(t, "acme")
			h := s.hand(t, "pool", "s1")
			task := h.next()
			h.saveLarge(task, 1, manyBytes(1))
			one := messages(t, s.states)
			for i, kind := range []protocol.Kind{protocol.Result, protocol.Frames} {
				_, err := h.Store(t.Context(), task.Claim, kind, 2+i, manyBytes(i))
				must(t, err)
			}
			must(t, leave(s, h, task, r))
			if n := messages(t, s.results); n != 0 {
				t.Errorf("%d messages of the uploads are left", n)
			}
			if s.get(t, r).State == Queued {
				s.stays(t, r, manyBytes(1))
			} else if n := messages(t, s.states); n >= one {
				t.Errorf("the checkpoint of the ended job is left")
			}
		})
	}
}

// A server that stops between the upload and the save of a checkpoint leaves the previous
// checkpoint, and the search for orphans deletes what the worker has replaced.
func TestACrashBetweenUploadAndSave(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	h.saveLarge(task, 1, manyBytes(1))
	one := messages(t, s.states)
	_, err := h.Store(t.Context(), task.Claim, protocol.Checkpoint, 2, manyBytes(2))
	must(t, err)
	_, err = s.states.put(t.Context(), blobName(task.Claim, 0), manyBytes(3)) // replaced, but not deleted
	must(t, err)
	must(t, s.removeOrphans(t.Context(), 0))
	if n := messages(t, s.states); n != 2*one {
		t.Errorf("%d messages are stored, expected the checkpoint and the upload: %d", n, 2*one)
	}
	s.stays(t, r, manyBytes(1))
	must(t, s.expire(t.Context(), s.get(t, r), true))
	again := h.next()
	if again.Epoch != 2 || again.Kept.Step != 1 {
		t.Fatalf("resumed as %+v", again)
	}
	var back bytes.Buffer
	must(t, h.Read(t.Context(), again.Claim, protocol.Checkpoint, again.Checkpoint.Size, again.Checkpoint.SHA256, &back))
	if !bytes.Equal(back.Bytes(), manyBytes(1)) {
		t.Errorf("the checkpoint has %d other bytes", back.Len())
	}
	h.saveLarge(again, 1, manyBytes(4))
	s.stays(t, r, manyBytes(4))
}

// A good worker saves large checkpoints as long as they take at most a quarter of the free space, and
// small ones always. A refused checkpoint does not affect the job.
func TestCheckpointsTakeAPartOfTheDisk(t *testing.T) {
	var room atomic.Int64
	s := start(t, Options{Room: func() (int64, bool) { return room.Load(), true }, MaxCheckpoint: 6 * segmentSize}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	data := randomBytes(smallBlob + 1)
	room.Store(blobShare*int64(len(data)) + blobShare)
	h.saveLarge(task, 1, data)
	s.stays(t, r, data)
	before := messages(t, s.states)
	room.Store(blobShare*int64(len(data)) - 1)
	_, err := h.Store(t.Context(), task.Claim, protocol.Checkpoint, 2, data)
	expect(t, err, protocol.ErrTooLarge)
	if want := "checkpoint of 16.0 MiB: expected at most 16 MiB, a quarter of the free space"; !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %q, expected %q", err, want)
	}
	room.Store(1 << 40)
	_, err = h.Store(t.Context(), task.Claim, protocol.Checkpoint, 3, make([]byte, 6*segmentSize+1))
	expect(t, err, protocol.ErrTooLarge)
	if n := messages(t, s.states); n != before {
		t.Errorf("%d messages are stored, expected %d", n, before)
	}
	s.stays(t, r, data)
	room.Store(0)
	h.saveLarge(task, 4, manyBytes(4))
	s.stays(t, r, manyBytes(4))
	if end := h.finishAs(task, 5, solved(t, r.Spec)); end.State != Done {
		t.Errorf("ended as %+v", end)
	}
}

// The unsaved uploads of all jobs of a pool take at most half of the free space. Other pools are not
// affected, and an upload no longer counts when its claim ends.
func TestUploadsOfAPoolTakeAPartOfTheDisk(t *testing.T) {
	var room atomic.Int64
	room.Store(1 << 40)
	s := start(t, Options{Room: func() (int64, bool) { return room.Load(), true }}, DispatchOptions{})
	const size = smallUploads + 1
	first := make([]byte, segmentSize)
	var claims []protocol.Claim
	for i, pool := range []string{"pool", "pool", "pool", "other"} {
		s.submit(t, "acme")
		claims = append(claims, s.hand(t, pool, fmt.Sprint("s", i)).next().Claim)
	}
	h := s.hand(t, "pool", "s0")
	upload := func(of, number int) string {
		return h.send(s, claims[of], protocol.Checkpoint, number, 0, size, first)
	}
	for i := range 2 {
		if reply := upload(i, 1); reply != "" {
			t.Fatal(reply)
		}
	}
	room.Store(5 * size) // each is less than a quarter, and three are more than half
	if reply := upload(2, 1); !strings.HasPrefix(reply, "unavailable ") || !strings.Contains(reply, "half of the free space") {
		t.Errorf("the server replied %q", reply)
	}
	if reply := upload(0, 2); reply != "" {
		t.Errorf("a blob that replaces another one: the server replied %q", reply)
	}
	b := Unsaved{protocol.Checkpoint, 1, size}
	must(t, s.dispatcher.begin(t.Context(), "other", &Record{Tenant: "acme", ID: claims[3].ID}, claims[3], b))
	must(t, h.Release(t.Context(), claims[0]))
	s.await(t, &Record{Tenant: "acme", ID: claims[0].ID}, is(Queued))
	if reply := upload(2, 1); reply != "" {
		t.Errorf("after another job was returned: the server replied %q", reply)
	}
}

// Checkpoints that are saved count, too: those of all jobs of a pool take at most half of the space
// that is free without them. Results and other pools are not affected.
func TestSavedCheckpointsOfAPoolTakeAPartOfTheDisk(t *testing.T) {
	var room atomic.Int64
	s := start(t, Options{Room: func() (int64, bool) { return room.Load(), true }}, DispatchOptions{})
	const size = smallUploads
	for i, pool := range []string{"pool", "pool", "other"} {
		s.submit(t, "acme")
		c := s.hand(t, pool, fmt.Sprint("s", i)).next().Claim
		saved := s.get(t, &Record{Tenant: c.Tenant, ID: c.ID})
		saved.Checkpoint = &Blob{Name: blobName(c, 1), Size: size}
		saved.revision++
		s.hub.learn(saved)
	}
	reserve := func(pool string, kind protocol.Kind, size int64) error {
		recorded, err := s.dispatcher.reserve(pool, &Record{Tenant: "acme", ID: "new"}, Unsaved{kind, 1, size})
		if err == nil {
			recorded()
		}
		return err
	}
	room.Store(4 * size) // with the 2 saved ones, 6: three may be taken
	if err := reserve("pool", protocol.Checkpoint, size); err != nil {
		t.Errorf("a checkpoint that fills the half: %v", err)
	}
	err := reserve("pool", protocol.Checkpoint, size+1)
	expect(t, err, protocol.ErrTooLarge)
	if want := "the checkpoints of pool pool have 512 MiB: expected at most 768 MiB, half of the space without them"; !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %q, expected %q", err, want)
	}
	if err := reserve("pool", protocol.Result, size+1); err != nil {
		t.Errorf("a result: %v", err)
	}
	if err := reserve("other", protocol.Checkpoint, size+1); err != nil {
		t.Errorf("another pool: %v", err)
	}
}
