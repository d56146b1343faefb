package cli

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

func newDead(s streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "dead",
		Short: "List, inspect, requeue and drop dead letters",
		Long: `A dead letter is a job that the service has given up, for a reason that its owner cannot
mend: it crashed its workers repeatedly, made no progress, or had a wrong result. A token
with the scope admin can name another tenant with --tenant; 'list' accepts '*' for all.`,
		Example: `  tourmaline dead list
  tourmaline dead show ID
  tourmaline dead requeue ID`,
		Args:                       rejectUnknown,
		RunE:                       func(c *cobra.Command, _ []string) error { return c.Help() },
		SuggestionsMinimumDistance: 2,
	}
	c.AddCommand(newDeadList(s), newDeadShow(s), newDeadRequeue(s), newDeadDrop(s))
	return c
}

// deadCommand is a command on dead letters.
type deadCommand struct {
	connection
	tenant string
}

func (d *deadCommand) flags(c *cobra.Command) *cobra.Command {
	c.Flags().StringVar(&d.tenant, "tenant", "", "`name` of another tenant; needs a token with the scope admin")
	d.serviceFlags(c)
	return c
}

func newDeadList(s streams) *cobra.Command {
	var at deadCommand
	var form textOrJSON
	c := &cobra.Command{
		Use:     "list",
		Short:   "List dead letters, sorted by tenant and job",
		Example: "  tourmaline dead list --tenant '*'",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			letters := []api.DeadLetter{}
			for l, err := range at.service.DeadLetters(c.Context(), at.tenant) {
				if err != nil {
					return serviceError(err)
				}
				letters = append(letters, l)
			}
			return form.write(s, letters, func(s streams) error { return printLetters(s, letters) })
		},
	}
	form.flags(c)
	return at.flags(c)
}

// printLetters prints a line for each dead letter.
func printLetters(s streams, letters []api.DeadLetter) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	if len(letters) > 0 {
		fmt.Fprintf(w, "job\ttenant\twritten\tfile\tworker\treason\n")
	}
	for _, l := range letters {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", l.Job.ID, l.Tenant, l.Written.Local().Format(time.DateTime),
			humanize.Printable(l.Job.Instance.File), humanize.Printable(l.Job.Worker), humanize.Printable(faultLine(l.Job.Faults)))
	}
	return w.Flush()
}

func newDeadShow(s streams) *cobra.Command {
	var at deadCommand
	var form textOrJSON
	c := &cobra.Command{
		Use:     "show ID",
		Short:   "Show a dead letter: its job, its attempts and the reason",
		Example: "  tourmaline dead show ID --format json",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			l, err := at.service.DeadLetter(c.Context(), at.tenant, a[0])
			if err != nil {
				return serviceError(err)
			}
			return form.write(s, l, func(s streams) error {
				_, err := fmt.Fprintf(s.out, "job       %s\ntenant    %s\nfile      %s\nlabel     %s\ncreated   %s\nwritten   %s\nattempts  %d\nworker    %s\nreason    %s\n",
					l.Job.ID, l.Tenant, humanize.Printable(l.Job.Instance.File), humanize.Printable(l.Job.Label), l.Job.Created.Local().Format(time.DateTime),
					l.Written.Local().Format(time.DateTime), l.Claims, humanize.Printable(l.Job.Worker), humanize.Printable(faultLine(l.Job.Faults)))
				return err
			})
		},
	}
	form.flags(c)
	return at.flags(c)
}

func newDeadRequeue(s streams) *cobra.Command {
	var at deadCommand
	return at.flags(&cobra.Command{
		Use:     "requeue ID…",
		Short:   "Return the jobs of dead letters to the queue",
		Example: "  tourmaline dead requeue ID",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: forEach(func(ctx context.Context, id string) error {
			j, err := at.service.Requeue(ctx, at.tenant, id)
			if err == nil {
				s.say("job %s: %s\n", j.ID, j.State)
			}
			return err
		}),
	})
}

func newDeadDrop(s streams) *cobra.Command {
	var at deadCommand
	return at.flags(&cobra.Command{
		Use:     "drop ID…",
		Short:   "Drop dead letters; their jobs stay failed",
		Example: "  tourmaline dead drop ID",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: forEach(func(ctx context.Context, id string) error {
			err := at.service.DropDeadLetter(ctx, at.tenant, id)
			if err == nil {
				s.say("dropped the dead letter of job %s\n", id)
			}
			return err
		}),
	})
}

// forEach returns a command function that calls do for every id, until the service returns an
// error.
func forEach(do func(ctx context.Context, id string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, ids []string) error {
		for _, id := range ids {
			if err := do(c.Context(), id); err != nil {
				return serviceError(err)
			}
		}
		return nil
	}
}
