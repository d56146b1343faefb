package moves

import (
	"math"
	"testing"
)

// The attributes in these tests: ancient has been out for a long time, past may come in, present
// may come in from the next step on, and future must stay out for a long time.
const ancient, past, present, future = 0, 1, 2, 3

func TestClass(t *testing.T) {
	until := []int32{ancient: -50, past: 9, present: 10, future: 90}
	tabu := Rule{Until: until, Step: 10, Long: -20, Aspire: -5}
	for _, c := range []struct {
		name   string
		rule   Rule
		delta  float64
		enters []int32
		want   int
	}{
		{"no memory", Rule{Aspire: -5}, -4, []int32{future}, Allowed},
		{"no memory, aspired", Rule{Aspire: -5}, -5.5, []int32{future}, Wanted},
		{"everything", *Everything(), -1e300, nil, Allowed},
		{"below the aspiration", tabu, -5.5, []int32{future}, Wanted},
		{"at the aspiration", tabu, -5, []int32{future}, Forbidden},
		{"may come in", tabu, 3, []int32{past}, Allowed},
		{"until this step", tabu, 3, []int32{present}, Forbidden},
		{"one of two may come in", tabu, 3, []int32{future, past}, Allowed},
		{"one of two, the other way round", tabu, 3, []int32{past, future}, Allowed},
		{"none of three", tabu, 3, []int32{future, present, future}, Forbidden},
		{"the last of three", tabu, 3, []int32{future, present, past}, Allowed},
		{"out for long", tabu, 3, []int32{ancient}, Wanted},
		{"all out for long", tabu, 3, []int32{ancient, ancient, ancient}, Wanted},
		{"one out for long", tabu, 3, []int32{ancient, past}, Allowed},
		{"one out for long, the other way round", tabu, 3, []int32{past, ancient}, Allowed},
		{"out for just too short", Rule{Until: until, Step: 10, Long: -50, Aspire: -5}, 3, []int32{ancient}, Allowed},
		{"impossible", *Everything(), Impossible(), nil, Forbidden},
		{"impossible, everything aspired", Rule{Aspire: math.Inf(1)}, Impossible(), nil, Forbidden},
		{"impossible, out for long", tabu, Impossible(), []int32{ancient}, Forbidden},
		{"not a number", *Everything(), math.NaN(), nil, Forbidden},
		{"never wanted for that", Rule{Until: until, Step: 10, Long: math.MinInt32, Aspire: -5}, 3, []int32{ancient}, Allowed},
	} {
		touch := Touch{Count: len(c.enters)}
		copy(touch.Enters[:], c.enters)
		if got := c.rule.Class(c.delta, &touch); got != c.want {
			t.Errorf("%s: class %d, want %d", c.name, got, c.want)
		}
	}
}
