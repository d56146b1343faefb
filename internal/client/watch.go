package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/url"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// News is what is new about a job: the job, how far it has come, or that nobody tells.
type Update struct {
	Job         *api.Job
	Progress    *cluster.Progress
	Unreachable error // why the service does not answer, once until it does again
}

// silence is how long a stream of events may be silent: it is kept alive more often.
const streamTimeout = 45 * time.Second

// Watch follows a job to its end. A stream that breaks is taken up where it was; where
// there is none to be had, the job is looked at again and again.
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

// A watch is one watcher of a job.
type watch struct {
	*Client
	id          string
	last        string // id of the last event
	yield       func(Update, error) bool
	done        bool // the job has ended, or nobody listens
	unreachable bool // it was told that the service does not answer
}

// lookEvery is the time between two looks at a job that no stream tells of.
const pollEvery = time.Second

// follow hears of a job until the stream of events breaks, or looks at it where there is
// no stream.
func (w *watch) follow(ctx context.Context) error {
	heard, err := w.stream(ctx)
	var again *temporary
	if heard || w.done || !errors.As(err, &again) {
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
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pollEvery):
		return nil
	}
}

func (w *watch) path(more string) string { return "/v1/jobs/" + url.PathEscape(w.id) + more }

// stream reads a stream of events, and tells whether there were any.
func (w *watch) stream(ctx context.Context) (heard bool, err error) {
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
	alarm := time.AfterFunc(streamTimeout, cancel)
	defer alarm.Stop()
	lines := bufio.NewScanner(a.Body)
	lines.Buffer(nil, maxJSON)
	for e := range readEvents(lines, func() { alarm.Reset(streamTimeout) }) {
		heard = true
		if err := w.handle(e); err != nil || w.done {
			return heard, err
		}
	}
	if heard {
		return true, nil
	}
	return false, &temporary{err: errors.Join(io.ErrUnexpectedEOF, lines.Err())}
}

// hear understands an event.
func (w *watch) handle(e event) (err error) {
	var news Update
	switch e.kind {
	case "job":
		news.Job = new(api.Job)
		err = json.Unmarshal(e.data, news.Job)
	case "progress":
		var of cluster.Event
		err = json.Unmarshal(e.data, &of)
		news.Progress = of.Progress
	}
	if err != nil {
		return errors.Join(errors.New("an event that cannot be read"), err)
	}
	if e.id != "" {
		w.last = e.id
	}
	w.unreachable = false
	w.emit(news)
	return nil
}

// missAnswer tells that the service does not answer, once until it does.
func (w *watch) reportUnreachable(ctx context.Context, err error) {
	var again *temporary
	if !w.unreachable && ctx.Err() == nil && errors.As(err, &again) {
		w.unreachable = true
		w.emit(Update{Unreachable: again.err})
	}
}

// tell hands news on.
func (w *watch) emit(n Update) {
	if n != (Update{}) && !w.yield(n, nil) || n.Job != nil && n.Job.State.Ended() {
		w.done = true
	}
}

// An event is one of a stream of events.
type event struct {
	id, kind string
	data     []byte
}

// events reads a stream of events; alive is called for every line.
func readEvents(lines *bufio.Scanner, alive func()) iter.Seq[event] {
	return func(yield func(event) bool) {
		var e event
		for lines.Scan() {
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
