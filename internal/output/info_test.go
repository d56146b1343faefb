package output

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// table returns the facts with single spaces.
func table(t *testing.T, f Facts) string {
	t.Helper()
	var b strings.Builder
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines, "\n")
}

func TestFactsOfAPlane(t *testing.T) {
	in, err := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {30, 40}, {0, 0}, {0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.With(tsp.Details{Name: "four", Comment: "two\nlines", Unit: "mm"}); err != nil {
		t.Fatal(err)
	}
	f := Describe(in)
	f.Doubts = []string{"a doubt"}
	want := "name four\ncomment two\nlines\ncities 4\nmetric EUC_2D, symmetric\nunit mm\nbox [0 0] to [30 40]\n" +
		"repeated 2 cities have the same coordinates as another city\n"
	got := table(t, f)
	if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\nwarning a doubt\nhash "+in.Hash()) {
		t.Errorf("%s\nexpected a start of\n%s", got, want)
	}
	if f.SamePlace = 1; !strings.Contains(table(t, f), "\nrepeated 1 city has the same coordinates as another city\n") {
		t.Errorf("one repeated city:\n%s", table(t, f))
	}
	if f.SamePlace = 0; strings.Contains(table(t, f), "repeated") {
		t.Errorf("no repeated city:\n%s", table(t, f))
	}
}

func TestFactsOfAMatrix(t *testing.T) {
	in, err := tsp.FromMatrix(3, []float64{0, 1.5, 2, 3, 0, 1, 2, 2, 0})
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.With(tsp.Details{Name: "m"}); err != nil {
		t.Fatal(err)
	}
	want := "name m\ncities 3\nmetric EXPLICIT, asymmetric\nprecision distances in steps of 0.1\nhash " + in.Hash()
	if got := table(t, Describe(in)); got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
}

// A published instance shows its optimum. Only an optimum that is proven is called so.
func TestFactsOfAPublishedInstance(t *testing.T) {
	f := Describe(burma14(t))
	if got := table(t, f); !strings.Contains(got, "\noptimum 3,323\n") || strings.Contains(got, "best known") {
		t.Errorf("%s", got)
	}
	f.Proven = false
	if got := table(t, f); !strings.Contains(got, "\nbest known 3,323\n") || strings.Contains(got, "optimum") {
		t.Errorf("unproven:\n%s", got)
	}
}

// At most ten reasons for skipped rows are shown.
func TestSkippedRows(t *testing.T) {
	f := Facts{RowsLeft: 12}
	for i := range 12 {
		f.Skipped = append(f.Skipped, fmt.Sprintf("row-%d", i))
	}
	got := table(t, f)
	if !strings.Contains(got, "\nskipped 12 rows\nrow-0\nrow-1\n") || !strings.Contains(got, "\nrow-9\nhash") {
		t.Errorf("%s", got)
	}
}

func TestFixedEdgesAndEstimate(t *testing.T) {
	f := Facts{FixedEdges: 2, Estimate: new(1234.0)}
	if got := table(t, f); !strings.Contains(got, "\nfixed edges 2\nfor comparison about 1,234 for a random instance of this size\n") {
		t.Errorf("%s", got)
	}
	if got := table(t, Facts{}); strings.Contains(got, "fixed") || strings.Contains(got, "comparison") {
		t.Errorf("%s", got)
	}
}

func TestInterpretation(t *testing.T) {
	matrix := func(d ...float64) *tsp.Instance {
		in, err := tsp.FromMatrix(3, d)
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	globe, err := tsp.FromPoints(tsp.Haversine, []tsp.Point{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	for want, in := range map[string]*tsp.Instance{
		"latitude and longitude, straight-line distances": globe,
		"2 coordinates each, Euclidean distances":         square(t),
		"GEO":                           burma14(t),
		"a symmetric distance matrix":   matrix(0, 1, 2, 1, 0, 3, 2, 3, 0),
		"an asymmetric distance matrix": matrix(0, 1, 2, 9, 0, 3, 2, 3, 0),
	} {
		if got := Interpretation(in); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
