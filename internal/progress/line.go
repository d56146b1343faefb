package progress

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/term"
)

// A Style determines how readings are shown.
type Style struct {
	Cost   func(float64) string
	Blocks bool // whether the terminal can display block characters
}

// The ranks of the parts of a line, the most important first.
const (
	rankActivity = iota
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

// Line formats a reading as a line for a terminal.
func (s Style) Line(r Reading, width int) string {
	return term.Fit(s.withBar(r.Share, s.parts(r)), width)
}

// Plain formats a reading as a line for a log.
func (s Style) Plain(r Reading) string { return term.Fit(s.parts(r), math.MaxInt) }

// File returns a line that shows how much of a file has been read. A size of 0 means that the size
// is unknown.
func (s Style) File(path string, read, size int64, elapsed time.Duration, width int) string {
	parts := []term.Part{{Rank: rankActivity, Text: "reading " + humanize.Printable(filepath.Base(path)), Short: "reading"}}
	switch {
	case read == 0:
	case size > 0:
		share := math.Min(float64(read)/float64(size), 1)
		parts = s.withBar(&share, append(parts, percentPart(share)))
	default:
		parts = append(parts, term.Part{Rank: rankShare, Text: humanize.Bytes(read)})
	}
	return term.Fit(append(parts, term.Part{Rank: rankElapsed, Text: Seconds(elapsed.Seconds())}), width)
}

// parts returns the parts of a line without a bar.
func (s Style) parts(r Reading) []term.Part {
	parts := []term.Part{activity(r)}
	if r.Share != nil {
		parts = append(parts, percentPart(*r.Share))
	}
	parts = append(parts, term.Part{Rank: rankElapsed, Text: Seconds(r.Seconds)})
	if r.Left != nil {
		parts = append(parts, term.Part{Rank: rankLeft, Text: Seconds(math.Ceil(*r.Left)) + " left"})
	}
	best := s.Cost(r.Cost)
	parts = append(parts, term.Part{Rank: rankBest, Text: "best " + best, Short: best})
	if r.Gap != nil {
		parts = append(parts, term.Part{Rank: rankGap, Text: fmt.Sprintf("gap %.2f %%", *r.Gap)})
	}
	if r.Improvement != nil && *r.Improvement >= 0.01 {
		parts = append(parts, term.Part{Rank: rankImprovement, Text: fmt.Sprintf("%.2f %% better than the start", *r.Improvement), Short: fmt.Sprintf("-%.2f %%", *r.Improvement)})
	}
	if r.Rate != nil {
		parts = append(parts, term.Part{Rank: rankRate, Text: speed(*r.Rate)})
	}
	if r.Quiet > 2 && r.Preparing == "" {
		parts = append(parts, term.Part{Rank: rankQuiet, Text: "no improvement for " + Seconds(r.Quiet)})
	}
	return parts
}

// activity returns the current activity if it is not the search itself.
func activity(r Reading) term.Part {
	switch {
	case r.Cooling != "":
		return term.Part{Rank: rankActivity, Text: "finishing"}
	case r.Preparing != "":
		return term.Part{Rank: rankActivity, Text: "preparing: " + r.Preparing, Short: "preparing"}
	}
	return term.Part{}
}

func percentPart(share float64) term.Part {
	return term.Part{Rank: rankShare, Text: fmt.Sprintf("%.0f %%", math.Floor(100*share))}
}

// withBar inserts a bar before the percentage.
func (s Style) withBar(share *float64, parts []term.Part) []term.Part {
	i := slices.IndexFunc(parts, func(p term.Part) bool { return p.Rank == rankShare && p.Text != "" })
	if share == nil || i < 0 {
		return parts
	}
	return slices.Insert(parts, i, term.Part{Rank: rankBar, Text: term.Bar(*share, s.Blocks)})
}

// Seconds formats a time in whole seconds.
func Seconds(v float64) string { return humanize.Duration(math.Floor(v)) }

// speed formats a rate with at least two digits.
func speed(perSecond float64) string {
	if perSecond < 10 {
		return fmt.Sprintf("%.1f steps/s", perSecond)
	}
	return humanize.Number(math.Round(perSecond)) + " steps/s"
}
