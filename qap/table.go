package qap

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/vec"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// table is the board for instances with a symmetric form. It stores the deltas of all exchanges.
// After an exchange, it updates each of the other deltas in O(1), except for the about 2n deltas of
// exchanges that share a facility with that exchange, which take O(n) each [TAI91 §3.1].
//
// The next pick updates the deltas while it scans the table. After two exchanges without a pick
// between them, the table is recomputed.
type table[T int32 | int64] struct {
	n     int
	unit  int64
	reach float64 // upper bound on the absolute delta of any exchange
	swaps *vec.Swaps[T]
	from  []int64 // b of the form

	state state
	r, s  int // exchange that the table does not include yet
	u, w  []T // effect of that exchange on the other deltas
	row   []T
	until []int32 // memory whose times the table contains, or nil
}

type state int

const (
	stale   state = iota // all deltas are invalid
	pending              // all deltas lack the effect of one exchange
	current
)

func newTable[T int32 | int64](n int, f form) *table[T] {
	t := &table[T]{n: n, unit: f.unit, reach: f.reach(n), swaps: vec.NewSwaps[T](n), from: f.b}
	stride := t.swaps.Stride
	t.u, t.w, t.row = make([]T, stride), make([]T, stride), make([]T, stride)
	for i := range n {
		for j, v := range f.a[i*n:][:n] {
			t.swaps.A[i*stride+j] = T(v)
		}
	}
	return t
}

func (t *table[T]) reset(p Assignment) {
	for i, at := range p {
		row, from := t.swaps.B[i*t.swaps.Stride:], t.from[int(at)*t.n:]
		for j, other := range p {
			row[j] = T(from[other])
		}
	}
	t.state = stale
}

func (t *table[T]) exchange(_ Assignment, r, s int) {
	stride, a, b := t.swaps.Stride, t.swaps.A, t.swaps.B
	if t.state == current {
		t.state, t.r, t.s = pending, r, s
		for i := range t.n {
			t.u[i] = a[r*stride+i] - a[s*stride+i]
			t.w[i] = b[r*stride+i] - b[s*stride+i]
		}
	} else {
		t.state = stale
	}
	br, bs := b[r*stride:][:t.n], b[s*stride:][:t.n]
	for k := range br {
		br[k], bs[k] = bs[k], br[k]
	}
	for k := range t.n {
		b[k*stride+r], b[k*stride+s] = b[k*stride+s], b[k*stride+r]
	}
}

func (t *table[T]) delta(i, j int) int64 {
	stride := t.swaps.Stride
	ai, aj := t.swaps.A[i*stride:][:t.n], t.swaps.A[j*stride:][:t.n]
	bi, bj := t.swaps.B[i*stride:][:t.n], t.swaps.B[j*stride:][:t.n]
	sum := 2 * ai[j] * bi[j]
	for k := range ai {
		sum += (ai[k] - aj[k]) * (bj[k] - bi[k])
	}
	return t.unit * int64(sum)
}

// weight returns the time in nanoseconds to score an exchange, which reads four rows.
func (t *table[T]) weight() int { return t.n }

func (t *table[T]) pick(ctx context.Context, p Assignment, r *moves.Rule) (i, j int, delta int64, err error) {
	if err := t.update(ctx); err != nil {
		return -1, -1, 0, err
	}
	t.remember(p, r)
	wanted, allowed := t.swaps.Scan(t.u, t.w, t.rule(r))
	clear(t.u)
	clear(t.w)
	t.state = current
	best := wanted
	if best.I < 0 {
		best = allowed
	}
	return best.I, best.J, t.unit * int64(best.Delta), nil
}

// update computes the deltas that the next scan does not update. If update is interrupted, the
// table stays stale.
func (t *table[T]) update(ctx context.Context) error {
	switch t.state {
	case stale:
		clear(t.u)
		clear(t.w)
		for i := range t.n {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			t.swaps.Score(i, t.swaps.Delta[i*t.swaps.Stride:][:t.swaps.Stride])
		}
	case pending:
		t.rescore(t.r)
		t.rescore(t.s)
	case current:
	}
	return nil
}

// rescore recomputes the deltas of all exchanges of a facility, minus the terms that the scan will
// add.
func (t *table[T]) rescore(r int) {
	stride, delta := t.swaps.Stride, t.swaps.Delta
	t.swaps.Score(r, t.row)
	row, u, w := t.row[:t.n], t.u[:t.n], t.w[:t.n]
	ur, wr := u[r], w[r]
	for j := range row {
		v := row[j] - (ur-u[j])*(wr-w[j])
		delta[r*stride+j], delta[j*stride+r] = v, v
	}
}

// remember updates the times of all exchanges if the memory was replaced, and otherwise only the
// times of exchanges that involve a facility of the last exchange. By the contract of moves.Rule,
// no other times can have changed.
func (t *table[T]) remember(p Assignment, r *moves.Rule) {
	same := len(t.until) == len(r.Until) && (len(r.Until) == 0 || &t.until[0] == &r.Until[0])
	switch {
	case same && t.state == pending:
		t.recall(p, t.r)
		t.recall(p, t.s)
	case same && t.state == current:
	default:
		t.until = r.Until
		for i := range t.n {
			t.recall(p, i)
		}
	}
}

// recall reads the times of all exchanges of a facility.
func (t *table[T]) recall(p Assignment, i int) {
	stride, low, high := t.swaps.Stride, t.swaps.Low, t.swaps.High
	n, at := t.n, int(p[i])
	for j, other := range p {
		if i == j {
			continue
		}
		// Without a memory, an exchange is always allowed and never wanted because of age.
		x, y := int32(math.MinInt32), int32(math.MinInt32+1)
		if t.until != nil {
			x, y = t.until[i*n+int(other)], t.until[j*n+at]
		}
		x, y = min(x, y), max(x, y)
		low[i*stride+j], high[i*stride+j] = x, y
		low[j*stride+i], high[j*stride+i] = x, y
	}
}

// rule converts r to the units of the table. An integer d is less than the converted Aspire if
// d·unit is less than the original Aspire.
func (t *table[T]) rule(r *moves.Rule) vec.SwapRule[T] {
	limit := math.Ceil(r.Aspire / float64(t.unit))
	q := vec.SwapRule[T]{Aspire: T(max(-t.reach, min(limit, t.reach))), Long: r.Long, Step: r.Step}
	if r.Until == nil {
		q.Long, q.Step = math.MinInt32, math.MaxInt32
	}
	return q
}
