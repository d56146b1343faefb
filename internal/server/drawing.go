package server

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func (s *Server) drawingRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-drawing", Method: http.MethodGet, Path: "/v1/jobs/{id}/drawing", Tags: []string{"drawings"},
		Summary: "What a job can be drawn as", Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, s.drawing)
}

// A Kind is what an instance is drawn as.
type Kind string

// The kinds.
const (
	asPlaces   Kind = "places"   // tours through places
	asMatrix   Kind = "matrix"   // assignments
	asGraph    Kind = "graph"    // cuts and colourings
	asSigns    Kind = "signs"    // perceptrons
	asFunction Kind = "function" // minima
	asNothing  Kind = "none"     // tours whose cities have no places
)

// A Drawing is what is known of an instance before anything of it is drawn.
type Drawing struct {
	Problem    string    `json:"problem"`
	Name       string    `json:"name" doc:"Of the instance."`
	N          int       `json:"n"`
	Kind       Kind      `json:"kind" enum:"places,matrix,graph,signs,function,none" doc:"What it is drawn as: which of places, matrix, graph, signs and slices has more."`
	Geographic bool      `json:"geographic" doc:"x is the longitude and y the latitude, in degrees."`
	Unit       string    `json:"unit" doc:"Of costs; empty where nobody said."`
	Open       bool      `json:"open" doc:"The tour is a path."`
	Start      *int32    `json:"start,omitempty" doc:"The city that a tour starts at, from 0."`
	End        *int32    `json:"end,omitempty" doc:"The city that a path ends at, from 0."`
	Origin     []float64 `json:"origin,omitempty" minItems:"2" maxItems:"2" doc:"What is subtracted from x and y of all places."`
	Bounds     []float64 `json:"bounds,omitempty" minItems:"4" maxItems:"4" doc:"Least x and y, largest x and y, with the origin."`
	Named      bool      `json:"named" doc:"The cities have names."`
	BestKnown  *float64  `json:"best_known,omitempty"`
	LowerBound *float64  `json:"lower_bound,omitempty" doc:"No solution costs less."`
	Dimensions int       `json:"dimensions,omitempty" doc:"Of a function."`
	Colours    int       `json:"colours,omitempty" doc:"That a graph may have."`
}

func (s *Server) drawing(ctx context.Context, in *jobPath) (*struct{ Body Drawing }, error) {
	v, input, err := s.openJob(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	d := Drawing{Problem: v.Record.Spec.Kind(), Name: input.Info.Name, N: input.Info.N, Kind: kindOf(input), Unit: input.Info.Unit}
	if known, ok := input.Problem.BestKnown(); ok {
		d.BestKnown = &known.Value
		if known.Proven {
			d.LowerBound = &known.Value
		}
	}
	switch of := input.Problem.Instance().(type) {
	case *continuous.Instance:
		d.Dimensions = of.Dim()
	case *colouring.Instance:
		d.Colours = of.Colours()
	case *tsp.Instance:
		d.Open, d.Named = of.Open(), of.Details().Labels != nil || of.Details().Codes != nil
		d.Start, d.End = ends(of)
		if d.Kind == asPlaces {
			at, geographic := coordinates(of)
			bounds := boundsOf(of.N(), at)
			origin := bounds.origin()
			d.Geographic, d.Origin, d.Bounds = geographic, origin[:], bounds[:]
		}
	}
	return &struct{ Body Drawing }{d}, nil
}

// ends are the cities that a tour was asked to start and end at, nil for any.
func ends(in *tsp.Instance) (start, end *int32) {
	from, to := in.Ends()
	if from >= 0 {
		start = &from
	}
	if to >= 0 {
		end = &to
	}
	return start, end
}

// kindOf is what an instance is drawn as.
func kindOf(in *job.Input) Kind {
	switch of := in.Problem.Instance().(type) {
	case *tsp.Instance:
		if places.Drawable(of) {
			return asPlaces
		}
	case *qap.Instance:
		return asMatrix
	case *maxcut.Instance, *colouring.Instance:
		return asGraph
	case *perceptron.Instance:
		return asSigns
	case *continuous.Instance:
		return asFunction
	}
	return asNothing
}

// opened is a job of whoever asks, with its instance.
func (s *Server) openJob(ctx context.Context, id string) (cluster.View, *job.Input, error) {
	v, err := s.find(ctx, id)
	if err != nil {
		return v, nil, err
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	in, err := s.openInstance(within, v.Record)
	return v, in, err
}

// open is the instance of a job.
func (s *Server) openInstance(ctx context.Context, r cluster.Record) (*job.Input, error) {
	in, err := s.cache.Open(ctx, r.Tenant, r.Spec, job.Limits{Bytes: s.limits.Upload})
	if errors.Is(err, cluster.ErrNotFound) {
		return nil, problem(http.StatusConflict, codeInstanceGone, "the instance of job %s was deleted: what needs it cannot be verified or shown any more", r.ID)
	}
	return in, err
}

// instanceOf is a job of whoever asks with its instance, which must be of a type that has
// what is asked for.
func instanceOf[I any](ctx context.Context, s *Server, id, what string) (in I, v cluster.View, err error) {
	v, input, err := s.openJob(ctx, id)
	if err != nil {
		return in, v, err
	}
	in, ok := input.Problem.Instance().(I)
	if !ok {
		return in, v, otherKind(v.Record, what)
	}
	return in, v, nil
}

func otherKind(r cluster.Record, what string) error {
	return problem(http.StatusConflict, codeOtherKind, "job %s is about %s: its instance has no %s", r.ID, r.Spec.Kind(), what)
}
