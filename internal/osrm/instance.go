package osrm

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Instance returns the stops with the times between them in seconds, or the distances in metres.
func (t *Table) Instance(stops *tsp.Instance, distances bool) (*tsp.Instance, error) {
	values, unit := t.Durations, "s"
	if distances {
		values, unit = t.Distances, "m"
	}
	if err := t.complete(stops, values); err != nil {
		return nil, err
	}
	m, err := tsp.FromMatrix(t.N, values)
	if err != nil {
		return nil, err
	}
	if m, err = m.With(tsp.Details{Unit: unit, Locations: t.Snapped}); err != nil {
		return nil, err
	}
	return places.WithDistances(stops, m)
}

// listed is the maximum number of stops that a message names.
const listed = 10

// complete rejects a table with missing routes. The error names one pair without a route and the
// stops that are cut off from most other stops.
func (t *Table) complete(stops *tsp.Instance, values []float64) error {
	missing := make([]int, t.N) // number of missing pairs of each stop
	pairs, first := 0, 0
	for k, v := range values {
		if i, j := k/t.N, k%t.N; math.IsNaN(v) && i != j {
			if pairs++; pairs == 1 {
				first = k
			}
			missing[i]++
			missing[j]++
		}
	}
	if pairs == 0 {
		return nil
	}
	name := func(i int) string { return fmt.Sprintf("%q", stops.NameOf(int32(i))) }
	var cut []string
	for i, m := range missing {
		if m > t.N-1 { // more than half of its pairs
			cut = append(cut, name(i))
		}
	}
	text := fmt.Sprintf("there is no route from %s to %s", name(first/t.N), name(first%t.N))
	if pairs > 1 {
		text += fmt.Sprintf(", and none for %s in all", humanize.Count(pairs, "pair"))
	}
	if len(cut) > 0 {
		text += fmt.Sprintf("; %s cut off from most others: %s", humanize.Count(len(cut), "city"), strings.Join(cut[:min(len(cut), listed)], ", "))
	}
	if len(cut) > listed {
		text += ", …"
	}
	return fmt.Errorf("%s: move or remove what cannot be reached", text)
}

// Write writes the table in the form of a single server response with all rows.
func (t *Table) Write(w io.Writer) error {
	sources := make([]waypoint, t.N)
	for i := range sources {
		sources[i] = waypoint{t.Streets[i], []float64{t.Snapped[2*i+1], t.Snapped[2*i]}}
	}
	head, err := json.Marshal(sources)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w) // records the first error
	fmt.Fprintf(out, "{\"code\": \"Ok\",\n\"sources\": %s", head)
	if err := t.writeRows(out, "durations", t.Durations); err != nil {
		return err
	}
	if err := t.writeRows(out, "distances", t.Distances); err != nil {
		return err
	}
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

// writeRows writes one row per line.
func (t *Table) writeRows(out *bufio.Writer, name string, values []float64) error {
	separator := fmt.Sprintf(",\n%q: [\n", name)
	for i := range t.N {
		row := make([]*float64, t.N)
		for j := range row {
			if v := values[i*t.N+j]; !math.IsNaN(v) {
				row[j] = &v
			}
		}
		text, err := json.Marshal(row)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s%s", separator, text)
		separator = ",\n"
	}
	fmt.Fprint(out, "]")
	return nil
}
