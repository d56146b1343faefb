package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The pictures of the README are those that the program draws. The test runs only on amd64, because
// other processors may round differently.
func TestThePicturesOfTheReadmeAreCurrent(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("for amd64")
	}
	pictures, err := draw("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range pictures {
		if got, err := os.ReadFile(filepath.Join("..", "..", "docs", "pictures", name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/pictures/%s is out of date: run make pictures and look at it; %v", name, err)
		}
		wellFormed(t, name, want)
	}
}

func wellFormed(t *testing.T, name string, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// Every frame has a shorter tour than the previous one, and each edge of it is drawn once.
func TestRecording(t *testing.T) {
	r, err := record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	in, err := tsp.Generate(tsp.Uniform, cities, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range r.frames {
		if cost := in.Cost(f.tour); cost != f.cost {
			t.Errorf("frame %d: the tour costs %v, stated %v", i, cost, f.cost)
		}
		if i > 0 && (f.cost >= r.frames[i-1].cost || f.step <= r.frames[i-1].step) {
			t.Errorf("frame %d: step %d, cost %v after step %d, cost %v", i, f.step, f.cost, r.frames[i-1].step, r.frames[i-1].cost)
		}
		kept, fresh := r.edges(i)
		if len(kept)+len(fresh) != cities || (len(fresh) > 0) != (i > 0) {
			t.Errorf("frame %d: %d edges kept, %d new", i, len(kept), len(fresh))
		}
	}
	var b bytes.Buffer
	r.svg(&b)
	wellFormed(t, "run.svg", b.Bytes())
	if n := strings.Count(b.String(), `<path class="route"`); n != len(r.frames) {
		t.Errorf("%d routes for %d frames", n, len(r.frames))
	}
	if n := strings.Count(b.String(), ` end"`); n != 1 {
		t.Errorf("%d last frames", n)
	}
}

func TestOfSeveralToursOfAStepTheBestIsKept(t *testing.T) {
	var r recording
	for _, f := range []frame{{step: 0, cost: 9}, {step: 0, cost: 8}, {step: 1, cost: 8}, {step: 2, cost: 5}, {step: 3, cost: 6}} {
		r.add(f)
	}
	want := []frame{{step: 0, cost: 8}, {step: 2, cost: 5}}
	if !slices.EqualFunc(r.frames, want, func(a, b frame) bool { return a.step == b.step && a.cost == b.cost }) {
		t.Errorf("%v, want %v", r.frames, want)
	}
}

func TestPath(t *testing.T) {
	r := recording{places: []string{"0 0", "1 0", "2 0", "3 0"}}
	if got := r.path([][2]int32{{0, 1}, {1, 2}, {3, 0}}); got != "M0 0L1 0L2 0M3 0L0 0" {
		t.Error(got)
	}
}

func TestTablesAreRead(t *testing.T) {
	s := source{column: "10 s: -j 2", our: "-j 1", theirs: "peer"}
	const text = `Words | no table
| instance | 2 s: -j 2 | -j 1 | peer | 10 s: -j 2 | -j 1 | peer |
|---|---|---|---|---|---|---|
| a | 1 | 2 | 3 | 4 | 5.50 | 6 |
| b | 1 | 2 | 3 | 4 | | 6 |
| mean | 1 | 2 | 3 | 4 | 5 | 6 |

| instance | other |
|---|---|
| c | 1 |
`
	want := []pair{{"a", gap{5.5, "5.50"}, gap{6, "6"}}}
	if got := s.read(text); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	s.theirs = "another"
	if got := s.read(text); len(got) > 0 {
		t.Errorf("without the column of the other program: %v", got)
	}
}

func TestDocsWithoutTables(t *testing.T) {
	dir := t.TempDir()
	for _, s := range sources {
		if err := os.WriteFile(filepath.Join(dir, s.file), []byte("no table\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(dir, dir); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s: expected a table", sources[0].file)) {
		t.Error(err)
	}
}
