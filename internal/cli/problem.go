package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// problemFlags holds the flags that select the problem.
type problemFlags struct {
	problem string
	dim     int
}

func (q *problemFlags) flags(c *cobra.Command) {
	v := job.ValueFor("problem", &q.problem)
	v.Choices, v.Usage = slices.Concat(v.Choices, problems.Functions()), v.Usage+", or the function to minimise"
	addFlag(c, v)
	c.Flags().IntVar(&q.dim, "dim", 0, "number of dimensions of the function to minimise")
}

// isFunction reports whether the problem is a function to minimise. It returns an error if path is
// set for a function or empty for any other problem.
func (q problemFlags) isFunction(path string) (bool, error) {
	function := slices.Contains(problems.Functions(), q.problem)
	switch {
	case function && path != "":
		return true, usageError("--problem %s is a function and takes no file: %s", q.problem, path)
	case !function && path == "":
		return false, usageError("expected a FILE, or --problem and --dim for a function: %s", strings.Join(problems.Functions(), ", "))
	case !function && q.dim != 0:
		return false, usageError("--dim applies only to functions: --problem %s", strings.Join(problems.Functions(), ", "))
	}
	return function, nil
}

// readOther reads a problem other than tours. other is false if the problem is a tour problem.
func (q problemFlags) readOther(path string, read reading) (p tourmaline.Problem, other bool, err error) {
	function, err := q.isFunction(path)
	if err != nil {
		return p, true, err
	}
	if function {
		p, err = q.minimum()
		return p, true, err
	}
	kind := cmp.Or(q.problem, problems.OfFile(path))
	if kind == problems.Tours {
		return p, false, nil
	}
	if !slices.Contains(problems.Names(), kind) {
		return p, true, usageError("unknown problem %q: expected one of %s, %s", kind, strings.Join(problems.Names(), ", "), strings.Join(problems.Functions(), ", "))
	}
	p, err = unpack.FileUntil(read.until, path, int64(read.maxInput), func(r io.Reader, name string) (tourmaline.Problem, error) {
		return problems.Read(r, kind, name)
	})
	return p, true, inputError(tooLarge(err))
}

// onlyTours rejects problems other than tours, because only tours can be compared.
func (q problemFlags) onlyTours(read reading, path string) error {
	if cmp.Or(q.problem, problems.OfFile(path)) != problems.Tours || read.isDrill(path) {
		return usageError("only tours can be compared: check the solutions of %s one at a time", path)
	}
	return nil
}

func (q problemFlags) minimum() (tourmaline.Problem, error) {
	f, err := continuous.Find(q.problem)
	if err != nil {
		return tourmaline.Problem{}, usageError("--problem: %w", err)
	}
	in, err := continuous.New(f, q.dim)
	if err != nil {
		return tourmaline.Problem{}, usageError("--dim: %w", err)
	}
	return tourmaline.Minimum(in), nil
}

// functionFile returns the name and content of a file that describes the function.
func (q problemFlags) functionFile() (name string, data []byte, err error) {
	_, err = q.minimum()
	return fmt.Sprintf("%s-%d.fun", q.problem, q.dim), fmt.Appendf(nil, "%s %d\n", q.problem, q.dim), err
}
