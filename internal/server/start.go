package server

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// startFactor is the number of bytes of memory that extracting a solution from a byte of a result
// and reading it takes.
const startFactor = 4

// checkStartSize rejects a start solution that is too large for a submission.
func (s *Server) checkStartSize(from job.StartFrom) error {
	if int64(len(from.Given())) <= s.limits.Content {
		return nil
	}
	return &job.Fault{Code: job.TooLarge, Field: from.Field(), Detail: from.Field() + ": expected at most " + humanize.Bytes(s.limits.Content) + ": start from an earlier job instead"}
}

// startSolution returns the solution that a job starts from, or nil. It checks the solution against
// the instance, so that the client receives the errors.
func (s *Server) startSolution(ctx context.Context, tenant string, from job.StartFrom, in *job.Input) (*cluster.Start, error) {
	data := from.Given()
	switch {
	case from.Job != "":
		var err error
		if data, err = s.earlierSolution(ctx, tenant, from); err != nil {
			return nil, err
		}
	case from.Solution != "" && data == nil:
		return nil, invalidField("start_from.solution", "only the server sets this field: send the solution in start_from.content")
	case data == nil:
		return nil, nil
	}
	_, cost, err := in.ReadStart(data)
	if err != nil {
		return nil, job.BadStart(from, err)
	}
	return &cluster.Start{Data: data, Cost: cost}, nil
}

// earlierSolution returns the solution of an earlier job of the tenant.
func (s *Server) earlierSolution(ctx context.Context, tenant string, from job.StartFrom) ([]byte, error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	r, err := s.opt.Store.Get(within, tenant, from.Job)
	switch {
	case errors.Is(err, cluster.ErrNotFound):
		return nil, invalidField(from.Field(), "job %s not found", budget.Quote(from.Job))
	case err != nil:
		return nil, err
	case !r.State.Ended():
		return nil, invalidField(from.Field(), "job %s is %s: wait until it has ended", from.Job, r.State)
	case r.Result == nil || r.Verdict == nil: // older versions did not verify results
		return nil, invalidField(from.Field(), "job %s is %s and has no verified solution", from.Job, r.State)
	}
	if _, err := callOf(ctx).hold(ctx, startFactor*r.Result.Size); err != nil {
		return nil, err
	}
	return s.opt.Store.SolutionBytes(ctx, r)
}
