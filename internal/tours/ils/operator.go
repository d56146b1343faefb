package ils

import (
	"fmt"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
)

// operator selects the moves that a descent searches for and the search method.
type operator struct {
	queue  lk.Operator // moves of a descent city by city, from a queue
	sweeps bool        // whether descents sweep the whole tour instead
	kind   sweep.Kind  // kind of moves in a sweep
}

// sweepSuffix marks operators that sweep the whole tour.
const sweepSuffix = "-sweep"

func parseOperator(name string) (operator, error) {
	if kind, ok := strings.CutSuffix(name, sweepSuffix); ok {
		k, err := sweep.ParseKind(kind)
		return operator{queue: lk.LinKernighan, sweeps: true, kind: k}, err
	}
	queue, err := lk.ParseOperator(name)
	if err != nil {
		return operator{}, fmt.Errorf("%w, 2opt%s, 3opt%s", err, sweepSuffix, sweepSuffix)
	}
	kind := sweep.ThreeOpt
	if queue == lk.TwoOpt || queue == lk.OrOpt {
		kind = sweep.TwoOpt
	}
	return operator{queue: queue, kind: kind}, nil
}
