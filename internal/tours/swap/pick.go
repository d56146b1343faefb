package swap

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// Deltas scores the moves row by row.
func (s *Swap) Deltas(first int, dst []float64) {
	if len(dst) == 0 {
		return
	}
	i, j := moves.Pair(s.n, first)
	if len(dst) == 1 { // as in annealing
		dst[0] = s.cost(s.delta(i, j))
		return
	}
	t := s.strips()
	defer s.pool.Put(t)
	for len(dst) > 0 {
		count := min(s.n-j, len(dst))
		s.score(t, i, j, dst[:count])
		dst = dst[count:]
		i, j = i+1, i+2
	}
}

// score writes to dst the deltas of exchanging place i with place j and the following places.
func (s *Swap) score(t *strips, i, j int, dst []float64) {
	if j == i+1 {
		dst[0] = s.cost(s.beside[i])
		dst = dst[1:]
		j++
	}
	if last := len(dst) - 1; i == 0 && last >= 0 && j+last == s.n-1 {
		dst[last] = s.cost(s.beside[s.n-1])
		dst = dst[:last]
	}
	if len(dst) == 0 {
		return
	}
	c, own := s.cross(t, i, j, j+len(dst)), s.around[i]
	for k := range dst {
		dst[k] = s.cost(c.up[k] + c.down[k] + c.left[k] + c.right[k] - c.around[k] - own)
	}
}

// Pick returns the best move under a rule.
func (s *Swap) Pick(ctx context.Context, r *moves.Rule) (moves.Choice, error) {
	return s.pick(ctx, r, 0, s.Len())
}

// PickRange returns the best of count moves, starting with move first. Several goroutines may share
// a neighbourhood and compare their choices, first by moves.Rule.Class. Each range first computes
// up to three rows of distances, so it should contain many rows of moves.
func (s *Swap) PickRange(r *moves.Rule, first, count int) moves.Choice {
	c, _ := s.pick(context.Background(), r, first, count)
	return c
}

func (s *Swap) pick(ctx context.Context, r *moves.Rule, first, count int) (moves.Choice, error) {
	p := pick{s: s, rule: r, class: moves.Forbidden, delta: far}
	if count <= 0 {
		return p.choice(), nil
	}
	t := s.strips()
	defer s.pool.Put(t)
	i, j := moves.Pair(s.n, first)
	for count > 0 {
		if ctx.Err() != nil {
			return moves.Choice{Move: -1}, ctx.Err()
		}
		end := min(s.n, j+count)
		p.row(t, i, j, end)
		count -= end - j
		i, j = i+1, i+2
	}
	return p.choice(), nil
}

// far exceeds every change of length.
const far = math.MaxInt64 / 4

// A pick holds the best move found so far.
type pick struct {
	s     *Swap
	rule  *moves.Rule
	class int
	delta int64
	i, j  int
}

// row considers the moves of place i with the places from j to end-1.
func (p *pick) row(t *strips, i, j, end int) {
	s := p.s
	if j == i+1 {
		p.offer(i, j, s.beside[i])
		j++
	}
	closing := i == 0 && j < end && end == s.n
	if closing {
		end--
	}
	if j < end {
		p.inside(s.cross(t, i, j, end), i, j)
	}
	if closing {
		p.offer(0, s.n-1, s.beside[s.n-1])
	}
}

func (p *pick) inside(c cross, i, j int) {
	own := p.s.around[i]
	gate := p.gate(i) + own
	up := c.up
	down, left, right, around := c.down[:len(up)], c.left[:len(up)], c.right[:len(up)], c.around[:len(up)]
	for k, d := range up {
		d += down[k] + left[k] + right[k] - around[k]
		if d < gate {
			p.look(i, j+k, d-own)
			gate = p.gate(i) + own
		}
	}
}

// offer considers a move if it passes the gate.
func (p *pick) offer(i, j int, delta int64) {
	if delta < p.gate(i) {
		p.look(i, j, delta)
	}
}

// gate returns the bound below which the delta of a move of place i must lie for the move to be
// considered. This comparison alone rejects most moves. While the best move is of class Allowed,
// its delta is not below Aspire, so a move below Aspire passes.
func (p *pick) gate(i int) int64 {
	r := p.rule
	if p.class > moves.Wanted && r.Until != nil && r.Until[p.s.places.order[i]] < r.Long {
		// if the other city has also been out for long, the move is wanted, whatever its delta
		return far
	}
	return p.delta
}

// look records a move if it is better than the best move so far. Moves are considered in the order
// of their numbers, so the first of several equal moves is recorded.
func (p *pick) look(i, j int, delta int64) {
	touch := p.s.touched(i, j)
	class := p.rule.Class(p.s.cost(delta), &touch)
	if class < p.class || class == p.class && class < moves.Forbidden && delta < p.delta {
		p.class, p.delta, p.i, p.j = class, delta, i, j
	}
}

func (p *pick) choice() moves.Choice {
	if p.class == moves.Forbidden {
		return moves.Choice{Move: -1}
	}
	return moves.Choice{Move: moves.PairIndex(p.s.n, p.i, p.j), Delta: p.s.cost(p.delta)}
}
