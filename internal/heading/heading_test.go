package heading

import "testing"

func TestFind(t *testing.T) {
	titles := []string{" Name ", "Opening-Hours", "name", "Größe"}
	for asked, want := range map[string]int{
		"name": 2, "Name": 0, "NAME": 0, // an exact title comes first
		"opening hours": 1, "OpeningHours": 1, " groesse": 3, "grösse": 3, "größe": 3, "hours": -1, "-": -1, "": -1,
	} {
		if got := Find(titles, asked); got != want {
			t.Errorf("%q is column %d, expected %d", asked, got, want)
		}
	}
}
