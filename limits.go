package tourmaline

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"
)

// Limits end a search. The search ends at the first limit that it reaches, and the result states
// which one. Zero values set no limit; without any limit, DefaultTimeLimit applies. A context
// deadline is a time limit like Time.
//
// The tags are the only description of each limit; requests, plans, flags and documentation use
// them.
type Limits struct {
	Time          time.Duration `json:"time_limit,omitempty" plan:"time" short:"t" suggest:"1s,10s,1m,10m" usage:"maximum time for the search"`
	Steps         int           `json:"max_steps,omitempty" plan:"steps" usage:"maximum number of steps; the same seed and number of steps give the same solution"`
	NoImprovement time.Duration `json:"no_improvement,omitempty" suggest:"1s,10s,1m" usage:"time without an improvement after which the search ends"`
	StallSteps    int           `json:"stall_steps,omitempty" usage:"steps without an improvement after which the search ends"`
	Target        *float64      `json:"target,omitempty" value:"cost" usage:"cost at which the search ends"`
	TargetGap     *float64      `json:"target_gap,omitempty" value:"gap" kind:"percent" suggest:"0.1%,1%,5%" usage:"gap at which the search ends, in percent: to the best known cost or, for other tours, to a computed lower bound"`
}

// Validate reports every limit that is negative or not finite, each as a *ParamError with the name
// in the limit's json tag.
func (l Limits) Validate() error {
	var faults []error
	for field, v := range reflect.ValueOf(l).Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch value := v.Interface().(type) {
		case time.Duration:
			faults = append(faults, notNegative(name, value))
		case int:
			faults = append(faults, notNegative(name, value))
		case *float64:
			if value != nil && (math.IsNaN(*value) || math.IsInf(*value, 0)) {
				faults = append(faults, &ParamError{Name: name, Value: fmt.Sprint(*value), Expected: "a finite number"})
			}
		}
	}
	return errors.Join(faults...)
}

func notNegative[T int | time.Duration](name string, value T) error {
	if value >= 0 {
		return nil
	}
	return &ParamError{Name: name, Value: fmt.Sprint(value), Expected: "0 or more"}
}
