package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

var inputs = []string{"tsplib", "csv", "matrix", "geojson", "json", "npy", "gpx"}

// reading are the flags that say how to read an instance.
type reading struct {
	metric, format string
	maxInput       fileSize
}

func (r *reading) flags(c *cobra.Command) {
	c.Flags().StringVar(&r.metric, "metric", "", "metric for coordinates: "+strings.Join(tsp.MetricNames(), ", ")+"; for an OSRM table, distances instead of durations (default: what the file says)")
	c.Flags().StringVar(&r.format, "input-format", "", "format of the input: "+strings.Join(inputs, ", ")+" (default: by name or content)")
	c.Flags().Var(&r.maxInput, "max-input", "how much of a file to read at most, unpacked (default: 4GiB, and 200 times the size of a compressed file)")
}

func (r reading) instance(path string) (*tsp.Instance, error) {
	if _, err := tsp.ParseMetric(r.metric); r.metric != "" && r.metric != "distances" && err != nil {
		return nil, usageError("--metric: %w", err)
	}
	if r.format != "" && !slices.Contains(inputs, r.format) {
		return nil, usageError("--input-format: unknown format %q: expected one of %s", r.format, strings.Join(inputs, ", "))
	}
	opt := format.Options{Format: format.Format(r.format), Metric: r.metric, MaxBytes: int64(r.maxInput)}
	in, err := format.ReadFile(path, opt)
	return in, inputError(tooLarge(err))
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

// apply opens the instance as asked; what is not asked stays as the file says.
func (r route) apply(in *tsp.Instance) (*tsp.Instance, error) {
	if r == (route{}) {
		return in, nil
	}
	start, end := in.Ends()
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
	case r.open || in.Open() || end >= 0 && start != end:
		in, err = in.Path(start, end)
	case start >= 0:
		in, err = in.StartAt(start)
	}
	if err != nil {
		return nil, usageError("%w", err)
	}
	return in, nil
}

// cost writes a number for people who may copy it: an ASCII minus, and six digits of
// small numbers.
func cost(v float64) string {
	if v != 0 && math.Abs(v) < 0.01 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return strings.ReplaceAll(plot.Number(math.Round(v*1e6)/1e6), "−", "-")
}

// price writes a cost with its unit.
func price(in *tsp.Instance, v float64) string {
	if in.Unit == "" {
		return cost(v)
	}
	return cost(v) + " " + printable(in.Unit)
}

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
	return fmt.Sprintf(", %.2f %% over the %s %s", known.Gap(value), word, price(in, best))
}
