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
	// eventPause is the shortest time between two events of progress.
	eventPause = 100 * time.Millisecond
	// keepAlive is how long a stream may be silent.
	keepAlive = 15 * time.Second

	eventType = "text/event-stream"
)

func (s *Server) eventRoutes() {
	handle(s, access.JobsRead, huma.Operation{
		OperationID: "watch-job", Method: http.MethodGet, Path: "/v1/jobs/{id}/events", Tags: []string{"jobs"},
		Summary:     "Watch a job",
		Description: "Server-sent events: first job with the job as it is, then progress, at most ten times a second, and job whenever its state changes. The stream ends with the job.",
		Responses: map[string]*huma.Response{"200": {
			Description: "A stream of events",
			Content:     map[string]*huma.MediaType{eventType: {Schema: eventSchema()}},
		}},
		Errors: []int{http.StatusNotFound},
	}, s.events)
}

// eventSchema describes an event.
func eventSchema() *huma.Schema {
	return &huma.Schema{
		Type: "object", Required: []string{"id", "event", "data"},
		Properties: map[string]*huma.Schema{
			"id":    {Type: "string", Description: "What to give as Last-Event-ID."},
			"event": {Type: "string", Enum: []any{"job", "progress"}},
			"data":  {Type: "string", Description: "JSON: a Job, or how far the search is."},
		},
	}
}

type watchRequest struct {
	ID   string `path:"id" maxLength:"64" doc:"The id of a job."`
	Last string `header:"Last-Event-ID" pattern:"^[0-9]{0,19}$" doc:"The id of the last event that was seen: those after it come first."`
}

// events begins a stream.
func (s *Server) events(ctx context.Context, in *watchRequest) (*huma.StreamResponse, error) {
	after := uint64(cluster.NoEvents)
	if n, err := strconv.ParseUint(in.Last, 10, 64); err == nil { // else there is none
		after = n
	}
	v, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	s.waitForHub(ctx, &v.Record)
	leave, err := s.watchers.acquire(ctx, v.Record.Tenant, 0)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer leave()
		c := callOf(ctx.Context())
		w := &watch{call: c, hub: s.opt.Hub, sentTotal: s.metrics.sent, tenant: v.Record.Tenant, id: v.Record.ID}
		w.authorised = func() bool { return s.authorise(c, access.JobsRead) == nil }
		w.run(ctx.Context(), after)
	}}, nil
}

// A watch is a stream of events to one client.
type watch struct {
	*call
	hub        *cluster.Hub
	sentTotal  *prometheus.CounterVec
	tenant, id string
	authorised func() bool // whether the token is still accepted: streams last for hours

	sent    uint64         // the sequence number of the last event that was sent
	sentJob cluster.Record // the job as it was last told
	done    bool           // nothing more can be sent
}

// run sends events until the job has ended, the client has gone or may no longer know, or
// the server ends.
func (w *watch) run(ctx context.Context, after uint64) {
	ctx, cancel := untilShutdown(ctx)
	defer cancel()
	news, done := w.hub.Watch(w.tenant, w.id)
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
			w.write(": still there\n\n")
		case <-news:
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

// begin sends the job as it is and, to those who come back, what they have missed.
func (w *watch) sendBacklog(after uint64) {
	v, ok := w.hub.View(w.tenant, w.id, after)
	if ok && after != cluster.NoEvents && after > v.Last { // it is of a stream of events that is no more
		after = 0
		v, ok = w.hub.View(w.tenant, w.id, after)
	}
	if !ok {
		w.done = true
		return
	}
	w.sent = min(after, v.Last)
	w.sendJob(v)
	for _, e := range v.Events {
		w.sendProgress(e)
	}
}

// look sends what is new: the latest progress, if it is time for that, and the job if its
// state has changed. It tells whether it has sent progress.
func (w *watch) sendNew(ready bool) (sent bool) {
	v, ok := w.hub.View(w.tenant, w.id, cluster.NoEvents)
	if !ok {
		w.done = true // it was forgotten
		return false
	}
	w.sent = min(w.sent, v.Last) // else the stream of events has begun again
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

// tell sends the job.
func (w *watch) sendJob(v cluster.View) {
	w.sentJob = v.Record
	w.done = w.done || w.sentJob.State.Ended()
	w.send("job", w.sent, jobOf(v))
}

// progress sends how far a search is.
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
	if _, err := w.Write([]byte(text)); err != nil {
		w.done = true
		return
	}
	if w.control().Flush() != nil {
		w.done = true
	}
}
