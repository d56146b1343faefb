package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

func (s *Server) infoRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "list-algorithms", Method: http.MethodGet, Path: "/v1/algorithms", Tags: []string{"service"},
		Summary: "List the algorithms, with schemas of their parameters",
	}, s.algorithms)
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "list-workers", Method: http.MethodGet, Path: "/v1/workers", Tags: []string{"service"},
		Summary: "List the workers",
	}, s.workers)
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-server", Method: http.MethodGet, Path: "/v1/server", Tags: []string{"service"},
		Summary: "Get the version, limits, and the tenant's quota and usage",
	}, s.about)
	handle(s, "", huma.Operation{
		OperationID: "get-health", Method: http.MethodGet, Path: "/healthz", Tags: []string{"service"}, Summary: "Check that the process responds",
	}, s.health)
	handle(s, "", huma.Operation{
		OperationID: "get-readiness", Method: http.MethodGet, Path: "/readyz", Tags: []string{"service"}, Summary: "Check that jobs can be submitted",
		Errors: []int{http.StatusServiceUnavailable},
	}, s.readiness)
}

// Algorithms lists the algorithms.
type Algorithms struct {
	Algorithms []job.Algorithm `json:"algorithms"`
}

func (s *Server) algorithms(context.Context, *struct{}) (*struct{ Body Algorithms }, error) {
	return &struct{ Body Algorithms }{Algorithms{job.Algorithms()}}, nil
}

// Workers lists the live workers.
type Workers struct {
	Workers []cluster.Member `json:"workers"`
}

func (s *Server) workers(context.Context, *struct{}) (*struct{ Body Workers }, error) {
	return &struct{ Body Workers }{Workers{append([]cluster.Member{}, s.dispatcher.Members()...)}}, nil
}

// About describes the server to a client.
type About struct {
	Version string       `json:"version"`
	Tenant  string       `json:"tenant"`
	Limits  AboutLimits  `json:"limits"`
	Quota   access.Quota `json:"quota" doc:"Quota; missing values are unlimited."`
	Use     Use          `json:"use"`
	Shapes  []string     `json:"shapes" doc:"Instance shapes that can be generated."`
	Basemap bool         `json:"basemap" doc:"Whether the server has a background map for tours."`
	Reports []string     `json:"reports" doc:"Report names."`
}

// AboutLimits contains the limits for a single request.
type AboutLimits struct {
	UploadBytes  int64   `json:"upload_bytes"`
	ContentBytes int64   `json:"content_bytes"`
	WaitSeconds  float64 `json:"wait_seconds"`
	Watchers     int     `json:"watchers"`
}

// Use is the part of a tenant's quota that is in use.
type Use struct {
	Queued  int   `json:"queued"`
	Running int   `json:"running"`
	Bytes   int64 `json:"bytes"`
}

func (s *Server) about(ctx context.Context, _ *struct{}) (*struct{ Body About }, error) {
	tenant := callOf(ctx).identity.Tenant
	count := s.opt.Hub.Count(tenant)
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	bytes, err := s.storedBytes.bytes(within, tenant)
	if err != nil {
		return nil, err
	}
	reports, err := s.reports()
	if err != nil {
		return nil, err
	}
	return &struct{ Body About }{About{
		Version: s.opt.Version, Tenant: tenant, Quota: s.quotaOf(tenant),
		Limits: AboutLimits{s.limits.Upload, s.limits.Content, s.limits.Wait.Seconds(), s.limits.Watchers},
		Use:    Use{count[cluster.Queued], count[cluster.Running], bytes},
		Shapes: problems.Shapes(), Basemap: s.opt.Basemap != "", Reports: reports,
	}}, nil
}

// Health is the state of the process.
type Health struct {
	Status string `json:"status"`
}

func (s *Server) health(context.Context, *struct{}) (*struct{ Body Health }, error) {
	return &struct{ Body Health }{Health{"ok"}}, nil
}
