package suggest

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"kitten", "sitting", 3},
		{"Köln", "Koln", 1},
		{"ab", "ba", 2},
		{"depot", "depots", 1},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.b, c.a, got, c.want)
		}
		if !Within(c.a, c.b, c.want) || Within(c.a, c.b, c.want-1) {
			t.Errorf("%q and %q: expected within %d and not less", c.a, c.b, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"anneal", "tabu", "climb"}
	if word, ok := Nearest("taboo", words); !ok || word != "tabu" {
		t.Errorf("taboo: %q, %v, want tabu", word, ok)
	}
	if word, ok := Nearest("CLIMP", words); !ok || word != "climb" {
		t.Errorf("CLIMP: %q, %v, want climb", word, ok)
	}
	if word, ok := Nearest("haversin", []string{"GEO", "HAVERSINE"}); !ok || word != "HAVERSINE" {
		t.Errorf("haversin: %q, %v, want HAVERSINE", word, ok)
	}
	if got := Meant("taboo", words); got != "did you mean tabu? " {
		t.Errorf("taboo: %q", got)
	}
	for _, typed := range []string{"", "xyzzy"} {
		if word, ok := Nearest(typed, words); ok {
			t.Errorf("%q: %q, want none", typed, word)
		}
	}
	if _, ok := Nearest("tabu", nil); ok {
		t.Error("no words: want none")
	}
}

// A suggestion needs at most half of its letters changed.
func TestNearestIsNear(t *testing.T) {
	for typed, want := range map[string]bool{"tabu": true, "taXX": true, "tXXX": false} {
		if word, ok := Nearest(typed, []string{"tabu"}); ok != want {
			t.Errorf("%s: %q, %v", typed, word, ok)
		}
	}
}
