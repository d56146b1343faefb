package aco

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A scene is a colony on an instance.
type scene struct {
	in    *tsp.Instance
	begin func(t testing.TB, seed uint64, threads int) search.Searcher[tsp.Tour]
}

// scenes are those of the whole family.
func scenes(t testing.TB) map[string]scene {
	all := mmasScenes(t)
	maps.Copy(all, acsScenes(t))
	maps.Copy(all, focusedScenes(t))
	return all
}

func TestConformance(t *testing.T) {
	for name, c := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			searchtest.Searcher(t, c.in, 12, func() search.Searcher[tsp.Tour] { return c.begin(t, 1, 2) })
		})
	}
}

// The trajectory of a seed never changes unawares, nor with the number of threads:
// golden files hold the cost and a hash of the tour after each step. `make golden`
// rewrites them.
func TestGoldenTrajectories(t *testing.T) {
	for name, c := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			for _, threads := range []int{1, 2, 5} {
				golden(t, filepath.Join("testdata", strings.ReplaceAll(name, " ", "-")+".golden"), trajectory(t, c.begin(t, 42, threads)))
			}
		})
	}
}

// trajectory is the cost and the tour after each of some steps, paced as by a budget.
func trajectory(t *testing.T, s search.Searcher[tsp.Tour]) string {
	t.Helper()
	var b strings.Builder
	pacer, paced := s.(search.Pacer)
	for step := range 12 {
		if paced {
			pacer.Pace(float64(step) / 12)
		}
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%d %.0f %s\n", step+1, s.Cost(), fingerprint(s.Best()))
	}
	return b.String()
}

func fingerprint(t tsp.Tour) string {
	var text []byte
	for _, c := range t {
		text = binary.LittleEndian.AppendUint32(text, uint32(c))
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))[:16]
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the trajectory has changed; if that is meant, run make golden:\n%s\nwant:\n%s", got, want)
	}
}
