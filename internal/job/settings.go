package job

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
)

// Settings say how to solve, in the words of tourmaline.Config. How many threads and which
// device there are is for the machine to say that does the work.
type Settings struct {
	Algorithm string            `json:"algorithm,omitempty"` // "" or "auto": what fits the problem, the limits and the worker
	Params    map[string]string `json:"params,omitempty"`
	Seed      uint64            `json:"seed"`

	TimeLimit     Duration `json:"time_limit,omitempty"`
	MaxSteps      int      `json:"max_steps,omitempty"`
	NoImprovement Duration `json:"no_improvement,omitempty"`
	StallSteps    int      `json:"stall_steps,omitempty"`
	Target        *float64 `json:"target,omitempty"`
	TargetGap     *float64 `json:"target_gap,omitempty"` // in percent
}

// Cooling is how long a search that is stopped early may take to cool: nobody waits longer.
const Cooling = 2 * time.Second

// Config is how the library is asked to solve.
func (s Spec) Config() (tourmaline.Config, error) {
	return s.Settings.config(), s.Settings.validate(s.Kind(), Limits{})
}

func (v Settings) config() tourmaline.Config {
	return tourmaline.Config{
		Algorithm: v.Algorithm, Params: v.Params, Seed: v.Seed,
		Limits:  tourmaline.Limits{Time: time.Duration(v.TimeLimit), Steps: v.MaxSteps, NoImprovement: time.Duration(v.NoImprovement), StallSteps: v.StallSteps, Target: v.Target, TargetGap: v.TargetGap},
		Cooling: Cooling,
	}
}

// validate names everything that is wrong, as far as that does not depend on the instance.
func (v Settings) validate(problem string, limits Limits) error {
	var faults []error
	wrong := func(code, field, format string, args ...any) {
		faults = append(faults, fault(code, "settings."+field, format, args...))
	}
	longest := limits.longest()
	for _, d := range []struct {
		field string
		value Duration
	}{{"time_limit", v.TimeLimit}, {"no_improvement", v.NoImprovement}} {
		switch value := time.Duration(d.value); {
		case value < 0:
			wrong(BadField, d.field, " must not be negative, found %s", value)
		case longest > 0 && value > longest:
			wrong(TooLong, d.field, ": expected at most %s, found %s", longest, value)
		}
	}
	for _, n := range []struct {
		field string
		value int
	}{{"max_steps", v.MaxSteps}, {"stall_steps", v.StallSteps}} {
		if n.value < 0 {
			wrong(BadField, n.field, " must not be negative, found %d", n.value)
		}
	}
	for _, x := range []struct {
		field string
		value *float64
	}{{"target", v.Target}, {"target_gap", v.TargetGap}} {
		if x.value != nil && (math.IsNaN(*x.value) || math.IsInf(*x.value, 0)) {
			wrong(BadField, x.field, ": expected a finite number, found %v", *x.value)
		}
	}
	return errors.Join(append(faults, v.validateAlgorithm(problem))...)
}

// validateAlgorithm looks at the algorithm and its parameters. Those of an algorithm that
// the instance decides on are looked at when there is one.
func (v Settings) validateAlgorithm(problem string) error {
	offers := offersFor(problem)
	if len(offers) == 0 || v.auto() {
		return nil
	}
	i := slices.IndexFunc(offers, func(o tourmaline.Offer) bool { return o.Name == v.Algorithm })
	if i < 0 {
		names := []string{catalog.Auto}
		for _, o := range offers {
			names = append(names, o.Name)
		}
		return fault(UnknownAlgorithm, "settings.algorithm", " %s is not known for this problem: expected one of %s", budget.Quote(v.Algorithm), strings.Join(names, ", "))
	}
	return offers[i].Check(v.Params)
}

// auto tells whether the instance decides on the algorithm.
func (v Settings) auto() bool { return v.Algorithm == "" || v.Algorithm == catalog.Auto }

// A Duration is a time.Duration that is written as people do.
type Duration time.Duration

// MarshalText writes 1m30s.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// UnmarshalText reads what ParseDuration reads.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// ParseDuration reads 30s, 2m30s, 7d, or plain seconds: a time that is longer than none.
func ParseDuration(text string) (time.Duration, error) {
	v, err := withDays(text)
	if seconds, notNumber := strconv.ParseFloat(text, 64); notNumber == nil && seconds < mostSeconds {
		v, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || v <= 0 {
		return 0, errors.New("expected a time such as 30s, 2m, 1d or 1.5")
	}
	return v, nil
}

// withDays is time.ParseDuration that also knows days of 24 hours, as in 1d12h.
func withDays(text string) (time.Duration, error) {
	days, rest, found := strings.Cut(text, "d")
	if !found {
		return time.ParseDuration(text)
	}
	const day = 24 * time.Hour
	n, err := strconv.ParseUint(days, 10, 16) // so that days never overflow
	if err != nil || rest == "" {
		return time.Duration(n) * day, err
	}
	more, err := time.ParseDuration(rest)
	if more < 0 || more >= day {
		return 0, errors.New("expected less than a day after the days")
	}
	return time.Duration(n)*day + more, err
}
