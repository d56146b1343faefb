package lk

import (
	"fmt"
	"strings"
)

// An Operator selects the moves that a descent looks for.
type Operator int

// The operators, from fastest to best.
const (
	TwoOpt       Operator = iota // two edges
	OrOpt                        // two edges, or moving a segment of up to three cities
	ThreeOpt                     // up to three edges, first improvement
	ThreeOptBest                 // up to three edges, best improvement at a city
	LinKernighan                 // all moves of three edges, then deeper one edge at a time
)

var operators = [...]string{"2opt", "oropt", "3opt", "3opt-best", "lk"}

func (o Operator) String() string { return operators[o] }

// ParseOperator returns the operator of a name.
func ParseOperator(name string) (Operator, error) {
	for i, s := range operators {
		if s == name {
			return Operator(i), nil
		}
	}
	return 0, fmt.Errorf("unknown operator %q: expected one of %s", name, strings.Join(operators[:], ", "))
}
