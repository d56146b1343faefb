package server

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/qap"
)

// A Matrix contains both matrices of an assignment instance, row by row.
type Matrix struct {
	N        int       `json:"n" doc:"Number of facilities."`
	Size     int       `json:"size" doc:"Number of rows and columns of the matrices; if less than n, each value is the mean of a block."`
	Flow     []float64 `json:"flow" doc:"Flow between facilities."`
	Distance []float64 `json:"distance" doc:"Distance between locations."`
}

// maxRows is the maximum number of matrix rows that a picture can show.
const maxRows = 128

func (s *Server) matrix(ctx context.Context, in *jobPath) (*struct{ Body Matrix }, error) {
	of, _, err := instanceOf[*qap.Instance](ctx, s, in.ID, "matrix")
	if err != nil {
		return nil, err
	}
	return draw(ctx, s, func() Matrix { return matrixOf(of) })
}

// matrixOf returns the matrices of an assignment instance. It averages the blocks of large
// matrices, so that at most maxRows rows remain.
func matrixOf(in *qap.Instance) Matrix {
	n := in.N()
	size := min(n, maxRows)
	m := Matrix{N: n, Size: size, Flow: make([]float64, size*size), Distance: make([]float64, size*size)}
	block := func(i int) int { return i * size / n }
	for row := range n {
		for col := range n {
			a, b := in.At(row, col)
			at := block(row)*size + block(col)
			m.Flow[at] += float64(a)
			m.Distance[at] += float64(b)
		}
	}
	if size == n {
		return m
	}
	length := make([]int, size) // number of rows in each block
	for i := range n {
		length[block(i)]++
	}
	for at := range m.Flow {
		count := float64(length[at/size] * length[at%size])
		m.Flow[at] /= count
		m.Distance[at] /= count
	}
	return m
}
