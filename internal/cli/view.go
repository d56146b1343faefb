package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/server"
	"github.com/tourmaline-opt/tourmaline/internal/service"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/internal/web"
)

// page are the flags of a page that shows the search.
type page struct {
	show, noBrowser, stay bool
	code                  string // opens it, once; "": there is no page
}

func (p *page) flags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&p.show, "view", false, "show the search on a page in the browser, for this machine and this user only")
	f.BoolVar(&p.noBrowser, "no-browser", false, "open no browser for --view: print the address only")
	f.BoolVar(&p.stay, "stay", false, "keep the page of --view after the search until Ctrl-C, where there is no terminal, too")
}

// check refuses flags that do not go together.
func (p *page) check(c *cobra.Command) error {
	if !p.show {
		for _, name := range []string{"no-browser", "stay"} {
			if c.Flags().Changed(name) {
				return usageError("--%s needs --view", name)
			}
		}
		return nil
	}
	if !web.Included() {
		return usageError("--view: this program was built without its pages (-tags noweb)")
	}
	for _, name := range slices.Concat(onlySolve, []string{"server", "token", "tls-ca"}) {
		if c.Flags().Changed(name) {
			return usageError("--%s does not go with --view", name)
		}
	}
	return nil
}

// runView solves one file by a service inside this process, whose page shows the search.
func (v *solve) runView(c *cobra.Command, path string) error {
	p, write, err := v.prepare(c, path)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), term.EndSignals()...)
	defer stop()
	end, err := v.startService(ctx)
	if err != nil {
		return err
	}
	err = v.sendOff(ctx, p, write)
	switch {
	case err == nil:
		v.linger(c.Context())
	case errors.Is(err, context.Canceled):
		err = errInterrupted
	}
	return errors.Join(err, end())
}

var errInterrupted = &exitError{exitKilled, errors.New("interrupted before the search began")}

// startService starts a service for one job and one user. The function that is returned
// ends it and removes its folder.
func (v *solve) startService(ctx context.Context) (end func() error, err error) {
	o, err := v.service()
	if err != nil {
		return nil, err
	}
	if o.Data, err = os.MkdirTemp("", "tourmaline-view-"); err != nil {
		return nil, outputError(err)
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	ready, over := make(chan string, 1), make(chan error, 1)
	o.Ready = func(at service.Addresses) error {
		ready <- at.HTTP
		return nil
	}
	go func() {
		err := service.Run(serving, o)
		over <- errors.Join(err, outputError(os.RemoveAll(o.Data)))
	}()
	end = func() error {
		stop()
		return <-over
	}
	select {
	case v.url = <-ready:
		return end, nil
	case err = <-over:
		stop()
		return nil, served(err)
	case <-ctx.Done():
		return nil, errors.Join(errInterrupted, end())
	}
}

// service is one with nothing open but HTTP on this machine, for whoever has one of two
// tokens: this command and its page.
func (v *solve) service() (o service.Options, err error) {
	o = service.Options{
		Listen: "127.0.0.1:0", Access: access.NewStore(), Slots: 1, Threads: v.threads, Log: slog.New(slog.DiscardHandler),
		HTTP: server.Limits{Upload: int64(v.maxInput), Quota: access.Quota{Cities: math.MaxInt32}},
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.HTTP.Upload == 0 {
		o.HTTP.Upload = budget.Default
	}
	if o.Device, err = v.device(); err != nil {
		return o, err
	}
	user, now := access.Grant{Tenant: access.Local().Tenant, Scopes: []access.Scope{access.JobsRead, access.JobsWrite, access.InstancesWrite}}, time.Now()
	mine, err := o.Access.NewCode(user, now)
	if err != nil {
		return o, err
	}
	if v.token, _, err = o.Access.Redeem(mine, now); err != nil {
		return o, err
	}
	v.page.code, err = o.Access.NewCode(user, now)
	return o, err
}

// openPage says where the page of a job is, and opens it where somebody can see it.
func (v *solve) openPage(id string) {
	address := fmt.Sprintf("%s/jobs/%s#code=%s", v.url, id, v.page.code)
	v.say("tourmaline: view %s\n", address)
	if v.page.noBrowser || !v.onTerminal() || !term.HasDisplay() {
		return
	}
	if err := term.Browse(address); err != nil {
		v.note("no browser opens: %v\n", err)
	}
}

// onTerminal tells whether somebody reads what is said.
func (v *solve) onTerminal() bool { return v.screen != nil || term.IsTerminal(v.err) }

// linger keeps the page until whoever looks at it has seen enough.
func (v *solve) linger(ctx context.Context) {
	if !v.page.stay && !v.onTerminal() {
		return
	}
	ctx, stop := signal.NotifyContext(ctx, term.EndSignals()...)
	defer stop()
	entered := make(chan struct{})
	if term.IsTerminal(os.Stdin) && term.InForeground(os.Stdin) {
		v.say("tourmaline: the page stays open until Enter or Ctrl-C\n")
		go func() {
			_, _ = bufio.NewReader(os.Stdin).ReadString('\n') // a terminal that is gone is Enter, too
			close(entered)
		}()
	} else {
		v.say("tourmaline: the page stays open until Ctrl-C\n")
	}
	select {
	case <-ctx.Done():
	case <-entered:
	}
}
