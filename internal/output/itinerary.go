package output

import (
	"fmt"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Itinerary returns a table of the cities of a tour with legs and totals. Rows are at most width
// columns wide.
func Itinerary(in *tsp.Instance, t tsp.Tour, system humanize.System, width int) string {
	stops := in.Stops(t)
	column := columnOf(stops, in.Details().Unit, system)
	rows := [][4]string{{"", Noun(in), head("leg", column), head("total", column)}}
	for k, s := range stops {
		row := [4]string{fmt.Sprint(k + 1), humanize.Printable(in.NameOf(s.City)), column.Text(s.Leg), column.Text(s.Total)}
		switch {
		case k == 0:
			row[2] = ""
		case k == len(t):
			row[0], row[1] = "", "back to "+row[1]
		}
		rows = append(rows, row)
	}
	return align(rows, width)
}

// columnOf returns the common format of all legs and totals.
func columnOf(stops []tsp.Stop, unit string, system humanize.System) humanize.Column {
	var all []float64
	longest := 0.0
	for _, s := range stops {
		all = append(all, s.Leg, s.Total)
		longest = max(longest, s.Leg, s.Total)
	}
	return humanize.NewColumn(longest, unit, system, all)
}

// head returns the heading of a column, including its unit.
func head(title string, c humanize.Column) string {
	return strings.TrimSpace(title + " " + humanize.Printable(c.Unit))
}

// minName is the minimum width of the name column on a narrow page.
const minName = 12

// align aligns the cells of a table, names to the left and other cells to the right. It truncates
// names if rows would be too wide.
func align(rows [][4]string, width int) string {
	var wide [4]int
	for _, row := range rows {
		for k, cell := range row {
			wide[k] = max(wide[k], humanize.Width(cell))
		}
	}
	const gaps = 2 * 4
	wide[1] = min(wide[1], max(minName, width-wide[0]-wide[2]-wide[3]-gaps))
	var b strings.Builder
	for _, row := range rows {
		name := humanize.Truncate(row[1], wide[1])
		fmt.Fprintf(&b, "  %*s  %s%s  %*s  %*s\n", wide[0], row[0], name, strings.Repeat(" ", wide[1]-humanize.Width(name)), wide[2], row[2], wide[3], row[3])
	}
	return b.String()
}
