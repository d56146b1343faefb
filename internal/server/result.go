package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func (s *Server) resultRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "get-result", Method: http.MethodGet, Path: "/v1/jobs/{id}/result", Tags: []string{"jobs"},
		Summary:     "Get the result of a job",
		Description: "The complete result (tourmaline/result/v1). The server verifies the solution and its cost before returning the result.",
		Responses: map[string]*huma.Response{"200": {
			Description: "The result", Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Type: "object"}}},
		}},
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, s.result)
}

func (s *Server) result(ctx context.Context, in *jobPath) (*huma.StreamResponse, error) {
	if _, err := s.checkedResult(ctx, in.ID); err != nil {
		return nil, err
	}
	return s.sendResult(ctx, in.ID)
}

// A checkedResult is a verified result.
type checkedResult struct {
	result   []byte
	verified job.Verified
}

// checkedResult returns the result of a job, which it verifies on first use.
func (s *Server) checkedResult(ctx context.Context, id string) (checkedResult, error) {
	r, err := s.withResult(ctx, id)
	if err != nil {
		return checkedResult{}, err
	}
	if p, ok := s.results.Get(r.Key() + r.Result.SHA256); ok {
		return p, nil
	}
	return s.verify(ctx, r)
}

// verify verifies a result from scratch. It fails the job if the result is wrong.
func (s *Server) verify(ctx context.Context, r *cluster.Record) (checkedResult, error) {
	if _, err := callOf(ctx).hold(ctx, verifyFactor*r.Result.Size); err != nil {
		return checkedResult{}, err
	}
	data, err := s.opt.Store.ResultBytes(ctx, r)
	if job.Faults(err) != nil {
		return checkedResult{}, s.rejectResult(ctx, r, err)
	}
	if err != nil {
		return checkedResult{}, err
	}
	in, err := s.openInstance(ctx, *r)
	if err != nil {
		return checkedResult{}, err
	}
	v, err := in.Verify(data)
	if err != nil {
		return checkedResult{}, s.rejectResult(ctx, r, err)
	}
	p := checkedResult{data, v}
	s.results.Put(r.Key()+r.Result.SHA256, p, 2*int64(len(data)))
	return p, nil
}

// rejectResult marks a job as failed because its result is wrong.
func (s *Server) rejectResult(ctx context.Context, r *cluster.Record, why error) error {
	s.metrics.refused.Inc()
	s.opt.Log.Error("verification of the result failed", "job", r.ID, "worker", r.Worker, "error", why)
	if err := s.opt.Store.RejectResult(ctx, r, job.Faults(why)); err != nil {
		return err
	}
	return problem(http.StatusConflict, job.BadResult, "the result of job %s failed verification: the job has failed", r.ID)
}
