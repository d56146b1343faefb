package humanize

import "testing"

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n    int
		one  string
		want string
	}{{1, "city", "1 city"}, {0, "city", "0 cities"}, {2000, "city", "2,000 cities"}, {3, "stop", "3 stops"}} {
		if got := Count(c.n, c.one); got != c.want {
			t.Errorf("Count(%d, %q) = %q, want %q", c.n, c.one, got, c.want)
		}
	}
}
