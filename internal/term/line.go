package term

import (
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// A Part is a part of a line. If the line is too narrow, parts of a higher rank are left out
// first. Short is an optional shorter text.
type Part struct {
	Rank        int
	Text, Short string
}

// Fit joins as many parts as there is room for in less than the given number of columns.
func Fit(parts []Part, columns int) string {
	room := max(columns-1, 0)
	byRank := make([]int, len(parts))
	for i := range parts {
		byRank[i] = i
	}
	slices.SortStableFunc(byRank, func(a, b int) int { return parts[a].Rank - parts[b].Rank })
	texts := make([]string, len(parts))
	for _, long := range []bool{false, true} {
		for _, i := range byRank {
			before := texts[i]
			if texts[i] = parts[i].Text; !long && parts[i].Short != "" {
				texts[i] = parts[i].Short
			}
			if humanize.Width(join(texts)) > room {
				texts[i] = before
			}
		}
	}
	return join(texts)
}

// join joins the texts that are not empty.
func join(texts []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" }), "  ")
}

// Bar draws a share from 0 to 1 as a bar, of block characters if the terminal has them.
func Bar(share float64, blocks bool) string {
	const cells = 12
	full, empty := "#", "."
	if blocks {
		full, empty = "█", "░"
	}
	n := min(max(int(share*cells), 0), cells)
	return strings.Repeat(full, n) + strings.Repeat(empty, cells-n)
}
