package sweep

import (
	"math"
	"slices"
)

// BestOfCity is the best move of all pairs of a city; the first one wins.
func (v *View) BestOfCity(k Kind, c int32) (best Found) {
	longest := max(v.Edge[v.Pos[c]], v.Edge[v.before(v.Pos[c])])
	for pair := v.Lists.First[c]; pair < v.Lists.First[c+1] && v.Lists.Dist[pair] < longest; pair++ {
		if f := v.find(k, c, pair); f.Gain > best.Gain {
			best = f
		}
	}
	return best
}

// claims are which move may have an edge, by the position of the edge: the one with
// the largest gain, and among these that of the smallest city. Moves that have got
// all their edges can be made together, unless they cross, and what they gain adds
// up. The best move of all has always got them.
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

// claimGain bids for the edges of a move, claimCity decides between equal bids when
// all have bid, and wins tells who has got them.
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

// chooseMoves appends the moves that can be made together, best first. Two that
// remove different edges may still cross each other; whoever makes them notices.
// No paper's, but in the spirit of [QC18].
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

// Best puts moves into order and keeps the first ones. Any two engines have the
// same moves at this point, and after it they have them in the same order.
func Best(moves []Move, most int) []Move {
	if most == 1 && len(moves) > 0 {
		moves[0] = slices.MinFunc(moves, better)
		return moves[:1]
	}
	slices.SortFunc(moves, better)
	return moves[:min(most, len(moves))]
}
