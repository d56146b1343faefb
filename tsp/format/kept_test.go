package format

import "testing"

func TestColumnsAreKept(t *testing.T) {
	c := &columns{titles: []string{"Kunde", "Fenster", "Breite"}}
	c.add([]string{"Anna", "8-10", "52,5"})
	c.add([]string{"Bert"})
	c.add([]string{"", "x", "y", "beyond the titles"})
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
}
