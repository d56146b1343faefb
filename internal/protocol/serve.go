package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
)

// The verbs are the last parts of the subjects of requests.
const (
	verbHello    = "hello"
	verbNext     = "next"
	verbBeat     = "beat"
	verbReport   = "report"
	verbGet      = "get"
	verbPut      = "put"
	verbSave     = "save"
	verbFinish   = "finish"
	verbRelease  = "release"
	verbAbandon  = "abandon"
	verbSnapshot = "snapshot"
	verbMigrant  = "migrant"
	verbRound    = "round"
)

// requestHeader contains the JSON of a message that carries bytes.
const requestHeader = "Request"

// group is the queue group of the servers. One of them answers each request.
const group = "servers"

// A Handler answers the requests of workers. It must not trust anything but the pool.
type Handler interface {
	Hello(pool string, h Hello) (Welcome, error)
	Next(ctx context.Context, pool string, n Next) (Offer, error)
	Beat(pool string, b Beat)
	Report(pool string, r Report)
	Migrant(pool string, m Migrant)
	Round(ctx context.Context, pool string, r Round) ([]byte, error)
	Get(ctx context.Context, pool string, g Get) ([]byte, error)
	Put(ctx context.Context, pool string, p Put, data []byte) error
	Save(ctx context.Context, pool string, s Save) error
	Finish(ctx context.Context, pool string, o Outcome) (Ended, error)
	Release(ctx context.Context, pool string, c Claim) error
	Abandon(ctx context.Context, pool string, c Claim) error
}

// A server decodes requests for a Handler.
type server struct {
	ctx     context.Context
	nc      *nats.Conn
	handler Handler
	running sync.WaitGroup
}

// Serve answers the requests of workers until ctx is done. It returns when all handlers have
// returned.
func Serve(ctx context.Context, nc *nats.Conn, h Handler) error {
	s := &server{ctx: ctx, nc: nc, handler: h}
	var all []*nats.Subscription
	var faults []error
	for verb, handle := range s.verbs() {
		queue := group
		if verb == verbBeat {
			queue = "" // every server must hear it
		}
		sub, err := nc.QueueSubscribe(Requests+"*."+verb, queue, handle)
		if err == nil {
			all = append(all, sub)
			err = sub.SetPendingLimits(-1, pendingBytes)
		}
		faults = append(faults, err)
	}
	err := errors.Join(append(faults, nc.Flush())...)
	if err == nil {
		<-ctx.Done()
	}
	for _, sub := range all {
		_ = sub.Unsubscribe()
	}
	s.running.Wait()
	return err
}

const (
	// pendingBytes bounds the memory of the requests of a verb that wait for a handler. Further
	// requests are dropped, and the workers repeat them.
	pendingBytes = 64 << 20
	// maxTransfers is the maximum number of concurrent transfers of segments in each direction.
	maxTransfers = 16
	// maxRequests is the maximum number of concurrent requests of another verb.
	maxRequests = 256
	// maxWaiting is the maximum number of requests that wait for a job.
	maxWaiting = 1 << 14
)

// room returns the maximum number of concurrent requests of a verb.
func room(verb string) int {
	switch verb {
	case verbGet, verbPut, verbRound:
		return maxTransfers
	case verbNext:
		return maxWaiting
	}
	return maxRequests
}

func (s *server) verbs() map[string]nats.MsgHandler {
	h := s.handler
	return map[string]nats.MsgHandler{
		verbHello: answer(s, verbHello, func(_ context.Context, pool string, r Hello) (Welcome, error) { return h.Hello(pool, r) }),
		verbNext:  answer(s, verbNext, h.Next), verbFinish: answer(s, verbFinish, h.Finish),
		verbSave: answer(s, verbSave, empty(h.Save)), verbRelease: answer(s, verbRelease, empty(h.Release)), verbAbandon: answer(s, verbAbandon, empty(h.Abandon)),
		verbBeat: hear(h.Beat), verbReport: hear(h.Report), verbMigrant: s.migrant,
		verbGet: s.each(verbGet, s.get), verbPut: s.each(verbPut, s.put), verbRound: s.each(verbRound, s.round),
	}
}

