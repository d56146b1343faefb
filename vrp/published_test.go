package vrp

import (
	"strconv"
	"strings"
	"testing"
)

// Each line of the table has a name, a number of stops, a hash and a cost, and no hash occurs twice.
func TestPublishedText(t *testing.T) {
	seen, names := map[signature]bool{}, map[string]bool{}
	for line := range strings.Lines(publishedText) {
		f := strings.Fields(line)
		if len(f) != 4 || len(f[2]) != hashDigits {
			t.Fatalf("%q", line)
		}
		stops, err := strconv.Atoi(f[1])
		cost, fault := strconv.ParseFloat(f[3], 64)
		if err != nil || fault != nil || stops < 1 || !(cost > 0) {
			t.Errorf("%q: %v, %v", line, err, fault)
		}
		seen[signature{stops, f[2]}], names[f[0]] = true, true
	}
	if len(seen) != 448 || len(names) != 448 || len(published()) != 448 {
		t.Errorf("%d instances with %d names, want 448", len(seen), len(names))
	}
}

// Instances of other data have no published cost, even if they have as many stops.
func TestBestKnown(t *testing.T) {
	for _, n := range []int{1, 3, 100} {
		d := line()
		stop := d.Stops[0]
		d.Stops = nil
		for i := range n {
			stop.ID = int64(i + 1)
			d.Stops = append(d.Stops, stop)
		}
		if cost, ok := BestKnown(must(New(d))); ok {
			t.Errorf("%d stops: %v", n, cost)
		}
	}
}
