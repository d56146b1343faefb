package client

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// Input downloads the input file of a job and opens it.
func (c *Client) Input(ctx context.Context, spec job.Spec) (in *job.Input, data []byte, err error) {
	if data, err = c.File(ctx, spec.Instance); err != nil {
		return nil, nil, err
	}
	in, err = spec.Open(data, job.Limits{})
	return in, data, err
}

// Verified downloads the result of a job and verifies it.
func (c *Client) Verified(ctx context.Context, id string, in *job.Input) (*tourmaline.Result, error) {
	text, err := c.Result(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := in.Verify(text); err != nil {
		return nil, fmt.Errorf("job %s: %w", id, err)
	}
	r, err := in.Problem.ReadResult(text)
	if err != nil {
		return nil, fmt.Errorf("job %s: %w", id, err)
	}
	return r, nil
}
