package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/progress"
	"github.com/tourmaline-opt/tourmaline/internal/routepage"
	"github.com/tourmaline-opt/tourmaline/internal/runner"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// solve is one run of the solve command.
type solve struct {
	streams
	reading
	route
	problemFlags
	vans
	measures
	timing schedule
	engine
	connection
	archipelago
	page page

	request job.Settings
	threads int

	init       string
	config     string
	checkpoint string
	every      flagvalue.Duration
	resume     bool
	resumed    bool // whether the search was resumed from a checkpoint

	began    time.Time    // start of all time measurements
	onResult func(digest) // called with each result if there are several files

	output   string
	more     []string // further outputs
	input    string   // the file that is solved
	form     string
	listing  string // value of --route
	trace    string
	picture  string
	pages    []string
	tiles    string
	progress string
	bound    bool
	quiet    bool
	verbose  bool
	// shows progress; nil if standard error is not a terminal or the flags disable it
	screen *term.Screen
}

func newSolve(s streams) *cobra.Command {
	v := &solve{streams: s, began: processStart}
	c := &cobra.Command{
		Use:   "solve [FILE...]",
		Short: "Find a short tour, a good assignment or a minimum",
		Long: `Find a short tour through the cities of FILE: CSV files and Excel workbooks with
columns such as x and y or lat and lon, TSPLIB, GeoJSON, GPX, JSON, NPY, a distance
matrix or an OSRM table. "-" is standard input; .gz and .zst files are unpacked.

A file that ends in .dat is a QAPLIB quadratic assignment problem, .ppp a permuted
perceptron problem, .mc or .rud a graph for maximum cut, and .col a graph to colour;
--problem sets the problem for other names. To minimise a function, no file is needed:
--problem rastrigin --dim 10. The algorithms for these problems are tabu, climb, vnd,
ils and anneal.

The holes of a drill file (Excellon .drl …, G-code .nc …) are sorted into a short order,
tool by tool; --metric MAX_2D is for machines that move both axes at the same time.

Several files are solved one after the other, with one output line each. -o and --plot
then accept a folder or a pattern such as '{name}.tour', and limits apply to each file.

Limits can be combined: the first that is reached ends the search, and the result names
it. Without a limit, the search takes 5 ms per city, at least 0.5 s and at most 30 s. It
stops when it reaches a proven optimum. Ctrl-C ends the search early, after up to 2 s of
cooling, and keeps the best tour; a second Ctrl-C ends it at once, and a third one exits
without a result.

--view shows the search on a page in the browser, which only this user on this machine
can open, and only once. On a terminal, the page stays open until Enter or Ctrl-C.

A result that cannot be written is saved to a file *.rescued.* in the same folder, to
the temporary folder or to standard output: the message names the place, and the exit
code is 5.`,
		Example: `  tourmaline solve stops.csv -t 10s -o route.geojson --plot route.svg
  tourmaline solve stops.csv -o route.html
  tourmaline solve stops.csv -t 60s --view
  tourmaline solve pr1002.tsp --target-gap 1% --format json
  tourmaline solve stops.csv --start Depot --open
  tourmaline solve stops.csv --osrm http://localhost:5000 -o route.gpx
  tourmaline solve board.drl -t 10s -o board-sorted.drl
  tourmaline solve tai100a.dat -a tabu -t 60s --format json`,
		RunE: func(c *cobra.Command, a []string) error {
			term.IgnorePipeSignals()
			if err := cmp.Or(v.readConfig(c), rejectEmpty(c), v.page.check(c)); err != nil {
				return err
			}
			if len(a) > 1 {
				return v.runAll(c, a)
			}
			return v.run(c, strings.Join(a, ""))
		},
	}
	v.flags(c)
	return c
}

// run solves one file, or a function if path is empty.
func (v *solve) run(c *cobra.Command, path string) error {
	v.input = path
	v.openScreen()
	defer v.screen.Close()
	defer v.limitReading(c.Context())()
	several, err := v.applies(v.problem, path)
	switch {
	case err != nil:
		return err
	case v.islands > 1 && v.url == "":
		return usageError("--islands needs --server: on this machine, use the algorithm islands")
	case v.rounds.Asked() && v.url == "":
		return usageError("--round-steps needs --server and --islands: on this machine, use the algorithm islands")
	case several && !v.page.show && v.url == "":
		return v.runFleet(c.Context(), path)
	case len(v.pages) > 0 && !several:
		return usageError("--pages writes a page for each of several vehicles: use it with --vehicles N, --capacity or --fleet, or use -o route.html")
	case v.page.show:
		return v.runView(c, path)
	case v.url != "":
		return v.runElsewhere(c, path)
	case v.problem == "" && v.isDrill(path):
		return v.runDrill(c, path)
	}
	read := v.showReading(path)
	problem, ok, err := v.readOther(path, v.reading)
	read()
	switch {
	case err != nil:
		return err
	case ok:
		return v.runOther(c, problem, path)
	}
	return v.runTours(c.Context(), path)
}

