package cluster

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// A file is sent unchanged, whatever the number of its chunks and segments.
func TestStoredFilesAreSentChunkByChunk(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	for _, size := range []int{1, inlineSize, inlineSize + 1, chunkSize, 3*chunkSize + 7, segmentSize + chunkSize + 1} {
		data := randomBytes(size)
		if _, err := s.PutInstance(t.Context(), "acme", "a.csv", data); err != nil {
			t.Fatal(err)
		}
		of, err := s.StoredInstance(t.Context(), "acme", job.Hash(data))
		if err != nil {
			t.Fatal(err)
		}
		var sent bytes.Buffer
		if err := of.Send(t.Context(), &sent); err != nil || of.Size() != int64(size) || !bytes.Equal(sent.Bytes(), data) {
			t.Errorf("%d of %d bytes, %v", sent.Len(), size, err)
		}
	}
	if _, err := s.StoredInstance(t.Context(), "other", job.Hash(randomBytes(1))); !errors.Is(err, ErrNotFound) {
		t.Errorf("a file of another tenant: %v", err)
	}
}

// A damaged file is never sent to its end.
func TestADamagedFileIsNotSentToItsEnd(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	for name, size := range map[string]int{"inline": 100, "a chunk": inlineSize + 1, "chunks": 3 * chunkSize} {
		t.Run(name, func(t *testing.T) {
			b, err := s.results.put(t.Context(), "damaged."+name[:1], randomBytes(size))
			if err != nil {
				t.Fatal(err)
			}
			b.SHA256 = protocol.Sum([]byte("other"))
			var sent bytes.Buffer
			if err := s.StoredResult(&Record{Result: b}).Send(t.Context(), &sent); !errors.Is(err, errCorrupt) || sent.Len() >= size {
				t.Errorf("%d of %d bytes, %v", sent.Len(), size, err)
			}
		})
	}
	gone := &Record{Result: &Blob{Name: "gone", Size: chunkSize, SHA256: protocol.Sum(nil)}}
	if err := s.StoredResult(gone).Send(t.Context(), io.Discard); !errors.Is(err, errCorrupt) {
		t.Errorf("a file without segments: %v", err)
	}
}
