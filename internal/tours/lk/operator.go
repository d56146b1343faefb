package lk

import (
	"fmt"
	"slices"
	"strings"
)

// An Operator selects the moves that a descent tries.
type Operator int

// The operators, from fastest to best.
const (
	TwoOpt       Operator = iota // moves of two edges
	OrOpt                        // moves of two edges, and of segments of up to three cities
	ThreeOpt                     // moves of up to three edges, first improvement
	ThreeOptBest                 // moves of up to three edges, best improvement at a city
	LinKernighan                 // all moves of up to three edges, then one more edge at a time
)

var operators = [...]string{"2opt", "oropt", "3opt", "3opt-best", "lk"}

func (o Operator) String() string { return operators[o] }

// ParseOperator returns the operator with the given name.
func ParseOperator(name string) (Operator, error) {
	if i := slices.Index(operators[:], name); i >= 0 {
		return Operator(i), nil
	}
	return 0, fmt.Errorf("unknown operator %q: expected one of %s", name, strings.Join(operators[:], ", "))
}
