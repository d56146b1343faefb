package cli

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// reading are the flags that say how to read an instance.
type reading struct {
	metric, format string
}

func (r *reading) flags(c *cobra.Command) {
	c.Flags().StringVar(&r.metric, "metric", "", "metric for coordinates: "+strings.Join(tsp.MetricNames(), ", ")+" (default: what the file says)")
	c.Flags().StringVar(&r.format, "input-format", "", "format of the input: tsplib, csv, geojson, json, npy, gpx (default: by name or content)")
}

func (r reading) instance(s streams, path string) (*tsp.Instance, error) {
	opt := format.Options{Format: format.Format(r.format), Metric: r.metric}
	if path == "-" {
		in, err := format.Read(s.in, "stdin", opt)
		return in, inputError(err)
	}
	in, err := format.ReadFile(path, opt)
	return in, inputError(err)
}

// route are the flags that ask for a path or a start.
type route struct {
	start, end string
	open       bool
}

func (r *route) flags(c *cobra.Command) {
	c.Flags().StringVar(&r.start, "start", "", "city to start from: its id or label")
	c.Flags().StringVar(&r.end, "end", "", "city to end at (makes the tour a path)")
	c.Flags().BoolVar(&r.open, "open", false, "a path instead of a round trip; ends are free unless given")
}

// apply opens the instance as asked.
func (r route) apply(in *tsp.Instance) (*tsp.Instance, error) {
	start, end := int32(-1), int32(-1)
	for _, e := range []struct {
		name string
		city *int32
		flag string
	}{{r.start, &start, "--start"}, {r.end, &end, "--end"}} {
		if e.name == "" {
			continue
		}
		c, err := in.Find(e.name)
		if err != nil {
			return nil, usageError("%s: %w", e.flag, err)
		}
		*e.city = c
	}
	var err error
	switch {
	case r.open || end >= 0 && start != end:
		in, err = in.Path(start, end)
	case start >= 0:
		in, err = in.StartAt(start)
	}
	if err != nil {
		return nil, usageError("%w", err)
	}
	return in, nil
}

// cost writes a cost for people.
func cost(v float64) string { return plot.Number(math.Round(v*1e6) / 1e6) }

func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if s, ok := strings.CutSuffix(one, "y"); ok {
		return plot.Number(float64(n)) + " " + s + "ies"
	}
	return plot.Number(float64(n)) + " " + one + "s"
}

// quality sets a cost beside the best known one.
func quality(in *tsp.Instance, value float64) string {
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
	return fmt.Sprintf(", %.2f %% over the %s %s", (value/best-1)*100, word, cost(best))
}
