package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// replyTimeout is the time that a server has to reply to a request.
const replyTimeout = 10 * time.Second

// A Client sends the requests of one worker process.
type Client struct {
	// Repeating is called with the error of a request before the request is repeated. It may be nil.
	Repeating func(error)

	nc   *nats.Conn
	pool string
}

// NewClient returns a client for the workers of a pool.
func NewClient(nc *nats.Conn, pool string) *Client { return &Client{nc: nc, pool: pool} }

func (c *Client) subject(verb string) string { return Requests + c.pool + "." + verb }

// Hello introduces a worker.
func (c *Client) Hello(ctx context.Context, w Worker) (Welcome, error) {
	if err := c.checkPermission(ctx); err != nil {
		return Welcome{}, err
	}
	return ask[Welcome](ctx, c, verbHello, replyTimeout, Hello{Version, w})
}

// checkPermission returns ErrForbidden if the broker does not let the worker send requests. The
// broker reports this separately from the request, which gets no reply.
func (c *Client) checkPermission(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, replyTimeout)
	defer cancel()
	if err := c.connected(); err != nil {
		return err
	}
	subject := c.subject(verbHello)
	err := c.nc.Publish(subject, nil) // servers ignore a request without a reply subject
	if err == nil {
		err = c.nc.FlushWithContext(ctx)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err := c.nc.LastError(); errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(err.Error(), strconv.Quote(subject)) {
		return fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	return nil
}

// Next waits for a job. It returns nil if no job is available within wait.
func (c *Client) Next(ctx context.Context, w Worker, wait time.Duration) (*Task, error) {
	offer, err := ask[Offer](ctx, c, verbNext, wait+replyTimeout, Next{Version, w, wait})
	return offer.Task, err
}

// Beat publishes that the worker and its jobs are alive.
func (c *Client) Beat(b Beat) error { return c.publish(verbBeat, b) }

// Report publishes the progress of a job.
func (c *Client) Report(r Report) error { return c.publish(verbReport, r) }

// SendMigrant publishes the best tour of a job, for another job of its archipelago.
func (c *Client) SendMigrant(m Migrant) error {
	if err := checkTour(m.Tour); err != nil {
		return err
	}
	if err := c.connected(); err != nil {
		return err
	}
	return publishBytes(c.nc, c.subject(verbMigrant), m.Claim, m.Tour)
}

// Round stores a tour and returns that of the previous island, or nothing while this tour has not
// arrived.
func (c *Client) Round(ctx context.Context, r Round) ([]byte, error) {
	if err := checkTour(r.Tour); err != nil {
		return nil, err
	}
	if r.Tour == nil {
		r.Tour = []byte{} // so that the header contains the request
	}
	m, err := c.request(ctx, verbRound, segmentTimeout, r, r.Tour)
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

// checkTour returns an error if a packed tour is too large for a message.
func checkTour(packed []byte) error {
	if len(packed) > MaxMigrant {
		return fmt.Errorf("%w: the tour takes %d bytes, more than %d", ErrTooLarge, len(packed), MaxMigrant)
	}
	return nil
}

// publishBytes publishes bytes with a message in JSON.
func publishBytes(nc *nats.Conn, subject string, message any, data []byte) error {
	m, err := messageWith(subject, message, data)
	if err != nil {
		return err
	}
	return nc.PublishMsg(m)
}

// messageWith returns a message in JSON. If it carries bytes, its JSON is in a header.
func messageWith(subject string, message any, data []byte) (*nats.Msg, error) {
	text, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	m := nats.NewMsg(subject)
	if m.Data = text; data != nil {
		m.Data = data
		m.Header.Set(requestHeader, string(text))
	}
	return m, nil
}

// Save makes a stored checkpoint the checkpoint of its job.
func (c *Client) Save(ctx context.Context, s Save) error {
	_, err := ask[struct{}](ctx, c, verbSave, replyTimeout, s)
	return err
}

// verifyTimeout is the time after which Finish asks again. A server goes on to verify a result, and
// later requests wait for the same verification.
const verifyTimeout = 15 * time.Second

// Finish ends a job. It returns the final state, which is Failed if the server rejects the result.
func (c *Client) Finish(ctx context.Context, o Outcome) (Ended, error) {
	return ask[Ended](ctx, c, verbFinish, verifyTimeout, o)
}

// Release returns a job to the queue.
func (c *Client) Release(ctx context.Context, claim Claim) error {
	_, err := ask[struct{}](ctx, c, verbRelease, replyTimeout, claim)
	return err
}

// Abandon reports that a worker which lost a job is alive: the job did not crash it.
func (c *Client) Abandon(ctx context.Context, claim Claim) error {
	_, err := ask[struct{}](ctx, c, verbAbandon, replyTimeout, claim)
	return err
}

// Listen calls handle for every control message to a session until stop is called.
func (c *Client) Listen(session string, handle func(Message)) (stop func(), err error) {
	s, err := c.nc.Subscribe(Control+c.pool+"."+session, func(m *nats.Msg) {
		var message Message
		text := m.Data
		if carried := m.Header.Get(requestHeader); carried != "" {
			text, message.Tour = []byte(carried), m.Data
		}
		if json.Unmarshal(text, &message) == nil {
			handle(message)
		}
	})
	if err != nil {
		return func() {}, err
	}
	return func() { _ = s.Unsubscribe() }, nil
}

// Headers of the parts of a snapshot.
const (
	versionHeader = "Version"
	partHeader    = "Part"
	partsHeader   = "Parts"
)

// partSize is the size of a part of a snapshot.
const partSize = 512 << 10

// A Snapshot is data about a running job. Snapshots with different versions may differ.
type Snapshot struct {
	Version string
	Data    []byte // nil if the server has this version
}

// SendSnapshot sends a snapshot in parts, in reply to a control message.
func (c *Client) SendSnapshot(reply string, s Snapshot) error {
	parts := (len(s.Data) + partSize - 1) / partSize
	for i := range max(parts, 1) {
		m := nats.NewMsg(c.subject(verbSnapshot + "." + reply))
		m.Header.Set(versionHeader, s.Version)
		m.Header.Set(partHeader, strconv.Itoa(i))
		m.Header.Set(partsHeader, strconv.Itoa(parts))
		m.Data = s.Data[i*partSize : min((i+1)*partSize, len(s.Data))]
		if err := c.nc.PublishMsg(m); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) publish(verb string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := c.connected(); err != nil {
		return err
	}
	return c.nc.Publish(c.subject(verb), data)
}

// connected returns an error while there is no connection. A message would be sent after the next
// connection, when its sender has already given up: a request for a job would then claim a job that
// no worker runs.
func (c *Client) connected() error {
	if s := c.nc.Status(); s != nats.CONNECTED {
		return fmt.Errorf("%w: the connection is %v", ErrUnavailable, s)
	}
	return nil
}

// onDisconnect calls a function when the connection breaks, until stop is called. The reply to a
// request may then be lost: its server has probably stopped.
func (c *Client) onDisconnect(do func()) (stop func()) {
	broken := c.nc.StatusChanged(nats.DISCONNECTED, nats.RECONNECTING)
	go func() {
		if _, open := <-broken; open {
			do()
		}
	}()
	return func() { c.nc.RemoveStatusListener(broken) }
}

// ask sends a request in JSON and decodes the reply.
func ask[T any](ctx context.Context, c *Client, verb string, timeout time.Duration, request any) (reply T, err error) {
	m, err := c.request(ctx, verb, timeout, request, nil)
	if err != nil {
		return reply, err
	}
	return reply, json.Unmarshal(m.Data, &reply)
}

// request sends a request. If it carries bytes, its JSON is in a header.
func (c *Client) request(ctx context.Context, verb string, timeout time.Duration, request any, data []byte) (*nats.Msg, error) {
	m, err := messageWith(c.subject(verb), request, data)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	defer c.onDisconnect(cancel)()
	if err := c.connected(); err != nil {
		return nil, err
	}
	reply, err := c.nc.RequestMsgWithContext(ctx, m)
	switch {
	case errors.Is(err, nats.ErrMaxPayload):
		return nil, fmt.Errorf("%w: %w: the broker accepts at most %d bytes: set its max_payload to 8 MiB", ErrInvalid, err, c.nc.MaxPayload())
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return reply, decodeError(reply)
}
