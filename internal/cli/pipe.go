package cli

import (
	"errors"
	"io"
	"runtime"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/pipe"
	"github.com/tourmaline-opt/tourmaline/internal/term"
)

// usualLine is the default limit on the length of a request: a matrix for 5,000 cities is about
// that large.
const usualLine = 256 << 20

func newPipe(s streams) *cobra.Command {
	var opt pipe.Options
	line := flagvalue.Size(usualLine)
	c := &cobra.Command{
		Use:   "pipe",
		Short: "Solve jobs that another program writes to standard input",
		Long: `Read requests from standard input, one JSON object per line, and write progress and
results to standard output, one JSON object per line. Programs in any language can keep
one such process and solve many instances with it: see docs/pipe.md.

The process ends at the end of the input. It then cancels the running searches and
writes their best solutions, or finishes them with --finish.`,
		Example: `  echo '{"id": "1", "solve": {"points": [[0, 0], [3, 0], [3, 4], [0, 4]]}}' | tourmaline pipe --finish
  echo '{"id": "1", "solve": {"path": "stops.csv", "route": {"start": "Depot"}}}' | tourmaline pipe --finish
  echo '{"id": "1", "version": true}' | tourmaline pipe`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			if opt.Parallel < 1 {
				return usageError("--parallel %d: expected 1 or more", opt.Parallel)
			}
			opt.MaxLine = int(min(int64(line), budget.Held))
			return s.pipe(c, opt)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.IntVar(&opt.Parallel, "parallel", runtime.NumCPU(), "number of searches at a time; further jobs wait")
	f.Lookup("parallel").DefValue = "the number of cores"
	f.Var(&line, "max-line", "maximum length of a request")
	f.BoolVar(&opt.Finish, "finish", false, "at the end of the input, finish the running searches instead of cancelling them")
	return c
}

// pipe runs a session on standard input and output until the input ends or a signal arrives.
func (s streams) pipe(c *cobra.Command, opt pipe.Options) error {
	term.IgnorePipeSignals()
	memory.LimitRuntime()
	ctx, stop := term.UntilSignal(c.Context(), s.say)
	defer stop()
	_, err := budget.File("-", func(in io.Reader, _ string) (none struct{}, _ error) {
		return none, pipe.Serve(ctx, in, s.out, opt)
	})
	if errors.Is(err, pipe.ErrOutput) {
		return outputError(err)
	}
	return inputError(err)
}
