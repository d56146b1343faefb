package output

import (
	"fmt"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Itinerary returns a table of the cities of a tour with legs and totals, and the times of arrival
// if they are known. Rows are at most width columns wide.
func Itinerary(in *tsp.Instance, t tsp.Tour, system humanize.System, width int) string {
	return align(itinerary(in, t, system), width)
}

// itinerary returns the cells of the table, the headings first.
func itinerary(in *tsp.Instance, t tsp.Tour, system humanize.System) [][]string {
	stops := in.Stops(t)
	column := columnOf(stops, in.Details().Unit, system)
	rows := [][]string{{"", Noun(in), head("leg", column), head("total", column)}}
	if in.Details().Pace != nil {
		rows[0] = append(rows[0], "arrive")
	}
	for k, s := range stops {
		rows = append(rows, rowOf(in, k, s, column))
	}
	return rows
}

// rowOf returns the row of the k-th stop.
func rowOf(in *tsp.Instance, k int, s tsp.Stop, column humanize.Column) []string {
	row := []string{fmt.Sprint(k + 1), humanize.Printable(in.NameOf(s.City)), column.Text(s.Leg), column.Text(s.Total)}
	switch {
	case k == 0:
		row[2] = ""
	case k == in.N():
		row[0], row[1] = "", "back to "+row[1]
	}
	if v, known := in.Visit(k, s); known {
		row = append(row, humanize.Clock(v.Arrive))
	}
	return row
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
func align(rows [][]string, width int) string {
	wide := widths(rows, width)
	var b strings.Builder
	for _, row := range rows {
		name := humanize.Truncate(row[1], wide[1])
		fmt.Fprintf(&b, "  %*s  %s%s", wide[0], row[0], name, strings.Repeat(" ", wide[1]-humanize.Width(name)))
		for k, cell := range row[2:] {
			fmt.Fprintf(&b, "  %*s", wide[k+2], cell)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// widths returns the width of each column. Names get what the other columns leave.
func widths(rows [][]string, width int) []int {
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for k, cell := range row {
			wide[k] = max(wide[k], humanize.Width(cell))
		}
	}
	left := width
	for k, w := range wide {
		if left -= len("  "); k != 1 {
			left -= w
		}
	}
	wide[1] = min(wide[1], max(minName, left))
	return wide
}
