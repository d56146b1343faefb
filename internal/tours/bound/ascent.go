package bound

import (
	"context"
	"math"
)

// lastStep is the length of the last step of an ascent, in mean edge lengths of the first 1-tree.
const lastStep = 0.0005

// start starts an ascent of some iterations from the current weights.
func (b *Bound) start(iterations int) {
	b.all, b.left = iterations, iterations
	clear(b.last)
}

// Pace sets the used share of the time for all ascents. If the time is too short for the planned
// number of iterations, the steps become shorter accordingly. After the whole time, the next step
// computes a certificate unless there is one.
func (b *Bound) Pace(used float64) { b.used = used }

// step returns the length of the next step.
func (b *Bound) step() int64 {
	done := float64(b.all - b.left)
	progress := max(done/float64(b.all), min(b.used, 1))
	expected := done / progress // number of iterations
	if done == 0 {
		expected = float64(b.all)
	}
	first := max(b.plan.first*expected/float64(b.all), min(b.plan.first, leastFirst))
	return int64(b.mean*first*math.Pow(lastStep/first, progress)) + 1
}

// leastFirst is the length of the first step if there is time only for few iterations.
const leastFirst = 0.3

// ascend performs one iteration: it changes the weights in the direction of the degrees of the
// current and the previous 1-tree [VJ82].
func (b *Bound) ascend(ctx context.Context) error {
	if err := b.t.span(ctx, b.g, b.pi, b.threads); err != nil {
		return err
	}
	if b.t.bound > b.top {
		b.top = b.t.bound
		copy(b.best, b.pi)
	}
	if b.mean == 0 {
		b.mean = math.Abs(float64(b.t.bound))/float64(b.g.nodes) + 1
	}
	step := b.step()
	for i, d := range b.t.degree {
		now := d - 2
		b.pi[i] += step * int64(7*now+3*b.last[i]) / 10
		b.last[i] = now
	}
	b.left--
	return nil
}
