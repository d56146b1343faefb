package lk

import (
	"fmt"
	"strings"
)

// An Operator is what a descent looks for.
type Operator int

// The operators, from fast to good.
const (
	TwoOpt       Operator = iota // two edges
	OrOpt                        // two edges, or a segment of up to three cities elsewhere
	ThreeOpt                     // up to three edges, the first improvement
	ThreeOptBest                 // the best improvement at a city
	LinKernighan                 // three edges in all ways, then deeper one by one
)

var operators = [...]string{"2opt", "oropt", "3opt", "3opt-best", "lk"}

func (o Operator) String() string { return operators[o] }

// ParseOperator finds an operator by its name.
func ParseOperator(name string) (Operator, error) {
	for i, s := range operators {
		if s == name {
			return Operator(i), nil
		}
	}
	return 0, fmt.Errorf("expected one of %s, found %q", strings.Join(operators[:], ", "), name)
}
