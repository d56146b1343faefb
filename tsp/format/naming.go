package format

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/tourmaline-opt/tourmaline/internal/heading"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// mostCompared is the number of rows in which the values of a column are compared.
const mostCompared = 10_000

// nameColumns returns the columns whose titles look like names of places, the best first: names,
// then addresses, then towns, which many places share.
func (p *picker) nameColumns(h *header) (columns []int) {
	if at, ok := p.asked[colName]; ok {
		return []int{at}
	}
	for _, want := range []struct {
		kind        string
		best, least int
	}{{colName, plain, plain}, {colName, likely, likely}, {colName, remote, remote}, {colAddress, plain, remote}, {colTown, plain, remote}} {
		for i, title := range p.titles {
			if s := fit(title, want.kind); s >= want.least && s <= want.best && i != h.id && !slices.Contains(h.coords, i) {
				columns = append(columns, i)
			}
		}
	}
	return columns
}

// chooseName replaces the names of the cities if most of them repeat and the table has a better
// column. Without a better column, cities are named by number, unless the title is name, label or
// stop. It also describes the columns that were used.
func (c *cities) chooseName(h *header) {
	if c.columns == nil || c.columns.Len() == 0 {
		return
	}
	var why string
	if h.name >= 0 && !h.asked && c.repeats(h.name) {
		why = fmt.Sprintf("; %s repeats, so it is not the name", quote(h.title(h.name)))
	}
	if why != "" || h.name < 0 && h.id < 0 {
		name := c.betterName(h)
		switch {
		case name >= 0:
			h.name = name
			c.relabel(name)
		case why != "" && columnNames[strings.ToLower(h.title(h.name))] != colName:
			h.name, c.labels = -1, names{}
		default:
			why = ""
		}
	}
	c.describeColumns(h, why)
}

// betterName returns a column whose values tell the cities apart: the first that looks like a name
// or, if there is none, the first with a text in each row. It returns -1 if there is none.
func (c *cities) betterName(h *header) int {
	for _, column := range h.names {
		if column < len(c.columns.titles) && !c.repeats(column) {
			return column
		}
	}
	for column := range c.columns.titles {
		if column != h.id && !slices.Contains(h.coords, column) && !slices.Contains(h.names, column) && c.holdsTexts(column) && !c.repeats(column) {
			return column
		}
	}
	return -1
}

// repeats reports whether at most half of the rows have different values in a column.
func (c *cities) repeats(column int) bool {
	n := min(c.columns.Len(), mostCompared)
	seen := map[string]bool{}
	for i := range int32(n) {
		if text := strings.TrimSpace(c.columns.Text(i, column)); text != "" {
			seen[text] = true
		}
	}
	return 2*len(seen) <= n
}

// holdsTexts reports whether a column has a text in each row that may be the name of a place.
func (c *cities) holdsTexts(column int) bool {
	for i := range int32(min(c.columns.Len(), mostCompared)) {
		text := c.columns.Text(i, column)
		if !strings.ContainsFunc(text, unicode.IsLetter) || strings.ContainsAny(text, "@/") {
			return false
		}
	}
	return unused(c.columns.titles[column]) == ""
}

// relabel uses a column of the stored table as names.
func (c *cities) relabel(column int) {
	c.labels = names{}
	for i := range int32(c.columns.Len()) {
		c.labels.add(c.columns.Text(i, column))
	}
}

// describeColumns describes the columns that were used, unless their titles are the plain ones, and
// warns about columns that no plan uses.
func (c *cities) describeColumns(h *header, why string) {
	kinds := []string{colX, colY, colZ}
	if h.axes == globe {
		kinds = []string{colLat, colLon}
	}
	if h.whole != "" {
		kinds = []string{"place"}
	}
	var used []string
	usual := why == ""
	tell := func(kind string, column int) {
		if column >= 0 && column < len(h.titles) {
			usual = usual && columnNames[strings.ToLower(h.title(column))] == kind
			used = append(used, kind+" = "+shorten(h.title(column)))
		}
	}
	for k, column := range h.coords {
		tell(kinds[k], column)
	}
	tell(colID, h.id)
	tell(colName, h.name)
	if !usual {
		c.src.used = "columns: " + strings.Join(used, ", ") + why
	}
	if !c.src.vehicles {
		c.doubtUnused()
	}
}

// doubtUnused warns about columns with values that only a plan for several vehicles or with time
// windows could use.
func (c *cities) doubtUnused() {
	for column, title := range c.columns.titles {
		about := unused(title)
		filled := func(i int32) bool { return strings.TrimSpace(c.columns.Text(i, column)) != "" }
		if about == "" || !slices.ContainsFunc(tsp.Identity(min(c.columns.Len(), mostCompared)), filled) {
			continue
		}
		c.src.doubt(0, "column %s looks like %s: it is copied to the results, but the route does not take it into account", quote(strings.TrimSpace(title)), about)
	}
}

// unused returns what a column holds that a route does not take into account, or "".
func unused(title string) string {
	words := heading.Words(title)
	words = append(words, strings.Join(words, ""))
	for _, known := range unusedTitles {
		if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(known.words, " "+w+" ") }) {
			return known.about
		}
	}
	return ""
}

// remark returns what a row without coordinates is instead of a place, such as "a total", or "".
func remark(h *header, row []string) string {
	if len(h.titles) > 0 && row[0] == h.titles[0] && slices.Equal(row, h.titles) {
		return "the header again"
	}
	filled, first := 0, -1
	for k, field := range row {
		if strings.TrimSpace(field) == "" {
			continue
		}
		if slices.Contains(h.coords, k) {
			return ""
		}
		if filled++; first < 0 {
			first = k
		}
	}
	if first < 0 {
		return ""
	}
	words := heading.Words(row[first])
	switch {
	case len(words) > 0 && strings.Contains(totals, " "+words[0]+" "):
		return "a total"
	case filled == 1 && len(h.titles) > 3 && h.name >= 0 && first != h.name && first != h.id && !slices.Contains(h.names, first):
		return "a remark"
	}
	return ""
}

// totals lists the words with which the last row of a report starts.
const totals = " total totals totale sum summe gesamt gesamtsumme insgesamt subtotal zwischensumme suma somme totaal razem celkem osszesen toplam yhteensa summa average mittelwert durchschnitt moyenne promedio media "
