package osrm

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Table holds the times and distances from every place to every other place.
type Table struct {
	N         int
	Durations []float64 // in seconds, row by row; NaN if there is no route
	Distances []float64 // in metres along the same, fastest routes
	Snapped   []float64 // latitude and longitude of each place after snapping to a road
	Streets   []string  // name of the road at each place; may be empty
}

// most is the maximum number of places, which takes 10,000 requests of 50 x 50.
const most = 5000

// Table requests the table of the given places, each a latitude and a longitude.
func (c *Client) Table(ctx context.Context, latlon []float64) (t *Table, err error) {
	n := len(latlon) / 2
	if n < 1 || n > most {
		return nil, fmt.Errorf("got a table of %d places, expected 1 to %d", n, most)
	}
	err = adapt(n, func(most int) error {
		t = &Table{n, make([]float64, n*n), make([]float64, n*n), make([]float64, 2*n), make([]string, n)}
		list := blocks(n, most)
		return c.all(ctx, len(list), func(i int) error { return c.block(ctx, latlon, list[i], t) })
	})
	return t, err
}

// A span is a range of places, excluding the end.
type span struct{ from, end int }

func (s span) len() int { return s.end - s.from }

// A block is a part of the table.
type block struct{ rows, columns span }

// blocks divides a table of n places into requests of limited size. Sources and destinations both
// count towards the limit unless they are the same places.
func blocks(n, most int) (list []block) {
	side := most / 2
	if n <= most {
		side = n
	}
	for i := 0; i < n; i += side {
		for j := 0; j < n; j += side {
			list = append(list, block{span{i, min(i+side, n)}, span{j, min(j+side, n)}})
		}
	}
	return list
}

// largest returns the size limit of the response for a block: 40 characters for each number, and
// 1 KiB for each source and destination.
func (b block) largest() int64 {
	return int64(80*b.rows.len()*b.columns.len() + (b.rows.len()+b.columns.len()+16)<<10)
}

// request returns the places and the options of the request for a block.
func (b block) request(latlon []float64) (places, options string) {
	const annotations = "annotations=duration,distance&generate_hints=false"
	places = coordinates(latlon[2*b.rows.from : 2*b.rows.end])
	if b.rows == b.columns {
		return places, annotations
	}
	places += ";" + coordinates(latlon[2*b.columns.from:2*b.columns.end])
	m := b.rows.len()
	return places, annotations + "&sources=" + indices(0, m) + "&destinations=" + indices(m, m+b.columns.len())
}

func indices(from, end int) string {
	var list []string
	for i := from; i < end; i++ {
		list = append(list, strconv.Itoa(i))
	}
	return strings.Join(list, ";")
}

// A tableAnswer is a response of the table service.
type tableAnswer struct {
	answer
	Durations, Distances [][]*float64
	Sources              []waypoint
}

// A waypoint is a place on a road.
type waypoint struct {
	Name     string    `json:"name"`
	Location []float64 `json:"location"` // longitude, latitude
}

// block requests a part of the table. Parts do not overlap, so several can be filled concurrently.
func (c *Client) block(ctx context.Context, latlon []float64, b block, t *Table) error {
	places, options := b.request(latlon)
	var a tableAnswer
	if err := c.get(ctx, query{"table", places, options, b.largest()}, &a, &a.answer); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		rows [][]*float64
		into []float64
	}{{"durations", a.Durations, t.Durations}, {"distances", a.Distances, t.Distances}} {
		if !t.fill(part.into, b, part.rows) {
			return fmt.Errorf("%s: expected %d x %d %s, found a different number", c.server.Redacted(), b.rows.len(), b.columns.len(), part.name)
		}
	}
	if b.columns.from == 0 && !t.snap(b.rows, a.Sources) {
		return fmt.Errorf("%s: expected places for %d sources, found a different number", c.server.Redacted(), b.rows.len())
	}
	return nil
}

// fill copies the rows of a response to the table. It returns false if they do not have the shape
// of the block.
func (t *Table) fill(into []float64, b block, rows [][]*float64) bool {
	if len(rows) != b.rows.len() {
		return false
	}
	for i, row := range rows {
		if len(row) != b.columns.len() {
			return false
		}
		at := (b.rows.from+i)*t.N + b.columns.from
		for j, v := range row {
			if into[at+j] = math.NaN(); v != nil {
				into[at+j] = *v
			}
		}
	}
	return true
}

// snap stores the snapped coordinates and street names of the sources.
func (t *Table) snap(rows span, sources []waypoint) bool {
	if len(sources) != rows.len() {
		return false
	}
	for i, s := range sources {
		if len(s.Location) != 2 {
			return false
		}
		k := rows.from + i
		t.Snapped[2*k], t.Snapped[2*k+1], t.Streets[k] = s.Location[1], s.Location[0], s.Name
	}
	return true
}

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
		text += fmt.Sprintf(", and none for %s in total", humanize.Count(pairs, "pair"))
	}
	if len(cut) > 0 {
		text += fmt.Sprintf("; %s cannot be reached from most others: %s", humanize.Count(len(cut), "city"), strings.Join(cut[:min(len(cut), listed)], ", "))
	}
	if len(cut) > listed {
		text += ", …"
	}
	return fmt.Errorf("%s: move or remove the unreachable places", text)
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
