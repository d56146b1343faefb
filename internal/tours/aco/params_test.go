package aco

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
)

// described returns the description of the named parameter.
func described(t *testing.T, p any, name string) params.Param {
	t.Helper()
	all := params.Describe(p)
	i := slices.IndexFunc(all, func(q params.Param) bool { return q.Name == name })
	if i < 0 {
		t.Fatalf("%T has no parameter %s", p, name)
	}
	return all[i]
}

// The struct tags list exactly the values that the parsers accept.
func TestChoicesAreTheParsers(t *testing.T) {
	for _, c := range []struct {
		p    any
		name string
		want []string
	}{
		{MMASParams{}, "tabu", tabus},
		{MMASParams{}, "selection", selections},
		{MMASParams{}, "pheromone", memories[:Selective]},
		{ACSParams{}, "pheromone", memories},
		{ACSParams{}, "updates", updates[Step:]},
	} {
		if got := described(t, c.p, c.name).Choices; !slices.Equal(got, c.want) {
			t.Errorf("%T: %s = %v, parsed are %v", c.p, c.name, got, c.want)
		}
	}
	_, err := lk.ParseOperator("")
	operators := described(t, Colony{}, "localsearch").Choices
	if list := strings.Join(operators[1:], ", "); operators[0] != "none" || !strings.HasSuffix(err.Error(), "one of "+list) {
		t.Errorf("localsearch = %v: %v", operators, err)
	}
	for _, name := range operators {
		if _, _, err := (Colony{LocalSearch: name}).Operator(); err != nil {
			t.Errorf("localsearch = %s: %v", name, err)
		}
	}
}

// The limits in the struct tags match the constants that defaults and rules use.
func TestLimitsAreTheTags(t *testing.T) {
	for name, want := range map[string]float64{"ants": mostAnts, "wave": mostAnts, "trails": mostTrails} {
		if got := *described(t, ACSParams{}, name).Max; got != want {
			t.Errorf("%s up to %v, want %v", name, got, want)
		}
	}
}
