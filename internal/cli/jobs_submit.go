package cli

import (
	"cmp"
	"crypto/rand"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// submission is one run of the submit command, which accepts the flags of solve.
type submission struct {
	solve
	form  textOrJSON
	label string
	key   string
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
