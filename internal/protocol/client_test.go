package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// connect starts a broker and connects to it.
func connect(t *testing.T) *nats.Conn {
	t.Helper()
	e, err := broker.Start(t.Context(), broker.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Shutdown)
	nc, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// A request that is too large for the broker is invalid: repeating it does not help.
func TestARequestThatIsTooLarge(t *testing.T) {
	nc := connect(t)
	o := protocol.Outcome{Faults: []job.Fault{{Detail: strings.Repeat("x", 9<<20)}}}
	if _, err := protocol.NewClient(nc, "a").Finish(t.Context(), o); !errors.Is(err, protocol.ErrInvalid) || errors.Is(err, protocol.ErrUnavailable) {
		t.Errorf("%v, expected %v", err, protocol.ErrInvalid)
	}
	nc.Close()
	if _, err := protocol.NewClient(nc, "a").Finish(t.Context(), protocol.Outcome{}); !errors.Is(err, protocol.ErrUnavailable) {
		t.Errorf("without a connection: %v, expected %v", err, protocol.ErrUnavailable)
	}
}

// A request whose server may have stopped is repeated as soon as the connection breaks, whatever its
// timeout.
func TestARequestEndsWithItsConnection(t *testing.T) {
	dir := t.TempDir()
	e, err := broker.Start(t.Context(), broker.Options{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Shutdown)
	options, err := broker.ServerOptions(filepath.Join(dir, "engine.keys"))
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(e.URL(), options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	asked := make(chan struct{})
	if _, err := nc.Subscribe(protocol.Requests+"a.finish", func(*nats.Msg) { close(asked) }); err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() {
		_, err := protocol.NewClient(nc, "a").Finish(t.Context(), protocol.Outcome{})
		over <- err
	}()
	<-asked
	e.Shutdown()
	select {
	case err := <-over:
		if !errors.Is(err, protocol.ErrUnavailable) {
			t.Errorf("%v, expected %v", err, protocol.ErrUnavailable)
		}
	case <-time.After(10 * time.Second):
		t.Error("the request still waits for a reply that cannot come")
	}
}

// A snapshot arrives complete, in as many parts as necessary, unless it is too large.
func TestSnapshotsArriveInParts(t *testing.T) {
	nc := connect(t)
	const part, limit = 512 << 10, 3 << 20
	c := protocol.NewClient(nc, "a")
	for _, size := range []int{1, part - 1, part, part + 1, 2 * part, limit, limit + 1} {
		data := bytes.Repeat([]byte{7, 8, 9}, size)[:size]
		stop, err := c.Listen("s", func(m protocol.Message) {
			if err := c.SendSnapshot(m.Reply, protocol.Snapshot{Version: m.ID, Data: data}); err != nil {
				t.Error(err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		got, err := protocol.TakeSnapshot(ctx, nc, "a", "s", protocol.Message{Command: protocol.TakeTour, ID: "1"}, limit)
		cancel()
		stop()
		switch {
		case size > limit && !errors.Is(err, protocol.ErrNoSnapshot):
			t.Errorf("%d bytes, more than %d, were accepted: %v", size, limit, err)
		case size <= limit && (err != nil || got.Version != "1" || !bytes.Equal(got.Data, data)):
			t.Errorf("%d bytes arrived as %d: %v", size, len(got.Data), err)
		}
	}
}
