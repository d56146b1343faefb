package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/api"
)

// DeadLetters returns the dead letters of a tenant: "" for the caller's own, "*" for all tenants.
func (c *Client) DeadLetters(ctx context.Context, tenant string) iter.Seq2[api.DeadLetter, error] {
	q := tenantQuery(tenant)
	q.Set("limit", strconv.Itoa(pageSize))
	return pages(ctx, c, "/v1/dead", q, func(p api.DeadLetters) ([]api.DeadLetter, string) { return p.Letters, p.Next })
}

// DeadLetter returns the dead letter of a job.
func (c *Client) DeadLetter(ctx context.Context, tenant, id string) (api.DeadLetter, error) {
	return request[api.DeadLetter](ctx, c, call{method: http.MethodGet, path: deadPath(id), query: tenantQuery(tenant)})
}

// Requeue returns the job of a dead letter to the queue.
func (c *Client) Requeue(ctx context.Context, tenant, id string) (api.Job, error) {
	return request[api.Job](ctx, c, call{method: http.MethodPost, path: deadPath(id) + "/requeue", query: tenantQuery(tenant)})
}

// DropDeadLetter deletes the dead letter of a job.
func (c *Client) DropDeadLetter(ctx context.Context, tenant, id string) error {
	_, err := c.do(ctx, call{method: http.MethodDelete, path: deadPath(id), query: tenantQuery(tenant)})
	return err
}

func deadPath(id string) string { return "/v1/dead/" + url.PathEscape(id) }

func tenantQuery(tenant string) url.Values {
	q := url.Values{}
	setText(q, "tenant", tenant)
	return q
}
