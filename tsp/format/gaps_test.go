package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// Empty and infinite cells of a matrix mean that there is no connection. A note says so.
func TestGapsInMatrices(t *testing.T) {
	for name, text := range map[string]string{
		"names":        ",Ann,Ben,Cy,Di\nAnn,0,10,,40\nBen,10,0,20,\nCy,,20,0,30\nDi,40,,30,0\n",
		"empty corner": ",Ann,Ben,Cy,Di\nAnn,,10,-,40\nBen,10,,20,n/a\nCy,NaN,20,,30\nDi,40,,30,\n",
		"infinite":     "0,10,inf,40\n10,0,20,inf\n+Inf,20,0,30\n40,∞,30,0\n",
		"a file's own": "0,10,1e9,40\n10,0,20,inf\n1e9,20,0,30\n40,inf,30,0\n",
	} {
		doc, err := format.Load(strings.NewReader(text), "m.csv", format.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		in := doc.Instance
		if in.Rounding().Forbidden != 4 || in.Cost(tsp.Identity(4)) != 100 || in.Cost(tsp.Tour{0, 2, 1, 3}) < 1000 {
			t.Errorf("%s: %+v, cost %v", name, in.Rounding(), in.Cost(tsp.Identity(4)))
		}
		if len(doc.Doubts) != 1 || !strings.Contains(doc.Doubts[0].Error(), "cells of the matrix without a number: no connection") {
			t.Errorf("%s: %v", name, doc.Doubts)
		}
	}
}

// A matrix without numbers on its diagonal whose first row is also one of numbers has two meanings.
func TestAmbiguousDiagonals(t *testing.T) {
	for _, text := range []string{",5,7\n5,,8\n7,8,\n", ";5,5;7,25\n5,5;;8\n7,25;8;\n"} {
		_, err := format.Load(strings.NewReader(text), "m.csv", format.Options{})
		if err == nil || !strings.Contains(err.Error(), "the first row may hold names or distances") {
			t.Errorf("%q: %v", text, err)
		}
	}
	doc, err := format.Load(strings.NewReader(",A,B,C\nA,,1,2\nB,1,,3\nC,2,3,\n"), "m.csv", format.Options{})
	if err != nil || len(doc.Doubts) != 0 || doc.Instance.Cost(tsp.Identity(3)) != 6 {
		t.Errorf("an empty diagonal: %v, %v", doc, err)
	}
}

// Negative lengths and times are probably mistakes.
func TestNegativeCells(t *testing.T) {
	doc, err := format.Load(strings.NewReader(",A,B,C\nA,0,5,-3\nB,5,0,2\nC,-3,2,0\n"), "m.csv", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "m.csv: 2 cells of the matrix with a negative number, the first in row 1, column 3: lengths and times are at least 0"
	if notes := doc.Instance.Details().Notes; !slices.Contains(notes, want) {
		t.Errorf("got %q, want %q", notes, want)
	}
}
