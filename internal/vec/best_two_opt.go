package vec

// BestTwoOpt finds the best 2-opt move of the whole tour, by [TwoOptRow]: the
// smallest delta of all pairs of edges that have no city in common, and the lowest
// (i, j) that has it, or (0, -1, -1) if no move is below zero.
func BestTwoOpt(x, y, edge []float32) (delta float32, i, j int) {
	return bestRow(len(edge), func(i, from, to int) (float32, int) {
		return TwoOptRow(x, y, edge, i, from, to)
	})
}

// BestTwoOptFiltered gives the same answer by [TwoOptRowFiltered].
func BestTwoOptFiltered(x, y, edge, squared []float32) (delta float32, i, j int) {
	return bestRow(len(edge), func(i, from, to int) (float32, int) {
		return TwoOptRowFiltered(x, y, edge, squared, i, from, to)
	})
}

// bestRow asks for the best move of every row of a tour of n cities.
func bestRow(n int, row func(i, from, to int) (float32, int)) (delta float32, i, j int) {
	i, j = -1, -1
	for a := range n - 2 {
		to := n
		if a == 0 {
			to-- // the first edge and the last have a city in common
		}
		if d, b := row(a, a+2, to); d < delta {
			delta, i, j = d, a, b
		}
	}
	return delta, i, j
}
