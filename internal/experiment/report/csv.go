package report

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
)

// CSV writes a row with all figures in full precision for every instance and contestant. Missing
// figures are empty fields.
func CSV(w io.Writer, c *Comparison) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{ // out.Error reports the error
		"instance", "contestant", "runs", "failed", "measure", "median", "mean", "mean_low", "mean_high", "best", "worst", "sd",
		"gap_percent", "cost", "seconds", "rank", "p", "p_holm", "a12", "effect", "verdict",
	})
	for _, in := range c.Instances {
		for i, cell := range in.Cells {
			if len(cell.Records) == 0 {
				continue
			}
			row := []string{in.Name, c.Contestants[i], strconv.Itoa(len(cell.Records)), strconv.Itoa(cell.Failed), c.Measure.Name}
			row = append(append(row, cell.exact()...), full(cell.Rank))
			_ = out.Write(append(row, cell.exactTest(i == c.Reference)...))
		}
	}
	out.Flush()
	return out.Error()
}

// exact returns the columns from the median to the seconds, in full precision.
func (c Cell) exact() []string {
	row := make([]string, 10)
	if len(c.Values) == 0 {
		return row
	}
	s := c.Summary
	for i, v := range []float64{s.Median, s.Mean, math.NaN(), math.NaN(), s.Min, s.Max, math.NaN(), math.NaN(), c.Cost, c.Seconds} {
		row[i] = full(v)
	}
	if len(c.Values) > 1 {
		row[2], row[3], row[6] = full(c.Mean.Low), full(c.Mean.High), full(s.SD)
	}
	if c.Gap != nil {
		row[7] = full(*c.Gap)
	}
	return row
}

func (c Cell) exactTest(reference bool) []string {
	if t := c.Against; t != nil {
		return []string{full(t.P), full(t.Holm), full(t.Effect.A12), t.Effect.Size, t.String()}
	}
	return []string{"", "", "", "", c.tested(reference)[2]}
}

// full formats a number with all its digits.
func full(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
