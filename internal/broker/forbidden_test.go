package broker

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// An attack is a message or a subscription with the key of the pool "default".
type attack struct {
	subscribe string // subject of a subscription; the other fields are then unused
	queue     string // queue group of the subscription, or ""

	publish, reply string
	header         nats.Header
	body           string
	// allowed means that the server accepts the message, because its subject belongs to the pool.
	// It must still have no effect.
	allowed bool
}

func (a attack) String() string {
	if a.subscribe != "" {
		return strings.TrimSpace("subscribe " + a.subscribe + " " + a.queue)
	}
	return fmt.Sprintf("publish %s with reply %q, header %v and body %q", a.publish, a.reply, a.header, a.body)
}

// forbidden lists requests that must have no effect on streams, servers and other pools. The
// streams are those of createTargets.
func forbidden() (all []attack) {
	for _, subject := range []string{
		">", "*", "*.>", "work.>", "work.default.>", "work.default.echo", "work.gpu.>", "work.*.echo", "control.>", "control.gpu.>", "control.*.session", "control.local.>",
		"_INBOX.>", "_INBOX_gpu.>", "_INBOX_local.>", "_INBOX_*.>", "*.default.>", "_R_.>", "_GR_.>", "$JS.>", "$JS.EVENT.>", "$JS.API.>", "$JS.ACK.>", "$KV.>", "$KV.JOBSTATE.a.1",
		"$O.>", "$SYS.>", "$SYS.ACCOUNT.>", "events.>", "jobs.>", "cancel.>", "tour.>", "dead.>", "$G.>", "$MQTT.>",
	} {
		all = append(all, attack{subscribe: subject})
	}
	all = append(all, attack{subscribe: "work.default.echo", queue: "servers"}, attack{subscribe: "work.*.echo", queue: "servers"})
	for _, subject := range []string{
		"$JS.API.INFO", "$JS.API.ACCOUNT.PURGE.$G", "$JS.API.SERVER.REMOVE", "$JS.API.META.LEADER.STEPDOWN",
		"$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST", "$JS.API.STREAM.CREATE.MINE", "$JS.API.STREAM.UPDATE.JOBS", "$JS.API.STREAM.INFO.KV_JOBSTATE",
		"$JS.API.STREAM.DELETE.KV_JOBSTATE", "$JS.API.STREAM.PURGE.KV_JOBSTATE", "$JS.API.STREAM.PURGE.OBJ_INST", "$JS.API.STREAM.MSG.GET.KV_JOBSTATE", "$JS.API.STREAM.MSG.DELETE.KV_JOBSTATE",
		"$JS.API.STREAM.SNAPSHOT.KV_JOBSTATE", "$JS.API.STREAM.RESTORE.KV_JOBSTATE", "$JS.API.STREAM.LEADER.STEPDOWN.KV_JOBSTATE", "$JS.API.STREAM.PEER.REMOVE.KV_JOBSTATE",
		"$JS.API.DIRECT.GET.KV_JOBSTATE", "$JS.API.DIRECT.GET.KV_JOBSTATE.$KV.JOBSTATE.a.1",
		"$JS.API.CONSUMER.CREATE.KV_JOBSTATE", "$JS.API.CONSUMER.CREATE.KV_JOBSTATE.mine", "$JS.API.CONSUMER.DURABLE.CREATE.JOBS.mine", "$JS.API.CONSUMER.DELETE.JOBS.workers",
		"$JS.API.CONSUMER.INFO.JOBS.workers", "$JS.API.CONSUMER.LIST.JOBS", "$JS.API.CONSUMER.NAMES.JOBS", "$JS.API.CONSUMER.MSG.NEXT.JOBS.workers", "$JS.API.CONSUMER.PAUSE.JOBS.workers", "$JS.API.CONSUMER.LEADER.STEPDOWN.JOBS.workers",
		"$JS.ACK.JOBS.workers.1.1.1.1.0", "$JS.FC.KV_JOBSTATE.x.y", "$JSC.R.x", "$JS.tourmaline.API.INFO",
		"$KV.JOBSTATE.a.1", "$KV.JOBSTATE.b.1", "$O.INST.C.x", "$O.INST.M.x", "events.a.1", "jobs.a.1", "dead.a.1", "cancel.a.1", "tour.a.1", "anything",
		"work.gpu.echo", "work.local.echo", "work.echo", "work.default", "control.default.session", "control.gpu.session", "control.local.session",
		"_INBOX.x", "_INBOX_default.x", "_INBOX_gpu.victim", "_INBOX_local.x", "_R_.x", "_GR_.x",
		"$SYS.REQ.SERVER.PING", "$SYS.REQ.ACCOUNT.PING", "$SYS.REQ.ACCOUNT.PING.CONNZ", "$SYS.REQ.USER.INFO", "$SYS.REQ.SERVER.RELOAD", "$SYS.REQ.CLAIMS.UPDATE", "$SYS.ACCOUNT.$G.CONNECT",
	} {
		all = append(all, attack{publish: subject, reply: "_INBOX_default.x", body: "{}"})
	}
	return append(all, disguised()...)
}

