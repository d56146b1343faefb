package tsp_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

func TestColumnsAreKept(t *testing.T) {
	c := tsp.NewColumns([]string{"Kunde", "Fenster", "Breite"})
	c.Add([]string{"Anna", "8-10", "52,5"})
	c.Add([]string{"Bert"})
	c.Add([]string{"", "x", "y", "beyond the titles"})
	want := [][]string{{"Anna", "8-10", "52,5"}, {"Bert", "", ""}, {"", "x", "y"}}
	if c.Len() != len(want) {
		t.Fatalf("%d rows, want %d", c.Len(), len(want))
	}
	for i, row := range want {
		for k, text := range row {
			if got := c.Text(int32(i), k); got != text {
				t.Errorf("row %d, column %d: %q, want %q", i, k, got, text)
			}
		}
	}
	if err := withIDs(t, 1, 2, 3, 4).SetColumns(c); err == nil {
		t.Error("three rows were set for four cities")
	}
}
