package ils

import (
	"fmt"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
)

// operator selects the moves that a descent looks for, and how.
type operator struct {
	queue  lk.Operator // city by city, from a queue
	sweeps bool        // over the whole tour at once instead
	kind   sweep.Kind  // of the moves of a sweep
}

// sweepSuffix marks operators that sweep the whole tour at once.
const sweepSuffix = "-sweep"

func parseOperator(name string) (operator, error) {
	kind, ok := strings.CutSuffix(name, sweepSuffix)
	if !ok {
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
	k, err := sweep.ParseKind(kind)
	return operator{queue: lk.LinKernighan, sweeps: true, kind: k}, err
}
