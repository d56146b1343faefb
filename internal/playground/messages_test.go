package playground

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const square = "name,x,y\na,0,0\nb,3,0\nc,3,4\nd,0,4\n"

// members returns the sorted names of the members of a value in JSON.
func members(t *testing.T, value any) []string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(object))
}

// The members of messages are those that the page reads.
func TestMembers(t *testing.T) {
	all, err := solve(t, `{"file": "a.csv", "steps": 1}`, square)
	if err != nil {
		t.Fatal(err)
	}
	last := all[len(all)-1]
	for want, value := range map[string]any{
		"drawing": all[0],
		"route":   last,
		"facts files length notes order seconds steps stops summary": last.Route,
		"leg name total": last.Route.Stops[0],
		"name type text": last.Route.Files[0],
		"name value":     last.Route.Facts[0],
		"error":          Message{Error: "wrong"},
		"geographic kind n name named names open origin places problem unit": all[0].Drawing,
	} {
		expected := slices.Sorted(strings.FieldsSeq(want))
		if diff := cmp.Diff(expected, members(t, value)); diff != "" {
			t.Error(diff)
		}
	}
}

// The rows of the list add up, and the last one leads back.
func TestRows(t *testing.T) {
	all, err := solve(t, `{"file": "a.csv", "steps": 1}`, square)
	if err != nil {
		t.Fatal(err)
	}
	want := []Stop{
		{"a", "", "0"},
		{"b", "3", "3"},
		{"c", "4", "7"},
		{"d", "3", "10"},
		{"back to a", "4", "14"},
	}
	if diff := cmp.Diff(want, all[len(all)-1].Route.Stops); diff != "" {
		t.Error(diff)
	}
}

// The same seed and number of steps always give the same route.
func TestTheSameRoute(t *testing.T) {
	var orders [2][]int32
	for i := range orders {
		all, err := solve(t, `{"file": "a.csv", "steps": 3, "seed": 5}`, square)
		if err != nil {
			t.Fatal(err)
		}
		orders[i] = all[len(all)-1].Route.Order
	}
	if diff := cmp.Diff(orders[0], orders[1]); diff != "" {
		t.Error(diff)
	}
}
