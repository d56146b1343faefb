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
		Description: "The complete result (tourmaline/result/v1). A server verified the solution and its cost when the worker sent the result.",
		Responses: map[string]*huma.Response{"200": {
			Description: "The result", Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Type: "object"}}},
		}},
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, s.result)
}

func (s *Server) result(ctx context.Context, in *jobPath) (*huma.StreamResponse, error) {
	r, err := s.withResult(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if r.Verdict == nil { // of an older version, which did not verify results on receipt
		if _, err := s.checkedResult(ctx, in.ID); err != nil {
			return nil, err
		}
	}
	return s.sendStored(ctx, s.opt.Store.StoredResult(r), "application/json")
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

// verify reads a result. A server verified the result when it arrived; only results of older
// versions are verified here. A wrong result is an error, but stays stored, because a later version
// may read it differently.
func (s *Server) verify(ctx context.Context, r *cluster.Record) (checkedResult, error) {
	if _, err := callOf(ctx).hold(ctx, cluster.VerifyFactor*r.Result.Size); err != nil {
		return checkedResult{}, err
	}
	data, err := s.opt.Store.ResultBytes(ctx, r)
	if err != nil {
		return checkedResult{}, wrongResult(r, err)
	}
	in, err := s.openInstance(ctx, *r)
	if err != nil {
		return checkedResult{}, err
	}
	v, err := in.Verify(data)
	if err != nil {
		return checkedResult{}, wrongResult(r, err)
	}
	p := checkedResult{data, v}
	s.results.Put(r.Key()+r.Result.SHA256, p, 2*int64(len(data)))
	return p, nil
}

// wrongResult returns the error for a result that cannot be verified.
func wrongResult(r *cluster.Record, why error) error {
	if job.Faults(why) == nil {
		return why
	}
	return problem(http.StatusConflict, job.BadResult, "the result of job %s cannot be verified: %v", r.ID, why)
}
