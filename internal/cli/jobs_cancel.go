package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func newJobsCancel(s streams) *cobra.Command {
	var at connection
	var form textOrJSON
	var labels labelFilter
	c := &cobra.Command{
		Use:        "cancel ID…",
		SuggestFor: []string{"stop", "kill", "abort"},
		Short:      "Cancel jobs and keep their best solutions",
		Example: `  tourmaline jobs cancel ID
  tourmaline jobs cancel --labels team=north,day=monday`,
		Args: func(c *cobra.Command, a []string) error {
			if (len(a) == 0) == (len(labels.all) == 0) {
				return usageError("expected ids or --labels: see '%s --help'", c.CommandPath())
			}
			return labels.check()
		},
		RunE: func(c *cobra.Command, ids []string) error {
			line := func(j api.Job) string { return fmt.Sprintf("job %s: %s", j.ID, stateText(j)) }
			if len(ids) == 1 {
				j, err := at.service.Cancel(c.Context(), ids[0])
				if err != nil {
					return serviceError(err)
				}
				return form.write(s, j, func(s streams) error {
					_, err := fmt.Fprintln(s.out, line(j))
					return err
				})
			}
			cancel := func() ([]api.Outcome, error) { return at.service.CancelBatch(c.Context(), ids) }
			if len(ids) == 0 {
				cancel = func() ([]api.Outcome, error) { return at.service.CancelLabelled(c.Context(), labels.list()) }
			}
			outcomes, err := cancel()
			if err != nil {
				return serviceError(err)
			}
			return form.writeOutcomes(s, outcomes, nil, line)
		},
	}
	labels.flag(c, "cancel the unfinished jobs that have these labels")
	form.flags(c)
	at.serviceFlags(c)
	return c
}

// A labelFilter holds the labels that jobs must have.
type labelFilter struct{ all map[string]string }

func (f *labelFilter) flag(c *cobra.Command, usage string) {
	v := job.ValueFor("labels", &f.all)
	v.Usage = usage
	addFlag(c, v)
}

func (f labelFilter) list() []string { return job.Spec{Labels: f.all}.LabelList() }

func (f labelFilter) check() error {
	for _, label := range f.list() {
		if err := job.CheckLabel(label); err != nil {
			return usageError("--labels: %w", err)
		}
	}
	return nil
}

func newJobsErase(s streams) *cobra.Command {
	var at connection
	c := &cobra.Command{
		Use:   "erase ID…",
		Short: "Delete jobs that have ended, with their results",
		Long: `Delete jobs that have ended, with their results, recorded frames, events and dead letters.
The uploaded files stay, because other jobs may use them.`,
		Example: "  tourmaline jobs erase ID",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, ids []string) error {
			for _, id := range ids {
				if err := at.service.Erase(c.Context(), id); err != nil {
					return serviceError(err)
				}
				s.say("erased job %s\n", id)
			}
			return nil
		},
	}
	at.serviceFlags(c)
	return c
}
