package output

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Rows fit the width of the page for long and wide names.
func TestItineraryFitsThePage(t *testing.T) {
	in, err := tsp.FromPoints(tsp.Haversine, []tsp.Point{{52, 13}, {53, 10}, {48, 11}})
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.With(tsp.Details{Labels: []string{"A warehouse with a very long name", "東京都千代田区丸の内一丁目九番地", "Zoe\u0301"}}); err != nil {
		t.Fatal(err)
	}
	for page, want := range map[int]string{
		120: `     stop                                       leg km  total km
  1  A warehouse with a very long name                       0.0
  2  東京都千代田区丸の内一丁目九番地            231.5     231.5
  3  Zoé                                         560.4     791.9
     back to A warehouse with a very long name   467.1   1,259.1
`,
		44: `     stop                   leg km  total km
  1  A warehouse with a v…               0.0
  2  東京都千代田区丸の内…   231.5     231.5
  3  Zoé                     560.4     791.9
     back to A warehouse…    467.1   1,259.1
`,
	} {
		got := Itinerary(in, tsp.Tour{0, 1, 2}, humanize.Metric, page)
		if got != want {
			t.Errorf("on a page of %d columns:\n%swant\n%s", page, got, want)
		}
		for line := range strings.Lines(got) {
			if n := humanize.Width(strings.TrimSuffix(line, "\n")); n > page {
				t.Errorf("a row of %d columns on a page of %d: %s", n, page, line)
			}
		}
	}
}
