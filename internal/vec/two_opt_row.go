package vec

// TwoOptRow finds the best move of one row of the table of all 2-opt moves. Move
// (i, j) replaces the edges behind the places i and j of a [Path]:
//
//	delta(i, j) = (d(i, j) + d(i+1, j+1)) - (edge[i] + edge[j])
//
// with every operation rounded to float32. The answer is the smallest delta of
// from <= j < to and the lowest j that has it, or (0, -1) if no move is below
// zero. It panics if an index is outside the slices; places are below 2³¹, as
// everywhere in this project.
func TwoOptRow(x, y, edge []float32, i, from, to int) (delta float32, j int) {
	if from >= to {
		return 0, -1
	}
	checkRow(x, y, edge, i, from, to)
	return inUse.row(x, y, edge, i, from, to)
}

// checkRow panics unless a row is inside the slices: assembly reads what it is
// told to. One index at each end will do, as slices have no holes.
func checkRow(x, y, edge []float32, i, from, to int) {
	_, _, _ = edge[i], x[i+1], y[i+1]
	_, _, _, _ = edge[from], edge[to-1], x[to], y[to]
}

// twoOptRow is the twin of the assembly of TwoOptRow.
func twoOptRow(x, y, edge []float32, i, from, to int) (delta float32, j int) {
	x0, y0, x1, y1, removed := x[i], y[i], x[i+1], y[i+1], edge[i]
	edge = edge[from:to]
	// Slices as long as edge need no bounds checks in the loop.
	xs, ys := x[from:][:len(edge)], y[from:][:len(edge)]
	nextX, nextY := x[from+1:][:len(edge)], y[from+1:][:len(edge)]
	j = -1
	for k, e := range edge {
		d0 := squared(xs[k]-x0, ys[k]-y0)
		d1 := squared(nextX[k]-x1, nextY[k]-y1)
		if d := (root(d0) + root(d1)) - (removed + e); d < delta {
			delta, j = d, from+k
		}
	}
	return delta, j
}
