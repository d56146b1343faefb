package service

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// A Private service solves one job for one user, over HTTP on the local machine only.
type Private struct {
	Threads  int   // 0 means all cores
	MaxInput int64 // maximum instance size in bytes; 0 means the default
	Device   device.Device

	URL   string // set by Start
	Token string // token for the caller, set by Start
	Code  string // one-time code that opens the page, set by Start

	stop context.CancelFunc
	over chan error
}

// A FolderError means that the temporary folder could not be created or removed.
type FolderError struct{ error }

// Unwrap returns the cause.
func (e *FolderError) Unwrap() error { return e.error }

// Start starts the service in a temporary folder and waits until it accepts requests. It returns
// the context's error if ctx is cancelled first.
func (p *Private) Start(ctx context.Context) error {
	o, err := p.options()
	if err != nil {
		return err
	}
	if o.Data, err = os.MkdirTemp("", "tourmaline-view-"); err != nil {
		return &FolderError{err}
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	ready := make(chan string, 1)
	p.stop, p.over = stop, make(chan error, 1)
	o.Ready = func(at Addresses) error {
		ready <- at.HTTP
		return nil
	}
	go func() {
		err := Run(serving, o)
		if removal := os.RemoveAll(o.Data); removal != nil {
			err = errors.Join(err, &FolderError{removal})
		}
		p.over <- err
	}()
	select {
	case p.URL = <-ready:
		return nil
	case err = <-p.over:
		stop()
		return err
	case <-ctx.Done():
		return errors.Join(ctx.Err(), p.Close())
	}
}

// Close stops the service and removes its folder.
func (p *Private) Close() error {
	p.stop()
	return <-p.over
}

// options returns the options of a service that accepts two tokens, one for the caller and one for
// its page.
func (p *Private) options() (o Options, err error) {
	o = Options{
		Listen: "127.0.0.1:0", Access: access.NewStore(), Log: slog.New(slog.DiscardHandler),
		Slots: 1, Threads: cmp.Or(p.Threads, runtime.GOMAXPROCS(0)), Device: p.Device,
		HTTP: server.Limits{
			Upload: cmp.Or(p.MaxInput, budget.Default), Quota: access.Quota{Cities: math.MaxInt32},
		},
	}
	user, now := access.Grant{Tenant: access.Local().Tenant, Scopes: []access.Scope{access.JobsRead, access.JobsWrite, access.InstancesWrite}}, time.Now()
	code, err := o.Access.NewCode(user, now)
	if err != nil {
		return o, err
	}
	if p.Token, _, err = o.Access.Redeem(code, now); err != nil {
		return o, err
	}
	p.Code, err = o.Access.NewCode(user, now)
	return o, err
}