// disguised lists attacks with a body, a header or a reply subject that does the harm.
func disguised() (all []attack) {
	push := `{"stream_name":"KV_JOBSTATE","config":{"deliver_subject":"$JS.API.STREAM.DELETE.KV_JOBSTATE","deliver_policy":"all","ack_policy":"none"}}`
	own := strings.Replace(push, "$JS.API.STREAM.DELETE.KV_JOBSTATE", "_INBOX_default.x", 1)
	rollup, purge := nats.Header{"Nats-Rollup": {"all"}}, nats.Header{"KV-Operation": {"PURGE"}, "Nats-Rollup": {"sub"}}
	all = []attack{
		{publish: "$JS.API.CONSUMER.CREATE.KV_JOBSTATE", reply: "_INBOX_default.x", body: push},
		{publish: "$JS.API.CONSUMER.CREATE.KV_JOBSTATE", reply: "_INBOX_default.x", body: own},
		{publish: "$JS.API.STREAM.CREATE.MINE", reply: "_INBOX_default.x", body: `{"name":"MINE","subjects":["work.>"]}`},
		{publish: "$JS.API.STREAM.CREATE.MINE", reply: "_INBOX_default.x", body: `{"name":"MINE","sources":[{"name":"KV_JOBSTATE"}]}`},
		{publish: "$JS.API.CONSUMER.MSG.NEXT.JOBS.workers", reply: "$JS.API.STREAM.DELETE.KV_JOBSTATE"},
		{publish: "$KV.JOBSTATE.a.1", header: rollup},
		{publish: "$KV.JOBSTATE.a.1", header: purge},
		{publish: "work.default.echo", header: rollup, allowed: true},
		{publish: "work.default.echo", header: purge, allowed: true},
		{publish: "work.default.>", allowed: true},
		{publish: "work.default.$KV.JOBSTATE.a.1", allowed: true},
		{publish: "work.default.echo", header: nats.Header{"Nats-Request-Info": {`{"acc":"$G","user":"server"}`}}, allowed: true},
		{publish: "work.default.echo", header: nats.Header{"Nats-Trace-Dest": {"$KV.JOBSTATE.a.1"}}},
		{publish: "work.default.echo", header: nats.Header{"Nats-Trace-Dest": {"control.gpu.session"}, "Nats-Trace-Only": {"true"}}},
		{publish: "work.default.echo", header: nats.Header{"Nats-Trace-Dest": {"work.gpu.echo"}}},
		{publish: "work.default.echo", header: nats.Header{"Traceparent": {"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}, allowed: true},
	}
	// The server does not rewrite these reply subjects between accounts, and therefore refuses them.
	for _, reply := range []string{"$JS.ACK.JOBS.workers.1.1.1.1.0", "$JS.ACK.JOBS.workers.1.1.1.1700000000000000000.0", "_R_.x", "_GR_.x.y.z"} {
		all = append(all, attack{publish: "work.default.echo", reply: reply})
	}
	for _, reply := range []string{
		"$JS.API.STREAM.DELETE.KV_JOBSTATE", "$JS.API.STREAM.PURGE.KV_JOBSTATE", "$JS.API.CONSUMER.DELETE.JOBS.workers", "$JS.API.CONSUMER.CREATE.KV_JOBSTATE", "$JS.API.INFO",
		"$KV.JOBSTATE.a.1", "$O.INST.M.x", "events.a.1", "jobs.a.1", "cancel.a.1", "$JS.FC.x",
		"control.gpu.session", "_INBOX_gpu.victim", "control.local.session", "work.gpu.echo", "work.default.echo", "$SYS.REQ.ACCOUNT.PING.CONNZ", "$SYS.REQ.USER.INFO",
	} {
		all = append(all, attack{publish: "work.default.echo", reply: reply, allowed: true})
	}
	return all
}

// A site is a broker with data, a server that answers requests, an attacker and a victim.
type site struct {
	server, attacker, other *nats.Conn // other belongs to another pool
	js                      jetstream.JetStream
	victim                  []*nats.Subscription // of other
	seen                    *nats.Subscription   // all messages in the account of the servers
}

// newSite creates the data and the server with new connections in the account of the servers. The
// attacker is a worker of the pool "default", and other of the pool "gpu".
func newSite(t *testing.T, connect func() *nats.Conn, attacker, other *nats.Conn) *site {
	t.Helper()
	s := &site{server: connect(), js: stream(t, connect()), attacker: attacker, other: other}
	serveOn(t, s.server)
	createTargets(t, s.js)
	for _, subject := range []string{"control.gpu.>", "_INBOX_gpu.victim"} {
		sub, err := other.SubscribeSync(subject)
		must(t, "subscribe "+subject, err)
		s.victim = append(s.victim, sub)
	}
	none(t, other)
	observer := connect()
	var err error
	s.seen, err = observer.SubscribeSync(">")
	must(t, "observe", err)
	must(t, "flush", observer.Flush())
	return s
}

// createTargets creates streams like those of a service, with data and a message that a consumer
// has received but not acknowledged.
func createTargets(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	createStreams(t, js, 1)
	for _, c := range []jetstream.StreamConfig{
		{Name: "OBJ_INST", Subjects: []string{"$O.INST.C.>", "$O.INST.M.>"}, AllowRollup: true, AllowDirect: true},
		{Name: "JOBS", Subjects: []string{"jobs.>"}, Retention: jetstream.WorkQueuePolicy},
	} {
		_, err := js.CreateStream(t.Context(), c)
		must(t, "create "+c.Name, err)
	}
	for _, subject := range []string{"$KV.JOBSTATE.a.1", "$KV.JOBSTATE.a.2", "$O.INST.C.x", "$O.INST.M.x", "jobs.a.1", "events.a.1"} {
		_, err := js.Publish(t.Context(), subject, []byte("data"))
		must(t, "publish "+subject, err)
	}
	consumer, err := js.CreateConsumer(t.Context(), "JOBS", jetstream.ConsumerConfig{Durable: "workers", AckPolicy: jetstream.AckExplicitPolicy})
	must(t, "create a consumer", err)
	_, err = consumer.Next()
	must(t, "receive", err)
}

// state returns the configuration and state of all streams and consumers as text.
func (s *site) state(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	streams := s.js.ListStreams(t.Context())
	for info := range streams.Info() {
		stream, err := s.js.Stream(t.Context(), info.Config.Name)
		must(t, "open", err)
		data, err := json.Marshal([]any{info.Config, info.State})
		must(t, "encode", err)
		fmt.Fprintf(&text, "%s\n", data)
		for consumer := range stream.ListConsumers(t.Context()).Info() {
			data, err := json.Marshal([]any{consumer.Config, consumer.AckFloor.Consumer, consumer.Delivered.Consumer, consumer.NumAckPending})
			must(t, "encode", err)
			fmt.Fprintf(&text, "%s\n", data)
		}
	}
	must(t, "list", streams.Err())
	lines := strings.Split(text.String(), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// try makes an attack and waits until the server has answered it. It returns the refusal, or nil,
// and the subjects of the messages that reached the account of the servers and are neither requests
// of the pool nor replies nor reports on API calls of the test, which can be late.
func (s *site) try(t *testing.T, a attack) (strangers []string, refused error) {
	t.Helper()
	s.arrived(t) // ignore the API calls of the test
	before := s.attacker.LastError()
	if a.subscribe != "" {
		sub, err := s.attacker.QueueSubscribeSync(a.subscribe, a.queue)
		must(t, "subscribe", err)
		defer func() { _ = sub.Unsubscribe() }()
	} else {
		must(t, "publish", s.attacker.PublishMsg(&nats.Msg{Subject: a.publish, Reply: a.reply, Header: a.header, Data: []byte(a.body)}))
	}
	if refused = refusal(t, s.attacker); errors.Is(refused, before) {
		refused = nil
	}
	echo(t, s.attacker, "default", 0) // answered after the attack
	return slices.DeleteFunc(s.arrived(t), func(subject string) bool {
		return strings.HasPrefix(subject, "work.default.") || strings.HasPrefix(subject, "_R_.") || subject == "$JS.EVENT.ADVISORY.API"
	}), refused
}

// arrived returns the subjects of the messages in the account of the servers since the last call.
func (s *site) arrived(t *testing.T) (subjects []string) {
	t.Helper()
	must(t, "mark", s.server.Publish("mark", nil))
	for {
		m, err := s.seen.NextMsgWithContext(soon(t))
		must(t, "observe", err)
		if m.Subject == "mark" {
			return subjects
		}
		subjects = append(subjects, m.Subject)
	}
}

// With the key of a pool, no request but those of the pool has any effect.
func TestForbiddenRequests(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	_, file := newPoolKey(t, poolEditor(t, dir), "gpu")
	reloaded(t, b)
	connect := func() *nats.Conn {
		t.Helper()
		conn, err := b.Connect()
		must(t, "connect", err)
		return conn
	}
	newSite(t, connect, join(t, b.URL(), filepath.Join(dir, workerFile)), join(t, b.URL(), file)).resist(t)
}

// resist makes all attacks and checks that they have no effect.
func (s *site) resist(t *testing.T) {
	t.Helper()
	before := s.state(t)
	for _, a := range forbidden() {
		strangers, err := s.try(t, a)
		if !a.allowed && !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%v: %v, expected a refusal", a, err)
		}
		if a.allowed && err != nil {
			t.Errorf("%v: %v, expected that it is accepted without an effect", a, err)
		}
		if len(strangers) > 0 {
			t.Errorf("%v: %v reached the account of the servers", a, strangers)
		}
		if after := s.state(t); after != before {
			t.Errorf("%v: the streams changed from\n%s\nto\n%s", a, before, after)
			before = after
		}
	}
	none(t, s.other) // waits for messages on their way
	for _, sub := range s.victim {
		if n, _, err := sub.Pending(); n != 0 || err != nil {
			t.Errorf("%d messages on %s reached another pool, %v, expected none", n, sub.Subject, err)
		}
	}
	s.checkSequences(t)
}

// checkSequences writes to every stream: a message of an attack would have taken the number.
func (s *site) checkSequences(t *testing.T) {
	t.Helper()
	for subject, want := range map[string]uint64{"$KV.JOBSTATE.a.3": 3, "$O.INST.C.y": 3, "jobs.a.2": 2, "events.a.2": 2} {
		ack, err := s.js.Publish(t.Context(), subject, nil)
		must(t, "publish "+subject, err)
		if ack.Sequence != want {
			t.Errorf("%s is message %d of %s, expected %d", subject, ack.Sequence, ack.Stream, want)
		}
	}
}
