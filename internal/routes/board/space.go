package board

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// mostInTable is the largest number of cities whose distances are kept in a table, of 16 MB.
const mostInTable = 2000

// A space computes distances between nodes.
type space struct {
	in    *tsp.Instance
	city  []int32   // of each node
	rows  [][]int32 // distances from each node to each city; nil if there are too many cities
	plane []float64 // coordinates, if distances are Euclidean
}

func newSpace(in *tsp.Instance) space {
	n := in.N()
	s := space{in: in, city: make([]int32, 2*n-2)}
	for i := range s.city {
		s.city[i] = int32(min(i, n-1))
	}
	if in.Metric() == tsp.Euc2D {
		s.plane = in.Coords()
	}
	if n <= mostInTable {
		s.rows = make([][]int32, len(s.city))
		for i := range n {
			row := make([]int32, n)
			for j := range row {
				row[j] = int32(in.Dist(int32(i), int32(j)))
			}
			s.rows[i] = row
		}
		for i := n; i < len(s.rows); i++ {
			s.rows[i] = s.rows[n-1]
		}
	}
	return s
}

// dist returns the distance between two nodes.
func (s *space) dist(a, b int32) int {
	if s.rows == nil {
		return s.far(a, b)
	}
	return int(s.rows[a][s.city[b]])
}

// far computes the distance between two nodes.
func (s *space) far(a, b int32) int {
	a, b = s.city[a], s.city[b]
	if s.plane != nil {
		x, y := s.plane[2*a]-s.plane[2*b], s.plane[2*a+1]-s.plane[2*b+1]
		return int(math.Sqrt(float64(x*x)+float64(y*y)) + 0.5)
	}
	return int(s.in.Dist(a, b))
}
