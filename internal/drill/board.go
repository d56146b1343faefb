package drill

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Board is a drill file with a name, and the way in which the machine moves.
type Board struct {
	*File
	Name   string
	Motion Motion
}

// Path returns the holes of a run as an instance of a path with free ends, and the number of units
// of its costs in a unit of the file.
func (b Board) Path(r Run) (in *tsp.Instance, scale float64, err error) {
	xy := r.Coords()
	scale = b.Motion.scale(xy)
	for i := range xy {
		xy[i] *= scale
	}
	in, err = tsp.FromCoords(b.Motion.metric(), 2, xy)
	if err != nil {
		return nil, 0, fmt.Errorf("tool T%d: %w", r.Tool.Number, err)
	}
	in, err = in.With(tsp.Details{Name: fmt.Sprintf("%s T%d", b.Name, r.Tool.Number), Unit: b.Motion.unit(b.Unit, scale)})
	if err != nil {
		return nil, 0, err
	}
	in, err = in.Path(-1, -1)
	return in, scale, err
}

// A Trip is the travel of a tool between its holes, before and after sorting.
type Trip struct {
	Tool     int                `json:"tool,omitempty"` // tool number; 0 for all tools
	Diameter float64            `json:"diameter,omitempty"`
	Holes    int                `json:"holes"`
	Before   float64            `json:"travel_before"`
	After    float64            `json:"travel_after"`
	Saved    float64            `json:"saved_percent"`
	Result   *tourmaline.Result `json:"result,omitempty"`
}

// Trips returns the trip of each run in the order of the file.
func (b Board) Trips() ([]Trip, error) {
	var trips []Trip
	for _, run := range b.Runs {
		in, scale, err := b.Path(run)
		if err != nil {
			return nil, err
		}
		length := in.Cost(tsp.Identity(in.N())) / scale
		trips = append(trips, Trip{Tool: run.Tool.Number, Diameter: run.Tool.Diameter, Holes: run.Hits(), Before: length, After: length})
	}
	return trips, nil
}

// SetAfter sets the travel after sorting.
func (t *Trip) SetAfter(length float64) {
	if t.After = length; t.Before != 0 {
		t.Saved = 100 * (t.Before - t.After) / t.Before
	}
}

func (t *Trip) add(other Trip) {
	t.Holes += other.Holes
	t.Before += other.Before
	t.SetAfter(t.After + other.After)
}

// Total returns the sum of all trips.
func Total(trips []Trip) (sum Trip) {
	for _, t := range trips {
		sum.add(t)
	}
	return sum
}

// ByTool returns one trip per tool, sorted by tool number.
func ByTool(trips []Trip) []Trip {
	var tools []Trip
	index := map[int]int{} // by tool number
	for _, t := range trips {
		if i, ok := index[t.Tool]; ok {
			tools[i].add(t)
			continue
		}
		index[t.Tool] = len(tools)
		tools = append(tools, t)
	}
	slices.SortStableFunc(tools, func(a, b Trip) int { return cmp.Compare(a.Tool, b.Tool) })
	return tools
}

// SameHoles returns an error unless each tool drills the same holes on both boards.
func (b Board) SameHoles(other Board) error {
	if b.Unit != other.Unit {
		return fmt.Errorf("its unit is %s, expected %s", other.Unit, b.Unit)
	}
	mine, theirs := b.hits(), other.hits()
	for i := range max(len(mine), len(theirs)) {
		switch {
		case i == len(theirs) || i < len(mine) && compareHits(mine[i], theirs[i]) < 0:
			return fmt.Errorf("hole %v is missing", mine[i])
		case i == len(mine) || compareHits(mine[i], theirs[i]) > 0:
			return fmt.Errorf("unexpected hole %v", theirs[i])
		}
	}
	return nil
}

// A hit is the work of a tool at one place.
type hit struct {
	tool Tool
	x, y float64
	text string // lines of a slot or of repeats
}

func (h hit) String() string {
	return fmt.Sprintf("T%d at X%s Y%s", h.tool.Number, decimal(h.x), decimal(h.y))
}

func compareHits(a, b hit) int {
	return cmp.Or(cmp.Compare(a.tool.Number, b.tool.Number), cmp.Compare(a.tool.Diameter, b.tool.Diameter),
		cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y), strings.Compare(a.text, b.text))
}

