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

type resultAnswer struct {
	Type string `header:"Content-Type"`
	Body []byte
}

func (s *Server) result(ctx context.Context, in *jobPath) (*resultAnswer, error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	r, err := s.findResult(within, in.ID)
	if err != nil {
		return nil, err
	}
	if r.Verdict != nil { // verified when it arrived
		data, err := s.opt.Store.ResultBytes(within, r)
		return &resultAnswer{"application/json", data}, wrongResult(r, err)
	}
	p, err := s.verify(within, r)
	return &resultAnswer{"application/json", p.result}, err
}

// A checkedResult is a verified result.
type checkedResult struct {
	result   []byte
	verified job.Verified
}

// checkedResult returns the result of a job, which it verifies on first use.
func (s *Server) checkedResult(ctx context.Context, id string) (checkedResult, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	r, err := s.findResult(ctx, id)
	if err != nil {
		return checkedResult{}, err
	}
	if p, ok := s.results.Get(r.Key() + r.Result.SHA256); ok {
		return p, nil
	}
	return s.verify(ctx, r)
}

// findResult returns the record of a job that has a result.
func (s *Server) findResult(ctx context.Context, id string) (*cluster.Record, error) {
	r, err := s.opt.Store.Get(ctx, callOf(ctx).identity.Tenant, id)
	if err != nil {
		return nil, jobNotFound(id, err)
	}
	if r.Result == nil {
		return nil, problem(http.StatusConflict, codeNotYet, "job %s is %s and has no result", r.ID, r.State)
	}
	return r, nil
}

// verify reads a result. A server verified the result when it arrived; only results of older
// versions are verified here. A wrong result is an error, but stays stored, because a later version
// may read it differently.
func (s *Server) verify(ctx context.Context, r *cluster.Record) (checkedResult, error) {
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
