package bound

import (
	"context"
	"math"
)

// lastStep is the length of the last step of an ascent, in mean edge lengths of the first 1-tree.
const lastStep = 0.0005

// start starts an ascent of some iterations.
func (b *Bound) start(iterations int) {
	b.left = iterations
	b.step, b.shrink = b.mean*b.plan.first, math.Pow(lastStep/b.plan.first, 1/float64(iterations))
	clear(b.last)
}

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
		b.start(b.left)
	}
	step := int64(b.step) + 1
	for i, d := range b.t.degree {
		now := d - 2
		b.pi[i] += step * int64(7*now+3*b.last[i]) / 10
		b.last[i] = now
	}
	b.step *= b.shrink
	b.left--
	return nil
}
