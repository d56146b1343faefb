package server

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/perceptron"
)

// Signs contains histograms of the required and the actual products of a perceptron's rows.
type Signs struct {
	Rows   int     `json:"rows"`
	Cols   int     `json:"cols"`
	Labels []int32 `json:"labels" doc:"Smallest product of each bar."`
	Wanted []int   `json:"wanted" doc:"Required number of rows per bar."`
	Found  []int   `json:"found,omitempty" doc:"Number of rows per bar in the result; missing until there is a result."`
}

// maxBars is the maximum number of bars that a histogram can show.
const maxBars = 128

func (s *Server) signs(ctx context.Context, in *jobPath) (*struct{ Body Signs }, error) {
	of, v, err := instanceOf[*perceptron.Instance](ctx, s, in.ID, "signs")
	if err != nil {
		return nil, err
	}
	if v.Record.Result == nil {
		return draw(ctx, s, func() Signs { return signsOf(of, nil) })
	}
	p, err := s.checkedResult(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return draw(ctx, s, func() Signs { return signsOf(of, products(of, p.verified.Solution.(perceptron.Solution))) })
}

// signsOf returns the histograms of an instance and of the products found, which may be nil.
func signsOf(in *perceptron.Instance, found []int32) Signs {
	wanted := in.Products()
	all := append(slices.Clone(wanted), found...)
	low, high := slices.Min(all), slices.Max(all)
	width := 2 * ((high-low)/2/maxBars + 1) // products differ by multiples of two
	signs := Signs{Rows: len(wanted), Cols: in.Cols(), Wanted: bars(wanted, low, high, width), Found: bars(found, low, high, width)}
	for at := low; at <= high; at += width {
		signs.Labels = append(signs.Labels, at)
	}
	return signs
}

func products(in *perceptron.Instance, v perceptron.Solution) []int32 {
	all := make([]int32, len(in.Products()))
	for i := range all {
		for j, a := range in.Row(i) {
			all[i] += int32(a) * int32(v[j])
		}
	}
	return all
}

// bars returns a histogram of the values from low to high, or nil if there are no values.
func bars(values []int32, low, high, width int32) []int {
	if len(values) == 0 {
		return nil
	}
	count := make([]int, (high-low)/width+1)
	for _, v := range values {
		count[(v-low)/width]++
	}
	return count
}
