package tsp_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// benchmark reads a benchmark instance, such as "tsplib/a280.tsp".
func benchmark(t testing.TB, name string) *tsp.Instance {
	t.Helper()
	in, err := format.ReadFile(filepath.Join(testkit.Data(t), filepath.FromSlash(name)), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestBestKnown(t *testing.T) {
	berlin := benchmark(t, "tsplib/berlin52.tsp")
	renamed := must(berlin.With(tsp.Details{Name: "mytown"}))
	coords := slices.Clone(berlin.Coords())
	coords[7]++
	moved := must(must(tsp.FromCoords(tsp.Euc2D, 2, coords)).With(tsp.Details{Name: "berlin52"}))
	dsj := benchmark(t, "tsplib/dsj1000.tsp")
	lin := benchmark(t, "tsplib/lin318.tsp")
	fixed := benchmark(t, "tsplib/linhp318.tsp")
	for _, c := range []struct {
		name string
		in   *tsp.Instance
		want tsp.Optimum // zero if no optimum is known
	}{
		{"berlin52", berlin, tsp.Optimum{Value: 7542, Proven: true}},
		{"under another name", renamed, tsp.Optimum{Value: 7542, Proven: true}},
		{"one city moved", moved, tsp.Optimum{}},
		{"another metric", must(tsp.FromCoords(tsp.Ceil2D, 2, berlin.Coords())), tsp.Optimum{}},
		{"another start", must(berlin.StartAt(3)), tsp.Optimum{Value: 7542, Proven: true}},
		{"path", must(berlin.Path(-1, -1)), tsp.Optimum{}},
		{"closed path", must(berlin.Path(-1, -1)).Closed().Instance, tsp.Optimum{}},
		{"fixed edge", must(berlin.FixEdges([][2]int32{{0, 1}})), tsp.Optimum{}},
		{"dsj1000 as its file says", dsj, tsp.Optimum{Value: 18660188, Proven: true}},
		{"dsj1000 as papers say", must(tsp.FromCoords(tsp.Euc2D, 2, dsj.Coords())), tsp.Optimum{Value: 18659688, Proven: true}},
		{"lin318", lin, tsp.Optimum{Value: 42029, Proven: true}},
		{"linhp318 counts the fixed edge", fixed, tsp.Optimum{Value: 41345 + 3869, Proven: true}},
		{"another edge fixed", must(lin.FixEdges([][2]int32{{0, 212}})), tsp.Optimum{}},
		{"one edge more", must(fixed.FixEdges([][2]int32{{5, 6}})), tsp.Optimum{}},
		{"generated", must(tsp.Generate(tsp.Uniform, 52, 1)), tsp.Optimum{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := tsp.BestKnown(c.in)
			if got != c.want || ok != (c.want != tsp.Optimum{}) {
				t.Errorf("%+v, %v; want %+v", got, ok, c.want)
			}
		})
	}
}

// Every benchmark instance is recognised and has the value listed in optima.csv.
func TestTheTableEqualsTheList(t *testing.T) {
	data := testkit.Data(t)
	text, err := os.Open(filepath.Join(data, "optima.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(text).ReadAll()
	if err := text.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]tsp.Optimum{}
	for _, row := range rows[1:] {
		if row[3] != "" && row[0] != "linhp318" { // linhp318 has a separate test
			list[row[0]] = tsp.Optimum{Value: must(strconv.ParseInt(row[3], 10, 64)), Proven: row[4] == "yes"}
		}
	}
	found := 0
	for _, pattern := range []string{"tsplib/*.tsp", "atsp/*.atsp", "vlsi/*.tsp", "national/*.tsp", "art/*.tsp"} {
		files, err := filepath.Glob(filepath.Join(data, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
			want, ok := list[name]
			if !ok {
				continue // pm8079 has no published value
			}
			found++
			if got, ok := tsp.BestKnown(must(format.ReadFile(file, format.Options{}))); !ok || got != want {
				t.Errorf("%s: %+v, %v; want %+v", name, got, ok, want)
			}
		}
	}
	if found != 238 {
		t.Errorf("%d instances, want 238", found)
	}
}
