package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/term"
)

// onlyHere are the flags that mean nothing to a service on another machine.
var onlyHere = slices.Concat(onlySolve, []string{"engine", "device", "launch", "exact", "threads"})

// onlySolve are the flags that mean nothing to any service.
var onlySolve = []string{
	"checkpoint", "checkpoint-every", "resume", "init", "osrm", "osrm-profile", "matrix", "save-matrix", "trace",
}

// runElsewhere lets a service solve one file.
func (v *solve) runElsewhere(c *cobra.Command, path string) error {
	for _, name := range onlyHere {
		if c.Flags().Changed(name) {
			return usageError("--%s is for this machine: it does not go with --server", name)
		}
	}
	p, write, err := v.prepare(c, path)
	if err != nil {
		return err
	}
	return v.sendOff(c.Context(), p, write)
}

// sendOff has a job done by the service, shows it meanwhile, and writes what was found.
func (v *solve) sendOff(ctx context.Context, p parcel, write func(*tourmaline.Result) error) error {
	service, err := v.client()
	if err != nil {
		return err
	}
	begin, stop := context.WithCancel(ctx)
	defer stop()
	ctx, signals := term.Interruptible(context.WithoutCancel(ctx), v.say, stop)
	defer signals.Close()
	j, err := p.submit(begin, service, rand.Text())
	if err != nil {
		return answered(err)
	}
	// Whoever wants no more keeps the best.
	defer context.AfterFunc(begin, func() { _, _ = service.Cancel(ctx, j.ID) })()
	v.announce(j.ID)
	r, err := v.await(ctx, service, p, j)
	v.screen.Show(nil, nil)
	if err != nil {
		return v.unfinished(ctx, j, err)
	}
	signals.StartWriting()
	return v.conclude(r, write)
}

// announce says where a job is.
func (v *solve) announce(id string) {
	if v.page.code != "" {
		v.openPage(id)
		return
	}
	v.note("job %s at %s\n", id, v.url)
}

// await shows a job until it ends, and gets what it found.
func (v *solve) await(ctx context.Context, service *client.Client, p parcel, j api.Job) (*tourmaline.Result, error) {
	j, err := v.follow(ctx, service, p.input, j)
	if err != nil {
		return nil, err
	}
	if err := failure(j); err != nil {
		return nil, err
	}
	return p.fetch(ctx, service, j.ID)
}

// failure is why a job has no result.
func failure(j api.Job) error {
	switch {
	case j.Digest != nil:
		return nil
	case j.State == cluster.Cancelled:
		return &exitError{exitKilled, fmt.Errorf("job %s was cancelled before it found anything", j.ID)}
	case j.State == cluster.Failed:
		return inputError(fmt.Errorf("job %s failed: %s", j.ID, faultLine(j.Faults)))
	}
	return &exitError{exitInput, fmt.Errorf("job %s is %s: 'tourmaline jobs watch %s' waits for its end", j.ID, j.State, j.ID)}
}

// unfinished says what becomes of a job that nobody waits for any more.
func (v *solve) unfinished(ctx context.Context, j api.Job, err error) error {
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		return err
	case ctx.Err() != nil && v.page.code != "":
		return &exitError{exitKilled, errors.New("given up: what the search has found is lost")}
	case v.page.code != "":
		return answered(err)
	case ctx.Err() != nil:
		return &exitError{exitKilled, fmt.Errorf("not waited for: 'tourmaline jobs get %s %s' has what job %s found", j.ID, v.again(), j.ID)}
	case errors.Is(err, client.ErrUnreachable):
		return answered(fmt.Errorf("%w; the job goes on there: 'tourmaline jobs watch %s %s' takes it up", err, j.ID, v.again()))
	}
	return answered(err)
}
