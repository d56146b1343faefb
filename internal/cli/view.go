package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/service"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/internal/web"
)

// page holds the flags for the page that shows the search.
type page struct {
	show, noBrowser, stay bool
	code                  string // one-time code that opens the page; empty if there is no page
}

func (p *page) flags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&p.show, "view", false, "show the search in the browser, for this user on this machine only")
	f.BoolVar(&p.noBrowser, "no-browser", false, "print the address of the --view page instead of opening a browser")
	f.BoolVar(&p.stay, "stay", false, "keep the --view page open after the search until Ctrl-C, even without a terminal")
}

// check rejects invalid combinations of flags.
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
		return usageError("--view: this program was built without web pages (-tags noweb)")
	}
	for _, name := range slices.Concat(onlySolve, []string{"server", "token", "tls-ca", "islands", "round-steps"}) {
		if c.Flags().Changed(name) {
			return usageError("--%s cannot be combined with --view", name)
		}
	}
	return nil
}

// runView solves one file with a private service whose page shows the search.
func (v *solve) runView(c *cobra.Command, path string) error {
	p, write, err := v.prepareJob(c, path)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), term.EndSignals()...)
	defer stop()
	local, err := v.startService(ctx)
	if err != nil {
		return err
	}
	err = v.runJobs(ctx, []remoteJob{p}, write)
	switch {
	case err == nil:
		v.waitForUser(c.Context())
	case errors.Is(err, context.Canceled):
		err = errInterrupted
	}
	return errors.Join(err, serviceEnd(local.Close()))
}

var errInterrupted = &exitError{exitKilled, errors.New("interrupted before the search began")}

// startService starts a private service for this job, accessible only to this user.
func (v *solve) startService(ctx context.Context) (*service.Private, error) {
	device, err := v.device()
	if err != nil {
		return nil, err
	}
	p := &service.Private{Threads: v.threads, MaxInput: int64(v.maxInput), Device: device}
	if err := p.Start(ctx); err != nil {
		if errors.Is(err, context.Canceled) {
			err = errors.Join(errInterrupted, err)
		}
		return nil, serviceEnd(err)
	}
	v.url, v.token, v.page.code = p.URL, p.Token, p.Code
	return p, nil
}

// serviceEnd adds the exit code to an error from a private service.
func serviceEnd(err error) error {
	var folder *service.FolderError
	if errors.As(err, &folder) {
		return outputError(err)
	}
	return serveError(err)
}

// openPage prints the URL of the page, and opens the page if there is a display.
func (v *solve) openPage(id string) {
	address := fmt.Sprintf("%s/jobs/%s#code=%s", v.url, id, v.page.code)
	v.say("tourmaline: view %s\n", address)
	if v.page.noBrowser || !v.onTerminal() || !term.HasDisplay() {
		return
	}
	if err := term.Browse(address); err != nil {
		v.note("cannot open a browser: %v\n", err)
	}
}

// onTerminal reports whether messages go to a terminal.
func (v *solve) onTerminal() bool { return v.screen != nil || term.IsTerminal(v.err) }

// waitForUser keeps the page available until the user presses Enter or Ctrl-C. Without a terminal
// it does so only if --stay is set.
func (v *solve) waitForUser(ctx context.Context) {
	if !v.page.stay && !v.onTerminal() {
		return
	}
	ctx, stop := signal.NotifyContext(ctx, term.EndSignals()...)
	defer stop()
	entered := make(chan struct{})
	if term.IsTerminal(os.Stdin) && term.InForeground(os.Stdin) {
		v.say("tourmaline: the page stays open until Enter or Ctrl-C\n")
		go func() {
			// the loss of the terminal counts as Enter
			_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
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
