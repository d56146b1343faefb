package cli

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func newJobsGet(s streams) *cobra.Command {
	v := &solve{streams: s, began: began}
	c := &cobra.Command{
		Use:   "get ID",
		Short: "Get what a job has found, in every format that solve writes",
		Example: `  tourmaline jobs get ID
  tourmaline jobs get ID -o route.geojson --plot route.svg`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error { return v.get(c, a[0]) },
	}
	v.outputFlags(c)
	c.Flags().BoolVarP(&v.quiet, "quiet", "q", false, "nothing but the result")
	v.atService(c)
	return c
}

// get writes what a job has found.
func (v *solve) get(c *cobra.Command, id string) error {
	service, err := v.client()
	if err != nil {
		return err
	}
	j, err := service.Job(c.Context(), id)
	if err != nil {
		return answered(err)
	}
	if err := failure(j); err != nil {
		return err
	}
	p, err := recall(c.Context(), service, j)
	if err != nil {
		return answered(err)
	}
	write, err := v.writer(c, p, "")
	if err != nil {
		return err
	}
	r, err := p.fetch(c.Context(), service, id)
	if err != nil {
		return answered(err)
	}
	return v.conclude(r, write)
}

// recall gets the file of a job from the service.
func recall(ctx context.Context, service *client.Client, j api.Job) (p parcel, err error) {
	p.spec = j.Spec
	if p.data, err = service.File(ctx, j.Spec.Instance); err != nil {
		return p, err
	}
	p.input, err = p.spec.Open(p.data, job.Limits{})
	return p, err
}

func newJobsWatch(s streams) *cobra.Command {
	v := &solve{streams: s, began: began}
	var form textOrJSON
	c := &cobra.Command{
		Use:   "watch ID",
		Short: "Show how far a job has come, until it ends",
		Long: `Show how far a job has come, on standard error, until it ends. Ctrl-C ends the watching,
not the job: see 'tourmaline jobs cancel'.`,
		Example: "  tourmaline jobs watch ID",
		Args:    args(cobra.ExactArgs(1)),
		RunE:    func(c *cobra.Command, a []string) error { return v.watchJob(c, a[0], form) },
	}
	v.progressFlags(c)
	form.flags(c)
	v.atService(c)
	return c
}

// watchJob shows a job until it ends.
func (v *solve) watchJob(c *cobra.Command, id string, form textOrJSON) error {
	service, err := v.client()
	if err != nil {
		return err
	}
	v.openScreen()
	defer v.screen.Close()
	j, err := service.Job(c.Context(), id)
	if err != nil {
		return answered(err)
	}
	if !j.State.Ended() {
		p, err := recall(c.Context(), service, j)
		if err != nil {
			return answered(err)
		}
		if j, err = v.follow(c.Context(), service, p.input, j); err != nil {
			return answered(err)
		}
	}
	v.screen.Close()
	if err := failure(j); err != nil {
		return err
	}
	return form.write(v.streams, j, func(s streams) error { return printEnd(s, j) })
}