// poolOf returns the pool in the subject of a request.
func poolOf(m *nats.Msg) string {
	pool, _, _ := strings.Cut(strings.TrimPrefix(m.Subject, Requests), ".")
	return pool
}

// hear returns the handler of a message without reply. If a worker asks for a reply nevertheless,
// the handler sends an empty one, because the broker keeps a request in memory until its reply.
func hear[R any](do func(pool string, r R)) nats.MsgHandler {
	return func(m *nats.Msg) {
		if m.Reply != "" {
			_ = m.Respond(nil) // the worker does not need the reply
		}
		var r R
		if json.Unmarshal(m.Data, &r) == nil {
			do(poolOf(m), r)
		}
	}
}

func empty[R any](do func(context.Context, string, R) error) func(context.Context, string, R) (struct{}, error) {
	return func(ctx context.Context, pool string, r R) (struct{}, error) { return struct{}{}, do(ctx, pool, r) }
}

// answer returns the handler of a request in JSON. Every request has a goroutine of its own,
// because requests for jobs wait.
func answer[R, A any](s *server, verb string, do func(context.Context, string, R) (A, error)) nats.MsgHandler {
	return s.each(verb, func(m *nats.Msg) ([]byte, error) {
		var r R
		if err := json.Unmarshal(m.Data, &r); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
		}
		a, err := do(s.ctx, poolOf(m), r)
		if err != nil {
			return nil, err
		}
		return json.Marshal(a)
	})
}

// each returns a handler that answers every request in a goroutine of its own. While too many
// requests of the verb are running, others wait in the subscription.
func (s *server) each(verb string, do func(*nats.Msg) ([]byte, error)) nats.MsgHandler {
	free := make(chan struct{}, room(verb))
	return func(m *nats.Msg) {
		if m.Reply == "" {
			return
		}
		select {
		case free <- struct{}{}:
		case <-s.ctx.Done():
			return
		}
		s.running.Go(func() {
			defer func() { <-free }()
			s.reply(m, do)
		})
	}
}

func (s *server) reply(m *nats.Msg, do func(*nats.Msg) ([]byte, error)) {
	data, err := do(m)
	reply := nats.NewMsg(m.Reply)
	if reply.Data = data; err != nil {
		reply = encodeError(err)
		reply.Subject = m.Reply
	}
	_ = s.nc.PublishMsg(reply) // without a reply, the worker asks again
}

func (s *server) get(m *nats.Msg) ([]byte, error) {
	var g Get
	if err := json.Unmarshal(m.Data, &g); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return s.handler.Get(s.ctx, poolOf(m), g)
}

// migrant handles a tour for another job. It has no reply.
func (s *server) migrant(m *nats.Msg) {
	migrant := Migrant{Tour: m.Data}
	if json.Unmarshal([]byte(m.Header.Get(requestHeader)), &migrant.Claim) == nil && len(m.Data) <= MaxMigrant {
		s.handler.Migrant(poolOf(m), migrant)
	}
}

func (s *server) round(m *nats.Msg) ([]byte, error) {
	var r Round
	if err := json.Unmarshal([]byte(m.Header.Get(requestHeader)), &r); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if r.Tour = m.Data; len(r.Tour) > MaxMigrant {
		return nil, fmt.Errorf("%w: expected at most %d bytes, found %d", ErrInvalid, MaxMigrant, len(r.Tour))
	}
	return s.handler.Round(s.ctx, poolOf(m), r)
}

func (s *server) put(m *nats.Msg) ([]byte, error) {
	var p Put
	if err := json.Unmarshal([]byte(m.Header.Get(requestHeader)), &p); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if len(m.Data) > SegmentSize {
		return nil, fmt.Errorf("%w: expected at most %d bytes, found %d", ErrInvalid, SegmentSize, len(m.Data))
	}
	return nil, s.handler.Put(s.ctx, poolOf(m), p, m.Data)
}
