package report

import (
	"flag"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The same records yield the same bytes.
func TestGoldenReport(t *testing.T) {
	records := append(field(2, 3, 5), failed("tsplib/i2.tsp", "c", 6))
	records[3].Busy = true
	out := writtenAs(t, compareAll(t, records, Options{Command: "tourmaline bench plan.toml"}))
	for _, ending := range []string{"txt", "md", "csv"} {
		testkit.Golden(t, "testdata/small."+ending, out[ending], *update)
	}
	page := writtenAs(t, compareAll(t, field(1, 2, 4), Options{}))["html"]
	testkit.Golden(t, "testdata/small.html", page, *update)
}
