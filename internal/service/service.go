package service

import (
	"context"
	"errors"
	"net"
	"sync"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/certs"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// Run serves until the context ends. Then it takes no more requests, saves the jobs that
// run in this process and gives them back.
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
	if o.Replicas > 1 {
		o.Log.Info("waiting for the other nodes", "replicas", o.Replicas)
	}
	store, err := cluster.Create(ctx, base.conn, cluster.Options{Replicas: o.Replicas, AckWait: o.AckWait, Space: base.space})
	if err != nil {
		return err
	}
	return o.serve(ctx, listener, base, store)
}

// serve runs the parts of a service on its store.
func (o Options) serve(ctx context.Context, listener net.Listener, base *backend, store *cluster.Store) error {
	// Whatever follows the jobs outlasts whoever works at them.
	lasting, end := context.WithCancel(context.WithoutCancel(ctx))
	var followers sync.WaitGroup
	defer followers.Wait()
	defer end()
	book, err := o.tokenStore()
	if err != nil {
		return err
	}
	s, err := server.New(server.Options{
		Store: store, Hub: store.Follow(lasting, o.Log), Access: book, Limits: o.HTTP, Retain: o.Retain,
		Log: o.Log, Version: tourmaline.Version(), Basemap: o.Basemap, Reports: o.Reports,
	})
	if err != nil {
		return err
	}
	followers.Go(func() { s.Run(lasting) })
	how, err := o.serveOptions()
	if err != nil {
		return err
	}
	if o.Ready != nil {
		if err := o.Ready(Addresses{HTTP: o.url(listener), Broker: base.url}); err != nil {
			return err
		}
	}
	answer := func(ctx context.Context) error { return server.Serve(ctx, listener, s, how) }
	return runAll(ctx, answer, o.runWorker(store), o.watchTokens(book))
}

// A part of a service runs until its context ends.
type task func(context.Context) error

// together runs parts side by side. The first that fails ends the others.
func runAll(ctx context.Context, parts ...task) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	faults := make([]error, len(parts))
	var wg sync.WaitGroup
	for i, run := range parts {
		wg.Go(func() {
			if faults[i] = run(ctx); faults[i] != nil {
				fail(faults[i])
			}
		})
	}
	wg.Wait()
	return errors.Join(faults...)
}

// work is the worker inside.
func (o Options) runWorker(store *cluster.Store) task {
	return func(ctx context.Context) error {
		if o.Slots == 0 {
			<-ctx.Done()
			return nil
		}
		return store.NewWorker(withIdentity(o.workerOptions())).Run(ctx)
	}
}

// how is how requests are answered.
func (o Options) serveOptions() (server.ServeOptions, error) {
	how := server.ServeOptions{Log: o.Log}
	if !o.secure() {
		return how, nil
	}
	config, err := certs.Server(o.TLS.Certificate, o.TLS.Key)
	how.TLS = config
	return how, err
}

// url is where HTTP is reached.
func (o Options) url(listener net.Listener) string {
	scheme := "http"
	if o.secure() {
		scheme = "https"
	}
	return scheme + "://" + listener.Addr().String()
}
