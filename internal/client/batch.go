package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A Submission is a job of a batch. Submitting it again with the same key returns the same job.
type Submission struct {
	Key  string   `json:"key"`
	Spec job.Spec `json:"job"`
}

// batchSize is the number of jobs per request. Jobs of the maximum size do not exceed the limits of
// the server.
const batchSize = 200

// SubmitBatch submits jobs and returns one outcome per job, in the same order. If it returns an
// error, some of the jobs may have been submitted.
func (c *Client) SubmitBatch(ctx context.Context, jobs []Submission) (all []api.Outcome, err error) {
	for part := range slices.Chunk(jobs, batchSize) {
		outcomes, err := c.batch(ctx, "/v1/batches", map[string]any{"jobs": part})
		if err != nil {
			return all, err
		}
		if len(outcomes.Results) != len(part) {
			return all, fmt.Errorf("%s: invalid response: expected %d results, found %d", c.opt.URL, len(part), len(outcomes.Results))
		}
		all = append(all, outcomes.Results...)
	}
	return all, nil
}

// CancelBatch cancels jobs and returns one outcome per job, in the same order.
func (c *Client) CancelBatch(ctx context.Context, ids []string) (all []api.Outcome, err error) {
	for part := range slices.Chunk(ids, api.MaxBatch) {
		outcomes, err := c.batch(ctx, "/v1/batches/cancel", map[string]any{"ids": part})
		if err != nil {
			return all, err
		}
		all = append(all, outcomes.Results...)
	}
	return all, nil
}

// CancelLabelled cancels the unfinished jobs that have all of the given labels. It stops when a
// request cancels no job.
func (c *Client) CancelLabelled(ctx context.Context, labels []string) (all []api.Outcome, err error) {
	for {
		outcomes, err := c.batch(ctx, "/v1/batches/cancel", map[string]any{"labels": labels})
		if err != nil {
			return all, err
		}
		all = append(all, outcomes.Results...)
		succeeded := slices.ContainsFunc(outcomes.Results, func(o api.Outcome) bool { return o.Problem == nil })
		if !outcomes.More || !succeeded {
			return all, nil
		}
	}
}

func (c *Client) batch(ctx context.Context, path string, body any) (api.Batch, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return api.Batch{}, err
	}
	return request[api.Batch](ctx, c, call{method: http.MethodPost, path: path, body: data, header: http.Header{"Content-Type": {"application/json"}}})
}
