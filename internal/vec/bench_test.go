package vec

import "testing"

// BenchmarkTwoOptRow scans all rows of a tour, again and again. Compare within
// one run:
//
//	go test ./internal/vec -run '^$' -bench TwoOptRow -benchtime 0.3s
func BenchmarkTwoOptRow(b *testing.B) {
	const n = 5915
	coords := uniform(n, 1)
	for _, tour := range []struct {
		name string
		path *Path
	}{
		{"random", pathOf(coords, identity(n))},
		{"good", improve(coords, strips(coords))},
	} {
		p := tour.path
		for _, r := range available() {
			b.Run(tour.name+"/plain/"+r.instructions, func(b *testing.B) {
				benchmarkRows(b, n, func(i, from, to int) { r.row(p.X, p.Y, p.Edge, i, from, to) })
			})
			b.Run(tour.name+"/filtered/"+r.instructions, func(b *testing.B) {
				benchmarkRows(b, n, func(i, from, to int) { r.rowFiltered(p.X, p.Y, p.Edge, p.Squared, i, from, to) })
			})
		}
	}
}

// benchmarkRows reports millions of evaluated moves per second.
func benchmarkRows(b *testing.B, n int, row func(i, from, to int)) {
	moves, i := 0, 0
	for b.Loop() {
		row(i, i+2, n)
		moves += n - i - 2
		i = (i + 1) % (n - 2)
	}
	b.ReportMetric(float64(moves)/1e6/b.Elapsed().Seconds(), "Meval/s")
}