// hits returns the hits of all tools, sorted independently of their order in the file.
func (b Board) hits() []hit {
	var all []hit
	for _, run := range b.Runs {
		for _, h := range run.Holes {
			one := hit{tool: run.Tool, x: h.X, y: h.Y, text: h.cycle}
			if h.Kind != Drilled {
				one.text = h.Text
			}
			all = append(all, one)
		}
	}
	slices.SortFunc(all, compareHits)
	return all
}

// WriteCSV writes the holes as a table.
func (f *File) WriteCSV(w io.Writer) error {
	table := csv.NewWriter(w)
	_ = table.Write([]string{"x", "y", "tool", "diameter"}) // table.Error reports the error
	for _, run := range f.Runs {
		for _, h := range run.Holes {
			_ = table.Write([]string{decimal(h.X), decimal(h.Y), strconv.Itoa(run.Tool.Number), decimal(run.Tool.Diameter)})
		}
	}
	table.Flush()
	return table.Error()
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Travel formats a distance in the unit of the board.
func (b Board) Travel(v float64) string {
	digits := 100.0
	if b.Unit == Inch {
		digits = 1000
	}
	return humanize.Amount(math.Round(v*digits)/digits, b.Unit, humanize.Metric)
}

// Diameter formats the diameter of a tool, or returns "" if it is not known.
func (b Board) Diameter(t Trip) string {
	if t.Diameter == 0 {
		return ""
	}
	return humanize.Amount(t.Diameter, b.Unit, humanize.Metric)
}

func (t Trip) name() string {
	if t.Tool == 0 {
		return "total"
	}
	return fmt.Sprintf("T%d", t.Tool)
}

// Size returns the numbers of tools and holes as text.
func (b Board) Size() string {
	tools := map[int]bool{}
	for _, run := range b.Runs {
		tools[run.Tool.Number] = true
	}
	return humanize.Count(len(tools), "tool") + ", " + humanize.Count(b.Holes(), "hole")
}

// WriteTrips writes a table with a row per trip and a total.
func (b Board) WriteTrips(w io.Writer, trips []Trip) error {
	const row = "%-5s %10s %9s %16s %16s %9s\n"
	var text strings.Builder
	fmt.Fprintf(&text, row, "tool", "diameter", "holes", "travel before", "travel after", "saved")
	for _, t := range append(slices.Clone(trips), Total(trips)) {
		fmt.Fprintf(&text, row, t.name(), b.Diameter(t), humanize.Number(float64(t.Holes)), b.Travel(t.Before), b.Travel(t.After), fmt.Sprintf("%.1f %%", t.Saved))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// WriteInfo writes the number format of the file and a table with a row per tool and a total.
func (b Board) WriteInfo(w io.Writer, trips []Trip) error {
	const row = "%-5s %10s %9s %16s\n"
	var text strings.Builder
	fmt.Fprintf(&text, "unit %s, number format %s\n"+row, b.Unit, b.Format, "tool", "diameter", "holes", "travel")
	for _, t := range append(ByTool(trips), Total(trips)) {
		fmt.Fprintf(&text, row, t.name(), b.Diameter(t), humanize.Number(float64(t.Holes)), b.Travel(t.Before))
	}
	for _, note := range b.Notes {
		fmt.Fprintf(&text, "note: %s\n", note)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// Facts describes a board.
type Facts struct {
	Name    string      `json:"name"`
	Unit    string      `json:"unit"`
	Numbers string      `json:"numbers"` // number format
	Holes   int         `json:"holes"`
	Travel  float64     `json:"travel"`
	Tools   []ToolFacts `json:"tools"`
	Notes   []string    `json:"notes,omitempty"`
}

// ToolFacts describes a tool of a board.
type ToolFacts struct {
	Tool     int     `json:"tool"`
	Diameter float64 `json:"diameter"`
	Holes    int     `json:"holes"`
	Travel   float64 `json:"travel"`
}

// Facts returns the facts about a board and its trips.
func (b Board) Facts(trips []Trip) Facts {
	f := Facts{Name: b.Name, Unit: b.Unit, Numbers: b.Format, Holes: b.Holes(), Travel: Total(trips).Before, Notes: b.Notes}
	for _, t := range ByTool(trips) {
		f.Tools = append(f.Tools, ToolFacts{t.Tool, t.Diameter, t.Holes, t.Before})
	}
	return f
}
