package format

import (
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// merge joins the cities at the same place into one city, which has the first id and all names. It
// warns about the cities that it merged.
func (c *cities) merge() {
	first := make(map[[3]float64]int, c.n())
	var groups [][]int
	for i := range c.n() {
		var at [3]float64
		copy(at[:], c.spotOf(i))
		g, taken := first[at]
		if !taken {
			g = len(groups)
			first[at], groups = g, append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	merged := c.n() - len(groups)
	if merged == 0 {
		return
	}
	c.src.doubt(0, "%s merged with a stop at the same place", humanize.Count(merged, "stop"))
	*c = c.joined(groups)
}

// joined returns a city for each group of cities.
func (c *cities) joined(groups [][]int) cities {
	out := cities{src: c.src, axes: c.axes, dims: c.dims, bare: c.bare, first: c.first, sure: c.sure, about: c.about}
	if c.columns != nil {
		out.columns = &columns{titles: c.columns.titles}
	}
	for _, group := range groups {
		i := group[0]
		out.coords = append(out.coords, c.spotOf(i)...)
		if c.lines.n > 0 {
			out.lines.add(c.lines.at(i))
		}
		if c.ids.n > 0 {
			out.ids.add(c.ids.text(i))
		}
		if c.labels.n > 0 {
			out.labels.add(join(group, c.labels.text))
		}
		if c.columns == nil {
			continue
		}
		row := make([]string, len(c.columns.titles))
		for k := range row {
			row[k] = join(group, func(i int) string { return c.columns.Text(int32(i), k) })
		}
		out.columns.add(row)
	}
	return out
}

// join joins the different texts of some cities.
func join(group []int, text func(i int) string) string {
	var parts []string
	for _, i := range group {
		if part := text(i); part != "" && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " + ")
}
