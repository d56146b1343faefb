package tourmaline_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tourmaline "github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A file with a solution is read. Any other content, including an empty file, blanks, a different
// kind of file or half an object, gives an error that names the file.
func TestSolutionFiles(t *testing.T) {
	graph, err := maxcut.New("triangle", 3, []maxcut.Edge{{From: 0, To: 1, Weight: 2}, {From: 1, To: 2, Weight: 3}})
	if err != nil {
		t.Fatal(err)
	}
	office, err := qap.New("office", 2, []int64{0, 1, 2, 0}, []int64{0, 3, 4, 0})
	if err != nil {
		t.Fatal(err)
	}
	cut, places := tourmaline.Cut(graph), tourmaline.Assignments(office)
	for _, c := range []struct {
		name    string
		problem tourmaline.Problem
		text    string
		want    string // solution and cost, or part of the error
	}{
		{"a cut", cut, ` {"solution": [0, 1, 0]}`, "[0 1 0] costs -5"},
		{"nothing", cut, "", "f: expected a result in JSON"},
		{"blanks", cut, " \n\t", "f: expected a result in JSON"},
		{"another kind", cut, "3 2", "f: expected a result in JSON"},
		{"half an object", cut, `{"solution": [0, 1`, "f: unexpected end of JSON input"},
		{"words", cut, `{"solution": "all"}`, "f: solution: expected array, found string"},
		{"too short", cut, `{"solution": [0, 1]}`, "f does not contain a solution of triangle: not a solution: "},
		{"no solution", cut, `{}`, "f: not a solution: expected the field \"solution\""},
		{"places", places, `{"solution": [2, 1]}`, "[1 0] costs 10"},
		{"places of QAPLIB", places, "2 11\n1 2", "[0 1] costs 11"},
		{"no places", places, "", "f:1: "},
		{"half the places", places, "{", "f: unexpected end of JSON input"},
		{"a place twice", places, `{"solution": [2, 2]}`, "f does not contain a solution of office: not a solution: "},
		{"no problem", tourmaline.Problem{}, "{}", "no problem to solve"},
		{"tours", tourmaline.Tours(generated(t, 5)), "{}", "tours have their own file formats"},
	} {
		solution, cost, _, err := c.problem.ReadSolution([]byte(c.text), "f")
		got := fmt.Sprintf("%v costs %v", solution, cost)
		if err != nil {
			got = err.Error()
			if solution != nil || cost != 0 {
				t.Errorf("%s: %v, %v beside an error", c.name, solution, cost)
			}
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if strings.Contains(c.want, "not a solution") != errors.Is(err, tourmaline.ErrNoSolution) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func generated(t *testing.T, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}
