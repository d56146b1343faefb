package sweep

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Chain is local search by sweeps. A descent sweeps over the whole tour until no move gains.
type Chain struct {
	lk.Chain // stores the tour
	peer     lk.Peer
	engine   Engine
	rule     Rule
	most     int
	tour     tsp.Tour
	moves    []Move
	flips    [][4]int32
	journal  lk.Journal
}

// NewChain returns a chain that improves the tour of peer with moves that the engine finds under a
// rule. A sweep makes at most most moves. If most is 1, it makes only the best one, as in [LS13].
func NewChain(peer lk.Peer, e Engine, r Rule, most int) *Chain {
	return &Chain{Chain: peer, peer: peer, engine: e, rule: r, most: most}
}

// Descend makes one sweep and reports whether the tour is a local optimum.
func (c *Chain) Descend(ctx context.Context, _ int) (bool, error) {
	c.tour = c.peer.Tour(c.tour[:0])
	var err error
	if c.moves, err = c.engine.Sweep(ctx, c.tour, c.rule, c.most, c.moves[:0]); err != nil {
		return false, err
	}
	c.journal.Clear()
	for i := range c.moves {
		m := &c.moves[i]
		c.flips = m.Pattern.Flips(c.flips[:0], &m.T)
		c.journal.Add(c.flips, m.Gain)
	}
	c.peer.Merge(&c.journal)
	return len(c.moves) == 0, nil
}
