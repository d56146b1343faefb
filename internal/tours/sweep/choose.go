package sweep

import (
	"context"
	"math"
	"slices"
)

// BestOfCity returns the best move of all pairs of a city, and the first one on ties.
func (v *View) BestOfCity(r Rule, c int32) Found { return v.bestOfCity(context.Background(), r, c) }

// bestOfCity returns the best move of all pairs of a city. If a pair takes long, it stops when ctx
// is cancelled, and the result is invalid.
func (v *View) bestOfCity(ctx context.Context, r Rule, c int32) (best Found) {
	longest := max(v.Edge[v.Pos[c]], v.Edge[v.before(v.Pos[c])])
	for pair := v.Lists.First[c]; pair < v.Lists.First[c+1]; pair++ {
		if !r.All && v.Lists.Dist[pair] >= longest {
			break // lists are sorted, so no later pair opens a move either
		}
		if r.All && r.Kind == ThreeOpt && ctx.Err() != nil {
			break
		}
		if f := v.Find(r, c, pair); f.Gain > best.Gain {
			best = f
		}
	}
	return best
}

// claims records which move claims an edge, indexed by the position of the edge. The move with the
// largest gain claims the edge, and on ties the move with the smallest city. Moves that hold all
// their edges can be made together unless they cross, and their gains add up. The best move of all
// always holds its edges.
type claims struct {
	gain []int64
	city []int32
}

func newClaims(n int) claims { return claims{make([]int64, n), make([]int32, n)} }

func (c *claims) clear() {
	clear(c.gain)
	for i := range c.city {
		c.city[i] = math.MaxInt32
	}
}

// claimGain bids for the edges of a move. After all moves have bid, claimCity decides between equal
// bids, and wins reports whether a move holds its edges.
func (c *claims) claimGain(edges [3]int32, gain int64) {
	for _, e := range edges {
		c.gain[e] = max(c.gain[e], gain)
	}
}

func (c *claims) claimCity(edges [3]int32, gain int64, city int32) {
	for _, e := range edges {
		if c.gain[e] == gain {
			c.city[e] = min(c.city[e], city)
		}
	}
}

func (c *claims) wins(edges [3]int32, city int32) bool {
	for _, e := range edges {
		if c.city[e] != city {
			return false
		}
	}
	return true
}

// chooseMoves appends the moves that can be made together, best first. Two moves that remove
// different edges may still cross each other; the caller detects this when it makes them. The
// method is not from a paper but is similar to [QC18].
func (v *View) chooseMoves(found []Found, c *claims, most int, dst []Move) []Move {
	c.clear()
	from := len(dst)
	for city, f := range found {
		if f.Gain > 0 {
			dst = append(dst, v.Decode(int32(city), f))
		}
	}
	all := dst[from:]
	if most > 1 {
		for i := range all {
			c.claimGain(v.Edges(&all[i]), all[i].Gain)
		}
		for i := range all {
			c.claimCity(v.Edges(&all[i]), all[i].Gain, all[i].T[1])
		}
		all = slices.DeleteFunc(all, func(m Move) bool { return !c.wins(v.Edges(&m), m.T[1]) })
	}
	return append(dst[:from], Best(all, most)...)
}

// Best sorts moves, best first, and returns at most the given number of them. Engines may pass the
// same moves in different orders; Best returns them in the same order.
func Best(moves []Move, most int) []Move {
	if most == 1 && len(moves) > 0 {
		moves[0] = slices.MinFunc(moves, better)
		return moves[:1]
	}
	slices.SortFunc(moves, better)
	return moves[:min(most, len(moves))]
}
