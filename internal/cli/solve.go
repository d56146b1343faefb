package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// solve is one run of the verb.
type solve struct {
	streams
	reading
	route
	question
	engine

	algorithm string
	params    []string
	seed      uint64
	threads   int

	timeLimit     duration
	maxSteps      int
	noImprovement duration
	target        string
	targetGap     string

	init       string
	config     string
	checkpoint string
	every      duration
	resume     bool
	goesOn     bool // from a checkpoint

	output   string
	form     string
	trace    string
	picture  string
	progress string
	quiet    bool
	verbose  bool
}

func newSolve(s streams) *cobra.Command {
	v := &solve{streams: s}
	c := &cobra.Command{
		Use:   "solve [FILE]",
		Short: "Find a good tour, assignment or minimum",
		Long: `Find a good tour through the cities of FILE: TSPLIB, CSV (x,y or lat,lon),
GeoJSON, GPX, JSON, NPY, a distance matrix or an OSRM table; "-" is standard
input, .gz and .zst are unpacked.

A file ending in .dat is a quadratic assignment problem of QAPLIB, one in .ppp
a permuted perceptron problem, one in .mc or .rud a graph for maximum cut, one in
.col a graph to be coloured; --problem says so for other names. The minimum of a function needs no file: --problem
rastrigin --dim 10. The algorithms for these are tabu, climb, vnd, ils and anneal.

Limits combine: the first that is reached ends the search, and the result says
which. Without any limit it takes 5 ms per city, at least 0.5 s and at most
30 s. A search that reaches a proven optimum stops. Ctrl-C ends it early and
keeps the best tour; so does a second one, without waiting for the step to end,
and a third gives up.

A result that cannot be written is saved to a file *.rescued.* beside it, to the
folder for temporary files or to standard output: the message says where, and the
exit code is 5.`,
		Example: `  tourmaline solve stops.csv -t 10s -o route.geojson --plot route.svg
  tourmaline solve pr1002.tsp --target-gap 1% --format json
  tourmaline solve stops.csv --start Depot --open
  tourmaline solve tai100a.dat -a tabu -t 60s --format json`,
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			outlivePipes()
			if err := v.readConfig(c); err != nil {
				return err
			}
			if len(a) == 0 {
				a = []string{""}
			}
			problem, ok, err := v.other(a[0], v.maxInput)
			switch {
			case err != nil:
				return err
			case ok:
				return v.runOther(c, problem, a[0])
			}
			return v.runTours(c.Context(), a[0])
		},
	}
	v.flags(c)
	return c
}

func (v *solve) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&v.algorithm, "algorithm", "a", "auto", "auto, or one of those that 'tourmaline algorithms' lists for the problem")
	f.VarP(&v.timeLimit, "time-limit", "t", "wall clock from the start of the program, reading included")
	f.IntVar(&v.maxSteps, "max-steps", 0, "steps, for runs that repeat exactly: the search cools by steps, not by time")
	f.Var(&v.noImprovement, "no-improvement", "time without an improvement")
	f.StringVar(&v.target, "target", "", "a cost that is good enough")
	f.StringVar(&v.targetGap, "target-gap", "", "a gap to the best known cost that is good enough, such as 1%")
	f.Uint64Var(&v.seed, "seed", 1, "seed: same seed, same --max-steps, same tour")
	f.IntVarP(&v.threads, "threads", "j", 0, "threads; changes the speed, never the result (default: all cores)")
	v.engine.flags(c)
	f.StringArrayVarP(&v.params, "param", "p", nil, "parameter of the algorithm, key=value; 'tourmaline algorithms NAME' lists them")
	f.StringVar(&v.init, "init", "", "file with a tour or another solution to start from; the result is never worse (a checkpoint has its own)")
	v.question.flags(c)
	v.route.flags(c)
	v.reading.flags(c)
	f.StringVar(&v.config, "config", "", "JSON file with flags by their long names; the command line wins")
	f.StringVar(&v.checkpoint, "checkpoint", "", "file to save the whole search to, now and then and at the end")
	v.every = duration(5 * time.Second)
	f.Var(&v.every, "checkpoint-every", "time between two checkpoints")
	f.BoolVar(&v.resume, "resume", false, "go on from the checkpoint, if there is one, exactly as if the search had never stopped")
	f.StringVarP(&v.output, "output", "o", "", "file for the tour: .tour, .json, .geojson, .gpx, .csv (default: standard output)")
	f.StringVar(&v.form, "format", "", "text, tour, json, geojson, gpx or csv (default: by the output's name, else text)")
	f.StringVar(&v.trace, "trace", "", "file for the improvements as they come, a JSON object a line")
	f.StringVar(&v.picture, "plot", "", "file for a picture of the tour: .svg or .png")
	f.StringVar(&v.progress, "progress", "auto", "auto, plain, json or none")
	f.BoolVarP(&v.quiet, "quiet", "q", false, "nothing but the result")
	f.BoolVarP(&v.verbose, "verbose", "v", false, "show the parameters and the instance's hash, too")
}

func (v *solve) runTours(ctx context.Context, path string) error {
	if err := v.checkOutput(path); err != nil {
		return err
	}
	cfg, err := v.settings()
	if err != nil {
		return err
	}
	in, err := v.instance(path)
	if err != nil {
		return err
	}
	if in, err = v.apply(in); err != nil {
		return err
	}
	v.note("%s: %s, %s, read in %.2f s\n", path, count(in.N(), "city"), places(in), time.Since(began).Seconds())
	if f := forbidden(in); f != "" {
		v.note("forbidden: %s\n", f)
	}
	if err := v.fits(in); err != nil {
		return err
	}
	if v.init != "" && !v.saved() {
		if cfg.Init, err = v.startTour(in); err != nil {
			return err
		}
	}
	return v.solve(ctx, tourmaline.Tours(in), cfg, func(r *tourmaline.Result) error { return v.write(in, r) })
}

