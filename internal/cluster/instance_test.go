package cluster

import (
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// Reading an instance returns the bytes that match its hash, or an error, wherever the bytes are
// stored.
func TestAnInstanceIsWhatItsHashSays(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	small, large := []byte(square), make([]byte, inlineSize+1)
	for _, c := range []struct {
		name         string
		wanted, kept []byte
		stated       []byte // bytes whose hash the blob states
	}{
		{"in the manifest", small, []byte("other"), small},
		{"in the manifest, with a hash of its own", small, []byte("other"), []byte("other")},
		{"in segments, with a hash of its own", []byte("third"), large, large},
	} {
		t.Run(c.name, func(t *testing.T) {
			hash := job.Hash(c.wanted)
			b, err := s.instances.put(t.Context(), manifestName("acme", hash)+".x", c.kept)
			if err != nil {
				t.Fatal(err)
			}
			b.SHA256 = protocol.Sum(c.stated)
			if err := s.putManifest(t.Context(), manifestName("acme", hash), manifest{Upload{Hash: hash}, b}); err != nil {
				t.Fatal(err)
			}
			if _, err := s.InstanceBytes(t.Context(), "acme", hash); !errors.Is(err, errCorrupt) {
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
