package server

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/webhook"
)

func (s *Server) webhookRoutes() {
	tags, missing := []string{"webhooks"}, []int{http.StatusNotFound}
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "register-webhook", Method: http.MethodPost, Path: "/v1/webhooks", Tags: tags,
		Summary: "Register a webhook",
		Description: "The servers send a signed message to the URL whenever a job reaches one of the states, at least once. " +
			"Only this response contains the secret. A tenant has at most 10 webhooks.",
		RequestBody: registrationBody(), DefaultStatus: http.StatusCreated,
		Errors: []int{http.StatusRequestTimeout, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusInsufficientStorage},
	}, s.registerWebhook)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "list-webhooks", Method: http.MethodGet, Path: "/v1/webhooks", Tags: tags, Summary: "List webhooks, oldest first",
	}, s.listWebhooks)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "get-webhook", Method: http.MethodGet, Path: "/v1/webhooks/{id}", Tags: tags, Summary: "Get a webhook", Errors: missing,
	}, s.getWebhook)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "delete-webhook", Method: http.MethodDelete, Path: "/v1/webhooks/{id}", Tags: tags, Summary: "Delete a webhook",
		DefaultStatus: http.StatusNoContent, Errors: missing,
	}, s.deleteWebhook)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "rotate-webhook-secret", Method: http.MethodPost, Path: "/v1/webhooks/{id}/rotate", Tags: tags,
		Summary: "Replace the secret of a webhook", Description: "For a day, messages have two signatures: one by the new secret and one by the previous one.", Errors: missing,
	}, s.rotateWebhook)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "enable-webhook", Method: http.MethodPost, Path: "/v1/webhooks/{id}/enable", Tags: tags,
		Summary: "Enable a webhook that was disabled after failures", Description: "The webhook then receives the messages about all retained jobs that it has missed.", Errors: missing,
	}, s.enableWebhook)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "test-webhook", Method: http.MethodPost, Path: "/v1/webhooks/{id}/test", Tags: tags,
		Summary: "Send a test message", Description: "Sends a signed message of the type webhook.ping once and returns the outcome.", Errors: missing,
	}, s.testWebhook)
	handle(s, access.JobsWrite, huma.Operation{
		OperationID: "list-webhook-deliveries", Method: http.MethodGet, Path: "/v1/webhooks/{id}/deliveries", Tags: tags,
		Summary: "List the last 20 deliveries of a webhook, latest first", Errors: missing,
	}, s.listDeliveries)
}

// A Webhook is the client's view of an endpoint.
type Webhook struct {
	ID           string            `json:"id"`
	URL          string            `json:"url"`
	Description  string            `json:"description,omitempty"`
	Labels       map[string]string `json:"labels,omitempty" doc:"Labels that jobs must have."`
	States       []cluster.State   `json:"states,omitempty" enum:"running,done,failed,cancelled" doc:"States that are reported; all final states if missing."`
	Created      time.Time         `json:"created"`
	Secret       string            `json:"secret,omitempty" doc:"Key of the signatures. Only the responses that create a secret contain it."`
	FailingSince *time.Time        `json:"failing_since,omitempty" doc:"First failure since the webhook last accepted a message."`
	NextAttempt  *time.Time        `json:"next_attempt,omitempty" doc:"Time at which the failed messages are sent again."`
	Disabled     *time.Time        `json:"disabled,omitempty" doc:"Time since which no messages are sent."`
	Reason       string            `json:"reason,omitempty" doc:"Why the webhook is disabled."`
}

// Webhooks is a list of webhooks.
type Webhooks struct {
	Webhooks []Webhook `json:"webhooks"`
}

// Deliveries is a list of deliveries.
type Deliveries struct {
	Deliveries []webhook.Delivery `json:"deliveries"`
}

type (
	webhookPath struct {
		ID string `path:"id" maxLength:"64" pattern:"^[a-z0-9]+$" doc:"Webhook id."`
	}
	webhookAnswer struct {
		Location string `header:"Location"`
		Body     Webhook
	}
)

// webhookOf returns the view of an endpoint, without its secret.
func webhookOf(e *webhook.Endpoint) Webhook {
	w := Webhook{
		ID: e.ID, URL: e.URL, Description: e.Description, Labels: e.Labels, States: e.States, Created: e.Created,
		FailingSince: when(e.FailingSince), Disabled: when(e.Disabled), Reason: e.Reason,
	}
	if e.Retry != nil {
		w.NextAttempt = when(e.Retry.Next)
	}
	return w
}

// withSecret returns the response that contains the current secret of an endpoint.
func withSecret(e *webhook.Endpoint) *webhookAnswer {
	a := &webhookAnswer{Location: "/v1/webhooks/" + e.ID, Body: webhookOf(e)}
	a.Body.Secret = e.Secrets[0].Text()
	return a
}

func (s *Server) registerWebhook(ctx context.Context, _ *struct{}) (*webhookAnswer, error) {
	c := callOf(ctx)
	r, err := readRegistration(c)
	if err != nil {
		return nil, err
	}
	e, err := s.webhooks.Register(ctx, c.identity.Tenant, r)
	var wrong *webhook.FieldError
	switch {
	case errors.As(err, &wrong):
		return nil, invalidField(wrong.Field, "%s", wrong.Detail)
	case errors.Is(err, webhook.ErrTooMany):
		return nil, problem(http.StatusConflict, codeQuota, "this tenant has %d webhooks, which is the limit: delete one first", webhook.MaxEndpoints)
	case err != nil:
		return nil, err
	}
	return withSecret(e), nil
}

