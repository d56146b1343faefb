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
type News struct {
	Job      *api.Job
	Progress *cluster.Progress
	Silence  error // why the service does not answer, once until it does again
}

// silence is how long a stream of events may be silent: it is kept alive more often.
const silence = 45 * time.Second

// Watch follows a job to its end. A stream that breaks is taken up where it was; where
// there is none to be had, the job is looked at again and again.
func (c *Client) Watch(ctx context.Context, id string) iter.Seq2[News, error] {
	return func(yield func(News, error) bool) {
		w := &watch{Client: c, id: id, yield: yield}
		for !w.over {
			if err := c.insist(ctx, func() error { return w.follow(ctx) }); err != nil {
				yield(News{}, err)
				return
			}
		}
	}
}

// A watch is one watcher of a job.
type watch struct {
	*Client
	id    string
	last  string // id of the last event
	yield func(News, error) bool
	over  bool // the job has ended, or nobody listens
	alone bool // it was told that the service does not answer
}

// lookEvery is the time between two looks at a job that no stream tells of.
const lookEvery = time.Second

// follow hears of a job until the stream of events breaks, or looks at it where there is
// no stream.
func (w *watch) follow(ctx context.Context) error {
	heard, err := w.stream(ctx)
	var again *temporary
	if heard || w.over || !errors.As(err, &again) {
		return err
	}
	text, err := w.once(ctx, call{method: http.MethodGet, path: w.path("")})
	if err != nil {
		w.missAnswer(ctx, err)
		return err
	}
	if err := w.hear(event{kind: "job", data: text}); err != nil || w.over {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(lookEvery):
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
	alarm := time.AfterFunc(silence, cancel)
	defer alarm.Stop()
	lines := bufio.NewScanner(a.Body)
	lines.Buffer(nil, mostJSON)
	for e := range events(lines, func() { alarm.Reset(silence) }) {
		heard = true
		if err := w.hear(e); err != nil || w.over {
			return heard, err
		}
	}
	if heard {
		return true, nil
	}
	return false, &temporary{err: errors.Join(io.ErrUnexpectedEOF, lines.Err())}
}

// hear understands an event.
func (w *watch) hear(e event) (err error) {
	var news News
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
	w.alone = false
	w.tell(news)
	return nil
}

// missAnswer tells that the service does not answer, once until it does.
func (w *watch) missAnswer(ctx context.Context, err error) {
	var again *temporary
	if !w.alone && ctx.Err() == nil && errors.As(err, &again) {
		w.alone = true
		w.tell(News{Silence: again.err})
	}
}

// tell hands news on.
func (w *watch) tell(n News) {
	if n != (News{}) && !w.yield(n, nil) || n.Job != nil && n.Job.State.Ended() {
		w.over = true
	}
}

// An event is one of a stream of events.
type event struct {
	id, kind string
	data     []byte
}

// events reads a stream of events; alive is called for every line.
func events(lines *bufio.Scanner, alive func()) iter.Seq[event] {
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
