package report

import (
	"math"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// percent formats a gap.
func percent(v float64) string { return humanize.Fixed(v, 3) }

// seconds formats a time.
func seconds(v float64) string { return humanize.Fixed(v, 2) }

// figure formats a measured value. All gaps have the same number of decimals.
func (c *Comparison) figure(v float64) string {
	if c.Measure.Unit == "%" {
		return percent(v)
	}
	return humanize.Figure(v)
}

// equation formats a p-value: p = 0.03 or p < 0.001.
func equation(p float64) string {
	text := humanize.Probability(p)
	if strings.HasPrefix(text, "<") {
		return "p " + text
	}
	return "p = " + text
}

// statistic formats a test statistic, which is infinite if all instances agree.
func statistic(v float64) string {
	if math.IsInf(v, 1) {
		return "infinite"
	}
	return humanize.Figure(v)
}
