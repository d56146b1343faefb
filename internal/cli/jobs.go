package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/search"
)

const (
	serverVariable = "TOURMALINE_SERVER"
	usualServer    = "http://127.0.0.1:8080" // where serve listens if nobody says otherwise
)

func newJobs(s streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "jobs",
		Short: "Submit jobs to a service, watch them and get what they found",
		Long: `Submit jobs to a service, list and watch them, get what they found, and cancel them. The
service is that of --server, of the environment variable ` + serverVariable + `, or
` + usualServer + `, where 'tourmaline serve' listens on this machine.`,
		Example: `  tourmaline jobs submit stops.csv -t 60s
  tourmaline jobs list
  tourmaline jobs watch ID
  tourmaline jobs get ID -o route.geojson`,
		Args:                       known,
		RunE:                       func(c *cobra.Command, _ []string) error { return c.Help() },
		SuggestionsMinimumDistance: 2,
	}
	c.AddCommand(newJobsSubmit(s), newJobsList(s), newJobsWatch(s), newJobsGet(s), newJobsCancel(s))
	return c
}

// atService are the flags of commands that need a service.
func (n *connection) atService(c *cobra.Command) {
	n.flags(c, "`URL` of the service (default: that of "+serverVariable+", or "+usualServer+")")
	c.PreRun = func(*cobra.Command, []string) { n.url = serviceAt(n.url) }
}

// serviceAt is the URL of a flag, or the one that stands for none.
func serviceAt(flag string) string { return cmp.Or(flag, os.Getenv(serverVariable), usualServer) }

// states are those that jobs can be listed by.
func states() (names []string) {
	for _, state := range cluster.States() {
		names = append(names, string(state))
	}
	return names
}

func newJobsList(s streams) *cobra.Command {
	var at connection
	var form textOrJSON
	var state string
	limit := 50
	c := &cobra.Command{
		Use:     "list",
		Short:   "List jobs, the latest first",
		Example: "  tourmaline jobs list --state running",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			if state != "" && !slices.Contains(states(), state) {
				return usageError("--state %s: expected one of %s", state, strings.Join(states(), ", "))
			}
			if limit < 1 {
				return usageError("--limit %d: expected 1 or more", limit)
			}
			service, err := at.client()
			if err != nil {
				return err
			}
			jobs, err := service.Jobs(c.Context(), state, limit)
			if err != nil {
				return answered(err)
			}
			return form.write(s, jobs, func(s streams) error { return printJobs(s, jobs) })
		},
	}
	c.Flags().StringVar(&state, "state", "", "those in a `state` only: "+strings.Join(states(), ", "))
	c.Flags().IntVar(&limit, "limit", limit, "how many at most")
	form.flags(c)
	at.atService(c)
	return c
}

// printJobs is a line for each job.
func printJobs(s streams, jobs []api.Job) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	if len(jobs) > 0 {
		fmt.Fprintf(w, "job\tstate\tfile\tsize\tcost\tcreated\tlabel\n")
	}
	for _, j := range jobs {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", j.ID, standing(j), humanize.Printable(j.Instance.File), humanize.Cost(float64(j.Instance.N)), price(j),
			j.Created.Local().Format(time.DateTime), humanize.Printable(j.Label))
	}
	return w.Flush()
}

// standing is the state of a job, with the share of its budget where that is known.
func standing(j api.Job) string {
	switch {
	case j.State.Ended():
	case j.Cancel:
		return "ending"
	case j.Progress != nil && j.Progress.Share > 0:
		return fmt.Sprintf("%s, %.0f %%", j.State, 100*j.Progress.Share)
	}
	return string(j.State)
}

// price is the best cost of a job that is known.
func price(j api.Job) string {
	switch {
	case j.Digest != nil:
		return humanize.Exact(j.Digest.Cost)
	case j.Progress != nil:
		return humanize.Exact(j.Progress.Cost)
	case j.Kept != nil:
		return humanize.Exact(j.Kept.Cost)
	}
	return "-"
}

func newJobsCancel(s streams) *cobra.Command {
	var at connection
	var form textOrJSON
	c := &cobra.Command{
		Use:     "cancel ID",
		Short:   "End a job, which keeps the best it has found",
		Example: "  tourmaline jobs cancel ID",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			service, err := at.client()
			if err != nil {
				return err
			}
			j, err := service.Cancel(c.Context(), a[0])
			if err != nil {
				return answered(err)
			}
			return form.write(s, j, func(s streams) error {
				_, err := fmt.Fprintf(s.out, "job %s: %s\n", j.ID, standing(j))
				return err
			})
		},
	}
	form.flags(c)
	at.atService(c)
	return c
}

// printEnd is a line on how a job has ended.
func printEnd(s streams, j api.Job) error {
	d := j.Digest
	if d == nil {
		_, err := fmt.Fprintf(s.out, "job %s: %s\n", j.ID, j.State)
		return err
	}
	_, err := fmt.Fprintf(s.out, "job %s: %s, cost %s%s, %s in %.2f s: %s\n", j.ID, j.State, humanize.Exact(d.Cost),
		output.Gap(d.Cost, d.BestKnown, d.GapPercent, nil), d.Algorithm, d.Seconds, output.Reason(search.Reason(d.Termination)))
	return err
}

// jobIDs offers the latest jobs of the service, with what they are.
func jobIDs(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	flag := func(name string) string { return c.Flags().Lookup(name).Value.String() }
	at := connection{url: serviceAt(flag("server")), token: flag("token"), authority: flag("tls-ca")}
	var words []string
	if service, err := at.client(); err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second) // nobody waits longer for a Tab
		defer cancel()
		jobs, _ := service.Jobs(ctx, "", 20)
		for _, j := range jobs {
			words = append(words, j.ID+"\t"+strings.TrimSpace(standing(j)+" "+humanize.Printable(j.Instance.File+" "+j.Label)))
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
