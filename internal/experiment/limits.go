package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// Limits end a run. They are the limits of a search, except that the number of steps may depend on
// the instance.
type Limits struct {
	Steps Count `json:"max_steps,omitempty" plan:"steps" value:"steps" usage:"steps per run, or steps per city such as 10n"`
	tourmaline.Limits
}

// For returns the limits of a run on an instance of size n.
func (l Limits) For(n int) tourmaline.Limits {
	limits := l.Limits
	limits.Steps = l.Steps.Of(n)
	return limits
}

// or returns l with missing limits taken from others. Steps and time together bound the work of a
// run, so l inherits both or neither.
func (l Limits) or(others Limits) Limits {
	if l.Steps == (Count{}) && l.Time == 0 {
		l.Steps, l.Time = others.Steps, others.Time
	}
	job.Fill(&l, others, "steps", "time")
	return l
}

// MarshalJSON writes the limits in the format of a plan.
func (l Limits) MarshalJSON() ([]byte, error) { return job.MarshalPlan(l) }

// UnmarshalJSON reads the output of MarshalJSON.
func (l *Limits) UnmarshalJSON(data []byte) error {
	var table map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&table); err != nil {
		return err
	}
	return job.SetPlan(l, table)
}

// A Count is a number of steps, or a number of steps per city: 100, 0.1n, 10n.
type Count struct {
	Factor  float64
	PerCity bool
}

// Of returns the number of steps for an instance of n cities.
func (c Count) Of(n int) int {
	if !c.PerCity {
		n = 1
	}
	return int(math.Ceil(c.Factor * float64(n)))
}

// UnmarshalText parses a count such as 100 or 10n.
func (c *Count) UnmarshalText(text []byte) error {
	number, perCity := strings.CutSuffix(string(text), "n")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v > 0 && v <= 1e12) || !perCity && v != math.Trunc(v) {
		return fmt.Errorf("expected a number such as 100, or one per city such as 10n")
	}
	*c = Count{v, perCity}
	return nil
}

// MarshalText writes the count in the format that UnmarshalText reads.
func (c Count) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c Count) String() string {
	s := strconv.FormatFloat(c.Factor, 'f', -1, 64)
	if c.PerCity {
		s += "n"
	}
	return s
}
