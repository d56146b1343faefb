package protocol

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
)

// ErrNoSnapshot means that no worker currently has a snapshot of the job.
var ErrNoSnapshot = errors.New("no snapshot available")

// maxVersion is an upper bound for the length of a version in bytes.
const maxVersion = 64

// Send sends a control message to a worker.
func Send(nc *nats.Conn, pool, session string, m Message) error {
	return publishBytes(nc, Control+pool+"."+session, m, m.Tour)
}

// TakeSnapshot requests a snapshot of at most maxBytes from a worker. If m.Have is the current
// version, the snapshot contains no data.
func TakeSnapshot(ctx context.Context, nc *nats.Conn, pool, session string, m Message, maxBytes int) (Snapshot, error) {
	m.Reply = strings.ReplaceAll(nats.NewInbox(), ".", "-")
	sub, err := nc.SubscribeSync(Requests + pool + "." + verbSnapshot + "." + m.Reply)
	if err != nil {
		return Snapshot{}, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := Send(nc, pool, session, m); err != nil {
		return Snapshot{}, err
	}
	var s Snapshot
	for i, parts := 0, 1; i < parts; i++ {
		part, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return Snapshot{}, fmt.Errorf("%w: %w", ErrNoSnapshot, err)
		}
		n, err := strconv.Atoi(part.Header.Get(partsHeader))
		s.Version, s.Data = part.Header.Get(versionHeader), append(s.Data, part.Data...)
		if err != nil || part.Header.Get(partHeader) != strconv.Itoa(i) || i > 0 && n != parts ||
			len(s.Data) > maxBytes || len(s.Version) > maxVersion {
			return Snapshot{}, ErrNoSnapshot
		}
		parts = n
	}
	if len(s.Data) == 0 && s.Version != m.Have {
		return Snapshot{}, ErrNoSnapshot
	}
	return s, nil
}
