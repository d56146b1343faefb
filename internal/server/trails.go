package server

import (
	"context"
	"encoding/binary"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

func (s *Server) trailRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-trails", Method: http.MethodGet, Path: "/v1/jobs/{id}/trails", Tags: []string{"jobs"},
		Summary:     "Get the strongest trails of an ant colony",
		Description: "The pheromone of a running ant colony, as reported by its worker, in little-endian order: the number of edges as uint32, then for each edge two cities as int32, numbered from 0 as in the instance, and the strength from 0 to 1 as float32. At most 20,000 edges, the strongest first.",
		Responses:   map[string]*huma.Response{"200": bytesOf("The trails")},
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, s.trails)
}

type bytesAnswer struct {
	Type string `header:"Content-Type"`
	Body []byte
}

func (s *Server) trails(ctx context.Context, in *jobPath) (*bytesAnswer, error) {
	v, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if r := v.Record; r.State != cluster.Running || r.Spec.Kind() != problems.Tours {
		return nil, problem(http.StatusConflict, codeNoTrails, "job %s is %s and solves the problem %s: only running ant colonies for tours have trails", r.ID, r.State, r.Spec.Kind())
	}
	p, err := s.snapshots.trails(ctx, v.Record)
	return &bytesAnswer{octets, p.Data}, err
}

func (s *snapshots) trails(ctx context.Context, r cluster.Record) (protocol.Snapshot, error) {
	return s.get(ctx, protocol.TakeTrail, r, snapshotRule{
		maxAge: trailAge, maxBytes: 4 + protocol.TrailBytes*protocol.MaxTrails, valid: func(trails []byte) bool { return areTrails(trails, r.N) },
		missing: problem(http.StatusConflict, codeNoTrails, "job %s currently has no trails: its algorithm does not use them, or has not started", r.ID),
	})
}

// areTrails reports whether data encodes valid trails between n cities.
func areTrails(data []byte, n int) bool {
	order := binary.LittleEndian
	if len(data) < 4 || int64(len(data)) != 4+protocol.TrailBytes*int64(order.Uint32(data)) {
		return false
	}
	for at := 4; at < len(data); at += protocol.TrailBytes {
		a, b, strength := order.Uint32(data[at:]), order.Uint32(data[at+4:]), math.Float32frombits(order.Uint32(data[at+8:]))
		if int64(a) >= int64(n) || int64(b) >= int64(n) || a == b || !(strength >= 0 && strength <= 1) {
			return false
		}
	}
	return true
}
