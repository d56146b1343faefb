package broker

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ports returns local addresses that were free a moment ago. Their ports are below the range for
// outgoing connections, because the nodes open many of those.
func ports(t *testing.T, n int) []string {
	t.Helper()
	var addresses []string
	for len(addresses) < n {
		address := fmt.Sprintf("127.0.0.1:%d", 20000+rand.IntN(12000))
		if !slices.Contains(addresses, address) && checkFree(address) == nil {
			addresses = append(addresses, address)
		}
	}
	return addresses
}

// nodes returns the options of a cluster of n nodes.
func nodes(t *testing.T, n int) []Options {
	t.Helper()
	addresses := ports(t, n)
	all := make([]Options, n)
	for i := range all {
		all[i] = Options{Dir: t.TempDir(), Name: fmt.Sprintf("node%d", i+1), Listen: "127.0.0.1:0", Cluster: addresses[i]}
		for j, address := range addresses {
			if j != i {
				all[i].Routes = append(all[i].Routes, address)
			}
		}
	}
	return all
}

// startAll starts nodes concurrently, because no node becomes ready before the others start.
func startAll(ctx context.Context, all []Options) ([]*Broker, error) {
	brokers, errs := make([]*Broker, len(all)), make([]error, len(all))
	var group sync.WaitGroup
	for i, o := range all {
		group.Go(func() { brokers[i], errs[i] = Start(ctx, o) })
	}
	group.Wait()
	return brokers, errors.Join(errs...)
}

// cluster starts three nodes with one key file, TLS and three replicas of all streams.
func cluster(t *testing.T) (all []Options, brokers []*Broker) {
	t.Helper()
	all = nodes(t, 3)
	keys, identity := filepath.Join(t.TempDir(), "engine.keys"), certificate(t)
	_, err := createKeys(keys)
	must(t, "make keys", err)
	for i := range all {
		all[i].Keys, all[i].TLS, all[i].Requests, all[i].Control = keys, identity, "work.", "control."
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	brokers, err = startAll(ctx, all)
	for _, e := range brokers {
		if e != nil {
			t.Cleanup(e.Shutdown)
		}
	}
	must(t, "start", err)
	js := connect(t, brokers[0])
	patiently(t, "make a stream", func(ctx context.Context) error {
		// The cluster has a leader, but the leader may not know all nodes yet.
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "FIRST", Replicas: 3})
		return err
	})
	createStreams(t, js, 3)
	return all, brokers
}

// patiently repeats an operation until it succeeds, because an election may be in progress.
func patiently(t testing.TB, what string, act func(context.Context) error) {
	t.Helper()
	for ctx := soon(t); ; {
		once, cancel := context.WithTimeout(ctx, time.Second)
		err := act(once)
		cancel()
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
}

func TestThreeNodesOutliveTheirLeader(t *testing.T) {
	all, brokers := cluster(t)
	var addresses []string
	for _, e := range brokers {
		addresses = append(addresses, e.URL())
	}
	options, err := ServerOptions(all[0].Keys)
	must(t, "read the keys", err)
	s, err := nats.Connect(strings.Join(addresses, ","), append(options, nats.RootCAs(all[0].TLS.CA))...)
	must(t, "connect", err)
	t.Cleanup(s.Close)
	kv, err := stream(t, s).KeyValue(soon(t), "JOBSTATE")
	must(t, "open JOBSTATE", err)
	put := func(key string) {
		patiently(t, "put "+key, func(ctx context.Context) error {
			_, err := kv.Put(ctx, key, nil)
			return err
		})
	}
	put("a.before") // retries, because a new stream may not have a leader yet
	leader := leaderOf(t, brokers, "KV_JOBSTATE")
	brokers[leader].Shutdown()
	put("a.without")
	brokers[leader] = start(t, all[leader])
	put("a.after")
	for _, key := range []string{"a.before", "a.without", "a.after"} {
		patiently(t, "get "+key, func(ctx context.Context) error {
			_, err := kv.Get(ctx, key)
			return err
		})
	}
	none(t, s)
}

// Requests of a worker reach a server at another node, and large requests and late replies pass.
func TestWorkersReachServersAtOtherNodes(t *testing.T) {
	all, brokers := cluster(t)
	server := serve(t, brokers[1])
	held := make(chan *nats.Msg, 1)
	_, err := server.Subscribe("work.*.late", func(m *nats.Msg) { held <- m })
	must(t, "serve", err)
	w := join(t, brokers[0].URL(), all[0].Keys, nats.RootCAs(all[0].TLS.CA))
	orders, err := w.SubscribeSync("control.default.session")
	must(t, "subscribe", err)
	patiently(t, "request", func(ctx context.Context) error { // the nodes exchange their subscriptions
		_, err := w.RequestWithContext(ctx, "work.default.echo", nil)
		return err
	})
	echo(t, w, "default", maxPayload)
	late, err := w.SubscribeSync(w.NewInbox())
	must(t, "subscribe", err)
	must(t, "request", w.PublishRequest("work.default.late", late.Subject, nil))
	request := <-held
	must(t, "reload", brokers[0].reload()) // between request and reply
	must(t, "reload", brokers[1].reload())
	must(t, "respond", request.Respond([]byte("late")))
	m, err := late.NextMsgWithContext(soon(t))
	must(t, "reply", err)
	if string(m.Data) != "late" {
		t.Errorf("reply %q, expected the late one", m.Data)
	}
	must(t, "control", server.Publish("control.default.session", []byte("cancel")))
	_, err = orders.NextMsgWithContext(soon(t))
	must(t, "receive", err)
	local, err := brokers[2].ConnectWorker()
	must(t, "connect the worker in a process", err)
	patientlyEcho(t, local)
	none(t, w)
	if n, err := brokers[0].Numbers(); err != nil || n.Connections < 4 { // a stream, a worker, two nodes
		t.Errorf("%+v, %v, expected a connection of each client and node", n, err)
	}
}

// patientlyEcho sends a request of the worker in a node's process until a server answers.
func patientlyEcho(t *testing.T, w *nats.Conn) {
	t.Helper()
	patiently(t, "request", func(ctx context.Context) error {
		_, err := w.RequestWithContext(ctx, "work.local.echo", nil)
		return err
	})
}

// leaderOf returns the index of the node that is the leader of a stream.
func leaderOf(t *testing.T, brokers []*Broker, name string) int {
	t.Helper()
	i := slices.IndexFunc(brokers, func(e *Broker) bool { return e.server.Load().JetStreamIsStreamLeader("$G", name) })
	if i < 0 {
		t.Fatalf("%s has no leader", name)
	}
	return i
}

func TestNodesWithOtherKeysStayOut(t *testing.T) {
	all := nodes(t, 2)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	_, err := startAll(ctx, all)
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "node node1 and its peers") || !strings.Contains(err.Error(), "node node2 and its peers") {
		t.Errorf("%v, expected that neither is ready", err)
	}
}
