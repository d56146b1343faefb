package outage

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// nodeSettings configures a process that does the same as the serve command: it runs a broker with
// a store, a hub, a dispatcher and a sweeper. Clients send lines instead of HTTP requests.
type nodeSettings struct {
	Dir, Listen, Name, Cluster, Keys string
	Routes                           []string
	TLS                              *broker.TLS
	Replicas                         int
	Lease, Retain                    time.Duration
	Wrong                            time.Duration // how far the clock of the server is wrong
}

// A request is a client's request to a node.
type request struct {
	N     int // number of the request, repeated in its answer
	Do    string
	Key   string // idempotency key of a submission; otherwise the name of the job or stream
	Steps int
}

// An answer is the reply of a node.
type answer struct {
	N      int
	Record *cluster.Record `json:",omitempty"`
	Events int             `json:",omitempty"`
	Leader string          `json:",omitempty"`
	Error  string          `json:",omitempty"`
	Full   bool            `json:",omitempty"` // whether the error is cluster.ErrNoSpace
	Status int             `json:",omitempty"` // HTTP status of the error: 503, or 0 for another status
}

// patience is the time after which a node reports a failure.
const patience = 5 * time.Second

const tenant = "acme"

type node struct {
	*cluster.Store
	hub        *cluster.Hub
	dispatcher *cluster.Dispatcher
	nc         *nats.Conn
}

func runNode(ctx context.Context, s nodeSettings, log *slog.Logger) error {
	e, err := broker.Start(ctx, broker.Options{
		Dir: s.Dir, Listen: s.Listen, Name: s.Name, Cluster: s.Cluster, Routes: s.Routes, Keys: s.Keys, TLS: s.TLS, Log: log,
		Requests: protocol.Requests, Control: protocol.Control,
	})
	if err != nil {
		return err
	}
	defer e.Shutdown()
	n := node{}
	if n.nc, err = e.Connect(); err != nil {
		return err
	}
	n.Store, err = cluster.Create(ctx, n.nc, cluster.Options{
		Settings: cluster.Settings{Replicas: s.Replicas, Lease: s.Lease, Retain: s.Retain}, Space: e.Space, SyncTime: e.SyncTime,
		Clock: func() time.Time { return time.Now().Add(s.Wrong) }, Node: s.Name, Embedded: true,
	})
	if err != nil {
		return err
	}
	n.hub = n.Follow(ctx, log)
	n.dispatcher = n.hub.NewDispatcher(cluster.DispatchOptions{Cache: inputs.New(16<<20, 1, n.Loader(nil)), Version: "test", Log: log})
	go func() { _ = n.dispatcher.Run(ctx) }()
	<-n.hub.Ready()
	go n.hub.Sweep(ctx, cluster.SweepOptions{Every: time.Second, Log: log})
	go n.serve(ctx)
	fmt.Printf("{\"N\":0,\"Leader\":%q}\n", e.URL()) // signals that the node is ready
	<-ctx.Done()
	return nil
}

// serve answers requests concurrently.
func (n node) serve(ctx context.Context) {
	var mu sync.Mutex
	to := json.NewEncoder(os.Stdout)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var q request
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		go func() {
			within, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			a := answer{N: q.N}
			if err := n.answer(within, q, &a); err != nil {
				a.Error, a.Full = err.Error(), isFull(err)
				if cluster.IsUnavailable(err) {
					a.Status = http.StatusServiceUnavailable
				}
			}
			mu.Lock()
			defer mu.Unlock()
			_ = to.Encode(a)
		}()
	}
}

func (n node) answer(ctx context.Context, q request, a *answer) (err error) {
	switch q.Do {
	case "upload":
		_, err = n.PutInstance(ctx, tenant, instanceFile, instance())
	case "submit":
		a.Record, _, err = n.Submit(ctx, cluster.Submission{Tenant: tenant, Key: q.Key, Spec: spec(q.Steps)})
	case "get":
		a.Record, err = n.Get(ctx, tenant, q.Key)
		if errors.Is(err, cluster.ErrNotFound) {
			err = fmt.Errorf("%w: %s", err, n.trace(ctx, "$KV.JOBSTATE."+tenant+"."+q.Key))
		}
	case "cancel":
		a.Record, err = n.Cancel(ctx, tenant, q.Key)
	case "events":
		v, _ := n.hub.View(tenant, q.Key, 0)
		a.Events = len(v.Events)
	case "leader":
		a.Leader, err = n.leader(ctx, q.Key)
	default:
		err = fmt.Errorf("unknown request %s", q.Do)
	}
	return err
}

// trace describes the last message of a subject, for the report on a lost job.
func (n node) trace(ctx context.Context, subject string) string {
	js, err := jetstream.New(n.nc)
	if err != nil {
		return err.Error()
	}
	s, err := js.Stream(ctx, "KV_JOBSTATE")
	if err != nil {
		return err.Error()
	}
	m, err := s.GetLastMsgForSubject(ctx, subject)
	if err != nil {
		return fmt.Sprintf("%v; %+v; %+v", err, s.CachedInfo().State, s.CachedInfo().Cluster)
	}
	return fmt.Sprintf("message %d of %v: %v", m.Sequence, m.Time, m.Header)
}

// leader returns the name of the leader of a stream.
func (n node) leader(ctx context.Context, stream string) (string, error) {
	js, err := jetstream.New(n.nc)
	if err != nil {
		return "", err
	}
	s, err := js.Stream(ctx, stream)
	if err != nil {
		return "", err
	}
	return s.CachedInfo().Cluster.Leader, nil
}

func spec(steps int) job.Spec {
	return job.Spec{Instance: job.Hash(instance()), File: instanceFile, Settings: job.Settings{Algorithm: "ils", Seed: 1, Limits: tourmaline.Limits{Steps: steps}}}
}
