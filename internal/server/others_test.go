package server_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// others contains a job for each problem other than tours, by its kind of drawing.
var others = map[string]string{
	"matrix":     `{"file":"office.dat","content":"3\n0 1 2\n1 0 5\n2 5 0\n0 3 1\n3 0 4\n1 4 0\n","settings":{"max_steps":20}}`,
	"graph, cut": `{"file":"g.mc","content":"5 6\n1 2 1\n2 3 1\n3 4 2\n4 5 1\n5 1 3\n1 3 -1\n","settings":{"max_steps":20}}`,
	"graph":      `{"file":"g.col","content":"p edge 5 6 3\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\ne 1 3\n","settings":{"max_steps":20}}`,
	"function":   `{"file":"r.fun","content":"rastrigin 10\n","settings":{"max_steps":20}}`,
	"signs":      `{"file":"p.ppp","content":"PERCEPTRON 3 3\n-+-\n-+-\n+--\nPRODUCTS\n1 1 1\n","settings":{"max_steps":20}}`,
}

// Every problem has exactly one kind of drawing.
func TestOtherProblemsAreDrawn(t *testing.T) {
	s := start(t, 1, server.Options{})
	views := map[string]string{"matrix": "matrix", "graph": "graph", "function": "slices", "signs": "signs"}
	for name, body := range others {
		j := s.ended(t, body)
		kind, _, _ := strings.Cut(name, ",")
		d := as[server.Drawing](t, s.of(t, j, "drawing"), 200)
		if string(d.Kind) != kind || d.N != j.Instance.N || d.Geographic || d.Origin != nil || (kind == "function") != (d.Dimensions == 10) || (name == "graph") != (d.Colours == 3) {
			t.Errorf("%s is drawn as %+v", name, d)
		}
		for of, view := range views {
			want := 409
			if of == kind {
				want = 200
			}
			if a := s.of(t, j, view); a.StatusCode != want {
				t.Errorf("%s as %s: %s %s", name, view, a.Status, a.body)
			}
		}
		refused(t, s.of(t, j, "tour"), 409, "no_tour")
	}
	if a := s.of(t, s.ended(t, small), "matrix"); a.StatusCode != 409 {
		t.Errorf("a tour as a matrix: %s", a.Status)
	}
}

