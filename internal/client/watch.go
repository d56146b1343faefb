package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/url"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// An Update reports a change of a job, its progress, or that the service is unreachable.
type Update struct {
	Job         *api.Job
	Progress    *job.Progress
	Unreachable error // reason why the service does not respond; sent once until it responds again
}

// streamTimeout is the time without data after which an event stream counts as broken. It is longer
// than the keep-alive interval.
const streamTimeout = 45 * time.Second

// Watch follows a job to its end. It resumes a broken stream after the last event. Without a
// stream, it polls the job.
func (c *Client) Watch(ctx context.Context, id string) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		w := &watch{Client: c, id: id, yield: yield}
		for !w.done {
			if err := c.retry(ctx, func() error { return w.follow(ctx) }); err != nil {
				yield(Update{}, err)
				return
			}
		}
	}
}

type watch struct {
	*Client
	id          string
	last        string // id of the last event
	yield       func(Update, error) bool
	done        bool // whether the job has ended or the caller has stopped
	unreachable bool // whether the caller was notified that the service is unreachable
}

// pollEvery is the polling interval without a stream.
const pollEvery = time.Second

// follow reads events until the stream breaks, or polls the job if there is no stream.
func (w *watch) follow(ctx context.Context) error {
	received, err := w.stream(ctx)
	var failed *temporary
	if received || w.done || !errors.As(err, &failed) {
		return err
	}
	text, err := w.attempt(ctx, call{method: http.MethodGet, path: w.path("")})
	if err != nil {
		w.reportUnreachable(ctx, err)
		return err
	}
	if err := w.handle(event{kind: "job", data: text}); err != nil || w.done {
		return err
	}
	retry.Sleep(ctx, pollEvery)
	return ctx.Err()
}

func (w *watch) path(more string) string { return "/v1/jobs/" + url.PathEscape(w.id) + more }

// stream reads an event stream and reports whether it received any events.
func (w *watch) stream(ctx context.Context) (received bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	k := call{method: http.MethodGet, path: w.path("/events"), header: http.Header{"Accept": {"text/event-stream"}}}
	if w.last != "" {
		k.header["Last-Event-Id"] = []string{w.last}
	}
	a, err := w.send(ctx, k)
	if err != nil {
		return false, err
	}
	defer a.Body.Close()
	timer := time.AfterFunc(streamTimeout, cancel)
	defer timer.Stop()
	lines := budget.NewLines(a.Body, maxJSON)
	for e := range readEvents(lines, func() { timer.Reset(streamTimeout) }) {
		received = true
		if err := w.handle(e); err != nil || w.done {
			return received, err
		}
	}
	if received {
		return true, nil
	}
	return false, &temporary{err: errors.Join(io.ErrUnexpectedEOF, lines.Err())}
}

func (w *watch) handle(e event) (err error) {
	var u Update
	switch e.kind {
	case "job":
		u.Job = new(api.Job)
		err = json.Unmarshal(e.data, u.Job)
	case "progress":
		var of struct{ Progress *job.Progress }
		err = json.Unmarshal(e.data, &of)
		u.Progress = of.Progress
	}
	if err != nil {
		return errors.Join(errors.New("invalid event"), err)
	}
	w.last, w.unreachable = cmp.Or(e.id, w.last), false
	w.emit(u)
	return nil
}

// reportUnreachable emits an update which reports that the service does not respond. It does so
// only once until the service responds again.
func (w *watch) reportUnreachable(ctx context.Context, err error) {
	var failed *temporary
	if !w.unreachable && ctx.Err() == nil && errors.As(err, &failed) {
		w.unreachable = true
		w.emit(Update{Unreachable: failed.err})
	}
}

// emit passes an update to the caller.
func (w *watch) emit(u Update) {
	if u != (Update{}) && !w.yield(u, nil) || u.Job != nil && u.Job.State.Ended() {
		w.done = true
	}
}

type event struct {
	id, kind string
	data     []byte
}

// readEvents decodes an event stream. It calls alive for every line.
func readEvents(lines *budget.Lines, alive func()) iter.Seq[event] {
	return func(yield func(event) bool) {
		var e event
		for lines.Scan() && len(e.data) <= maxJSON {
			alive()
			name, value, _ := bytes.Cut(lines.Bytes(), []byte(":"))
			value = bytes.TrimPrefix(value, []byte(" "))
			switch string(name) {
			case "id":
				e.id = string(value)
			case "event":
				e.kind = string(value)
			case "data":
				e.data = append(e.data, value...)
			case "":
				if len(lines.Bytes()) == 0 && e.data != nil && !yield(e) {
					return
				}
				if len(lines.Bytes()) == 0 {
					e = event{}
				}
			}
		}
	}
}
