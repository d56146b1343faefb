package format_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// Cities at the same place become one, with all names and the different fields of their rows.
func TestDuplicatesAreMerged(t *testing.T) {
	const text = "name,lat,lon,boxes\nDepot,52,13,0\nAnn,52.1,13,2\nBen,52.1,13,3\nCy,52.2,13,2\nAnn,52.1,13,2\n"
	for merge, want := range map[bool]string{
		false: "1,Depot,52,13,0,0,0\n2,Ann,52.1,13,2,11119.508,11119.508\n",
		true:  "1,Depot,52,13,0,0,0\n2,Ann + Ben,52.1,13,2 + 3,11119.508,11119.508\n3,Cy,52.2,13,2,11119.508,22239.016\n",
	} {
		doc, err := format.Load(strings.NewReader(text), "stops.csv", format.Options{Merge: merge})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := format.WriteTour(&b, doc.Instance, tsp.Identity(doc.Instance.N()), nil, format.CSV); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("merge %v: %s\nlacks %s", merge, b.String(), want)
		}
		if got := doc.Doubts[0].Error(); merge && got != "stops.csv: 2 stops merged with a stop at the same place" {
			t.Errorf("%s", got)
		}
		if got, stated, err := format.ReadTour(&b, "r.csv", doc.Instance); err != nil || stated.Check(doc.Instance, got) != nil {
			t.Errorf("merge %v: %v, %v", merge, got, err)
		}
	}
	doc, err := format.Load(strings.NewReader("x,y\n1,2\n1,2\n2,2\n"), "a.csv", format.Options{Merge: true})
	if err != nil || doc.Instance.N() != 2 {
		t.Errorf("without names: %v", err)
	}
}