// maxRegistration is the maximum size in bytes of a request body that registers a webhook.
const maxRegistration = 16 * kib

func readRegistration(c *call) (r webhook.Registration, err error) {
	data, err := c.decodeBody(maxRegistration, &r, `{"url": "https://example.org/hooks"}`)
	if err != nil {
		return r, err
	}
	return r, rejectNulls(data)
}

// rejectNulls returns an error if a value in a JSON object is null, which the description of the
// API does not allow.
func rejectNulls(data []byte) error {
	var object map[string]any
	if err := json.Unmarshal(data, &object); err != nil || object == nil {
		return &job.Fault{Code: job.BadJSON, Detail: "expected a JSON object"}
	}
	for name, value := range object {
		if hasNull(value) {
			return invalidField(name, "expected a value, found null")
		}
	}
	return nil
}

// hasNull reports whether a decoded JSON value is null or contains null.
func hasNull(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case []any:
		return slices.ContainsFunc(v, hasNull)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), hasNull)
	}
	return false
}

func registrationBody() *huma.RequestBody {
	states := []any{"running", "done", "failed", "cancelled"}
	text := func(description string, most int) *huma.Schema {
		return &huma.Schema{Type: "string", Description: description, MaxLength: &most}
	}
	return jsonBody(&huma.Schema{
		Type: "object", Required: []string{"url"}, AdditionalProperties: false,
		Properties: map[string]*huma.Schema{
			"url":         text("URL that receives messages: https, and a public address, unless the server allows others.", 2048),
			"description": text("Text for people.", 200),
			"labels":      {Type: "object", AdditionalProperties: &huma.Schema{Type: "string"}, Description: "Labels that jobs must have."},
			"states":      {Type: "array", Items: &huma.Schema{Type: "string", Enum: states}, Description: "States to report (default: all final states)."},
		},
	}, map[string]any{"url": "https://example.org/hooks"})
}

func (s *Server) listWebhooks(ctx context.Context, _ *struct{}) (*struct{ Body Webhooks }, error) {
	all, err := s.webhooks.List(ctx, callOf(ctx).identity.Tenant)
	return &struct{ Body Webhooks }{Webhooks{append([]Webhook{}, list.Map(all, webhookOf)...)}}, err
}

func (s *Server) getWebhook(ctx context.Context, in *webhookPath) (*struct{ Body Webhook }, error) {
	e, err := s.webhooks.Get(ctx, callOf(ctx).identity.Tenant, in.ID)
	if err != nil {
		return nil, webhookNotFound(in.ID, err)
	}
	return &struct{ Body Webhook }{webhookOf(e)}, nil
}

func webhookNotFound(id string, err error) error {
	if errors.Is(err, webhook.ErrNotFound) {
		return problem(http.StatusNotFound, codeNotFound, "webhook %s not found", budget.Quote(id))
	}
	return err
}

func (s *Server) deleteWebhook(ctx context.Context, in *webhookPath) (*struct{}, error) {
	return nil, webhookNotFound(in.ID, s.webhooks.Delete(ctx, callOf(ctx).identity.Tenant, in.ID))
}

func (s *Server) rotateWebhook(ctx context.Context, in *webhookPath) (*webhookAnswer, error) {
	e, err := s.webhooks.Rotate(ctx, callOf(ctx).identity.Tenant, in.ID)
	if err != nil {
		return nil, webhookNotFound(in.ID, err)
	}
	return withSecret(e), nil
}

func (s *Server) enableWebhook(ctx context.Context, in *webhookPath) (*struct{ Body Webhook }, error) {
	e, err := s.webhooks.Enable(ctx, callOf(ctx).identity.Tenant, in.ID)
	if err != nil {
		return nil, webhookNotFound(in.ID, err)
	}
	return &struct{ Body Webhook }{webhookOf(e)}, nil
}

func (s *Server) testWebhook(ctx context.Context, in *webhookPath) (*struct{ Body webhook.Delivery }, error) {
	d, err := s.webhooks.Ping(ctx, callOf(ctx).identity.Tenant, in.ID)
	if err != nil {
		return nil, webhookNotFound(in.ID, err)
	}
	return &struct{ Body webhook.Delivery }{d}, nil
}

func (s *Server) listDeliveries(ctx context.Context, in *webhookPath) (*struct{ Body Deliveries }, error) {
	e, err := s.webhooks.Get(ctx, callOf(ctx).identity.Tenant, in.ID)
	if err != nil {
		return nil, webhookNotFound(in.ID, err)
	}
	return &struct{ Body Deliveries }{Deliveries{append([]webhook.Delivery{}, e.Recent...)}}, nil
}

// newWebhooks returns the service that sends messages to webhooks. On a server without tokens, all
// clients are on this machine, so they may register webhooks on it.
func newWebhooks(o Options) *webhook.Service {
	return webhook.New(webhook.Options{
		Bucket: o.Store.Webhooks(), Source: o.Hub, Policy: webhook.Policy{Private: o.WebhooksPrivate, Loopback: o.Access == nil},
		Timing: o.WebhookTiming, Version: o.Version, Now: o.Store.Now, Log: o.Log,
	})
}
