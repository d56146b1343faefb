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
	all   [][]int32 // distances from each city
}

// newSpace returns the distances between n stops and the nodes of as many routes, whose depot is
// that after the stops until they are moved.
func newSpace(in *tsp.Instance, n int32) space {
	s := space{in: in, city: make([]int32, 2*n)}
	for i := range s.city {
		s.city[i] = min(int32(i), n, int32(in.N()-1))
	}
	if in.Metric() == tsp.Euc2D {
		s.plane = in.Coords()
	}
	if s.all = table(in); s.all != nil {
		s.rows = make([][]int32, 2*n)
		for i, c := range s.city {
			s.rows[i] = s.all[c]
		}
	}
	return s
}

// table returns the distances from each city to each city, or nil if there are too many.
func table(in *tsp.Instance) (rows [][]int32) {
	n := in.N()
	if n > mostInTable {
		return nil
	}
	for i := range n {
		row := make([]int32, n)
		for j := range row {
			row[j] = int32(in.Dist(int32(i), int32(j)))
		}
		rows = append(rows, row)
	}
	return rows
}

// move changes the city of the node of a route. It reports whether it was another one.
func (s *space) move(node, city int32) bool {
	if s.city[node] == city {
		return false
	}
	s.city[node] = city
	if s.rows != nil {
		s.rows[node] = s.all[city]
	}
	return true
}

// dist returns the distance between two nodes.
func (s *space) dist(a, b int32) int64 {
	if s.rows == nil {
		return s.far(a, b)
	}
	return int64(s.rows[a][s.city[b]])
}

// between returns the distance between two cities.
func (s *space) between(a, b int32) int64 {
	if s.all == nil {
		return s.apart(a, b)
	}
	return int64(s.all[a][b])
}

// far computes the distance between two nodes. It is not inlined, so that dist is.
//
//go:noinline
func (s *space) far(a, b int32) int64 { return s.apart(s.city[a], s.city[b]) }

// apart computes the distance between two cities.
func (s *space) apart(a, b int32) int64 {
	if s.plane != nil {
		x, y := s.plane[2*a]-s.plane[2*b], s.plane[2*a+1]-s.plane[2*b+1]
		return int64(math.Sqrt(float64(x*x)+float64(y*y)) + 0.5)
	}
	return s.in.Dist(a, b)
}