// solve begins the search, or goes on with it, and writes what it finds.
func (v *solve) solve(ctx context.Context, p tourmaline.Problem, cfg tourmaline.Config, write func(*tourmaline.Result) error) error {
	solver, err := v.begin(p, cfg)
	if err != nil {
		return err
	}
	return v.search(ctx, solver, write)
}

// search runs a search and writes what it found, which counts even if something failed
// on the way.
func (v *solve) search(ctx context.Context, solver *tourmaline.Solver, write func(*tourmaline.Result) error) error {
	ctx, asked := interruptible(ctx, v.streams)
	defer asked.stop()
	r, fault := v.outcome(ctx, solver, newKeeper(solver), asked)
	if r == nil {
		return fault
	}
	if v.verbose {
		v.note("%s with %s\n%s\n", r.Algorithm, r.Params, r.Instance.Hash)
	}
	return errors.Join(fault, write(r))
}

// outcome is what a search has found when it ends, or when nobody wants to wait for its
// end any more. From then on nothing is given up.
func (v *solve) outcome(ctx context.Context, solver *tourmaline.Solver, keep *keeper, asked *interrupter) (*tourmaline.Result, error) {
	ended := make(chan error, 1)
	go func() { ended <- v.watch(ctx, solver, keep) }()
	var fault error
	select {
	case fault = <-ended:
	case <-asked.hurried:
		if r := keep.recent.Load(); r != nil {
			asked.final.Lock()
			return r, nil
		}
		v.say("\ntourmaline: waiting for the step to end; Ctrl-C once more gives up\n")
		fault = <-ended
	}
	asked.final.Lock()
	if fault != nil && solver.Progress().Step == 0 && !errors.Is(fault, tourmaline.ErrDevice) {
		return nil, fault // there is no more than a beginning
	}
	r, err := solver.Result()
	if err != nil {
		return nil, errors.Join(fault, err)
	}
	return r, fault
}

// note says something on standard error, unless it is to be quiet.
func (v *solve) note(format string, a ...any) {
	if !v.quiet {
		v.say(format, a...)
	}
}

// places says how the file was understood.
func places(in *tsp.Instance) string {
	switch m := in.Metric(); {
	case m == tsp.Haversine:
		return "latitude and longitude, distances in metres"
	case m == tsp.Explicit && in.Symmetric():
		return "a symmetric distance matrix"
	case m == tsp.Explicit:
		return "an asymmetric distance matrix"
	case m == tsp.Euclidean:
		return fmt.Sprintf("%d coordinates each, Euclidean distances", in.Dims())
	default:
		return m.String()
	}
}

// fits refuses before the search what could not be written after it.
func (v *solve) fits(in *tsp.Instance) error {
	if err := format.Fits(in, format.Format(v.outputForm())); err != nil {
		return usageError("%s: %w; or choose another --format", in.Name, err)
	}
	if v.picture != "" {
		return drawable(in)
	}
	return nil
}

// settings turns flags into a Config.
func (v *solve) settings() (tourmaline.Config, error) {
	cfg := tourmaline.Config{
		Algorithm: v.algorithm, Seed: v.seed, Threads: v.threads,
		TimeLimit: time.Duration(v.timeLimit), MaxSteps: v.maxSteps, NoImprovement: time.Duration(v.noImprovement),
		Params: map[string]string{}, Began: began,
	}
	if v.threads < 0 || v.maxSteps < 0 {
		return cfg, usageError("--threads and --max-steps must not be negative")
	}
	for _, p := range v.params {
		key, value, ok := strings.Cut(p, "=")
		if !ok || key == "" {
			return cfg, usageError("-p %s: expected key=value", p)
		}
		cfg.Params[key] = value
	}
	var err error
	if cfg.Device, err = v.device(); err != nil {
		return cfg, err
	}
	if cfg.Target, err = number(ungrouped(v.target)); err != nil {
		return cfg, usageError("--target %s: expected a cost", v.target)
	}
	if cfg.TargetGap, err = number(strings.TrimSuffix(v.targetGap, "%")); err != nil {
		return cfg, usageError("--target-gap %s: expected a percentage such as 1%%", v.targetGap)
	}
	if v.resume && v.checkpoint == "" {
		return cfg, usageError("--resume needs --checkpoint FILE")
	}
	return cfg, nil
}

// number reads a finite number, or nil where nothing was said.
func number(text string) (*float64, error) {
	if text == "" {
		return nil, nil
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err == nil && (math.IsInf(v, 0) || math.IsNaN(v)) {
		err = strconv.ErrRange
	}
	return &v, err
}

// startTour is the tour of --init.
func (v *solve) startTour(in *tsp.Instance) (tsp.Tour, error) {
	t, _, err := format.ReadTourFile(v.init, in) // what it costs elsewhere does not matter
	if err != nil {
		return nil, inputError(err)
	}
	if err := in.Check(t); err != nil {
		return nil, inputError(fmt.Errorf("%s does not hold a tour of %s: %w", v.init, in.Name, err))
	}
	v.note("starting from %s, cost %s\n", v.init, price(in, in.Cost(t)))
	return t, nil
}
