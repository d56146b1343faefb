package cli

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// submission is one run of the submit command, which accepts the flags of solve.
type submission struct {
	solve
	form  textOrJSON
	label string
	key   string
	from  string
}

func newJobsSubmit(s streams) *cobra.Command {
	v := &submission{solve: solve{streams: s, began: processStart}}
	c := &cobra.Command{
		Use:   "submit FILE",
		Short: "Solve a file on the service, and print the job id",
		Long: `Solve a file on the service. The command first reads the file, so that it can report
errors at once, and uploads it unless the service already has it. Time limits start when
a worker starts the job.`,
		Example: `  tourmaline jobs submit stops.csv -t 60s --label "Monday's tour"
  id=$(tourmaline jobs submit pr1002.tsp --max-steps 1000 -q) && tourmaline jobs watch "$id"`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error { return v.run(c, a[0]) },
	}
	c.Flags().SortFlags = false
	v.settingFlags(c)
	addFlag(c, job.ValueFor("label", &v.label))
	addFlag(c, job.ValueFor("start_from.job", &v.from))
	c.Flags().StringVar(&v.init, "init", "", "small `file` with a tour or other solution to start from; the result is never worse")
	c.Flags().StringVar(&v.key, "key", "", "a `text` that identifies the job: submitting the same job again with the same key has no effect")
	c.Flags().BoolVarP(&v.quiet, "quiet", "q", false, "print only the result")
	v.form.flags(c)
	v.serviceFlags(c)
	return c
}

func (v *submission) run(c *cobra.Command, path string) error {
	if err := cmp.Or(rejectEmpty(c), v.form.checkOverwrite(path)); err != nil {
		return err
	}
	p, err := v.readJob(path)
	if err != nil {
		return err
	}
	if p.input.Document == nil {
		if err := v.checkOther(c); err != nil {
			return err
		}
	} else {
		v.printNotes(path, p.input.Document)
	}
	p.spec.Label = v.label
	if p.spec.StartFrom, err = v.startFrom(p.input); err != nil {
		return err
	}
	j, err := p.submit(c.Context(), v.service, cmp.Or(v.key, rand.Text()))
	if err != nil {
		return serviceError(err)
	}
	v.note("watch the job with: tourmaline jobs watch %s %s\n", j.ID, v.arguments())
	return v.form.write(v.streams, j, func(s streams) error {
		_, err := fmt.Fprintln(s.out, j.ID)
		return err
	})
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
	data, err := unpack.File(v.init, 0, func(r io.Reader, _ string) ([]byte, error) { return io.ReadAll(budget.New(r, maxSolution)) })
	if err != nil {
		return job.StartFrom{}, inputError(err)
	}
	if _, _, err := in.ReadStart(data); err != nil {
		return job.StartFrom{}, inputError(fmt.Errorf("%s: %w", v.init, err))
	}
	return job.StartFrom{Content: string(data)}, nil
}