func (v *solve) runTours(ctx context.Context, path string) error {
	if err := v.checkOutput(path); err != nil {
		return err
	}
	cfg, err := v.settings()
	if err != nil {
		return err
	}
	read := v.showReading(path)
	in, err := v.instance(path)
	if read(); err != nil {
		return err
	}
	if v.server != "" {
		cfg.Began = time.Now() // the time that the OSRM server needs does not count as search time
	}
	if in, err = v.apply(in); err != nil {
		return err
	}
	if in, err = v.timed(in); err != nil {
		return err
	}
	v.noteInstance(in, path)
	if err := v.checkFormat(in); err != nil {
		return err
	}
	if v.init != "" && !v.hasCheckpoint() {
		if cfg.Init, err = v.startTour(in); err != nil {
			return err
		}
	}
	return v.solve(ctx, tourmaline.Tours(in), cfg, func(r *tourmaline.Result) error { return v.write(in, r) })
}

// noteInstance prints how a file was interpreted.
func (v *solve) noteInstance(in *tsp.Instance, path string) {
	took := ""
	if v.verbose {
		took = fmt.Sprintf(", read in %.2f s", time.Since(v.began).Seconds())
	}
	v.noteSingle("%s: %s, %s%s\n", path, humanize.Count(in.N(), output.Noun(in)), output.Interpretation(in), took)
	if f := output.Forbidden(in); f != "" {
		v.note("forbidden: %s\n", f)
	}
}

// solve runs or resumes a search and writes its result, even if the search failed.
func (v *solve) solve(ctx context.Context, p tourmaline.Problem, cfg tourmaline.Config, write func(*tourmaline.Result) error) error {
	if err := v.checkGap(p); err != nil {
		return err
	}
	release, err := v.ownCheckpoint()
	if err != nil {
		return err
	}
	defer release()
	solver, err := v.newSolver(p, cfg)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	// a signal that cancels ctx ends the search after it has cooled
	defer context.AfterFunc(ctx, solver.Stop)()
	ctx, signals := term.Interruptible(context.WithoutCancel(ctx), v.say, solver.Stop)
	defer signals.Close()
	show, err := v.reporter(progress.Local{Solver: solver})
	if err != nil {
		return err
	}
	r, failure := runner.Search{
		Solver: solver, Files: v.files, Trace: v.trace, Checkpoint: v.checkpoint, Every: time.Duration(v.every), Resumed: v.resumed,
		Show: show, Cooling: v.coolingNotice(signals), Warn: v.say,
	}.Run(ctx, signals)
	v.screen.Show(nil, nil)
	failure = cmp.Or(v.checkpointError(failure), failure)
	if r == nil {
		return failure
	}
	return errors.Join(failure, v.conclude(r, write))
}

// conclude writes the result and, if requested, prints the details of the search.
func (v *solve) conclude(r *tourmaline.Result, write func(*tourmaline.Result) error) error {
	if v.onResult != nil {
		v.onResult(v.digest(r))
	}
	fault := write(r)
	if v.verbose {
		v.note("%s", output.Internals(r))
	}
	return fault
}

// noteSingle is like note, but prints nothing if several files are solved.
func (v *solve) noteSingle(format string, a ...any) {
	if v.onResult == nil {
		v.note(format, a...)
	}
}

// note prints to standard error, unless the command is quiet.
func (v *solve) note(format string, a ...any) {
	if !v.quiet {
		v.say(format, a...)
	}
}

// checkFormat rejects an instance that the output format cannot represent.
func (v *solve) checkFormat(in *tsp.Instance) error {
	if err := output.Form(v.outputForm()).Fits(in); err != nil {
		return usageError("%s: %w; or choose a different --format", in.Name(), err)
	}
	if v.outputForm() == "html" && in.N() > routepage.Most {
		return usageError("%s has %s, but an HTML page can show at most %s: use --plot to draw them or -o route.csv to list them", humanize.Printable(in.Name()), humanize.Count(in.N(), "city"), humanize.Number(routepage.Most))
	}
	if v.picture != "" {
		return inputError(output.Drawable(in))
	}
	return nil
}

// startTour reads the tour in the --init file.
func (v *solve) startTour(in *tsp.Instance) (tsp.Tour, error) {
	// the cost that the file states may be for a different instance
	t, _, err := format.ReadTourFile(v.init, in)
	if err != nil {
		return nil, inputError(err)
	}
	if err := in.Check(t); err != nil {
		return nil, inputError(fmt.Errorf("%s does not contain a valid tour of %s: %w", v.init, in.Name(), err))
	}
	v.note("starting from %s, %s\n", v.init, output.Price(in.Cost(t), in.Details().Unit, v.system()))
	return t, nil
}
