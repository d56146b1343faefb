package service

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/certs"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
	"github.com/tourmaline-opt/tourmaline/internal/server"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

// Run serves until ctx is cancelled. It then rejects new jobs, saves the jobs that run in this
// process and returns them to the queue. After the time of o.Drain, it rejects all requests.
func Run(ctx context.Context, o Options) error {
	if err := o.Validate(); err != nil {
		return err
	}
	listener, err := broker.Listen(o.Listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	base, err := o.connectOrStart(ctx)
	if err != nil {
		return err
	}
	defer base.close()
	return o.serve(ctx, listener, base)
}

func (o Options) createStore(ctx context.Context, base *backend) (*cluster.Store, error) {
	if o.Replicas > 1 {
		o.Log.Info("waiting for the other nodes", "replicas", o.Replicas)
	}
	store, err := cluster.Create(ctx, base.conn, cluster.Options{
		Settings: cluster.Settings{Replicas: o.Replicas, Lease: o.AckWait, Retain: o.Retain, Stuck: o.Stuck},
		Change:   o.ChangeSettings, Space: base.space, Room: base.room, MaxCheckpoint: o.MaxCheckpoint, SyncTime: base.syncTime, Node: o.Name, Embedded: o.NATS == "",
	})
	if differ, ok := errors.AsType[*cluster.SettingsError](err); ok {
		field := strings.Replace(differ.Field, "Lease", "AckWait", 1)
		return nil, optionError(field, "%v: the cluster uses %v: omit it, or add ChangeSettings once to change the whole cluster", differ.Given, differ.Stored)
	}
	return store, err
}

func (o Options) serve(ctx context.Context, listener net.Listener, base *backend) error {
	store, err := o.createStore(ctx, base)
	if err != nil {
		return err
	}
	// The hub must outlive the worker.
	hubCtx, stopHub := context.WithCancel(context.WithoutCancel(ctx))
	var background sync.WaitGroup
	defer background.Wait()
	defer stopHub()
	tokens, err := o.tokenStore()
	if err != nil {
		return err
	}
	options, certificate, err := o.serveOptions()
	if err != nil {
		return err
	}
	s, err := server.New(server.Options{
		Store: store, Hub: store.Follow(hubCtx, o.Log), Access: tokens, Limits: o.HTTP, Node: nodeOf(base, certificate), Tracer: o.Tracer,
		Log: o.Log, Version: tourmaline.Version(), Basemap: o.Basemap, Reports: o.Reports, Cache: o.cacheFolder(),
		WebhooksPrivate: o.WebhooksPrivate,
	})
	if err != nil {
		return err
	}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	background.Go(func() {
		if err := s.Run(hubCtx); err != nil {
			fail(fmt.Errorf("cannot serve workers: %w", err))
		}
	})
	if o.Ready != nil {
		if err := o.Ready(Addresses{HTTP: o.url(listener), Broker: base.url}); err != nil {
			return err
		}
	}
	// Tokens can be revoked until the HTTP server has closed, also while it drains.
	watching, stopWatching := context.WithCancel(context.WithoutCancel(ctx))
	serveHTTP := func(ctx context.Context) error {
		defer stopWatching()
		return server.Serve(ctx, listener, s, options)
	}
	watch := o.watchFiles(base.files, tokens, certificate)
	err = runAll(ctx, serveHTTP, o.runWorker(base), func(context.Context) error { return watch(watching) })
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		err = errors.Join(err, cause)
	}
	return err
}

// nodeOf returns what the metrics say about this process. The certificate may be nil.
func nodeOf(base *backend, certificate *certs.Store) server.Node {
	n := server.Node{Broker: base.numbers}
	if certificate != nil {
		n.CertificateExpiry = certificate.Expiry
	}
	return n
}

// A task is a function that returns at the latest when its context is cancelled.
type task func(context.Context) error

// runAll runs tasks concurrently. The first error stops the other tasks.
func runAll(ctx context.Context, tasks ...task) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	faults := make([]error, len(tasks))
	var wg sync.WaitGroup
	for i, run := range tasks {
		wg.Go(func() {
			if faults[i] = run(ctx); faults[i] != nil {
				fail(faults[i])
			}
		})
	}
	wg.Wait()
	return errors.Join(faults...)
}

// runWorker returns the task of the worker in this process.
func (o Options) runWorker(base *backend) task {
	return func(ctx context.Context) error {
		if o.Slots == 0 {
			return nil
		}
		conn, pool, err := base.worker()
		if err != nil {
			return err
		}
		defer conn.Close()
		return untilAccepted(ctx, func() error { return worker.New(conn, pool, withIdentity(o.workerOptions())).Run(ctx) })
	}
}

// rejectedPause is the time after which a worker that was rejected starts again.
const rejectedPause = 3 * time.Second

// untilAccepted runs the worker in the process of a server. It runs the worker again if a server of
// another version rejects it, because the nodes of a cluster are upgraded one after another.
func untilAccepted(ctx context.Context, run func() error) error {
	_, err := retry.Do(ctx, func() (struct{}, error) { return struct{}{}, run() }, func(err error) (time.Duration, bool) {
		return rejectedPause, errors.Is(err, protocol.ErrVersion)
	})
	if errors.Is(err, protocol.ErrVersion) {
		return nil // the service has stopped
	}
	return err
}

// serveOptions returns the options of the HTTP server and its certificate, or nil without TLS.
func (o Options) serveOptions() (options server.ServeOptions, certificate *certs.Store, err error) {
	options = server.ServeOptions{Log: o.Log, Drain: o.Drain, Connections: o.Connections}
	if !o.secure() {
		return options, nil, nil
	}
	certificate, err = certs.Open(certs.Files{Certificate: o.TLS.Certificate, Key: o.TLS.Key})
	if err == nil {
		options.TLS = certificate.Server()
	}
	return options, certificate, err
}

func (o Options) url(listener net.Listener) string {
	scheme := "http"
	if o.secure() {
		scheme = "https"
	}
	return scheme + "://" + listener.Addr().String()
}
