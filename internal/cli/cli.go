// Package cli implements the command line: the commands, flags, exit codes and output streams.
// Standard output carries only results; progress and error messages go to standard error.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/manual"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// processStart is the approximate time at which the process started. Time limits are measured from
// it.
var processStart = time.Now()

// streams holds the outputs of a command.
type streams struct {
	out, err io.Writer
	files    outfile.System
}

// say writes to standard error. It ignores failures because there is nowhere to report them.
func (s streams) say(format string, a ...any) { _, _ = fmt.Fprintf(s.err, format, a...) }

// Main runs the command line and returns the exit code.
func Main(args []string, out, errs io.Writer) int {
	return streams{out, errs, outfile.OS()}.main(args)
}

func (s streams) main(args []string) int {
	out := newStdout(s.out)
	s.out = out
	root := newRoot(s)
	root.SetArgs(args)
	run := root.Execute
	if len(args) > 0 && looksSolvable(args[0]) { // an instance file: the command is missing
		run = func() error { return rejectUnknown(root, args) }
	}
	err := out.complete(run())
	if err == nil {
		return exitOK
	}
	s.say("tourmaline: %s\n", humanize.PrintableLines(err.Error()))
	s.say("%s", deviceHint(err))
	return exitCode(err)
}

// Command returns the command tree, for documentation.
func Command() *cobra.Command { return newRoot(streams{}) }

// keepOrder makes help list the commands in the order in which they were added.
var keepOrder = sync.OnceFunc(func() { cobra.EnableCommandSorting = false })

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "tourmaline",
		Short: "Find short tours through many cities",
		Long: `Tourmaline finds a short round trip or path through all points of a file, reports
how good it is, and draws it. It also solves assignment, perceptron and graph problems,
and minimises functions: see 'solve --help'.

  tourmaline generate uniform 1000 -o cities.tsp
  tourmaline solve cities.tsp -t 5s -o cities.tour --plot cities.svg
  tourmaline check cities.tsp cities.tour`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       tourmaline.Version(),
		Args:          rejectUnknown,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetOut(s.out) // before the completion commands, which keep it
	root.SetErr(s.err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if c.HasSubCommands() && c.Flags().NArg() > 0 {
			return rejectUnknown(c, c.Flags().Args())
		}
		return usageError("%s%s\nSee '%s --help'.", flagMessage(err), flagAdvice(c, err), c.CommandPath())
	})
	keepOrder()
	root.AddCommand(
		newSolve(s), newCheck(s), newInfo(s), newGenerate(s), newConvert(s), newPlot(s), newBench(s), newCompare(s), newAlgorithms(s), newDevices(s),
		newPipe(s), newServe(s), newWorker(s), newJobs(s), newDead(s), newTokens(s), newPools(s), newBackup(s), newRestore(s), newVersion(s),
	)
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := io.WriteString(c.OutOrStderr(), manual.Layout(Layout).Usage(c))
		return err
	})
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.Hidden = true // users type --help instead
		}
	}
	addGroups(root)
	addCompletion(root)
	root.SuggestionsMinimumDistance = 2
	return root
}

// flagAdvice returns advice on an unknown flag, or "".
func flagAdvice(c *cobra.Command, err error) string {
	unknown := (*pflag.NotExistError)(nil)
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return ""
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if advice := adviceOn(unknown.GetSpecifiedName(), known); advice != "" {
		return ": " + advice
	}
	return ""
}

// flagMessage returns the message of an error in the flags, without the names of Go functions.
func flagMessage(err error) string {
	number := (*strconv.NumError)(nil)
	if !errors.As(err, &number) {
		return err.Error()
	}
	expected := map[string]string{"ParseBool": "expected true or false", "ParseFloat": "expected a number"}[number.Func]
	if errors.Is(err, strconv.ErrRange) {
		expected = "the number is too large"
	}
	return strings.Replace(err.Error(), number.Error(), cmp.Or(expected, "expected a whole number"), 1)
}

// rejectUnknown rejects unknown commands and suggests a known one.
func rejectUnknown(c *cobra.Command, a []string) error {
	if len(a) == 0 {
		return nil
	}
	hint := fmt.Sprintf("see '%s --help'", c.CommandPath())
	if like := c.SuggestionsFor(a[0]); len(like) > 0 {
		hint = "did you mean " + strings.Join(like, " or ") + "?"
	} else if isFile(a[0]) || looksSolvable(a[0]) {
		hint = fmt.Sprintf("did you mean '%s solve %s'?", c.Root().Name(), strings.Join(a, " "))
	}
	return usageError("unknown command %q: %s", a[0], hint)
}

// looksSolvable reports whether a file name has the extension of an instance file.
func looksSolvable(name string) bool {
	f := format.ByExtension(name)
	return f != "" && f != format.Tour || problems.OfFile(name) != problems.Tours
}

// rejectEmpty rejects flags that are explicitly set to a value without effect.
func rejectEmpty(c *cobra.Command) error {
	for _, f := range []struct{ name, nothing, expected string }{
		{"width", "0", "64 to 16384 pixels"},
		{"start", "", "a city id or name"}, {"end", "", "a city id or name"},
	} {
		if given := c.Flags().Lookup(f.name); given != nil && given.Changed && given.Value.String() == f.nothing {
			return usageError("--%s: expected %s, found %s", f.name, f.expected, cmp.Or(f.nothing, "nothing"))
		}
	}
	return nil
}

// args wraps a cobra argument check so that a wrong number of arguments is a usage error that shows
// the usage line.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, a []string) error {
		if check(c, a) != nil {
			return usageError("expected '%s', got %s", c.UseLine(), humanize.Count(len(a), "argument"))
		}
		return nil
	}
}
