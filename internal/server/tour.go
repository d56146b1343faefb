package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func (s *Server) tourRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-tour", Method: http.MethodGet, Path: "/v1/jobs/{id}/tour", Tags: []string{"jobs"},
		Summary:     "Get the best tour so far",
		Description: "The cities, numbered from 0 as in the instance, as int32 in little-endian order. After the job has ended, this is the tour of the result; until then, it is the unverified tour that the worker reports.",
		Responses: map[string]*huma.Response{
			"200": bytesOf("The tour"),
			"304": {Description: "Not modified"},
		},
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, s.tour)
}

func (s *Server) tour(ctx context.Context, in *taggedRequest) (*taggedAnswer, error) {
	v, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var p protocol.Snapshot
	switch v.Record.State {
	case cluster.Queued:
		err = problem(http.StatusConflict, codeNoTour, "job %s is %s and has no tour yet", v.Record.ID, v.Record.State)
	case cluster.Running:
		p, err = s.runningTour(ctx, v.Record)
	default:
		p, err = s.finalTour(ctx, v.Record)
	}
	return tagged(in.Have, p.Version, p.Data), err
}

// runningTour returns the tour of a running job. The worker chooses its version, which must not be
// that of the final tour.
func (s *Server) runningTour(ctx context.Context, r cluster.Record) (protocol.Snapshot, error) {
	if _, err := callOf(ctx).hold(ctx, 4*int64(r.N)); err != nil {
		return protocol.Snapshot{}, err
	}
	p, err := s.snapshots.tour(ctx, r)
	p.Version = "w-" + p.Version
	return p, err
}

// matchesETag reports whether a header lists the given tag, strong or weak, or "*".
func matchesETag(header, tag string) bool {
	for t := range strings.SplitSeq(header, ",") {
		if t = strings.TrimPrefix(strings.TrimSpace(t), "W/"); t == tag || t == "*" {
			return true
		}
	}
	return false
}

func (s *Server) finalTour(ctx context.Context, r cluster.Record) (protocol.Snapshot, error) {
	p, err := s.checkedResult(ctx, r.ID)
	if err != nil {
		return protocol.Snapshot{}, err
	}
	tour, ok := p.verified.Solution.(tsp.Tour)
	if !ok {
		return protocol.Snapshot{}, noTour(r)
	}
	if _, err := callOf(ctx).hold(ctx, 4*int64(len(tour))); err != nil {
		return protocol.Snapshot{}, err
	}
	return protocol.Snapshot{Version: "result", Data: protocol.TourBytes(tour)}, nil
}

func noTour(r cluster.Record) error {
	return problem(http.StatusConflict, codeNoTour, "job %s solves the problem %s, whose solutions are not tours", r.ID, r.Spec.Kind())
}

// tour returns the tour of a running job.
func (s *snapshots) tour(ctx context.Context, r cluster.Record) (protocol.Snapshot, error) {
	if r.Spec.Kind() != problems.Tours {
		return protocol.Snapshot{}, noTour(r)
	}
	return s.get(ctx, protocol.TakeTour, r, snapshotRule{
		maxAge: tourAge, maxBytes: 4 * r.N, valid: func(cities []byte) bool { return protocol.IsTour(cities, r.N) },
		missing: problem(http.StatusConflict, codeNoTour, "job %s currently has no tour", r.ID),
	})
}
