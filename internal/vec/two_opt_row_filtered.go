package vec

// TwoOptRowFiltered gives the same answer as [TwoOptRow], bit for bit, and saves
// most square roots where few moves gain, as on a good tour. squared[j] is
// edge[j] before the square root, as in a [Path]. On a random tour too many moves
// pass the filter: TwoOptRow is the better choice there.
//
// A move is looked at only if d²(i, j) < squared[i] or d²(i+1, j+1) < squared[j].
// No other can be below zero: the rounded root is monotone, so d(i, j) >= edge[i]
// and d(i+1, j+1) >= edge[j]; the rounded sum is monotone in both terms, so the
// new edges together are no shorter than the old ones; and a difference of the
// larger and the smaller is not below zero, however rounded. Where a comparison
// fails because a coordinate is not a number, delta is not a number either.
func TwoOptRowFiltered(x, y, edge, squared []float32, i, from, to int) (delta float32, j int) {
	if from >= to {
		return 0, -1
	}
	checkRow(x, y, edge, i, from, to)
	_, _, _ = squared[i], squared[from], squared[to-1]
	return inUse.rowFiltered(x, y, edge, squared, i, from, to)
}

// twoOptRowFiltered is the twin of the assembly of TwoOptRowFiltered.
func twoOptRowFiltered(x, y, edge, squares []float32, i, from, to int) (delta float32, j int) {
	x0, y0, x1, y1, removed, limit := x[i], y[i], x[i+1], y[i+1], edge[i], squares[i]
	edge = edge[from:to]
	xs, ys, squares := x[from:][:len(edge)], y[from:][:len(edge)], squares[from:][:len(edge)]
	nextX, nextY := x[from+1:][:len(edge)], y[from+1:][:len(edge)]
	j = -1
	for k, e := range edge {
		d0 := squared(xs[k]-x0, ys[k]-y0)
		d1 := squared(nextX[k]-x1, nextY[k]-y1)
		if !(d0 < limit || d1 < squares[k]) {
			continue
		}
		if d := (root(d0) + root(d1)) - (removed + e); d < delta {
			delta, j = d, from+k
		}
	}
	return delta, j
}
