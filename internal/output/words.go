package output

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Price is a figure that says what it is.
func Price(v float64, unit string, system humanize.System) string {
	if unit == "" {
		return "cost " + humanize.Amount(v, unit, system)
	}
	return humanize.Amount(v, unit, system)
}

// Quality sets a cost beside the best known one.
func Quality(in *tsp.Instance, value float64, system humanize.System) string {
	known, ok := tsp.BestKnown(in)
	if !ok {
		return ""
	}
	best := float64(known.Value)
	word := "best known"
	if known.Proven {
		word = "optimum"
	}
	if value == best {
		return ", the " + word
	}
	return fmt.Sprintf(", %.2f %% over the %s %s", 100*(value/best-1), word, humanize.Amount(best, in.Details().Unit, system))
}
