package cli

import (
	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// measures are the flags that say what people measure in.
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

// figure writes a cost for people.
func (m measures) figure(v float64, unit string) string { return humanize.Amount(v, unit, m.system()) }

// price is a figure that says what it is.
func (m measures) price(v float64, unit string) string { return output.Price(v, unit, m.system()) }

// quality sets a cost beside the best known one.
func (m measures) quality(in *tsp.Instance, value float64) string {
	return output.Quality(in, value, m.system())
}
