package cli

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func newJobsGet(s streams) *cobra.Command {
	v := &solve{streams: s, began: processStart}
	c := &cobra.Command{
		Use:        "get ID",
		SuggestFor: []string{"status", "show", "info", "result"},
		Short:      "Get the result of a job, in any format that solve writes",
		Example: `  tourmaline jobs get ID
  tourmaline jobs get ID -o route.geojson --plot route.svg`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error { return v.get(c, a[0]) },
	}
	v.outputFlags(c)
	c.Flags().BoolVarP(&v.quiet, "quiet", "q", false, "print only the result")
	v.serviceFlags(c)
	return c
}

// get writes the result of a job.
func (v *solve) get(c *cobra.Command, id string) error {
	j, err := v.service.Job(c.Context(), id)
	if err == nil {
		err = failure(j)
	}
	if err != nil {
		return serviceError(err)
	}
	p, err := fetchInput(c.Context(), v.service, j)
	if err != nil {
		return serviceError(err)
	}
	if p.input.Fleet != nil && v.timing.Schedule != (job.Schedule{}) {
		return usageError("--depart, --speed, --minutes-per-stop and --road-factor are part of a job for several vehicles: set them when it is submitted")
	}
	write, err := v.writer(c, p, "")
	if err != nil {
		return err
	}
	r, err := v.service.Verified(c.Context(), id, p.input)
	if err != nil {
		return serviceError(err)
	}
	return v.conclude(r, write)
}

// fetchInput downloads the input file of a job.
func fetchInput(ctx context.Context, service *client.Client, j api.Job) (p remoteJob, err error) {
	p.spec = j.Spec
	p.input, p.data, err = service.Input(ctx, p.spec)
	return p, err
}

func newJobsWatch(s streams) *cobra.Command {
	v := &solve{streams: s, began: processStart}
	var form textOrJSON
	c := &cobra.Command{
		Use:   "watch ID",
		Short: "Show the progress of a job until it ends",
		Long: `Show the progress of a job on standard error until it ends. Ctrl-C ends this command,
not the job: see 'tourmaline jobs cancel'.`,
		Example: "  tourmaline jobs watch ID",
		Args:    args(cobra.ExactArgs(1)),
		RunE:    func(c *cobra.Command, a []string) error { return v.watchJob(c, a[0], form) },
	}
	v.progressFlags(c)
	form.flags(c)
	v.serviceFlags(c)
	return c
}

// watchJob shows the progress of a job until the job ends.
func (v *solve) watchJob(c *cobra.Command, id string, form textOrJSON) error {
	v.openScreen()
	defer v.screen.Close()
	j, err := v.service.Job(c.Context(), id)
	if err != nil {
		return serviceError(err)
	}
	if !j.State.Ended() {
		p, err := fetchInput(c.Context(), v.service, j)
		if err == nil {
			j, err = v.follow(c.Context(), v.service, p.input, j)
		}
		if err != nil {
			return serviceError(err)
		}
	}
	v.screen.Close()
	if err := failure(j); err != nil {
		return err
	}
	return form.write(v.streams, j, func(s streams) error { return printEnd(s, j) })
}
