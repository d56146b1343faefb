package server

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func (s *Server) batchRoutes() {
	errs := []int{http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests}
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "submit-batch", Method: http.MethodPost, Path: "/v1/batches", Tags: []string{"jobs"},
		Summary:     "Submit up to 1,000 jobs",
		Description: "The result of each job is the job or a problem. Once the server has responded, the accepted jobs survive crashes and restarts. If there is no response, send the same batch again: jobs with a key are submitted once.",
		RequestBody: batchBody(), Errors: errs,
	}, s.submitBatch)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "cancel-batch", Method: http.MethodPost, Path: "/v1/batches/cancel", Tags: []string{"jobs"},
		Summary:     "Cancel up to 1,000 jobs, given by their ids or by their labels",
		Description: "Labels select the jobs that have all of them and have not ended. Every job keeps its best solution.",
		RequestBody: cancelBody(), Errors: errs,
	}, s.cancelBatch)
}

const (
	// maxBatchBytes is the maximum size of a batch.
	maxBatchBytes = 16 * mib
	// batchWorkers is the number of jobs of a batch that are handled concurrently.
	batchWorkers = 8
	// maxFilter is the maximum number of labels in a filter.
	maxFilter = 8
)

func batchBody() *huma.RequestBody {
	item := &huma.Schema{
		Type: "object", AdditionalProperties: false, Required: []string{"job"}, Properties: map[string]*huma.Schema{
			"key": {Type: "string", MaxLength: new(job.MaxKey), Pattern: "^[!-~]*$", Description: "Idempotency key of this job, as in the header Idempotency-Key of submit-job."},
			"job": {Type: "object", AdditionalProperties: true, Description: "A job, as in the body of submit-job. An invalid job does not affect the others."},
		},
	}
	example := map[string]any{"file": "stops.csv", "content": exampleFile, "settings": map[string]any{"time_limit": "1s"}, "labels": map[string]any{"team": "north"}}
	return jsonBody(&huma.Schema{
		Type: "object", AdditionalProperties: false, Required: []string{"jobs"},
		Properties: map[string]*huma.Schema{"jobs": {Type: "array", MinItems: new(1), MaxItems: new(api.MaxBatch), Items: item}},
	}, map[string]any{"jobs": []any{map[string]any{"key": "monday-1", "job": example}}})
}

func cancelBody() *huma.RequestBody {
	of := func(name, text string, most int) *huma.Schema {
		return &huma.Schema{
			Type: "object", AdditionalProperties: false, Required: []string{name}, Properties: map[string]*huma.Schema{
				name: {Type: "array", MinItems: new(1), MaxItems: &most, Items: &huma.Schema{Type: "string"}, Description: text},
			},
		}
	}
	schema := &huma.Schema{OneOf: []*huma.Schema{
		of("ids", "Job ids.", api.MaxBatch), of("labels", "Labels that the jobs must have, such as team=north.", maxFilter),
	}}
	return jsonBody(schema, map[string]any{"labels": []any{"team=north"}})
}

type batchAnswer struct{ Body api.Batch }

// submitBatch submits jobs as if each of them were submitted on its own.
func (s *Server) submitBatch(ctx context.Context, _ *struct{}) (*batchAnswer, error) {
	c := callOf(ctx)
	data, err := c.readJSON(maxBatchBytes)
	if err != nil {
		return nil, err
	}
	items, err := job.DecodeBatch(data, api.MaxBatch)
	if err != nil {
		return nil, err
	}
	release, err := s.submissions.acquire(ctx, c.identity.Tenant, acquireTimeout)
	if err != nil {
		return nil, err
	}
	defer release()
	results := outcomes(c, items, func(item job.BatchItem) (*cluster.Record, error) {
		spec, content, err := s.decodeSubmission(item.Submission)
		if err != nil {
			return nil, err
		}
		return s.accept(ctx, cluster.Submission{Tenant: c.identity.Tenant, Key: item.Key, Spec: spec}, content)
	})
	return &batchAnswer{api.Batch{Results: results}}, nil
}

// outcomes calls do for every item, some of them concurrently, and returns the outcomes in the
// order of the items.
func outcomes[T any](c *call, items []T, do func(T) (*cluster.Record, error)) []api.Outcome {
	results := make([]api.Outcome, len(items))
	room := make(chan struct{}, batchWorkers)
	var wg sync.WaitGroup
	for i, item := range items {
		room <- struct{}{}
		wg.Go(func() {
			defer func() { <-room }()
			r, err := do(item)
			if err != nil {
				results[i].Problem = problemOf(err)
				return
			}
			j := jobOf(cluster.View{Record: *r})
			results[i] = api.Outcome{ID: j.ID, Job: &j}
		})
	}
	wg.Wait()
	for _, r := range results {
		if r.Problem != nil && r.Problem.Cause != nil {
			c.cause = r.Problem.Cause // the log contains one cause per request
		}
	}
	return results
}

// cancelBatch cancels jobs that are given by their ids or by their labels.
func (s *Server) cancelBatch(ctx context.Context, _ *struct{}) (*batchAnswer, error) {
	c := callOf(ctx)
	data, err := c.readJSON(mib)
	if err != nil {
		return nil, err
	}
	by, ids, err := job.DecodeTexts(data, map[string]int{"ids": api.MaxBatch, "labels": maxFilter})
	if err != nil {
		return nil, err
	}
	var batch api.Batch
	if by == "labels" {
		if ids, batch.More, err = s.openJobs(ctx, ids); err != nil {
			return nil, err
		}
	}
	batch.Results = outcomes(c, ids, func(id string) (*cluster.Record, error) {
		within, cancel := context.WithTimeout(ctx, storeTimeout)
		defer cancel()
		r, err := s.opt.Store.Cancel(within, c.identity.Tenant, id)
		return r, jobNotFound(id, err)
	})
	for i := range ids {
		batch.Results[i].ID = ids[i]
	}
	return &batchAnswer{batch}, nil
}

// openJobs returns up to MaxBatch jobs with the given labels that have not ended and are not being
// cancelled, and whether there are more.
func (s *Server) openJobs(ctx context.Context, labels []string) (ids []string, more bool, err error) {
	if err := cmp.Or(checkLabels("labels", labels), s.checkFresh()); err != nil {
		return nil, false, err
	}
	for _, state := range []cluster.State{cluster.Queued, cluster.Running} {
		f := cluster.Filter{State: state, Labels: labels, Limit: api.MaxBatch}
		for done := false; !done; done = f.After == "" {
			page, err := s.opt.Hub.Page(ctx, callOf(ctx).identity.Tenant, f)
			if err != nil {
				return nil, false, err
			}
			for _, r := range page.Jobs {
				if !r.Cancel && !slices.Contains(ids, r.ID) {
					ids = append(ids, r.ID)
				}
			}
			f.After = page.Next
			if len(ids) > api.MaxBatch {
				return ids[:api.MaxBatch], true, nil
			}
		}
	}
	return ids, false, nil
}

// checkLabels returns an error if a label of a filter is invalid.
func checkLabels(field string, labels []string) error {
	for _, label := range labels {
		if err := job.CheckLabel(label); err != nil {
			return invalidField(field, "%v", err)
		}
	}
	return nil
}
