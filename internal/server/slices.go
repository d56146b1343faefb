package server

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/continuous"
)

// Slices contains the values of a function around a point.
type Slices struct {
	Dimensions int     `json:"dimensions"`
	Slices     []Slice `json:"slices"`
}

// A Slice contains the values of a function along one coordinate, with the other coordinates fixed.
type Slice struct {
	Dimension int       `json:"dimension" doc:"Dimension, numbered from 0."`
	Low       float64   `json:"low" doc:"Coordinate of the first value."`
	High      float64   `json:"high" doc:"Coordinate of the last value."`
	At        float64   `json:"at" doc:"Coordinate of the best point."`
	Values    []float64 `json:"values" doc:"Function values at equal intervals."`
}

const (
	maxSlices  = 8
	sliceSteps = 200
)

func (s *Server) slices(ctx context.Context, in *jobPath) (*struct{ Body Slices }, error) {
	of, _, err := instanceOf[*continuous.Instance](ctx, s, in.ID, "slices")
	if err != nil {
		return nil, err
	}
	p, err := s.checkedResult(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return draw(ctx, s, func() Slices { return slicesOf(of, p.verified.Solution.(continuous.Solution)) })
}

func slicesOf(in *continuous.Instance, best continuous.Solution) Slices {
	all := Slices{Dimensions: in.Dim(), Slices: []Slice{}}
	point := slices.Clone(best)
	for d := range min(in.Dim(), maxSlices) {
		all.Slices = append(all.Slices, sliceOf(in, point, d))
	}
	return all
}

// sliceOf evaluates the function along coordinate d of a point. It restores the point.
func sliceOf(in *continuous.Instance, point continuous.Solution, d int) Slice {
	f, at := in.Function(), point[d]
	s := Slice{Dimension: d, Low: f.Low, High: f.High, At: at}
	for k := range sliceSteps + 1 {
		point[d] = min(f.Low+(f.High-f.Low)*float64(k)/sliceSteps, f.High)
		s.Values = append(s.Values, in.Cost(point))
	}
	point[d] = at
	return s
}
