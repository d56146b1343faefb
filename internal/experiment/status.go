package experiment

import (
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// String formats the status as a readable line.
func (s Status) String() string {
	text := fmt.Sprintf("%d of %d  %s  %s  seed %d", s.Done, s.Total, InstanceName(s.Run.Instance), s.Run.Contestant.Name, s.Run.Seed)
	if s.Record != nil {
		text += s.Record.outcome()
	} else {
		text += fmt.Sprintf("  %.1f s  cost %s", s.Progress.Elapsed.Seconds(), humanize.Cost(s.Progress.Cost))
	}
	if left := s.Left(); left > 0 {
		text += "  " + remaining(left) + " left"
	}
	return humanize.Printable(text)
}

// outcome formats the result of a run, or the reason why there is no result.
func (r *Record) outcome() string {
	if r.Result == nil {
		return "  failed: " + r.Error
	}
	text := fmt.Sprintf("  %.1f s  cost %s", r.Result.Seconds, humanize.Cost(r.Result.Cost))
	if r.Result.GapPercent != nil {
		text += fmt.Sprintf("  gap %.3f %%", *r.Result.GapPercent)
	}
	if r.Busy {
		text += "  (busy)"
	}
	return text
}

// remaining formats an estimated duration.
func remaining(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}
