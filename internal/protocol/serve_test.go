package protocol

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
)

// A worker that asks for a reply to a message without one gets an empty reply, so that the broker
// forgets the request.
func TestEveryRequestGetsAReply(t *testing.T) {
	b, err := broker.Start(t.Context(), broker.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Shutdown)
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	heard := 0
	if _, err := nc.Subscribe(Requests+"*.beat", hear(func(string, Beat) { heard++ })); err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{"{}", "no JSON"} {
		m, err := nc.RequestMsg(&nats.Msg{Subject: Requests + "a.beat", Data: []byte(body)}, 2*time.Second)
		if err != nil || len(m.Data) != 0 {
			t.Errorf("%s: %v, %v", body, m, err)
		}
	}
	if heard != 1 {
		t.Errorf("%d messages were heard, expected 1", heard)
	}
}
