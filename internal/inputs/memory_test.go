package inputs

import (
	"context"
	"errors"
	"fmt"
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

// The estimate of an instance's memory is close to the memory that the instance really takes. An
// estimate of several times as much would keep large instances out of the cache.
func TestTheMemoryOfAnInstanceIsEstimated(t *testing.T) {
	const n = 300_000
	for name, file := range map[string][]byte{
		"plain.tsp": table(fmt.Sprintf("TYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", n), n,
			func(i int) string { return fmt.Sprintf("%d %d %d\n", i+1, i%1000, i/1000) }),
		"plain.csv":  table("x,y\n", n, func(i int) string { return fmt.Sprintf("%d,%d\n", i%1000, i/1000) }),
		"named.csv":  table("name,x,y\n", n, func(i int) string { return fmt.Sprintf("city %d,%d,%d\n", i, i%1000, i/1000) }),
		"globe.csv":  table("lat,lon\n", n, func(i int) string { return fmt.Sprintf("%d.%03d,%d\n", i%60, i/300, i%170) }),
		"coded.csv":  table("id,x,y\n", n, func(i int) string { return fmt.Sprintf("C-%d,%d,%d\n", i, i%1000, i/1000) }),
		"number.csv": table("id,x,y\n", n, func(i int) string { return fmt.Sprintf("%d,%d,%d\n", 7*i, i%1000, i/1000) }),
	} {
		t.Run(name, func(t *testing.T) {
			before := heap()
			in, err := job.Spec{File: name}.Open(file, job.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			real, estimate := heap()-before, memoryOf(in, file)
			t.Logf("%.1f bytes a city, estimated as %.1f", float64(real)/n, float64(estimate)/n)
			if estimate < real*3/4 || estimate > real*5/2 {
				t.Errorf("%d bytes, estimated as %d", real, estimate)
			}
			runtime.KeepAlive(in)
			runtime.KeepAlive(file)
		})
	}
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
