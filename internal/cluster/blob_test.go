package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// A record that states an impossible size does not occupy the sweeper: reading the blob reports
// damage, and removing it ends at once.
func TestABlobOfImpossibleSizeIsRejected(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	for _, stated := range []string{
		`{"name":"acme.x.1.1","size":1152921504606846976,"sha256":"00"}`,
		`{"name":"acme.x.1.1","size":-1,"sha256":"00"}`,
		`{"name":"acme.x.1.1","size":9223372036854775807,"sha256":"00"}`,
		`{"name":"acme.x.1.1","size":67108864,"segment":1,"sha256":"00"}`,
		`{"name":"acme.x.1.1","size":67108864,"segment":-4194304,"sha256":"00"}`,
	} {
		var b Blob
		if err := json.Unmarshal([]byte(stated), &b); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if err := s.results.remove(ctx, &b); err != nil {
			t.Errorf("%s: remove: %v", stated, err)
		}
		if _, err := s.results.get(ctx, &b); !errors.Is(err, errCorrupt) {
			t.Errorf("%s: get: expected %v, found %v", stated, errCorrupt, err)
		}
		cancel()
	}
}

// Removing a large blob ends when the context does.
func TestRemovingABlobStopsWithItsContext(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := Blob{Name: "acme.x.1.1", Size: protocol.MaxBlob, Segment: minSegmentSize}
	if err := s.results.remove(ctx, &b); !errors.Is(err, context.Canceled) {
		t.Errorf("expected %v, found %v", context.Canceled, err)
	}
}

func randomBytes(n int) []byte {
	data := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{}).Read(data)
	return data
}

// A blob is written and read segment by segment, and every segment fits in a message to a worker.
func TestABlobIsReadSegmentBySegment(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	data := randomBytes(2*segmentSize + 5)
	b, err := s.results.put(t.Context(), "x", data)
	if err != nil {
		t.Fatal(err)
	}
	if b.Segment != segmentSize || b.segments() != 3 {
		t.Fatalf("%d segments of %d bytes", b.segments(), b.Segment)
	}
	var read []byte
	for i := range b.segments() {
		part, err := s.results.getSegment(t.Context(), b, i)
		if err != nil || len(part) > segmentSize {
			t.Fatalf("segment %d has %d bytes: %v", i, len(part), err)
		}
		read = append(read, part...)
	}
	if !bytes.Equal(read, data) {
		t.Error("the segments differ from the blob")
	}
	for _, i := range []int{-1, 3} {
		if _, err := s.results.getSegment(t.Context(), b, i); !errors.Is(err, errCorrupt) {
			t.Errorf("segment %d: %v", i, err)
		}
	}
}

// A segment that is shorter than the record states is damaged, even if it matches its own digest.
func TestAShortSegmentIsDamaged(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	if err := s.results.putSegment(t.Context(), "x", 0, []byte("short")); err != nil {
		t.Fatal(err)
	}
	b := &Blob{Name: "x", Size: 2 * segmentSize, Segment: segmentSize}
	if _, err := s.results.getSegment(t.Context(), b, 0); !errors.Is(err, errCorrupt) {
		t.Errorf("expected %v, found %v", errCorrupt, err)
	}
}

// messages returns the number of stored messages.
func messages(t *testing.T, b blobs) uint64 {
	t.Helper()
	info, err := b.stream.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return info.State.Msgs
}
