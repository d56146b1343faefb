package cli

import (
	"context"
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

// onlyHere lists the flags that are meaningless on a remote machine.
var onlyHere = slices.Concat(onlySolve, []string{"engine", "device", "launch", "exact", "threads"})

// onlySolve lists the flags that are meaningless for a service.
var onlySolve = []string{
	"merge-duplicates", "checkpoint", "checkpoint-every", "resume", "init", "osrm", "osrm-profile", "matrix", "save-matrix", "trace",
}

// runElsewhere solves one file on a remote service.
func (v *solve) runElsewhere(c *cobra.Command, path string) error {
	for _, name := range onlyHere {
		if c.Flags().Changed(name) {
			return usageError("--%s cannot be combined with --server", name)
		}
	}
	p, write, err := v.prepareJob(c, path)
	if err != nil {
		return err
	}
	islands, err := v.split(p)
	if err != nil {
		return err
	}
	return v.runJobs(c.Context(), islands, write)
}

// runJobs runs the jobs for one file on the service, shows their progress, and writes the best
// result.
func (v *solve) runJobs(ctx context.Context, islands []remoteJob, write func(*tourmaline.Result) error) error {
	service, err := v.client()
	if err != nil {
		return err
	}
	begin, stop := context.WithCancel(ctx)
	defer stop()
	ctx, signals := term.Interruptible(context.WithoutCancel(ctx), v.say, stop)
	defer signals.Close()
	jobs, err := submitIslands(begin, service, islands)
	if err != nil {
		return serviceError(err)
	}
	// A cancelled job keeps its best result.
	defer context.AfterFunc(begin, func() {
		for _, j := range jobs {
			_, _ = service.Cancel(ctx, j.ID)
		}
	})()
	for _, j := range jobs {
		v.announce(j.ID)
	}
	r, err := v.awaitBest(ctx, service, islands, jobs)
	v.screen.Show(nil, nil)
	if err != nil {
		return v.abandonError(ctx, jobs[0], err)
	}
	signals.StartWriting()
	return v.conclude(r, write)
}

// announce prints the ID of a job and the URL of the service, or opens the page of the job.
func (v *solve) announce(id string) {
	if v.page.code != "" {
		v.openPage(id)
		return
	}
	v.note("job %s at %s\n", id, v.url)
}

// await shows the progress of a job until the job ends, and returns its result.
func (v *solve) await(ctx context.Context, service *client.Client, p remoteJob, j api.Job) (*tourmaline.Result, error) {
	j, err := v.follow(ctx, service, p.input, j)
	if err != nil {
		return nil, err
	}
	if err := failure(j); err != nil {
		return nil, err
	}
	return service.Verified(ctx, j.ID, p.input)
}

// failure returns an error that explains why a job has no result, or nil if it has one.
func failure(j api.Job) error {
	switch {
	case j.Digest != nil:
		return nil
	case j.State == cluster.Cancelled:
		return &exitError{exitKilled, fmt.Errorf("job %s was cancelled before it found a solution", j.ID)}
	case j.State == cluster.Failed:
		return inputError(fmt.Errorf("job %s failed: %s", j.ID, faultLine(j.Faults)))
	}
	return &exitError{exitInput, fmt.Errorf("job %s is %s: 'tourmaline jobs watch %s' waits until it ends", j.ID, j.State, j.ID)}
}

// abandonError returns the error for a job that the command no longer waits for.
func (v *solve) abandonError(ctx context.Context, j api.Job, err error) error {
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		return err
	case ctx.Err() != nil && v.page.code != "":
		return &exitError{exitKilled, errors.New("stopped by force: the result of the search is lost")}
	case v.page.code != "":
		return serviceError(err)
	case ctx.Err() != nil:
		return &exitError{exitKilled, fmt.Errorf("stopped waiting: 'tourmaline jobs get %s %s' gets the result of job %s", j.ID, v.arguments(), j.ID)}
	case errors.Is(err, client.ErrUnreachable):
		return serviceError(fmt.Errorf("%w; the job continues on the server: 'tourmaline jobs watch %s %s' shows its progress", err, j.ID, v.arguments()))
	}
	return serviceError(err)
}
