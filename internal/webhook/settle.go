package webhook

import (
	"context"
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

const (
	// maxBatch is the maximum number of messages that are sent to an endpoint at the same time.
	maxBatch = 8
	// scanPage is the number of changes that are examined at a time.
	scanPage = 256
)

// A note is a message about a change of a job.
type note struct {
	Message
	kind, job string
}

// A payload is the body of a message.
type payload struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"` // time of the change
	Data      any       `json:"data"`
}

// noteOf returns the message for a change. Its id is the same on all servers.
func noteOf(c cluster.Change) (note, error) {
	n := note{kind: "job." + string(c.State), job: c.ID}
	h := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%d\x00%s", c.Tenant, c.ID, c.Created.UnixNano(), c.Epoch, c.State))
	n.ID = "msg_" + strings.ToLower(base32.StdEncoding.EncodeToString(h[:])[:26])
	var err error
	n.Body, err = json.Marshal(payload{n.kind, c.Time, EventOf(c)})
	return n, err
}

// batch returns the next messages and the position after them. It returns at most one message per
// job, so that the messages of a job are sent in order. While messages are being retried, it
// returns only those.
func (f *follower) batch(ctx context.Context, e *Endpoint) (batch []note, through uint64, err error) {
	position := max(e.Position, f.scanned)
	if e.Retry != nil {
		position = e.Position
	}
	jobs := map[string]bool{}
	for {
		found, next, err := f.service.opt.Source.ChangesAfter(ctx, e.Tenant, position, scanPage)
		if err != nil {
			return nil, 0, err
		}
		for _, c := range found {
			switch {
			case e.Retry != nil && c.Revision > e.Retry.Through:
				return batch, e.Retry.Through, nil
			case !e.wants(c):
				position = c.Revision
				continue
			case len(batch) == maxBatch || jobs[c.ID]:
				return batch, position, nil
			}
			n, err := noteOf(c)
			if err != nil {
				return nil, 0, err
			}
			position, jobs[c.ID] = c.Revision, true
			if e.Retry == nil || !slices.Contains(e.Retry.Done, n.ID) {
				batch = append(batch, n)
			}
		}
		if next <= position && len(found) == 0 || len(found) == 0 && next >= f.service.opt.Source.Position() {
			return batch, max(position, next), nil
		}
		position = max(position, next)
	}
}

// settle records the outcome of a batch. Once all its messages are delivered or dropped, the
// position moves on.
func (f *follower) settle(e *Endpoint, batch []note, attempts []attempt, through uint64) (all []Delivery) {
	now, t := f.service.opt.Now(), f.service.opt.Timing
	before := Retry{Through: through, Since: now}
	if e.Retry != nil {
		before = *e.Retry
	}
	next := Retry{Through: before.Through, Since: before.Since, Attempts: before.Attempts + 1, Done: slices.Clone(before.Done)}
	failures, pause := 0, time.Duration(0)
	for i, a := range attempts {
		d := deliveryOf(batch[i], a, next.Attempts, now)
		switch {
		case a.err == nil:
			e.FailingSince = time.Time{}
		case t.hopeless(a, now.Sub(before.Since)):
			d.Outcome = Dropped
		default:
			failures++
			pause = max(pause, a.after)
		}
		if d.Outcome != Failed {
			next.Done = append(next.Done, d.Message)
		}
		all = append(all, d)
	}
	e.log(all...)
	e.Retry = nil
	if failures > 0 {
		next.Next = now.Add(max(pause, t.pause(next.Attempts)))
		e.Retry = &next
	} else {
		e.Position = max(e.Position, before.Through)
	}
	f.noteFailures(e, attempts, now)
	e.Until = now.Add(t.Lease)
	return all
}

// noteFailures disables an endpoint that has accepted no message for a long time, or that rejects
// all messages.
func (f *follower) noteFailures(e *Endpoint, attempts []attempt, now time.Time) {
	var last error
	accepted := false
	for _, a := range attempts {
		if a.gone {
			e.disable(now, "the endpoint responded with status 410 (gone)")
			return
		}
		if accepted = accepted || a.err == nil; a.err != nil {
			last = a.err
		}
	}
	if last == nil || accepted {
		return
	}
	if e.FailingSince.IsZero() {
		e.FailingSince = now
	}
	if limit := f.service.opt.Timing.Disable; now.Sub(e.FailingSince) >= limit {
		e.disable(now, fmt.Sprintf("the endpoint has accepted no message for %v: %v", limit, last))
		f.service.opt.Log.Warn("disabled a webhook", "tenant", e.Tenant, "webhook", e.ID, "reason", e.Reason)
	}
}

func deliveryOf(n note, a attempt, number int, now time.Time) Delivery {
	d := Delivery{
		Message: n.ID, Type: n.kind, Job: n.job, Time: now, Outcome: Delivered, Status: a.status,
		Seconds: a.took.Seconds(), Attempt: number,
	}
	if a.err != nil {
		d.Outcome, d.Error = Failed, a.err.Error()
	}
	return d
}

// hopeless reports whether a message that has failed for some time is dropped.
func (t Timing) hopeless(a attempt, age time.Duration) bool {
	refused := a.status >= 400 && a.status < 500 && !slices.Contains([]int{
		http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests, http.StatusGone,
	}, a.status)
	return age >= t.GiveUp || refused && age >= t.Refused
}

// pause returns the time before the next attempt, with jitter.
func (t Timing) pause(attempts int) time.Duration {
	pause := t.FirstPause
	for range attempts - 1 {
		pause = min(2*pause, t.MaxPause)
	}
	return pause*3/4 + rand.N(pause/2)
}

// Ping sends a test message and returns the outcome. The message is not sent again.
func (s *Service) Ping(ctx context.Context, tenant, id string) (Delivery, error) {
	e, err := s.Get(ctx, tenant, id)
	if err != nil {
		return Delivery{}, err
	}
	release, err := s.acquire(ctx, tenant)
	if err != nil {
		return Delivery{}, err
	}
	defer release()
	now := s.opt.Now()
	n := note{kind: "webhook.ping"}
	n.ID = "msg_" + strings.ToLower(crand.Text())
	if n.Body, err = json.Marshal(payload{n.kind, now, map[string]string{"webhook": id}}); err != nil {
		return Delivery{}, err
	}
	d := deliveryOf(n, s.sender.send(ctx, e, n.Message, now), 1, now)
	if d.Outcome == Failed {
		d.Outcome = Dropped
	}
	s.counts[d.Outcome].Add(1)
	_, err = s.change(ctx, tenant, id, func(e *Endpoint) error {
		e.log(d)
		return nil
	})
	return d, err
}
