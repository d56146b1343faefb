package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A comparison is a table of gaps of Tourmaline and of another program.
type comparison struct {
	title, peer string
	rows        []pair
}

// A pair contains the gaps on one instance, in percent.
type pair struct {
	instance     string
	ours, theirs gap
}

// A gap is a number in percent, and its text in the table.
type gap struct {
	value float64
	text  string
}

// gapOf returns the gap in a cell. Its text is empty if the cell does not contain a number.
func gapOf(cell string) gap {
	value, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return gap{}
	}
	return gap{value, cell}
}

// A source is a table in docs, and the titles of its columns. The gaps are at or after column.
type source struct {
	file, title, peer   string
	column, our, theirs string
}

var sources = []source{
	{"tours.md", "Tours, after 10 s on one core", "linkern (Concorde)", "10 s: -j 2", "-j 1", "linkern"},
	{"vehicles.md", "Several vehicles, after 10 s on one core", "PyVRP 0.14.1", "stops", "tourmaline", "PyVRP 0.14.1"},
}

// tables reads the tables of docs.
func tables(docs string) (all []comparison, err error) {
	for _, s := range sources {
		text, err := os.ReadFile(filepath.Join(docs, s.file))
		if err != nil {
			return nil, err
		}
		c := comparison{title: s.title, peer: s.peer, rows: s.read(string(text))}
		if len(c.rows) < 3 {
			return nil, fmt.Errorf("%s: expected a table with the columns %s, %s and %s", s.file, s.column, s.our, s.theirs)
		}
		all = append(all, c)
	}
	return all, nil
}

// read returns the rows of the table that have both gaps, without the row of means.
func (s source) read(text string) (rows []pair) {
	our, theirs := -1, -1
	for line := range strings.Lines(text) {
		cells := cellsOf(line)
		switch {
		case cells == nil:
			our = -1 // the end of a table
		case our < 0:
			if from := slices.Index(cells, s.column); from >= 0 && cells[0] == "instance" {
				our, theirs = after(cells, from, s.our), after(cells, from, s.theirs)
			}
			if theirs < 0 {
				our = -1
			}
		case cells[0] != "mean" && len(cells) > max(our, theirs):
			p := pair{cells[0], gapOf(cells[our]), gapOf(cells[theirs])}
			if p.ours.text != "" && p.theirs.text != "" {
				rows = append(rows, p)
			}
		}
	}
	return rows
}

// after returns the position of the first cell with a text at or after a position, or -1.
func after(cells []string, from int, text string) int {
	i := slices.Index(cells[from:], text)
	if i < 0 {
		return -1
	}
	return from + i
}

// cellsOf returns the cells of a line of a Markdown table, or nil for another line.
func cellsOf(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") || !strings.HasSuffix(line, "|") {
		return nil
	}
	cells := strings.Split(line[1:len(line)-1], "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

const (
	panelWidth = 430
	barLeft    = 110 // left end of the bars in a panel
	barRight   = 370 // right end of the longest bar
	rowHeight  = 32
)

// chartSVG writes the comparisons beside each other. Each has a scale of its own.
func chartSVG(w *bytes.Buffer, all []comparison) {
	most := 0
	for _, c := range all {
		most = max(most, len(c.rows))
	}
	height := 92 + rowHeight*most
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="Gaps to the best known solution, of Tourmaline and of other programs"><style>%s</style>`,
		panelWidth*len(all), height, style)
	for i, c := range all {
		fmt.Fprintf(w, "\n"+`<g transform="translate(%d 0)">`, panelWidth*i)
		c.panel(w)
		fmt.Fprint(w, "</g>")
	}
	fmt.Fprint(w, "\n</svg>\n")
}

// panel writes the bars of one comparison.
func (c comparison) panel(w *bytes.Buffer) {
	fmt.Fprintf(w, `<text class="h" x="10" y="24">%s</text>`, c.title)
	fmt.Fprint(w, `<text class="q" x="10" y="44">gap to the best known cost: less is better</text>`)
	fmt.Fprint(w, `<rect class="us" x="10" y="58" width="12" height="10"/><text class="q" x="28" y="68">Tourmaline</text>`)
	fmt.Fprintf(w, `<rect class="them" x="130" y="58" width="12" height="10"/><text class="q" x="148" y="68">%s</text>`, c.peer)
	widest := 0.0
	for _, r := range c.rows {
		widest = max(widest, r.ours.value, r.theirs.value)
	}
	for i, r := range c.rows {
		y := 84 + rowHeight*i
		fmt.Fprintf(w, "\n"+`<text x="%d" y="%d" text-anchor="end">%s</text>`, barLeft-8, y+17, r.instance)
		bar(w, "us", y, r.ours, widest)
		bar(w, "them", y+13, r.theirs, widest)
	}
}

// bar writes a bar and its value.
func bar(w *bytes.Buffer, class string, y int, g gap, widest float64) {
	length := max(1, (barRight-barLeft)*g.value/widest)
	fmt.Fprintf(w, `<rect class="%s" x="%d" y="%d" width="%.1f" height="11"/>`, class, barLeft, y, length)
	fmt.Fprintf(w, `<text class="q" x="%.1f" y="%d" style="font-size:11px">%s %%</text>`, barLeft+length+5, y+10, g.text)
}
