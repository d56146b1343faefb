package server

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/perceptron"
)

func (s *Server) signRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-signs", Method: http.MethodGet, Path: "/v1/jobs/{id}/signs", Tags: []string{"drawings"},
		Summary:     "Get the products that the rows of a perceptron must have, and those that they have",
		Description: "Both as histograms. A solution has the products that are wanted.",
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, s.signs)
}

// Signs are how often the rows of a perceptron must have a product, and have it.
type Signs struct {
	Rows   int     `json:"rows"`
	Cols   int     `json:"cols"`
	Labels []int32 `json:"labels" doc:"The least product of each bar."`
	Wanted []int   `json:"wanted" doc:"Rows of each bar."`
	Found  []int   `json:"found,omitempty" doc:"Rows of each bar by the result; missing until there is one."`
}

// mostBars is how many bars of a histogram can be told apart.
const maxBars = 128

func (s *Server) signs(ctx context.Context, in *jobPath) (*struct{ Body Signs }, error) {
	of, v, err := instanceOf[*perceptron.Instance](ctx, s, in.ID, "signs")
	if err != nil {
		return nil, err
	}
	wanted, found := of.Products(), []int32(nil)
	if v.Record.Result != nil {
		p, err := s.checkedResult(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		leave, err := s.drawings.acquire(ctx, v.Record.Tenant, acquireTimeout)
		if err != nil {
			return nil, err
		}
		defer leave()
		found = products(of, p.verified.Solution.(perceptron.Solution))
	}
	all := append(slices.Clone(wanted), found...)
	low, high := slices.Min(all), slices.Max(all)
	width := 2 * ((high-low)/2/maxBars + 1) // products differ by two
	signs := Signs{Rows: len(of.Products()), Cols: of.Cols(), Wanted: bars(wanted, low, high, width), Found: bars(found, low, high, width)}
	for at := low; at <= high; at += width {
		signs.Labels = append(signs.Labels, at)
	}
	return &struct{ Body Signs }{signs}, nil
}

// products are those of the rows with a vector.
func products(in *perceptron.Instance, v perceptron.Solution) []int32 {
	all := make([]int32, len(in.Products()))
	for i := range all {
		for j, a := range in.Row(i) {
			all[i] += int32(a) * int32(v[j])
		}
	}
	return all
}

// bars count values from the lowest to the highest; nil if there are none.
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
