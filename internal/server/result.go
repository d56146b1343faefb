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
		Description: "The whole result (tourmaline/result/v1), verified: its solution is checked and costed from scratch before it is handed out.",
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

// result is the result of a job, verified.
func (s *Server) result(ctx context.Context, in *jobPath) (*resultAnswer, error) {
	p, err := s.proof(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &resultAnswer{"application/json", p.result}, nil
}

// A proof is a result that was verified.
type proof struct {
	result   []byte
	verified job.Verified
}

// proof has the result of a job, verified now or before.
func (s *Server) proof(ctx context.Context, id string) (proof, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	r, err := s.opt.Store.Get(ctx, callOf(ctx).who.Tenant, id)
	if err != nil {
		return proof{}, noJob(id, err)
	}
	if r.Result == nil {
		return proof{}, problem(http.StatusConflict, codeNotYet, "job %s is %s: there is no result", r.ID, r.State)
	}
	if p, ok := s.proofs.Get(r.Key() + r.Result.SHA256); ok {
		return p, nil
	}
	return s.verify(ctx, r)
}

// verify believes nothing. A result that is wrong makes the job a failed one.
func (s *Server) verify(ctx context.Context, r *cluster.Record) (proof, error) {
	data, err := s.opt.Store.ResultBytes(ctx, r)
	if job.Faults(err) != nil {
		return proof{}, s.refuse(ctx, r, err)
	}
	if err != nil {
		return proof{}, err
	}
	in, err := s.open(ctx, *r)
	if err != nil {
		return proof{}, err
	}
	v, err := in.Verify(data)
	if err != nil {
		return proof{}, s.refuse(ctx, r, err)
	}
	p := proof{data, v}
	s.proofs.Put(r.Key()+r.Result.SHA256, p, 2*int64(len(data)))
	return p, nil
}

// refuse makes a job whose result is wrong a failed one, and says so.
func (s *Server) refuse(ctx context.Context, r *cluster.Record, why error) error {
	s.metrics.refused.Inc()
	s.opt.Log.Error("a result is wrong", "job", r.ID, "worker", r.Worker, "error", why)
	if err := s.opt.Store.Refuse(ctx, r, job.Faults(why)); err != nil {
		return err
	}
	return problem(http.StatusConflict, job.BadResult, "the result of job %s was wrong: the job has failed", r.ID)
}
