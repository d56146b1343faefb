package drill

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

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
