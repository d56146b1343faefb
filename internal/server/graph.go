package server

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/maxcut"
)

// A Graph contains the edges of a maximum cut or colouring instance.
type Graph struct {
	N     int     `json:"n" doc:"Number of vertices."`
	Edges []int64 `json:"edges" doc:"Three numbers per edge: the two vertices, numbered from 0, and the weight. At most the first 20,000 edges."`
	Total int     `json:"total" doc:"Total number of edges."`
}

// maxEdges is the maximum number of edges in a drawing.
const maxEdges = 20_000

func (s *Server) graph(ctx context.Context, in *jobPath) (*struct{ Body Graph }, error) {
	v, input, err := s.openJob(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	g := Graph{N: input.Info.N, Edges: []int64{}}
	for from := range g.N {
		switch of := input.Problem.Instance().(type) {
		case *maxcut.Instance:
			for _, e := range of.Edges(from) {
				g.add(e.From, e.To, e.Weight)
			}
		case *colouring.Instance:
			for _, to := range of.Edges(from) {
				g.add(int32(from), to, 1)
			}
		default:
			return nil, otherKind(v.Record, "graph")
		}
	}
	return &struct{ Body Graph }{g}, nil
}

// add adds an edge, which the instance has in both directions.
func (g *Graph) add(from, to int32, weight int64) {
	if from >= to {
		return
	}
	if g.Total++; g.Total <= maxEdges {
		g.Edges = append(g.Edges, int64(from), int64(to), weight)
	}
}
