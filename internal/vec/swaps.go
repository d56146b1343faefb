package vec

import "math"

// Swaps is a table of the changes in cost that each exchange of two elements of a permutation would
// cause. The cost is a sum over pairs of elements, Σ a(i,k)·b(i,k), where b is a matrix in the
// order of the permutation and both matrices are symmetric. All tables are square with rows of
// Stride numbers. Stride is a multiple of SwapLanes, and the entries beyond N in a row of A or B
// are zero.
//
// Delta contains half of each change. T wraps around, so the caller must ensure that the true
// values fit.
type Swaps[T int32 | int64] struct {
	N, Stride int
	A, B      []T
	Delta     []T
	// An exchange adds two attributes. Low and High are the earlier and the later of the times from
	// which these attributes may be added. Never in both marks entries that are not exchanges: the
	// diagonal and the entries beyond N.
	Low, High []int32

	least swapLanes // result of the last scan, stored here to avoid allocation
}

// SwapLanes is a divisor of the stride.
const SwapLanes = 16

// Never marks, in Low and High, an entry that is not an exchange.
const Never = math.MaxInt32

// NewSwaps returns empty tables for n elements.
func NewSwaps[T int32 | int64](n int) *Swaps[T] {
	stride := (n + SwapLanes - 1) / SwapLanes * SwapLanes
	s := &Swaps[T]{N: n, Stride: stride}
	s.A, s.B, s.Delta = make([]T, n*stride), make([]T, n*stride), make([]T, n*stride)
	s.Low, s.High = make([]int32, n*stride), make([]int32, n*stride)
	for i := range s.Low {
		s.Low[i], s.High[i] = Never, Never
	}
	return s
}

// Score writes the change caused by exchanging element r with each other element to dst, which must
// have space for Stride numbers. Entries that are not exchanges score 0.
func (s *Swaps[T]) Score(r int, dst []T) {
	// 4 is the minimum that fills a vector
	if narrow, ok := any(s).(*Swaps[int32]); ok && s.N >= 4 {
		inUse.scoreSwaps(narrow.A, narrow.B, s.Stride, s.N, r, any(dst).([]int32))
	} else {
		scoreSwaps(s.A, s.B, s.Stride, s.N, r, dst)
	}
	// The sum includes the terms of r and j themselves, each of which contributes -a·b.
	a, b := s.A[r*s.Stride:][:s.N], s.B[r*s.Stride:][:s.N]
	for j := range a {
		dst[j] += 2 * a[j] * b[j]
	}
}

// scoreSwaps writes Σ_k (a(r,k) - a(j,k))·(b(j,k) - b(r,k)) for each j.
func scoreSwaps[T int32 | int64](a, b []T, stride, n, r int, dst []T) {
	ar, br := a[r*stride:][:n], b[r*stride:][:n]
	for j := range n {
		aj, bj := a[j*stride:][:n], b[j*stride:][:n]
		var sum T
		for k := range ar {
			sum += (ar[k] - aj[k]) * (bj[k] - br[k])
		}
		dst[j] = sum
	}
}

// A SwapRule selects exchanges. Exchanges with a change below Aspire, or with High below Long, are
// wanted. Exchanges with Low below Step are allowed.
type SwapRule[T int32 | int64] struct {
	Aspire     T
	Long, Step int32
}

// A Swap is the best exchange of a kind, with I < J. I is -1 if there is no exchange.
type Swap[T int32 | int64] struct {
	Delta T
	I, J  int
}

// Scan adds (u(i) - u(j))·(w(i) - w(j)) to every Delta, and finds the best wanted and the best
// allowed exchange: the smallest Delta, and the first (i, j) on ties. Both vectors have space for
// Stride numbers. Entries on both sides of the diagonal must agree.
func (s *Swaps[T]) Scan(u, w []T, r SwapRule[T]) (wanted, allowed Swap[T]) {
	if t, ok := any(s).(*Swaps[int32]); ok {
		least := &s.least
		q := any(r).(SwapRule[int32])
		inUse.scanSwaps(t.Delta, t.Low, t.High, any(u).([]int32), any(w).([]int32), s.Stride, s.N, q.Aspire, q.Long, q.Step, least)
		return swapAt[T](leastOf(least, 0), s.Stride), swapAt[T](leastOf(least, 1), s.Stride)
	}
	var least [2]entry[T]
	scanEntries(s.Delta, s.Low, s.High, u, w, s.Stride, s.N, r, &least)
	return swapAt[T](least[0], s.Stride), swapAt[T](least[1], s.Stride)
}

// An entry is a position in the table and its value.
type entry[T int32 | int64] struct {
	delta T
	at    int
	found bool
}

func swapAt[T, U int32 | int64](e entry[U], stride int) Swap[T] {
	if !e.found {
		return Swap[T]{I: -1, J: -1}
	}
	return Swap[T]{T(e.delta), e.at / stride, e.at % stride}
}

// scanEntries processes whole blocks of lanes, which include some entries below the diagonal. These
// entries come later than their counterparts above the diagonal.
func scanEntries[T int32 | int64](delta []T, low, high []int32, u, w []T, stride, n int, r SwapRule[T], least *[2]entry[T]) {
	u, w = u[:n], w[:n]
	for i := range n {
		ui, wi := u[i], w[i]
		delta, low, high := delta[i*stride:][:n], low[i*stride:][:n], high[i*stride:][:n]
		for j := i / SwapLanes * SwapLanes; j < n; j++ {
			d := delta[j] + (ui-u[j])*(wi-w[j])
			delta[j] = d
			if d < r.Aspire && low[j] != Never || high[j] < r.Long {
				least[0].meet(d, i*stride+j)
			}
			if low[j] < r.Step {
				least[1].meet(d, i*stride+j)
			}
		}
	}
}

func (e *entry[T]) meet(delta T, at int) {
	if !e.found || delta < e.delta {
		*e = entry[T]{delta, at, true}
	}
}

// swapLanes contains the best entries of sixteen lanes: delta and index of the wanted ones, then of
// the allowed ones. A lane without an entry has Never as its index.
type swapLanes = [4 * SwapLanes]int32

// scanSwaps does the work of scanEntries with the signature of the assembly.
func scanSwaps(delta, low, high, u, w []int32, stride, n int, aspire, long, step int32, least *swapLanes) {
	var found [2]entry[int32]
	scanEntries(delta, low, high, u, w, stride, n, SwapRule[int32]{aspire, long, step}, &found)
	for kind, e := range found {
		deltas, places := lanesOf(least, kind)
		for lane := range places {
			places[lane] = Never
		}
		if e.found {
			deltas[0], places[0] = e.delta, int32(e.at)
		}
	}
}

// lanesOf returns the lanes of a kind: 0 for wanted, 1 for allowed.
func lanesOf(l *swapLanes, kind int) (deltas, places []int32) {
	all := l[2*SwapLanes*kind:][:2*SwapLanes]
	return all[:SwapLanes], all[SwapLanes:]
}

// leastOf returns the best entry of all lanes. On ties, it returns the entry with the lowest index.
func leastOf(l *swapLanes, kind int) (best entry[int32]) {
	deltas, places := lanesOf(l, kind)
	for lane, at := range places {
		delta := deltas[lane]
		if at != Never && (!best.found || delta < best.delta || delta == best.delta && int(at) < best.at) {
			best = entry[int32]{delta, int(at), true}
		}
	}
	return best
}
