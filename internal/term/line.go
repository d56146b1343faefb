package term

import (
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// A Part is a part of a line. If the terminal is too narrow, parts with higher ranks are omitted
// first. Short is an optional shorter text.
type Part struct {
	Rank        int
	Text, Short string
}

// Fit joins as many parts as fit in less than the given number of columns.
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

// join joins the strings that are not empty.
func join(texts []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" }), "  ")
}

// Bar returns a bar that shows a share from 0 to 1, drawn with block characters if blocks is true.
func Bar(share float64, blocks bool) string {
	const cells = 12
	full, empty := "#", "."
	if blocks {
		full, empty = "█", "░"
	}
	n := min(max(int(share*cells), 0), cells)
	return strings.Repeat(full, n) + strings.Repeat(empty, cells-n)
}
