package server

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

func (s *Server) tenantRoutes() {
	handle(s, access.Admin, huma.Operation{
		OperationID: "list-tenants", Method: http.MethodGet, Path: "/v1/tenants", Tags: []string{"service"},
		Summary: "List all tenants with their jobs, stored bytes and quotas, sorted by name",
	}, s.tenants)
}

type tenantsRequest struct {
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"50"`
	After string `query:"after" maxLength:"32" doc:"Value of next in the previous page."`
}

func (s *Server) tenants(ctx context.Context, in *tenantsRequest) (*struct{ Body api.Tenants }, error) {
	if err := s.checkFresh(); err != nil {
		return nil, err
	}
	names := s.tenantNames()
	from, found := slices.BinarySearch(names, in.After)
	if found {
		from++
	}
	page := api.Tenants{Tenants: []api.Tenant{}}
	to := min(from+in.Limit, len(names))
	if to < len(names) {
		page.Next = names[to-1]
	}
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	all := s.opt.Hub.Overview(names[from:to])
	for _, name := range names[from:to] {
		bytes, err := s.storedBytes.bytes(within, name)
		if err != nil {
			return nil, err
		}
		page.Tenants = append(page.Tenants, s.tenantEntry(name, all[name], bytes))
	}
	return &struct{ Body api.Tenants }{page}, nil
}

// tenantNames returns the tenants that have jobs or a quota, sorted.
func (s *Server) tenantNames() []string {
	names := s.opt.Hub.Tenants()
	if s.opt.Access != nil {
		for name := range s.opt.Access.Tenants() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (s *Server) tenantEntry(name string, of cluster.Overview, bytes int64) api.Tenant {
	quota := s.quotaOf(name)
	t := api.Tenant{Name: name, Jobs: map[cluster.State]int{}, Bytes: bytes, Weight: cmp.Or(quota.Weight, 1), Quota: quota}
	for _, state := range cluster.States() {
		t.Jobs[state] = of.Jobs[state]
	}
	if !of.Oldest.IsZero() {
		t.OldestQueuedSeconds = max(time.Since(of.Oldest).Seconds(), 0)
	}
	return t
}
