package drill

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// twoTools is a board with three holes of T1 in a bad order and two holes of T2.
const twoTools = "M48\nMETRIC\nT1C0.3\nT2C1.0\n%\nT1\nX0.0Y0.0\nX20.0Y0.0\nX10.0Y0.0\nT2\nX5.0Y5.0\nX6.0Y5.0\nM30\n"

func parseBoard(t *testing.T, text string) Board {
	t.Helper()
	f, err := Parse(strings.NewReader(text), "board.drl")
	if err != nil {
		t.Fatal(err)
	}
	return Board{File: f, Name: "board"}
}

func solveInMemory(ctx context.Context, p tourmaline.Problem, cfg tourmaline.Config) (*tourmaline.Result, error) {
	return tourmaline.Solve(ctx, p, cfg)
}

// Each tool gets a shorter path, and the written file contains the same holes.
func TestSort(t *testing.T) {
	b := parseBoard(t, twoTools)
	s, err := Sort(t.Context(), b, tourmaline.Config{Limits: tourmaline.Limits{Time: 10 * time.Second}}, solveInMemory)
	if err != nil {
		t.Fatal(err)
	}
	r := s.Report
	if r.Before != 31 || r.After != 21 || r.Holes != 5 || r.Termination != search.Optimal || s.Left != 0 || len(r.Tools) != 2 {
		t.Errorf("%+v", r)
	}
	if s.Orders[1] != nil {
		t.Errorf("T2 was in a good order, and got %v", s.Orders[1])
	}
	var out bytes.Buffer
	if err := s.WriteSorted(&out); err != nil {
		t.Fatal(err)
	}
	sorted := parseBoard(t, out.String())
	if err := b.SameHoles(sorted); err != nil {
		t.Error(err)
	}
	if trips, err := sorted.Trips(); err != nil || Total(trips).Before != 21 {
		t.Errorf("%v, %v", trips, err)
	}
}

// When the time is up, or the search is interrupted, the remaining runs keep their order.
func TestSortStopsEarly(t *testing.T) {
	b := parseBoard(t, twoTools)
	late := tourmaline.Config{Began: time.Now().Add(-time.Hour), Limits: tourmaline.Limits{Time: time.Minute}}
	s, err := Sort(t.Context(), b, late, solveInMemory)
	if err != nil || s.Left != 2 || s.Report.Termination != search.Time || s.Last != nil {
		t.Errorf("after the time: %+v, %v", s, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	s, err = Sort(ctx, b, tourmaline.Config{}, func(ctx context.Context, p tourmaline.Problem, cfg tourmaline.Config) (*tourmaline.Result, error) {
		if n++; n == 2 {
			cancel()
			return nil, ctx.Err()
		}
		return solveInMemory(ctx, p, cfg)
	})
	if err != nil || s.Left != 1 || s.Report.Termination != search.Interrupted || s.Orders[0] != nil {
		t.Errorf("interrupted: %+v, %v", s, err)
	}
}

func TestSameHoles(t *testing.T) {
	b := parseBoard(t, twoTools)
	for change, want := range map[string]string{
		"X20.0Y0.0\n": "hole T1 at X20 Y0 is missing",
		"METRIC":      "its unit is in, expected mm",
	} {
		text := strings.Replace(twoTools, change, map[string]string{"METRIC": "INCH"}[change], 1)
		if err := b.SameHoles(parseBoard(t, text)); err == nil || err.Error() != want {
			t.Errorf("without %q: %v, want %s", change, err, want)
		}
	}
	more := parseBoard(t, strings.Replace(twoTools, "X6.0Y5.0", "X6.0Y5.0\nX7.0Y5.0", 1))
	if err := b.SameHoles(more); err == nil || err.Error() != "unexpected hole T2 at X7 Y5" {
		t.Error(err)
	}
}
