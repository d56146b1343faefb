package inputs

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func table(head string, n int, row func(i int) string) []byte {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		b.WriteString(row(i))
	}
	return []byte(b.String())
}

// heap returns the bytes of live objects.
func heap() int64 {
	runtime.GC()
	runtime.GC() // finishes sweeping
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A file that needs all memory for parsing waits until no other is parsed, or until its context is
// done.
func TestParsingWaitsForMemory(t *testing.T) {
	c := New(1<<20, 4, nil).LimitParsing(100)
	if err := c.parsing.Acquire(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	file := []byte("x,y\n" + strings.Repeat("1,2\n3,4\n", 100))
	spec := job.Spec{Instance: job.Hash(file), File: "a.csv"}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.OpenBytes(ctx, "acme", spec, job.Limits{}, file); !errors.Is(err, context.Canceled) {
		t.Errorf("expected %v, found %v", context.Canceled, err)
	}
	c.parsing.Release(1)
	if _, err := c.OpenBytes(t.Context(), "acme", spec, job.Limits{}, file); err != nil {
		t.Error(err)
	}
}

// The last instance is kept even if it is larger than the cache.
func TestTheLastLargeInstanceIsKept(t *testing.T) {
	file := []byte("x,y\n" + strings.Repeat("1,2\n3,4\n", 100))
	loads := 0
	c := New(1, 1, func(context.Context, string, string) (File, error) {
		loads++
		return Memory(file), nil
	})
	spec := job.Spec{Instance: job.Hash(file), File: "a.csv"}
	for range 3 {
		if _, err := c.Open(t.Context(), "acme", spec, job.Limits{}); err != nil {
			t.Fatal(err)
		}
	}
	if loads != 1 {
		t.Errorf("loaded %d times", loads)
	}
}
