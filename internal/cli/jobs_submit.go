package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// submission is one run of the submit command, which accepts the flags of solve.
type submission struct {
	solve
	form      textOrJSON
	label     string
	labels    map[string]string
	placement job.Placement
	key       string
	from      string
}

func newJobsSubmit(s streams) *cobra.Command {
	v := &submission{solve: solve{streams: s, began: processStart}}
	c := &cobra.Command{
		Use:   "submit FILE…",
		Short: "Solve files on the service, and print the job ids",
		Long: `Solve files on the service, one job per file. The command first reads the files, so that
it can report errors at once, and uploads them unless the service already has them. Time
limits start when a worker starts the job.`,
		Example: `  tourmaline jobs submit stops.csv -t 60s --label "Monday's tour"
  tourmaline jobs submit monday/*.csv -t 60s --labels team=north,day=monday --priority 5
  tourmaline jobs submit usa13509.tsp -t 10m --islands 4
  id=$(tourmaline jobs submit pr1002.tsp --max-steps 1000 -q) && tourmaline jobs watch "$id"`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, a []string) error { return v.run(c, a) },
	}
	c.Flags().SortFlags = false
	v.settingFlags(c)
	v.vans.flags(c)
	v.timing.flags(c)
	addFlag(c, job.ValueFor("label", &v.label))
	addFlag(c, job.ValueFor("labels", &v.labels))
	addFlags(c, &v.placement)
	addFlag(c, job.ValueFor("start_from.job", &v.from))
	v.islandFlag(c)
	addFlag(c, job.ValueFor("archipelago", &v.group))
	c.Flags().StringVar(&v.init, "init", "", "small `file` with a tour or other solution to start from; the result is never worse")
	c.Flags().StringVar(&v.key, "key", "", "a `text` that identifies the job: submitting the same job again with the same key has no effect")
	c.Flags().BoolVarP(&v.quiet, "quiet", "q", false, "print only the result")
	v.form.flags(c)
	v.serviceFlags(c)
	return c
}

func (v *submission) run(c *cobra.Command, paths []string) error {
	if err := cmp.Or(rejectEmpty(c), v.form.checkOverwrite(paths...)); err != nil {
		return err
	}
	var jobs []remoteJob
	for _, path := range paths {
		islands, err := v.read(c, path)
		if err != nil {
			return err
		}
		jobs = append(jobs, islands...)
	}
	if v.key != "" && len(jobs) > 1 {
		return usageError("--key: expected a single job, found %d", len(jobs))
	}
	if len(jobs) > 1 {
		return v.submitAll(c.Context(), jobs)
	}
	j, err := jobs[0].submit(c.Context(), v.service, cmp.Or(v.key, rand.Text()))
	if err != nil {
		return serviceError(err)
	}
	v.note("watch the job with: tourmaline jobs watch %s %s\n", j.ID, v.arguments())
	return v.form.write(v.streams, j, func(s streams) error {
		_, err := fmt.Fprintln(s.out, j.ID)
		return err
	})
}

// read reads a file, and returns its jobs.
func (v *submission) read(c *cobra.Command, path string) ([]remoteJob, error) {
	p, err := v.readJob(path)
	if err != nil {
		return nil, err
	}
	switch {
	case p.input.Document == nil && p.input.Fleet == nil:
		if err := v.checkOther(c, false); err != nil {
			return nil, err
		}
	case p.input.Fleet == nil && v.timing.Schedule != (job.Schedule{}):
		return nil, usageError("--depart, --speed, --minutes-per-stop and --road-factor apply to jobs for several vehicles: use them with 'jobs get' for a tour")
	}
	v.printInput(path, p.input)
	p.spec.Label, p.spec.Labels, p.spec.Placement = v.label, v.labels, v.placement
	if p.spec.StartFrom, err = v.startFrom(p.input); err != nil {
		return nil, err
	}
	return v.split(p)
}

// submitAll submits several jobs in one request.
func (v *submission) submitAll(ctx context.Context, jobs []remoteJob) error {
	outcomes, err := submitBatch(ctx, v.service, jobs)
	if err != nil {
		return serviceError(err)
	}
	names := list.Map(jobs, func(p remoteJob) string { return p.spec.File })
	return v.form.writeOutcomes(v.streams, outcomes, names, func(j api.Job) string { return j.ID })
}

// submitBatch uploads the input files of jobs and submits the jobs in one request.
func submitBatch(ctx context.Context, service *client.Client, jobs []remoteJob) ([]api.Outcome, error) {
	for _, p := range jobs {
		if err := service.Upload(ctx, p.spec, p.data); err != nil {
			return nil, fmt.Errorf("%s: %w", p.spec.File, err)
		}
	}
	// From here on the jobs may exist, so the outcome must be determined even if ctx is cancelled.
	return service.SubmitBatch(context.WithoutCancel(ctx), list.Map(jobs, func(p remoteJob) client.Submission {
		return client.Submission{Key: rand.Text(), Spec: p.spec}
	}))
}

// writeOutcomes writes a line for each job that a batch was successful for. It returns the problem
// of the first other job, and prints the problems of the rest. names are the files of the jobs, if
// known.
func (r textOrJSON) writeOutcomes(s streams, outcomes []api.Outcome, names []string, line func(api.Job) string) error {
	err := r.write(s, outcomes, func(s streams) error {
		for _, o := range outcomes {
			if o.Job != nil {
				if _, err := fmt.Fprintln(s.out, line(*o.Job)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	for i, o := range outcomes {
		if o.Problem == nil {
			continue
		}
		failed := serviceError(o.Problem)
		if names != nil {
			failed = withCode(exitCode(failed), fmt.Errorf("%s: %w", names[i], failed))
		}
		if err != nil {
			s.say("tourmaline: %s\n", humanize.PrintableLines(failed.Error()))
			continue
		}
		err = failed
	}
	return err
}

// startFrom returns the solution that the job starts from. It reports the errors of a file that the
// service would report.
func (v *submission) startFrom(in *job.Input) (job.StartFrom, error) {
	switch {
	case v.init != "" && v.from != "":
		return job.StartFrom{}, usageError("--init and --start-from cannot be combined")
	case v.init == "":
		return job.StartFrom{Job: v.from}, nil
	}
	data, err := unpack.File(v.init, 0, func(r io.Reader, _ string) ([]byte, error) { return budget.ReadAll(r, maxSolution) })
	if err != nil {
		return job.StartFrom{}, inputError(err)
	}
	if _, _, err := in.ReadStart(data); err != nil {
		return job.StartFrom{}, inputError(fmt.Errorf("%s: %w", v.init, err))
	}
	return job.StartFrom{Content: string(data)}, nil
}
