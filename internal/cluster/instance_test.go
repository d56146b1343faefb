package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// Reading an instance returns the bytes that match its hash, or an error, wherever the bytes are
// stored.
func TestAnInstanceIsWhatItsHashSays(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	small, large := []byte(square), make([]byte, inlineSize+1)
	for _, c := range []struct {
		name         string // also the tenant
		wanted, kept []byte
		stated       []byte // bytes whose hash the blob states
	}{
		{"inline", small, []byte("other"), small},
		{"inline-own-hash", small, []byte("other"), []byte("other")},
		{"segments-own-hash", []byte("third"), large, large},
	} {
		t.Run(c.name, func(t *testing.T) {
			hash := job.Hash(c.wanted)
			b, err := s.instances.put(t.Context(), instanceBlobName(c.name, hash), c.kept)
			if err != nil {
				t.Fatal(err)
			}
			b.SHA256 = protocol.Sum(c.stated)
			if err := s.manifests.put(t.Context(), c.name, manifest{Upload: Upload{Hash: hash}, Blob: b}); err != nil {
				t.Fatal(err)
			}
			if _, err := s.InstanceBytes(t.Context(), c.name, hash); !errors.Is(err, errCorrupt) {
				t.Errorf("expected %v, found %v", errCorrupt, err)
			}
		})
	}
}

// Inline results and checkpoints are verified by their hash, like those in separate blobs.
func TestInlineBytesAreChecked(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	b, err := s.results.put(t.Context(), "x", []byte("result"))
	if err != nil {
		t.Fatal(err)
	}
	b.Inline = []byte("forged")
	if _, err := s.results.get(t.Context(), b); !errors.Is(err, errCorrupt) {
		t.Errorf("expected %v, found %v", errCorrupt, err)
	}
}

// A tenant's list contains its own instances only, and reading it transfers no other tenant's
// manifests.
func TestInstancesAreListedByTenant(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	for i := range 20 {
		s.upload(t, "many", fmt.Sprintf("x,y\n0,%d\n", i))
	}
	mine := s.upload(t, "acme", square)
	all, err := s.Instances(t.Context(), "acme")
	if err != nil || len(all) != 1 || all[0].Hash != mine.Hash || all[0].Size != int64(len(square)) {
		t.Errorf("listed as %+v: %v", all, err)
	}
	if err := s.DeleteInstance(t.Context(), "acme", mine.Hash); err != nil {
		t.Fatal(err)
	}
	before := s.nc.Stats().InMsgs
	if all, err := s.Instances(t.Context(), "acme"); err != nil || len(all) != 0 {
		t.Errorf("listed as %+v after it was deleted: %v", all, err)
	}
	if n := s.nc.Stats().InMsgs - before; n > 6 {
		t.Errorf("an empty list took %d messages", n)
	}
	if all, err := s.Instances(t.Context(), "many"); err != nil || len(all) != 20 {
		t.Errorf("%d instances, expected 20: %v", len(all), err)
	}
}

func (s service) upload(t *testing.T, tenant, data string) Upload {
	t.Helper()
	u, err := s.PutInstance(t.Context(), tenant, "cities.csv", []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// The instances of a data folder of an earlier version, whose manifests are objects, are listed and
// read after a start.
func TestInstancesOfEarlierVersionsAreKept(t *testing.T) {
	old := start(t, Options{}, DispatchOptions{})
	files := map[string][]byte{"small.csv": []byte(square), "large.csv": randomBytes(inlineSize + 1)}
	for name, data := range files {
		old.putOldInstance(t, "acme", name, data)
	}
	if err := old.js.DeleteStream(t.Context(), keyValues(manifestBucket).stream); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second start has nothing to move
		s, err := Create(t.Context(), old.nc, Options{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := s.Instances(t.Context(), "acme")
		if err != nil || len(all) != len(files) {
			t.Fatalf("%d instances, expected %d: %v", len(all), len(files), err)
		}
		for _, u := range all {
			data, err := s.InstanceBytes(t.Context(), "acme", u.Hash)
			if err != nil || !bytes.Equal(data, files[u.File]) {
				t.Errorf("%s: %d bytes: %v", u.File, len(data), err)
			}
		}
		if n := messages(t, s.instances); n != 2 {
			t.Errorf("%d messages, expected a chunk and an entry of the large instance", n)
		}
	}
}

// putOldInstance stores an instance as earlier versions did.
func (s service) putOldInstance(t *testing.T, tenant, file string, data []byte) {
	t.Helper()
	name := manifestKey(tenant, job.Hash(data))
	b, err := s.instances.put(t.Context(), name+".x", data)
	if err != nil {
		t.Fatal(err)
	}
	b.Segment = 0
	u := Upload{Hash: job.Hash(data), File: file, Size: b.Size, Uploaded: time.Now().UTC()}
	text, err := json.Marshal(manifest{Upload: u, Blob: b})
	if err == nil {
		err = s.instances.putObject(t.Context(), jetstream.ObjectMeta{Name: name}, text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// An upload that fails or comes second leaves no segments, which would count towards no quota.
func TestAFailedUploadLeavesNothing(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	data := randomBytes(3 * segmentSize)
	ctx, cancel := context.WithCancel(t.Context())
	count, err := s.nc.Subscribe(s.instances.subject+"C.>", func(*nats.Msg) { cancel() })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutInstance(ctx, "acme", "a.csv", data); !errors.Is(err, context.Canceled) {
		t.Errorf("an upload whose client disconnects: %v", err)
	}
	if n := messages(t, s.instances); n != 0 {
		t.Errorf("%d messages of an aborted upload are left", n)
	}
	if err := count.Unsubscribe(); err != nil {
		t.Fatal(err)
	}
	hash := job.Hash(data)
	if _, err := s.PutInstance(t.Context(), "acme", "a.csv", data); err != nil {
		t.Fatal(err)
	}
	before := messages(t, s.instances)
	if _, err := s.putInstance(t.Context(), "acme", "a.csv", hash, data); !isConflict(err) {
		t.Errorf("the same upload again: %v", err)
	}
	if n := messages(t, s.instances); n != before {
		t.Errorf("%d messages, expected the %d of the first upload", n, before)
	}
}
