package server

import (
	"context"
	"encoding/binary"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

func (s *Server) trailRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-trails", Method: http.MethodGet, Path: "/v1/jobs/{id}/trails", Tags: []string{"jobs"},
		Summary:     "Get the strongest trails of a colony",
		Description: "The pheromone of a colony of ants that runs, as its worker says, in little-endian order: how many edges as uint32, then of each two cities as the instance numbers them, from 0, as int32, and the strength from 0 to 1 as float32; at most 20,000, the strongest first.",
		Responses:   map[string]*huma.Response{"200": bytesOf("The trails")},
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, s.trails)
}

// trails are the strongest trails of a job that runs.
func (s *Server) trails(ctx context.Context, in *jobPath) (*resultAnswer, error) {
	v, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if r := v.Record; r.State != cluster.Running || r.Spec.Kind() != tours {
		return nil, problem(http.StatusConflict, codeNoTrails, "job %s is %s and about %s: only colonies of ants that run on tours have trails", r.ID, r.State, r.Spec.Kind())
	}
	p, err := s.snapshots.trails(ctx, v.Record)
	if err != nil {
		return nil, err
	}
	return &resultAnswer{octets, p.Data}, nil
}

// trails are the trails of a job that runs.
func (s *snapshots) trails(ctx context.Context, r cluster.Record) (cluster.Snapshot, error) {
	return s.get(ctx, cluster.TrailSnapshot, r, snapshotRule{
		maxAge: trailAge, maxBytes: 4 + cluster.TrailBytes*cluster.MaxTrails, valid: func(trails []byte) bool { return areTrails(trails, r.N) },
		missing: problem(http.StatusConflict, codeNoTrails, "job %s has no trails to show at the moment: its algorithm has none, or has not laid them yet", r.ID),
	})
}

// areTrails tells whether bytes are trails between n cities.
func areTrails(data []byte, n int) bool {
	order := binary.LittleEndian
	if len(data) < 4 || int64(len(data)) != 4+cluster.TrailBytes*int64(order.Uint32(data)) {
		return false
	}
	for at := 4; at < len(data); at += cluster.TrailBytes {
		a, b, strength := order.Uint32(data[at:]), order.Uint32(data[at+4:]), math.Float32frombits(order.Uint32(data[at+8:]))
		if int64(a) >= int64(n) || int64(b) >= int64(n) || a == b || !(strength >= 0 && strength <= 1) {
			return false
		}
	}
	return true
}
