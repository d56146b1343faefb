// Package client sends jobs to a Tourmaline service and gets their results.
//
//	c, err := client.Connect("https://tourmaline.example.org", client.Options{Token: token})
//	spec, err := c.Upload(ctx, client.Spec{File: "stops.csv"}, data)
//	job, err := c.Submit(ctx, spec, "monday-1")
//	for event, err := range c.Watch(ctx, job.ID) { … }
//	result, err := c.Result(ctx, job.ID)
//
// All methods repeat a request when a connection breaks or a server restarts, until the context is
// done or the service has not responded for Options.Timeout. Idempotency keys ensure that a
// repeated request submits no job twice. Errors of the service are of the type *Problem.
package client

import (
	"context"
	"crypto/rand"
	"errors"
	"iter"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	wire "github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// Options specifies credentials and time limits.
type Options struct {
	Token string // if empty, requests have no token
	CA    string // file of CA certificates; if empty, the system roots are used

	FirstTimeout time.Duration // time limit for the first response; 0 means 10 s
	// time limit for later responses, during which a server may restart; 0 means 2 min
	Timeout time.Duration
}

// A Client sends requests to a service. It is safe for concurrent use.
type Client struct{ wire *wire.Client }

// Connect returns a client of the service at a URL such as https://tourmaline.example.org. It does
// not send a request. A token is sent only over TLS or to this machine.
func Connect(url string, o Options) (*Client, error) {
	c, err := wire.New(wire.Options{URL: url, Token: o.Token, CA: o.CA, FirstTimeout: o.FirstTimeout, Timeout: o.Timeout})
	if err != nil {
		return nil, err
	}
	return &Client{c}, nil
}

// Upload stores the file of a job unless the service already has it. It returns the job with the
// hash of the file.
func (c *Client) Upload(ctx context.Context, s Spec, data []byte) (Spec, error) {
	s.Instance = job.Hash(data)
	return s, public(c.wire.Upload(ctx, s.internal(), data))
}

// Submit submits a job whose file was uploaded. Submitting the same job again with the same key
// returns the same job, even after a crash of the caller. If key is empty, Submit chooses a random
// one.
func (c *Client) Submit(ctx context.Context, s Spec, key string) (Job, error) {
	if key == "" {
		key = rand.Text()
	}
	j, err := c.wire.Submit(ctx, s.internal(), key)
	return jobOf(j), public(err)
}

// A Submission is a job of a batch. Its key has the same meaning as in Submit.
type Submission struct {
	Key  string
	Spec Spec
}

// An Outcome is the outcome of a batch for one job.
type Outcome struct {
	Job Job      // zero if there is a problem
	Err *Problem // nil if the job was submitted
}

// SubmitBatch submits any number of jobs in few requests. It returns one outcome per job, in the
// same order. If it returns an error, call it again with the same keys.
func (c *Client) SubmitBatch(ctx context.Context, jobs []Submission) ([]Outcome, error) {
	outcomes, err := c.wire.SubmitBatch(ctx, list.Map(jobs, func(s Submission) wire.Submission {
		if s.Key == "" {
			s.Key = rand.Text()
		}
		return wire.Submission{Key: s.Key, Spec: s.Spec.internal()}
	}))
	return list.Map(outcomes, func(o api.Outcome) (public Outcome) {
		if o.Job != nil {
			public.Job = jobOf(*o.Job)
		}
		public.Err = problemOf(o.Problem)
		return public
	}), public(err)
}

// Get returns the job with the given id.
func (c *Client) Get(ctx context.Context, id string) (Job, error) {
	j, err := c.wire.Job(ctx, id)
	return jobOf(j), public(err)
}

// A Filter selects jobs. Empty fields select all.
type Filter struct {
	State  State
	Labels []string // as name=value; the jobs have all of them
	Tenant string   // another tenant, which only an administrator may list
}

// List returns the selected jobs, the latest first. It requests page by page. A job that is deleted
// or submitted in the meantime affects no other job of the list.
func (c *Client) List(ctx context.Context, f Filter) iter.Seq2[Job, error] {
	return convert(c.wire.List(ctx, wire.Query{State: string(f.State), Labels: f.Labels, Tenant: f.Tenant}), jobOf)
}

// Watch follows a job to its end. It resumes a broken stream after the last event. The last event
// contains the ended job.
func (c *Client) Watch(ctx context.Context, id string) iter.Seq2[Event, error] {
	return convert(c.wire.Watch(ctx, id), eventOf)
}

// Result returns the result of a job. It downloads the instance too, and verifies the solution and
// its cost, so that [tourmaline.Best] and the methods of the result work as after a search on this
// machine.
func (c *Client) Result(ctx context.Context, id string) (*tourmaline.Result, error) {
	j, err := c.wire.Job(ctx, id)
	if err != nil {
		return nil, public(err)
	}
	in, _, err := c.wire.Input(ctx, j.Spec)
	if err != nil {
		return nil, public(err)
	}
	r, err := c.wire.Verified(ctx, id, in)
	return r, public(err)
}

// Cancel cancels a job. The job keeps its best solution.
func (c *Client) Cancel(ctx context.Context, id string) (Job, error) {
	j, err := c.wire.Cancel(ctx, id)
	return jobOf(j), public(err)
}

// Erase deletes a job that has ended, with its result. The instance stays.
func (c *Client) Erase(ctx context.Context, id string) error { return public(c.wire.Erase(ctx, id)) }

// convert converts the values of an iterator.
func convert[A, B any](all iter.Seq2[A, error], to func(A) B) iter.Seq2[B, error] {
	return func(yield func(B, error) bool) {
		for a, err := range all {
			if !yield(to(a), public(err)) {
				return
			}
		}
	}
}

// public returns an error without internal types.
func public(err error) error {
	var p *api.Problem
	if errors.As(err, &p) && !errors.Is(err, ErrUnreachable) {
		return problemOf(p)
	}
	return err
}
