package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// Requests of JetStream that package jetstream does not offer.
const (
	snapshotRequest = "$JS.API.STREAM.SNAPSHOT."
	restoreRequest  = "$JS.API.STREAM.RESTORE."
)

const (
	// copyChunk is the size of the messages that carry the content of a stream.
	copyChunk = 512 << 10
	// copyTimeout is the time after which a copy without progress fails.
	copyTimeout = time.Minute
	// restoreTimeout is the time that the broker has to open a restored stream of any size.
	restoreTimeout = 30 * time.Minute
)

// A streamCopy describes the copy of a stream: its configuration and its state, as the broker
// reported them.
type streamCopy struct {
	Config map[string]json.RawMessage `json:"config"`
	State  json.RawMessage            `json:"state"`
}

// An apiReply is the part that all replies of JetStream have in common.
type apiReply struct {
	Error *jetstream.APIError `json:"error"`
}

// askBroker sends a request to JetStream and decodes its reply.
func (s *Store) askBroker(ctx context.Context, subject string, request, reply any) error {
	data, err := json.Marshal(request)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, copyTimeout)
	defer cancel()
	m, err := s.nc.RequestWithContext(ctx, subject, data)
	if err != nil {
		return err
	}
	return decodeReply(m, reply)
}

func decodeReply(m *nats.Msg, reply any) error {
	var common apiReply
	if err := json.Unmarshal(m.Data, &common); err != nil {
		return err
	}
	if common.Error != nil {
		return common.Error
	}
	return json.Unmarshal(m.Data, reply)
}

// copyStream writes the content of a stream to w, as it is at the time of the request. Consumers
// are not copied. The stream stays available.
func (s *Store) copyStream(ctx context.Context, name string, w io.Writer) (of streamCopy, err error) {
	inbox := s.nc.NewInbox()
	sub, err := s.nc.SubscribeSync(inbox)
	if err != nil {
		return of, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	request := map[string]any{"deliver_subject": inbox, "no_consumers": true, "chunk_size": copyChunk}
	if err := s.askBroker(ctx, snapshotRequest+name, request, &of); err != nil {
		return of, fmt.Errorf("cannot copy stream %s: %w", name, err)
	}
	for last := false; !last; {
		if last, err = nextChunk(ctx, sub, w); err != nil {
			return of, fmt.Errorf("cannot copy stream %s: %w", name, err)
		}
	}
	return of, nil
}

// nextChunk writes the next chunk of a stream. last reports that there are no more.
func nextChunk(ctx context.Context, sub *nats.Subscription, w io.Writer) (last bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, copyTimeout)
	defer cancel()
	m, err := sub.NextMsgWithContext(ctx)
	if err != nil {
		return false, err
	}
	if len(m.Data) == 0 {
		if status, _ := strconv.Atoi(m.Header.Get("Status")); status >= 400 {
			return true, errors.New("the broker ended the copy: " + m.Header.Get("Description"))
		}
		return true, nil
	}
	if _, err := w.Write(m.Data); err != nil {
		return false, err
	}
	if m.Reply == "" {
		return false, nil
	}
	return false, m.Respond(nil)
}

// restoreStream creates a stream from its copy. The stream must not exist.
func (s *Store) restoreStream(ctx context.Context, name string, of streamCopy, replicas int, from io.Reader) error {
	of.Config["num_replicas"] = json.RawMessage(strconv.Itoa(replicas))
	var reply struct {
		Subject string `json:"deliver_subject"`
	}
	err := s.askBroker(ctx, restoreRequest+name, of, &reply)
	if err == nil {
		err = s.sendChunks(ctx, reply.Subject, from)
	}
	if err != nil {
		return fmt.Errorf("cannot restore stream %s: %w", name, err)
	}
	return nil
}

// sendChunks sends the content of a stream and waits until the broker has restored the stream.
func (s *Store) sendChunks(ctx context.Context, subject string, from io.Reader) error {
	chunk := make([]byte, copyChunk)
	for {
		n, err := io.ReadFull(from, chunk)
		if n == 0 {
			if errors.Is(err, io.EOF) {
				break
			}
			return err
		}
		if err := s.sendChunk(ctx, subject, chunk[:n]); err != nil {
			return err
		}
	}
	return s.sendChunk(ctx, subject, nil)
}

// sendChunk sends a chunk. An empty chunk is the last one. In a cluster, the node of the client may
// not know the receiver at first.
func (s *Store) sendChunk(ctx context.Context, subject string, chunk []byte) error {
	timeout := copyTimeout
	if len(chunk) == 0 {
		timeout = restoreTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	began := time.Now()
	m, err := retry.Do(ctx, func() (*nats.Msg, error) { return s.nc.RequestWithContext(ctx, subject, chunk) },
		func(err error) (time.Duration, bool) {
			return 10 * time.Millisecond, errors.Is(err, nats.ErrNoResponders) && time.Since(began) < requestTimeout
		})
	if err != nil || len(m.Data) == 0 {
		return err
	}
	return decodeReply(m, &struct{}{}) // the last reply, or an error
}
