package cli

import (
	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// measures has the flag for the unit system.
type measures struct{ miles bool }

func (m *measures) flags(c *cobra.Command) {
	c.Flags().BoolVar(&m.miles, "miles", false, "miles and feet instead of kilometres and metres, for people; data keep their unit")
}

func (m measures) system() humanize.System {
	if m.miles {
		return humanize.Imperial
	}
	return humanize.Metric
}

// figure formats a cost.
func (m measures) figure(v float64, unit string) string { return humanize.Amount(v, unit, m.system()) }

// price formats a cost, and calls it one if it has no unit.
func (m measures) price(v float64, unit string) string { return output.Price(v, unit, m.system()) }

// quality compares a cost with the best known one.
func (m measures) quality(in *tsp.Instance, value float64) string {
	return output.Quality(in, value, m.system())
}
