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
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// drawingRoutes registers the operations that describe a job to programs that draw it.
func (s *Server) drawingRoutes() {
	op := func(id, part, summary, description string) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: http.MethodGet, Path: "/v1/jobs/{id}/" + part, Tags: []string{"drawings"},
			Summary: summary, Description: description, Errors: []int{http.StatusNotFound, http.StatusConflict},
		}
	}
	handle(s, access.JobsRead, op("get-drawing", "drawing", "Get the data needed to draw a job", ""), s.drawing)
	handle(s, access.JobsRead, op("list-cities", "cities", "List the cities of a tour instance", ""), s.cities)
	handle(s, access.JobsRead, op("list-stops", "stops", "List the stops of the tour of a result, with the legs between them", ""), s.stops)
	handle(s, access.JobsRead, op("get-matrix", "matrix", "Get the matrices of an assignment", ""), s.matrix)
	handle(s, access.JobsRead, op("get-graph", "graph", "Get the graph of a maximum cut or a colouring", ""), s.graph)
	handle(s, access.JobsRead, op("get-slices", "slices", "Get slices of a function through the best point found", "Values along the first eight coordinates, through the point of the result, which is available only after the job has ended."), s.slices)
	handle(s, access.JobsRead, op("get-signs", "signs", "Get the required and actual products of a perceptron's rows", "Both as histograms, which are equal for a solution."), s.signs)
	handle(s, access.JobsRead, op("get-trace", "trace", "Get the cost improvements", ""), s.trace)
}

// A Drawing describes how an instance is drawn.
type Drawing struct {
	Problem    string           `json:"problem"`
	Name       string           `json:"name" doc:"Instance name."`
	N          int              `json:"n"`
	Kind       problems.Drawing `json:"kind" enum:"places,matrix,graph,signs,function,none" doc:"Kind of drawing; the path of the same name, or slices for a function, has the data."`
	Geographic bool             `json:"geographic" doc:"Whether x is the longitude and y the latitude, in degrees."`
	Unit       string           `json:"unit" doc:"Unit of costs; empty if unknown."`
	Open       bool             `json:"open" doc:"Whether the tour is a path."`
	Start      *int32           `json:"start,omitempty" doc:"First city of the tour, from 0."`
	End        *int32           `json:"end,omitempty" doc:"Last city of the path, from 0."`
	Origin     []float64        `json:"origin,omitempty" minItems:"2" maxItems:"2" doc:"Point to which the coordinates are relative."`
	Bounds     []float64        `json:"bounds,omitempty" minItems:"4" maxItems:"4" doc:"Smallest x and y, largest x and y, in absolute coordinates."`
	Named      bool             `json:"named" doc:"Whether the cities have names."`
	Straight   bool             `json:"straight" doc:"Whether costs are lengths of straight lines between places on the globe."`
	Notes      []string         `json:"notes" doc:"Warnings about the file, such as skipped rows or places far from all others."`
	BestKnown  *float64         `json:"best_known,omitempty"`
	LowerBound *float64         `json:"lower_bound,omitempty" doc:"Proven lower bound on the cost."`
	Dimensions int              `json:"dimensions,omitempty" doc:"Number of dimensions of a function."`
	Colours    int              `json:"colours,omitempty" doc:"Number of colours of a graph."`
}

func (s *Server) drawing(ctx context.Context, in *jobPath) (*struct{ Body Drawing }, error) {
	v, input, err := s.openJob(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &struct{ Body Drawing }{drawingOf(v.Record.Spec.Kind(), input)}, nil
}

// drawingOf describes how an instance of a problem is drawn.
func drawingOf(problem string, input *job.Input) Drawing {
	d := Drawing{Problem: problem, Name: input.Info.Name, N: input.Info.N, Kind: kindOf(problem, input), Unit: input.Info.Unit, Notes: notes(input)}
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
		d.addTour(of)
	}
	return d
}

// addTour adds what is known of an instance for tours.
func (d *Drawing) addTour(of *tsp.Instance) {
	d.Open, d.Named = of.Open(), of.Details().Labels != nil || of.Details().Codes != nil
	d.Start, d.End = ends(of)
	d.Straight = of.Metric() == tsp.Haversine && of.Details().Detour == 0
	if d.Kind == problems.Places {
		at, geographic := places.Coordinates(of)
		bounds := places.BoundsOf(of.N(), at)
		origin := bounds.Centre()
		d.Geographic, d.Origin, d.Bounds = geographic, origin[:], bounds[:]
	}
}

// ends returns the required first and last city of a tour, or nil where any city is allowed.
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

// kindOf returns the kind of drawing for an instance of a problem.
func kindOf(problem string, in *job.Input) problems.Drawing {
	row, ok := problems.Find(problem)
	if of, tour := in.Problem.Instance().(*tsp.Instance); !ok || tour && !places.Drawable(of) {
		return problems.None
	}
	return row.Drawing
}

// openJob returns a job of the caller and its instance.
func (s *Server) openJob(ctx context.Context, id string) (cluster.View, *job.Input, error) {
	v, err := s.find(ctx, id)
	if err != nil {
		return v, nil, err
	}
	in, err := s.openInstance(ctx, v.Record)
	return v, in, err
}

func (s *Server) openInstance(ctx context.Context, r cluster.Record) (*job.Input, error) {
	in, err := s.cache.Open(ctx, r.Tenant, r.Spec, job.Limits{Bytes: s.limits.Upload})
	if errors.Is(err, cluster.ErrNotFound) {
		return nil, problem(http.StatusConflict, codeInstanceGone, "the instance of job %s was deleted: the job can no longer be drawn or converted", r.ID)
	}
	return in, err
}

// instanceOf returns a job of the caller and its instance, which must have type I.
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

// draw returns the result of do. It limits concurrent drawings.
func draw[T any](ctx context.Context, s *Server, do func() T) (*struct{ Body T }, error) {
	release, err := s.drawings.acquire(ctx, callOf(ctx).identity.Tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	defer release()
	return &struct{ Body T }{do()}, nil
}

func otherKind(r cluster.Record, what string) error {
	return problem(http.StatusConflict, codeOtherKind, "job %s solves the problem %s, which has no %s", r.ID, r.Spec.Kind(), what)
}
