package catalog_test

import (
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A colony that does not fit in memory is refused before the search starts, also as an island.
func TestLargeColoniesAreRefused(t *testing.T) {
	const n = 100_000
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, refused := range map[string]bool{"acs": true, "acs-alt": true, "acs16-alt": true, "mmas20": true, "acs-spm": false, "acs16-spm": false, "mmas": false, "faco": false} {
		err := refusal(t, name, in)
		if errors.Is(err, memory.ErrExceeded) != refused || err != nil && !refused {
			t.Errorf("%s: %v", name, err)
		}
	}
	p := find(t, "islands").Params(catalog.Size{N: n})
	p[1].(*catalog.ArchipelagoParams).Members = "ils,acs"
	if _, err := find(t, "islands").BeginTour(in, p, prepare.Options{Threads: 1}); !errors.Is(err, memory.ErrExceeded) {
		t.Errorf("an island: %v", err)
	}
}

// An algorithm that needs a symmetric instance refuses a different one before the search starts.
func TestOneWayInstancesAreRefused(t *testing.T) {
	in, err := tsp.FromFunc(20, false, 1, func(i, j int) int64 { return int64(1 + (i-j+20)%20) })
	if err != nil {
		t.Fatal(err)
	}
	for name, refused := range map[string]bool{"faco": true, "eax": false, "eax13": false, "ils": false, "mmas": false, "ga": false} {
		if err := refusal(t, name, in); errors.Is(err, catalog.ErrAlgorithm) != refused || err != nil && !refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// refusal returns the error of creating a search with the default parameters.
func refusal(t *testing.T, name string, in *tsp.Instance) error {
	t.Helper()
	_, err := find(t, name).BeginTour(in, find(t, name).Params(catalog.Size{N: in.N()}), prepare.Options{Threads: 1})
	return err
}
