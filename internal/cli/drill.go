package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// isDrill tells whether a file is a drill file: by its ending or, where that says nothing,
// by its beginning. A Gerber file is read as one, to be refused by its name.
func (r reading) isDrill(path string) bool {
	switch {
	case r.Format != "":
		return r.Format == drill.Format
	case drill.Ending(path) != "":
		return true
	case format.ByExtension(path) != "" || tourmaline.KindOf(path) != "" || !isFile(path):
		return false
	}
	head, _ := format.Unpacked(path, 0, drill.Head)
	return drill.Recognise(head) || drill.IsGerber(head)
}

// A board is a drill file.
type board struct {
	*drill.File
	path string
}

func (r reading) board(path string) (board, error) {
	f, err := format.Unpacked(path, int64(r.maxInput), drill.Parse)
	if err == nil && len(f.Runs) == 0 {
		err = &format.Error{File: path, Msg: "there are no holes in it"}
	}
	return board{f, path}, inputError(tooLarge(err))
}

// name is that of the file without folder and endings.
func (b board) name() string { return experiment.InstanceName(b.path) }

// travel writes a distance in the unit of the file.
func (b board) travel(v float64) string {
	digits := 100.0
	if b.Unit == drill.Inch {
		digits = 1000
	}
	return measures{}.figure(math.Round(v*digits)/digits, b.Unit)
}

// instanceOf is a run as an instance: a path through its holes, with free ends.
func (b board) instanceOf(r drill.Run) (*tsp.Instance, error) {
	in, err := tsp.FromCoords(tsp.Euclidean, 2, r.Coords())
	if err != nil {
		return nil, inputError(fmt.Errorf("%s: T%d: %w", b.path, r.Tool.Number, err))
	}
	in.Name, in.Unit = fmt.Sprintf("%s T%d", b.name(), r.Tool.Number), b.Unit
	return in.Path(-1, -1)
}

// trips are the tools of a board with their holes and how far they travel.
func (b board) trips() ([]trip, error) {
	var all []trip
	for _, run := range b.Runs {
		in, err := b.instanceOf(run)
		if err != nil {
			return nil, err
		}
		way := in.Cost(tsp.Identity(in.N()))
		all = append(all, trip{Tool: run.Tool.Number, Diameter: run.Tool.Diameter, Holes: run.Hits(), Before: way, After: way})
	}
	return all, nil
}

// A trip is what a tool travels from hole to hole.
type trip struct {
	Tool     int                `json:"tool,omitempty"` // 0: all
	Diameter float64            `json:"diameter,omitempty"`
	Holes    int                `json:"holes"`
	Before   float64            `json:"travel_before"`
	After    float64            `json:"travel_after"`
	Saved    float64            `json:"saved_percent"`
	Result   *tourmaline.Result `json:"result,omitempty"`
}

func (t trip) name() string {
	if t.Tool == 0 {
		return "total"
	}
	return fmt.Sprintf("T%d", t.Tool)
}

// saved is the share of the travel that is saved, in percent.
func (t trip) saved() float64 {
	if t.Before == 0 {
		return 0
	}
	return 100 * (t.Before - t.After) / t.Before
}

// total adds trips up.
func total(all []trip) (sum trip) {
	for _, t := range all {
		sum.Holes += t.Holes
		sum.Before += t.Before
		sum.After += t.After
	}
	sum.Saved = sum.saved()
	return sum
}

// byTool puts the trips of each tool together, by its number.
func byTool(all []trip) []trip {
	var tools []trip
	at := map[int]int{} // of a tool by its number
	for _, t := range all {
		i, known := at[t.Tool]
		if !known {
			at[t.Tool] = len(tools)
			tools = append(tools, t)
			continue
		}
		tools[i].Holes += t.Holes
		tools[i].Before += t.Before
		tools[i].After += t.After
	}
	slices.SortStableFunc(tools, func(a, b trip) int { return cmp.Compare(a.Tool, b.Tool) })
	return tools
}

// head is the first line about a board.
func (b board) head(all []trip) string {
	return fmt.Sprintf("%s: %s, %s", humanize.Printable(filepath.Base(b.path)), humanize.Count(len(byTool(all)), "tool"), humanize.Count(total(all).Holes, "hole"))
}

// diameter is that of a tool with its unit, or nothing.
func (b board) diameter(t trip) string {
	if t.Diameter == 0 {
		return ""
	}
	return measures{}.figure(t.Diameter, b.Unit)
}

// writeTrips writes a line for each trip and one for all.
func (b board) writeTrips(w io.Writer, all []trip) error {
	const row = "%-5s %10s %9s %16s %16s %9s\n"
	var text strings.Builder
	fmt.Fprintf(&text, row, "tool", "diameter", "holes", "travel before", "travel after", "saved")
	for _, t := range append(slices.Clone(all), total(all)) {
		fmt.Fprintf(&text, row, t.name(), b.diameter(t), humanize.Cost(float64(t.Holes)), b.travel(t.Before), b.travel(t.After), fmt.Sprintf("%.1f %%", t.saved()))
	}
	_, err := io.WriteString(w, text.String())
	return err
}