func TestMatrix(t *testing.T) {
	s := start(t, 1, server.Options{})
	got := as[server.Matrix](t, s.of(t, s.ended(t, others["matrix"]), "matrix"), 200)
	want := server.Matrix{N: 3, Size: 3, Flow: []float64{0, 1, 2, 1, 0, 5, 2, 5, 0}, Distance: []float64{0, 3, 1, 3, 0, 4, 1, 4, 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// The matrices of a large instance consist of block means.
	const n = 200
	large := fmt.Sprintf(`{"file":"l.dat","content":"%d\n%s%s","settings":{"max_steps":1}}`, n, strings.Repeat("2 ", n*n), strings.Repeat("0 1 ", n*n/2))
	got = as[server.Matrix](t, s.of(t, as[api.Job](t, s.ask(t, "POST", "/v1/jobs", large), 202), "matrix"), 200)
	if got.N != n || got.Size != 128 || len(got.Flow) != 128*128 || len(got.Distance) != 128*128 {
		t.Fatalf("%d in %d: %d and %d", got.N, got.Size, len(got.Flow), len(got.Distance))
	}
	for at := range got.Flow {
		if got.Flow[at] != 2 || got.Distance[at] < 0 || got.Distance[at] > 1 {
			t.Fatalf("block %d has the means %v and %v", at, got.Flow[at], got.Distance[at])
		}
	}
}

func TestGraph(t *testing.T) {
	s := start(t, 1, server.Options{})
	for name, want := range map[string]server.Graph{
		"graph, cut": {N: 5, Total: 6, Edges: []int64{0, 1, 1, 0, 2, -1, 0, 4, 3, 1, 2, 1, 2, 3, 2, 3, 4, 1}},
		"graph":      {N: 5, Total: 6, Edges: []int64{0, 1, 1, 0, 2, 1, 0, 4, 1, 1, 2, 1, 2, 3, 1, 3, 4, 1}},
	} {
		if diff := cmp.Diff(want, as[server.Graph](t, s.of(t, s.ended(t, others[name]), "graph"), 200)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	// The graph of a large instance contains only the first edges.
	u := as[server.Uploaded](t, s.make(t, `{"shape":"colouring","n":1000,"edges":30000,"colours":5}`), 201)
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", fmt.Sprintf(`{"instance":%q,"file":%q,"settings":{"max_steps":1}}`, u.Hash, u.File)), 202)
	if g := as[server.Graph](t, s.of(t, j, "graph"), 200); g.Total <= 20_000 || g.Total > 30_000 || len(g.Edges) != 3*20_000 {
		t.Errorf("%d edges, %d of them here", g.Total, len(g.Edges)/3)
	}
}

func TestSlices(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := s.ended(t, others["function"])
	got := as[server.Slices](t, s.of(t, j, "slices"), 200)
	if got.Dimensions != 10 || len(got.Slices) != 8 {
		t.Fatalf("%d dimensions, %d slices", got.Dimensions, len(got.Slices))
	}
	for d, one := range got.Slices {
		if one.Dimension != d || one.Low != -5.12 || one.High != 5.12 || one.At < one.Low || one.At > one.High || len(one.Values) != 201 {
			t.Fatalf("slice %d: %+v", d, one)
		}
		// Rastrigin's function is a sum over the coordinates, so its change along one coordinate
		// does not depend on the other coordinates.
		if middle, half := one.Values[100], one.Values[100+10]; math.Abs(half-middle-dent(0.512)) > 1e-9 {
			t.Errorf("slice %d: %v in the middle, %v at 0.512", d, middle, half)
		}
	}
	running := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", strings.Replace(others["function"], `"max_steps":20`, `"time_limit":"1h"`, 1)), 202)
	if p := as[api.Problem](t, s.of(t, running, "slices"), 409); p.Code != "no_result" {
		t.Errorf("%+v", p)
	}
}

// dent returns Rastrigin's function of one coordinate.
func dent(x float64) float64 { return x*x + 10*(1-math.Cos(2*math.Pi*x)) }

func TestSigns(t *testing.T) {
	s := start(t, 1, server.Options{})
	solved := s.ended(t, others["signs"])
	got := as[server.Signs](t, s.of(t, solved, "signs"), 200)
	if solved.Digest.Cost != 0 || !slices.Equal(got.Labels, []int32{1}) || !slices.Equal(got.Found, got.Wanted) {
		t.Errorf("a solution that costs %v has %+v", solved.Digest.Cost, got)
	}
	if got.Rows != 3 || got.Cols != 3 || sum(got.Wanted) != 3 || sum(got.Found) != 3 || len(got.Labels) != len(got.Wanted) || len(got.Found) != len(got.Wanted) {
		t.Errorf("%+v", got)
	}
	u := as[server.Uploaded](t, s.make(t, `{"shape":"perceptron","rows":101,"cols":2001}`), 201)
	spec := fmt.Sprintf(`{"instance":%q,"file":%q,"settings":{"max_steps":1}}`, u.Hash, u.File)
	got = as[server.Signs](t, s.of(t, s.ended(t, spec), "signs"), 200)
	if sum(got.Wanted) != 101 || sum(got.Found) != 101 || len(got.Labels) > 128 || len(got.Labels) != len(got.Found) {
		t.Errorf("%d bars: %+v", len(got.Labels), got)
	}
}

// A job that has not started has no products and no tour yet.
func TestDrawingsOfAQueuedJob(t *testing.T) {
	s := start(t, 0, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", others["signs"]), 202)
	want := server.Signs{Rows: 3, Cols: 3, Labels: []int32{1}, Wanted: []int{3}}
	if diff := cmp.Diff(want, as[server.Signs](t, s.of(t, j, "signs"), 200)); diff != "" {
		t.Error(diff)
	}
	refused(t, s.of(t, as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202), "tour"), 409, "no_tour")
}

func sum(counts []int) (all int) {
	for _, n := range counts {
		all += n
	}
	return all
}
