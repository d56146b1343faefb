package format

import (
	"maps"
	"slices"
	"strings"
)

// A layout is one of TSPLIB's matrix formats: it describes the entries that are present, row by
// row. Because the matrix is symmetric, one triangle listed by columns equals the other triangle
// listed by rows: UPPER_COL is the same as LOWER_ROW.
type layout struct {
	lower    bool
	diagonal int // number of entries of each row on the diagonal
}

const fullMatrix = "FULL_MATRIX"

var layouts = map[string]layout{
	"UPPER_ROW":      {false, 0},
	"LOWER_ROW":      {true, 0},
	"UPPER_DIAG_ROW": {false, 1},
	"LOWER_DIAG_ROW": {true, 1},
	"UPPER_COL":      {true, 0},
	"LOWER_COL":      {false, 0},
	"UPPER_DIAG_COL": {true, 1},
	"LOWER_DIAG_COL": {false, 1},
}

// count returns the number of entries that an n x n matrix has in this layout.
func (l layout) count(n int) int {
	return n*(n-1)/2 + l.diagonal*n
}

// row returns the range of columns present in row i.
func (l layout) row(i, n int) (from, to int) {
	if l.lower {
		return 0, i + l.diagonal
	}
	return i + 1 - l.diagonal, n
}

// expand fills both triangles from one triangle.
func (l layout) expand(n int, values []float64) []float64 {
	full := make([]float64, n*n)
	k := 0
	for i := range n {
		from, to := l.row(i, n)
		for j := from; j < to; j++ {
			full[i*n+j], full[j*n+i] = values[k], values[k]
			k++
		}
	}
	return full
}

// fullMatrix converts EDGE_WEIGHT_SECTION to n full rows. It checks the number of entries before it
// allocates memory.
func (p *tsplib) fullMatrix(n int) ([]float64, error) {
	e, ok := p.header[keyLayout]
	name := e.first()
	shape, known := layouts[name]
	want := shape.count(n)
	switch {
	case !ok:
		return nil, p.src.fail(0, keyLayout, "the keyword is missing: expected a line such as \"EDGE_WEIGHT_FORMAT: FULL_MATRIX\"")
	case name == fullMatrix:
		want = n * n
	case !known:
		return nil, p.src.fail(e.line, keyLayout, "expected FULL_MATRIX or one of %s, found %s", strings.Join(slices.Sorted(maps.Keys(layouts)), ", "), quote([]byte(e.value)))
	}
	if len(p.weights) != want {
		return nil, p.src.fail(p.began[secWeights], secWeights, "expected %d numbers for %s of %d cities (DIMENSION, line %d), found %d",
			want, name, n, p.header[keySize].line, len(p.weights))
	}
	if name == fullMatrix {
		return p.weights, nil
	}
	return shape.expand(n, p.weights), nil
}
