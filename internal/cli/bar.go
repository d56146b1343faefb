package cli

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// A part of a line has a rank: those of a higher number are left out first where the line
// is narrow. It may have a short form.
type part struct {
	rank        int
	text, short string
}

// fit puts parts beside each other in less than so many columns, as many as there is room for.
func fit(parts []part, columns int) string {
	room := max(columns-1, 0)
	byRank := make([]int, len(parts))
	for i := range parts {
		byRank[i] = i
	}
	slices.SortStableFunc(byRank, func(a, b int) int { return parts[a].rank - parts[b].rank })
	texts := make([]string, len(parts))
	for _, long := range []bool{false, true} {
		for _, i := range byRank {
			before := texts[i]
			if texts[i] = parts[i].text; !long && parts[i].short != "" {
				texts[i] = parts[i].short
			}
			if humanize.Width(inLine(texts)) > room {
				texts[i] = before
			}
		}
	}
	return inLine(texts)
}

// inLine are the texts that are not empty.
func inLine(texts []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" }), "  ")
}

// A look is how figures are shown to people.
type look struct {
	price  func(float64) string
	blocks bool // the terminal knows block characters
}

// bar is a share as a bar.
func (l look) bar(share float64) string {
	const cells = 12
	full, empty := "#", "."
	if l.blocks {
		full, empty = "█", "░"
	}
	n := min(max(int(share*cells), 0), cells)
	return strings.Repeat(full, n) + strings.Repeat(empty, cells-n)
}

// speaksUTF8 tells whether the locale says so.
func speaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(os.Getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}

// ranks of parts: what matters most comes first.
const (
	rankDoing = iota
	rankShare
	rankBest
	rankLeft
	rankBar
	rankGap
	rankElapsed
	rankQuiet
	rankImprovement
	rankRate
)

// parts are figures in words, without a bar.
func (l look) parts(f figures) []part {
	parts := []part{doing(f)}
	if f.Share != nil {
		parts = append(parts, share(*f.Share))
	}
	parts = append(parts, part{rank: rankElapsed, text: whole(f.Seconds)})
	if f.Left != nil {
		parts = append(parts, part{rank: rankLeft, text: whole(math.Ceil(*f.Left)) + " left"})
	}
	best := l.price(f.Cost)
	parts = append(parts, part{rank: rankBest, text: "best " + best, short: best})
	if f.Gap != nil {
		parts = append(parts, part{rank: rankGap, text: fmt.Sprintf("gap %.2f %%", *f.Gap)})
	}
	if f.Improvement != nil && *f.Improvement >= 0.01 {
		parts = append(parts, part{rank: rankImprovement, text: fmt.Sprintf("%.2f %% below the start", *f.Improvement), short: fmt.Sprintf("-%.2f %%", *f.Improvement)})
	}
	if f.Rate != nil {
		parts = append(parts, part{rank: rankRate, text: speed(*f.Rate)})
	}
	if f.Quiet > 2 && f.Preparing == "" {
		parts = append(parts, part{rank: rankQuiet, text: "no improvement for " + whole(f.Quiet)})
	}
	return parts
}

// doing names what is done if that is not searching.
func doing(f figures) part {
	switch {
	case f.Cooling != "":
		return part{rank: rankDoing, text: "cooling"}
	case f.Preparing != "":
		return part{rank: rankDoing, text: "preparing: " + f.Preparing, short: "preparing"}
	}
	return part{}
}

func share(v float64) part {
	return part{rank: rankShare, text: fmt.Sprintf("%.0f %%", math.Floor(100*v))}
}

// line is one for a terminal of some width.
func (l look) line(f figures, width int) string { return fit(l.barred(f.Share, l.parts(f)), width) }

// barred puts a bar before a share.
func (l look) barred(share *float64, parts []part) []part {
	i := slices.IndexFunc(parts, func(p part) bool { return p.rank == rankShare && p.text != "" })
	if share == nil || i < 0 {
		return parts
	}
	return slices.Insert(parts, i, part{rank: rankBar, text: l.bar(*share)})
}

// plain is a line for a log.
func (l look) plain(f figures) string { return fit(l.parts(f), math.MaxInt) }

// whole writes a time in whole seconds.
func whole(seconds float64) string { return humanize.Duration(math.Floor(seconds)) }

// speed writes steps a second with two digits at least.
func speed(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.1f steps/s", v)
	}
	return humanize.Cost(math.Round(v)) + " steps/s"
}
