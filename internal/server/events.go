package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

const (
	// eventPause is the minimum time between two progress events.
	eventPause = 100 * time.Millisecond
	// keepAlive is the maximum time without data on a stream.
	keepAlive = 15 * time.Second

	eventType = "text/event-stream"
)

func (s *Server) eventRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "watch-job", Method: http.MethodGet, Path: "/v1/jobs/{id}/events", Tags: []string{"jobs"},
		Summary:     "Watch a job",
		Description: "Server-sent events: first a job event with the current job, then progress events, at most ten per second, and a job event at every change of state. The stream ends when the job ends.",
		Responses: map[string]*huma.Response{"200": {
			Description: "Event stream",
			Content:     map[string]*huma.MediaType{eventType: {Schema: eventSchema()}},
		}},
		Errors: []int{http.StatusNotFound},
	}, s.events)
}

func eventSchema() *huma.Schema {
	return &huma.Schema{
		Type: "object", Required: []string{"id", "event", "data"},
		Properties: map[string]*huma.Schema{
			"id":    {Type: "string", Description: "Value for Last-Event-ID."},
			"event": {Type: "string", Enum: []any{"job", "progress"}},
			"data":  {Type: "string", Description: "JSON: a Job, or its progress."},
		},
	}
}

type watchRequest struct {
	ID   string `path:"id" maxLength:"64" doc:"Job id."`
	Last string `header:"Last-Event-ID" pattern:"^[0-9]{0,19}$" doc:"Id of the last event received; the stream resumes after it."`
}

func (s *Server) events(ctx context.Context, in *watchRequest) (*huma.StreamResponse, error) {
	after := uint64(cluster.NoEvents)
	// fails only if the header is missing
	if n, err := strconv.ParseUint(in.Last, 10, 64); err == nil {
		after = n
	}
	v, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if !v.Record.State.Ended() {
		s.waitForHub(ctx, &v.Record)
	}
	release, err := s.watchers.acquire(ctx, v.Record.Tenant, 0)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer release()
		c := callOf(ctx.Context())
		w := &watch{call: c, hub: s.opt.Hub, sentTotal: s.metrics.sent, tenant: v.Record.Tenant, id: v.Record.ID, found: v}
		w.authorised = func() bool { return s.authorise(c, access.JobsRead) == nil }
		w.run(ctx.Context(), after)
	}}, nil
}

// A watch is an event stream to one client.
type watch struct {
	*call
	hub        *cluster.Hub
	sentTotal  *prometheus.CounterVec
	tenant, id string
	found      cluster.View // the job before the stream began
	// reports whether the token is still valid, which may change while a stream lasts for hours
	authorised func() bool

	sent    uint64         // sequence number of the last event sent
	sentJob cluster.Record // job as last sent
	done    bool           // whether there is nothing more to send
}

// run sends events until the job has ended, the client has disconnected or lost its permission, or
// the server stops.
func (w *watch) run(ctx context.Context, after uint64) {
	ctx, cancel := untilShutdown(ctx)
	defer cancel()
	changes, done := w.hub.Watch(w.tenant, w.id)
	defer done()
	w.Header().Set("Content-Type", eventType)
	w.Header().Set("X-Accel-Buffering", "no")
	w.sendBacklog(after)
	ready, pause, alive := false, time.NewTimer(eventPause), time.NewTicker(keepAlive)
	defer pause.Stop()
	defer alive.Stop()
	for !w.done {
		select {
		case <-ctx.Done():
			return
		case <-alive.C:
			w.write(": keep-alive\n\n")
		case <-changes:
		case <-pause.C:
			ready = true
		}
		if !w.authorised() {
			return
		}
		if w.sendNew(ready) {
			ready = false
			pause.Reset(eventPause)
		}
	}
}

// sendBacklog sends the current job and, to a client that reconnects, the events that it missed.
func (w *watch) sendBacklog(after uint64) {
	v, ok := w.hub.View(w.tenant, w.id, after)
	// the client's position is from an earlier event stream
	if ok && after != cluster.NoEvents && after > v.Last {
		after = 0
		v, ok = w.hub.View(w.tenant, w.id, after)
	}
	if !ok {
		if w.done = true; w.found.Record.State.Ended() { // too long ago for the hub
			w.sendJob(w.found)
		}
		return
	}
	w.sent = min(after, v.Last)
	w.sendJob(v)
	for _, e := range v.Events {
		w.sendProgress(e)
	}
}

// sendNew sends the latest progress, if ready, and the job if its state has changed. It reports
// whether it sent progress.
func (w *watch) sendNew(ready bool) (sent bool) {
	v, ok := w.hub.View(w.tenant, w.id, cluster.NoEvents)
	if !ok {
		w.done = true // the job was deleted
		return false
	}
	w.sent = min(w.sent, v.Last) // the event stream may have restarted
	r := v.Record
	changed := r.State != w.sentJob.State || r.Cancel != w.sentJob.Cancel || r.Worker != w.sentJob.Worker || r.Epoch != w.sentJob.Epoch
	if sent = v.Latest.Sequence > w.sent && (ready || changed); sent {
		w.sendProgress(v.Latest)
	}
	if changed {
		w.sendJob(v)
	}
	return sent
}

func (w *watch) sendJob(v cluster.View) {
	w.sentJob = v.Record
	w.done = w.done || w.sentJob.State.Ended()
	w.send("job", w.sent, jobOf(v))
}

func (w *watch) sendProgress(e cluster.Event) {
	w.sent = e.Sequence
	if e.Progress != nil {
		w.send("progress", e.Sequence, e)
	}
}

func (w *watch) send(kind string, id uint64, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		w.done = true
		return
	}
	w.sentTotal.WithLabelValues(kind).Inc()
	w.write(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", id, kind, data))
}

func (w *watch) write(text string) {
	_, err := w.Write([]byte(text))
	if err != nil || w.flush() != nil {
		w.done = true
	}
}
