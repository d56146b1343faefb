package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// Upload sends the file of a job unless the service already has it.
func (c *Client) Upload(ctx context.Context, spec job.Spec, data []byte) error {
	_, err := c.do(ctx, call{method: http.MethodGet, path: "/v1/instances/" + spec.Instance})
	if p := (*api.Problem)(nil); !errors.As(err, &p) || p.Status != http.StatusNotFound {
		return err
	}
	_, err = c.do(ctx, call{
		method: http.MethodPost, path: "/v1/instances", query: uploadQuery(spec), body: data,
		header: http.Header{"Content-Type": {"application/octet-stream"}},
	})
	return err
}

func uploadQuery(s job.Spec) url.Values {
	q := url.Values{}
	for name, value := range map[string]string{
		"file": s.File, "problem": s.Problem, "metric": s.Reading.Metric, "format": s.Reading.Format,
		"unit": s.Reading.Unit, "sheet": s.Reading.Sheet,
	} {
		setText(q, name, value)
	}
	columns := s.Reading.Columns
	if s.Several() {
		columns = s.Reading.PlaceColumns()
	}
	for role, column := range columns {
		q.Add("columns", role+"="+column)
	}
	if s.Reading.SkipInvalid {
		q.Set("skip_invalid", "true")
	}
	return q
}

// setText sets a parameter unless the text is empty, which a server would reject.
func setText(q url.Values, name, text string) {
	if text != "" {
		q.Set(name, text)
	}
}

// Submit submits a job. Submitting again with the same key returns the same job.
func (c *Client) Submit(ctx context.Context, spec job.Spec, key string) (api.Job, error) {
	body, err := json.Marshal(spec)
	if err != nil {
		return api.Job{}, err
	}
	return request[api.Job](ctx, c, call{
		method: http.MethodPost, path: "/v1/jobs", body: body,
		header: http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {key}},
	})
}

// Job returns the job with the given id.
func (c *Client) Job(ctx context.Context, id string) (api.Job, error) {
	return request[api.Job](ctx, c, call{method: http.MethodGet, path: "/v1/jobs/" + url.PathEscape(id)})
}

// A Query selects jobs. Empty fields select all.
type Query struct {
	State  string
	Labels []string // as name=value; the jobs have all of them
	Tenant string   // another tenant, which only an administrator may list
	Page   int      // jobs per request; 0 means 1000
}

// List returns the selected jobs, the latest first. It requests further pages as needed.
func (c *Client) List(ctx context.Context, of Query) iter.Seq2[api.Job, error] {
	q := url.Values{"limit": {strconv.Itoa(cmp.Or(of.Page, pageSize))}}
	setText(q, "state", of.State)
	setText(q, "tenant", of.Tenant)
	for _, label := range of.Labels {
		q.Add("label", label)
	}
	return pages(ctx, c, "/v1/jobs", q, func(p api.Jobs) ([]api.Job, string) { return p.Jobs, p.Next })
}

// Jobs returns at most limit of the selected jobs, the latest first.
func (c *Client) Jobs(ctx context.Context, of Query, limit int) ([]api.Job, error) {
	of.Page = min(limit, pageSize)
	jobs := []api.Job{}
	for j, err := range c.List(ctx, of) {
		if err != nil {
			return nil, err
		}
		if jobs = append(jobs, j); len(jobs) == limit {
			break
		}
	}
	return jobs, nil
}

// Cancel cancels a job. The job keeps its best solution.
func (c *Client) Cancel(ctx context.Context, id string) (api.Job, error) {
	return request[api.Job](ctx, c, call{method: http.MethodDelete, path: "/v1/jobs/" + url.PathEscape(id)})
}

// Erase deletes a job that has ended, with its result.
func (c *Client) Erase(ctx context.Context, id string) error {
	_, err := c.do(ctx, call{method: http.MethodPost, path: "/v1/jobs/" + url.PathEscape(id) + "/erase"})
	return err
}

// Result returns the verified result of a job as JSON.
func (c *Client) Result(ctx context.Context, id string) ([]byte, error) {
	return c.do(ctx, call{method: http.MethodGet, path: "/v1/jobs/" + url.PathEscape(id) + "/result", maxBytes: maxResult})
}

// File returns the uploaded file of an instance.
func (c *Client) File(ctx context.Context, hash string) ([]byte, error) {
	data, err := c.do(ctx, call{method: http.MethodGet, path: "/v1/instances/" + url.PathEscape(hash) + "/file", maxBytes: maxResult})
	if err == nil && job.Hash(data) != hash {
		return nil, fmt.Errorf("%s: the file does not match its hash %s", c.opt.URL, hash)
	}
	return data, err
}

func request[T any](ctx context.Context, c *Client, k call) (v T, err error) {
	data, err := c.do(ctx, k)
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return v, fmt.Errorf("%s: invalid response: %w", c.opt.URL, err)
	}
	return v, nil
}
