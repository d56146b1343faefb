package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/webhook"
)

// feedPage is the number of changes that a feed reads at a time.
const feedPage = 256

func (s *Server) feedRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "watch-jobs", Method: http.MethodGet, Path: "/v1/events", Tags: []string{"jobs"},
		Summary: "Watch all jobs of the tenant",
		Description: "Server-sent events: a job event whenever the state of a job changes. The id of an event is a position that every server of the cluster accepts as Last-Event-ID, " +
			"also after a restart: the feed resumes with the latest state of every job that has changed since, in the order of the changes. " +
			"Every final state is delivered at least once, as long as the job is retained; other states may be skipped or repeated. " +
			"An event without data only reports the current position. Without a position, the feed starts with the next change.",
		Responses: map[string]*huma.Response{"200": {
			Description: "Event stream",
			Content:     map[string]*huma.MediaType{eventType: {Schema: feedSchema()}},
		}},
	}, s.feed)
}

func feedSchema() *huma.Schema {
	return &huma.Schema{
		Type: "object", Required: []string{"id"},
		Properties: map[string]*huma.Schema{
			"id":    {Type: "string", Description: "Value for Last-Event-ID."},
			"event": {Type: "string", Enum: []any{"job"}},
			"data":  {Type: "string", Description: "JSON: a JobEvent with id, state, label, labels, digest, faults, time and sequence."},
		},
	}
}

type feedRequest struct {
	Last   string   `header:"Last-Event-ID" pattern:"^[0-9]{0,19}$" doc:"Id of the last event received; the feed resumes after it."`
	After  string   `query:"after" pattern:"^[0-9]{1,19}$" doc:"Position for clients that cannot set Last-Event-ID; 0 begins with all retained jobs."`
	Labels []string `query:"label,explode" maxItems:"8" doc:"Label that the jobs must have, such as team=north; repeatable."`
}

func (s *Server) feed(ctx context.Context, in *feedRequest) (*huma.StreamResponse, error) {
	position, err := s.feedPosition(ctx, cmp.Or(in.Last, in.After))
	if err != nil {
		return nil, err
	}
	c := callOf(ctx)
	release, err := s.watchers.acquire(ctx, c.identity.Tenant, 0)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer release()
		f := &feed{watch: watch{call: c, hub: s.opt.Hub, sentTotal: s.metrics.sent, tenant: c.identity.Tenant}, labels: in.Labels, position: position}
		f.authorised = func() bool { return s.authorise(c, access.JobsRead) == nil }
		f.run(ctx.Context())
	}}, nil
}

// feedPosition returns the position at which a feed starts. A position after the last write is from
// a store that was replaced by a backup, so the feed then starts with all jobs.
func (s *Server) feedPosition(ctx context.Context, text string) (uint64, error) {
	position, err := strconv.ParseUint(text, 10, 64)
	if err != nil { // the client has no position
		return s.opt.Hub.Position(), nil
	}
	if position <= s.opt.Hub.Position() {
		return position, nil
	}
	last, err := s.opt.Store.LastRevision(ctx) // another server may have read more records
	if err == nil && position > last {
		position = 0
	}
	return position, err
}

// A feed is an event stream of all jobs of a tenant.
type feed struct {
	watch
	labels   []string
	position uint64
}

// run sends events until the client has disconnected or lost its permission, or the server stops.
func (f *feed) run(ctx context.Context) {
	ctx, cancel := untilShutdown(ctx)
	defer cancel()
	changes, done := f.hub.WatchTenant(f.tenant)
	defer done()
	f.Header().Set("Content-Type", eventType)
	f.Header().Set("X-Accel-Buffering", "no")
	f.sendPosition()
	alive := time.NewTicker(keepAlive)
	defer alive.Stop()
	for f.authorised() {
		if f.sendAll(ctx); f.done {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-alive.C:
			f.sendPosition()
		case <-changes:
		}
	}
}

// sendPosition sends the position without an event. It also keeps the connection open.
func (f *feed) sendPosition() { f.write(fmt.Sprintf(": position\nid: %d\n\n", f.position)) }

// sendAll sends all changes after the position.
func (f *feed) sendAll(ctx context.Context) {
	for !f.done && ctx.Err() == nil {
		found, next, err := f.hub.ChangesAfter(ctx, f.tenant, f.position, feedPage)
		if err != nil {
			f.cause, f.done = err, true // the client resumes
			return
		}
		for _, c := range found {
			f.sendChange(c)
		}
		if next == f.position || len(found) == 0 && next >= f.hub.Position() {
			f.position = next
			return
		}
		f.position = next
	}
}

func (f *feed) sendChange(c cluster.Change) {
	if f.done || !hasLabels(c, f.labels) {
		return
	}
	data, err := json.Marshal(webhook.EventOf(c))
	if err != nil {
		f.done = true
		return
	}
	f.sentTotal.WithLabelValues("job").Inc()
	f.write(fmt.Sprintf("id: %d\nevent: job\ndata: %s\n\n", c.Revision, data))
}

// hasLabels reports whether a job has all labels, which have the form name=value.
func hasLabels(c cluster.Change, labels []string) bool {
	return !slices.ContainsFunc(labels, func(label string) bool { return !c.HasLabel(label) })
}
