package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A worker that a server of another version rejects, at the start or later, ends with the exit code
// of a server that rejects a request, and says what to do.
func TestRejectedWorkers(t *testing.T) {
	const welcome = `{"version":"v0","lease":30000000000}`
	for name, c := range map[string]struct {
		o       broker.Options
		replies map[string]string // by verb; "" means a rejection
	}{
		"before the worker protocol": {},
		"at the start":               {broker.Options{Requests: protocol.Requests, Control: protocol.Control}, map[string]string{"hello": ""}},
		"later":                      {broker.Options{Requests: protocol.Requests, Control: protocol.Control}, map[string]string{"hello": welcome, "next": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			c.o.Dir, c.o.Listen = t.TempDir(), "127.0.0.1:0"
			e, err := broker.Start(t.Context(), c.o)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(e.Shutdown)
			answerWorkers(t, e, c.replies)
			var out, errs testkit.Log // the connection may report an error while the command ends
			code := streams{&out, &errs, outfile.OS()}.main([]string{"worker", "--server", e.URL(), "--keys", filepath.Join(c.o.Dir, "worker.key"), "--slots", "2", "--wait"})
			if code != exitServer || !strings.Contains(errs.String(), "use the same release on servers and workers") {
				t.Errorf("exit code %d, expected %d: %s", code, exitServer, errs.String())
			}
		})
	}
}

// answerWorkers answers the requests of workers. An empty reply rejects a worker because of its
// version.
func answerWorkers(t *testing.T, e *broker.Broker, replies map[string]string) {
	t.Helper()
	nc, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	for verb, reply := range replies {
		_, err := nc.Subscribe(protocol.Requests+"default."+verb, func(m *nats.Msg) {
			if m.Reply == "" {
				return
			}
			answer := &nats.Msg{Subject: m.Reply, Data: []byte(reply), Header: nats.Header{}}
			if reply == "" {
				answer.Header.Set("Error", "version")
			}
			_ = m.RespondMsg(answer) // without a reply, the worker asks again
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
}
