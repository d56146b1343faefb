package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

func (s *Server) eraseRoutes() {
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "erase-job", Method: http.MethodPost, Path: "/v1/jobs/{id}/erase", Tags: []string{"jobs"},
		Summary:     "Delete a job that has ended, with its result, frames, events and dead letter",
		Description: "The instance stays, because other jobs may use it: delete it separately.",
		Errors:      []int{http.StatusNotFound, http.StatusConflict, http.StatusInsufficientStorage},
	}, s.erase)
}

// erase deletes a job. It returns when this server no longer shows the job.
func (s *Server) erase(ctx context.Context, in *jobPath) (*struct{}, error) {
	tenant := callOf(ctx).identity.Tenant
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if !isJobID(in.ID) {
		return nil, jobNotFound(in.ID, cluster.ErrNotFound)
	}
	if err := s.opt.Store.Erase(within, tenant, in.ID); err != nil {
		return nil, jobNotFound(in.ID, err)
	}
	ofJob := func(key string) bool { return strings.Contains(key, tenant+"."+in.ID) }
	s.results.Remove(ofJob)
	s.packed.Remove(ofJob)
	s.snapshots.latest.Remove(ofJob)
	s.waitForRemoval(within, tenant, in.ID)
	return nil, nil
}

// waitForRemoval waits until the hub does not contain a job.
func (s *Server) waitForRemoval(ctx context.Context, tenant, id string) {
	changes, done := s.opt.Hub.Watch(tenant, id)
	defer done()
	for {
		if _, ok := s.opt.Hub.View(tenant, id, cluster.NoEvents); !ok {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-changes:
		}
	}
}
