package tsp_test

import (
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

func TestFindSaysWhatItMayHaveBeen(t *testing.T) {
	in := must(square().With(tsp.Details{IDs: []int64{10, 20, 30, 40}, Labels: []string{"Depot Hamburg", "Depot Bremen", "Köln", "Köln"}}))
	for name, want := range map[string]string{
		"depo":      `"depo" matches 2 cities: "Depot Hamburg" (id 10), "Depot Bremen" (id 20); expected the name or id of one city`,
		"Köln":      `"Köln" matches 2 cities: "Köln" (id 30), "Köln" (id 40); expected the name or id of one city`,
		"Hamburg":   `no city named "Hamburg"; similar names: "Depot Hamburg"`,
		"Dopot":     `no city named "Dopot"; similar names: "Depot Hamburg", "Depot Bremen"`,
		"Warehouse": `no city named "Warehouse": expected a name or id from the file, such as "Depot Hamburg"`,
		"5":         `no city named "5": expected a name or id from the file, such as "Depot Hamburg"`,
	} {
		if got, err := in.Find(name); err == nil || err.Error() != want {
			t.Errorf("%q is city %d, %v; want %s", name, got, err, want)
		}
	}
}

// Of many similar names, the error lists the most similar ones first.
func TestFindListsTheMostSimilarNamesFirst(t *testing.T) {
	labels := make([]string, 12)
	points := make([]tsp.Point, len(labels))
	for i := range labels {
		labels[i], points[i] = fmt.Sprintf("Customer %d", i), tsp.Point{float64(i), 0}
	}
	in := must(must(tsp.FromPoints(tsp.Euclidean, points)).With(tsp.Details{Labels: labels}))
	want := `no city named "Custommer 7"; similar names: "Customer 7", "Customer 0", "Customer 1", "Customer 2", "Customer 3"`
	if _, err := in.Find("Custommer 7"); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestFindByCode(t *testing.T) {
	in := must(square().With(tsp.Details{Codes: []string{"C-17", "C-18", "D-1", "D-2"}, Labels: []string{"Anna", "Bert", "", "Carl"}}))
	for name, want := range map[string]int32{"C-17": 0, "c-18": 1, "anna": 0, "4": 3, "D-1": 2} {
		if got, err := in.Find(name); err != nil || got != want {
			t.Errorf("%q is city %d, %v; want %d", name, got, err, want)
		}
	}
	if got := in.NameOf(2); got != "D-1" {
		t.Errorf("a city without a label is called %q, want its code", got)
	}
}
