package server

import (
	"context"
	"iter"

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

type edge struct {
	from, to int32
	weight   int64
}

func (s *Server) graph(ctx context.Context, in *jobPath) (*struct{ Body Graph }, error) {
	v, input, err := s.openJob(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var links iter.Seq[edge]
	switch of := input.Problem.Instance().(type) {
	case *maxcut.Instance:
		links = linksOfCut(of)
	case *colouring.Instance:
		links = linksOfColouring(of)
	default:
		return nil, otherKind(v.Record, "graph")
	}
	g := Graph{N: input.Info.N, Edges: []int64{}}
	for l := range links {
		if g.Total++; g.Total <= maxEdges {
			g.Edges = append(g.Edges, int64(l.from), int64(l.to), l.weight)
		}
	}
	return &struct{ Body Graph }{g}, nil
}

// linksOfCut yields every edge of a graph once.
func linksOfCut(in *maxcut.Instance) iter.Seq[edge] {
	return func(yield func(edge) bool) {
		for v := range in.N() {
			for _, e := range in.Edges(v) {
				if e.From < e.To && !yield(edge{e.From, e.To, e.Weight}) {
					return
				}
			}
		}
	}
}

// linksOfColouring yields every edge of a graph once, with weight 1.
func linksOfColouring(in *colouring.Instance) iter.Seq[edge] {
	return func(yield func(edge) bool) {
		for v := range int32(in.N()) {
			for _, to := range in.Edges(int(v)) {
				if v < to && !yield(edge{v, to, 1}) {
					return
				}
			}
		}
	}
}
