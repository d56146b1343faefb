//go:build !race

package cluster

import (
	"bytes"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// Blobs of earlier versions, which have segments of 32 MiB and do not state this, stay readable.
func TestBlobsOfEarlierVersionsAreRead(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	data := randomBytes(oldSegmentSize + 5)
	for i, part := range [][]byte{data[:oldSegmentSize], data[oldSegmentSize:]} {
		if err := s.results.putObject(t.Context(), jetstream.ObjectMeta{Name: segment("x", i)}, part); err != nil {
			t.Fatal(err)
		}
	}
	b := &Blob{Name: "x", Size: int64(len(data)), SHA256: protocol.Sum(data)}
	read, err := s.results.get(t.Context(), b)
	if err != nil || !bytes.Equal(read, data) {
		t.Errorf("read %d bytes of %d: %v", len(read), len(data), err)
	}
	for _, offset := range []int{0, segmentSize, oldSegmentSize - segmentSize, oldSegmentSize} { // each part reads its segment
		part, err := s.results.part(t.Context(), b, int64(offset))
		if want := data[offset:min(offset+segmentSize, len(data))]; err != nil || !bytes.Equal(part, want) {
			t.Errorf("%d bytes at %d, expected %d: %v", len(part), offset, len(want), err)
		}
	}
	if err := s.results.remove(t.Context(), b); err != nil {
		t.Error(err)
	}
	if n := messages(t, s.results); n != 0 {
		t.Errorf("%d messages are left", n)
	}
}
