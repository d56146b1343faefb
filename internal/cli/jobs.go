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
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/search"
)

const (
	serverVariable = "TOURMALINE_SERVER"
	usualServer    = "http://127.0.0.1:8080" // default address of serve
)

func newJobs(s streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "jobs",
		Short: "Submit jobs to a service, watch them and get their results",
		Long: `Submit jobs to a service, list and watch them, get their results, cancel and erase them. The
address of the service comes from --server, from the environment variable ` + serverVariable + `, or
` + usualServer + `, where 'tourmaline serve' listens on this machine.`,
		Example: `  tourmaline jobs submit stops.csv -t 60s
  tourmaline jobs list
  tourmaline jobs watch ID
  tourmaline jobs get ID -o route.geojson`,
		Args:                       rejectUnknown,
		RunE:                       func(c *cobra.Command, _ []string) error { return c.Help() },
		SuggestionsMinimumDistance: 2,
	}
	c.AddCommand(newJobsSubmit(s), newJobsList(s), newJobsWatch(s), newJobsGet(s), newJobsCancel(s), newJobsErase(s))
	return c
}

// serviceFlags defines the flags of commands that connect to a service.
func (n *connection) serviceFlags(c *cobra.Command) {
	n.flags(c, "`URL` of the service (default: $"+serverVariable+", or "+usualServer+")")
	c.PreRunE = func(*cobra.Command, []string) (err error) {
		n.url = serviceAt(n.url)
		n.service, err = n.client()
		return err
	}
}

// serviceAt returns the service URL from the flag or the environment, or the default URL.
func serviceAt(flag string) string { return cmp.Or(flag, os.Getenv(serverVariable), usualServer) }

// states returns the names of the job states.
func states() []string {
	return list.Map(cluster.States(), func(s cluster.State) string { return string(s) })
}

func newJobsList(s streams) *cobra.Command {
	var at connection
	var form textOrJSON
	var of client.Query
	var labels labelFilter
	limit := 50
	c := &cobra.Command{
		Use:        "list",
		SuggestFor: []string{"ls", "ps"},
		Short:      "List jobs, latest first",
		Example:    "  tourmaline jobs list --state running --labels team=north",
		Args:       args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			if of.State != "" && !slices.Contains(states(), of.State) {
				return usageError("--state %s: expected one of %s", of.State, strings.Join(states(), ", "))
			}
			if err := labels.check(); err != nil {
				return err
			}
			if limit < 1 {
				return usageError("--limit %d: expected 1 or more", limit)
			}
			of.Labels = labels.list()
			jobs, err := at.service.Jobs(c.Context(), of, limit)
			if err != nil {
				return serviceError(err)
			}
			return form.write(s, jobs, func(s streams) error { return printJobs(s, jobs) })
		},
	}
	c.Flags().StringVar(&of.State, "state", "", "list only jobs in this `state`: "+strings.Join(states(), ", "))
	labels.flag(c, "list only jobs that have these labels")
	c.Flags().StringVar(&of.Tenant, "tenant", "", "`name` of another tenant; needs a token with the scope admin")
	c.Flags().IntVar(&limit, "limit", limit, "maximum number of jobs to list")
	form.flags(c)
	at.serviceFlags(c)
	return c
}

// printJobs prints a line for each job.
func printJobs(s streams, jobs []api.Job) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	if len(jobs) > 0 {
		fmt.Fprintf(w, "job\tstate\tfile\tsize\tcost\tcreated\tlabel\n")
	}
	for _, j := range jobs {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", j.ID, stateText(j), humanize.Printable(j.Instance.File), humanize.Cost(float64(j.Instance.N)), costText(j),
			j.Created.Local().Format(time.DateTime), humanize.Printable(j.Label))
	}
	return w.Flush()
}

// stateText returns the state of a job and, if known, the used share of its budget.
func stateText(j api.Job) string {
	switch {
	case j.State.Ended():
	case j.Cancel:
		return "ending"
	case j.Progress != nil && j.Progress.Share > 0:
		return fmt.Sprintf("%s, %.0f %%", j.State, 100*j.Progress.Share)
	}
	return string(j.State)
}

// costText returns the best known cost of a job.
func costText(j api.Job) string {
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

// printEnd prints the outcome of a job.
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

// jobIDs completes the IDs of the latest jobs of the service.
func jobIDs(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	at := connection{url: serviceAt(textOf(c, "server")), token: textOf(c, "token"), authority: textOf(c, "tls-ca")}
	var jobs []api.Job
	if service, err := at.client(); err == nil {
		// maximum wait after Tab
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		jobs, _ = service.Jobs(ctx, client.Query{}, 20)
	}
	words := list.Map(jobs, func(j api.Job) string {
		return j.ID + "\t" + strings.TrimSpace(stateText(j)+" "+humanize.Printable(j.Instance.File+" "+j.Label))
	})
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
