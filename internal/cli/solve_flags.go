package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func (v *solve) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	v.settingFlags(c)
	v.vans.flags(c)
	f.Lookup("time-limit").Usage = "total time, including reading the file"
	f.IntVarP(&v.threads, "threads", "j", 0, "number of threads; affects the speed, never the result (default: all cores)")
	v.engine.flags(c)
	f.StringVar(&v.init, "init", "", "`file` with a tour or other solution to start from; the result is never worse (ignored when resuming)")
	v.roads.flags(v.streams, c)
	f.StringVar(&v.config, "config", "", "JSON `file` with flags by their long names; the command line takes precedence")
	f.StringVar(&v.checkpoint, "checkpoint", "", "`file` to save the search to, periodically and at the end")
	v.every = flagvalue.Duration(5 * time.Second)
	f.Var(&v.every, "checkpoint-every", "time between checkpoints")
	f.BoolVar(&v.resume, "resume", false, "resume from the checkpoint, if there is one, exactly as if the search had never stopped")
	v.outputFlags(c)
	f.StringVar(&v.trace, "trace", "", "`file` to write every improvement to, one JSON object per line")
	v.page.flags(c)
	v.progressFlags(c)
	f.BoolVarP(&v.verbose, "verbose", "v", false, "also show how the search went: steps, threads, phases, parameters, the reason for the algorithm, the exact cost")
	v.connection.flags(c, "`URL` of a service to solve on instead of this machine: see 'tourmaline serve'")
	v.islandFlag(c)
}

// settingFlags defines the flags for the problem and the search.
func (v *solve) settingFlags(c *cobra.Command) {
	addFlags(c, &v.request)
	addFlag(c, job.ValueFor("bound", &v.bound))
	v.problemFlags.flags(c)
	v.route.flags(c)
	v.reading.flags(c)
}

// outputFlags defines the flags for the output.
func (v *solve) outputFlags(c *cobra.Command) {
	f := c.Flags()
	v.measures.flags(c)
	v.timing.flags(c)
	f.VarP(&outputNames{&v.output, &v.more}, "output", "o", "`file` for the tour: "+endingsOf(writesTours)+", .html, .drl; repeatable (default: standard output)")
	f.StringVar(&v.form, "format", "", strings.Join(outputs(), ", ")+"; drl for drill files (default: by output name, else text)")
	f.StringVar(&v.listing, "route", routeAuto, fmt.Sprintf("show the route as a table: %s (up to %d cities), %s or %s", routeAuto, shortRoute, routeAlways, routeNever))
	f.StringVar(&v.picture, "plot", "", "`file` for a picture of the tour: .svg or .png")
	f.StringArrayVar(&v.pages, "pages", nil, "`folder` for an HTML page per vehicle, for its driver; a pattern such as day-{name}.html or day-{name}.gpx names the files and their format; may be repeated")
	f.StringVar(&v.tiles, "tiles", "", "`address` of the map tiles for an HTML page, with {z}, {x} and {y}; none for no map (default: OpenStreetMap)")
}

// progressFlags defines the flags for the progress display.
func (v *solve) progressFlags(c *cobra.Command) {
	c.Flags().StringVar(&v.progress, "progress", "auto", "progress display: auto, plain, json or none")
	c.Flags().BoolVarP(&v.quiet, "quiet", "q", false, "print only the result, warnings and errors")
}

// settings returns the Config that the flags describe.
func (v *solve) settings() (tourmaline.Config, error) {
	cfg := v.request.Config()
	cfg.Threads, cfg.Began, cfg.Bound = v.threads, v.began, v.bound
	if v.threads < 0 {
		return cfg, usageError("--threads must not be negative")
	}
	var err error
	if cfg.Device, err = v.device(); err == nil && v.resume && v.checkpoint == "" {
		err = usageError("--resume needs --checkpoint FILE")
	}
	return cfg, err
}

// checkGap rejects flags that need a lower bound which does not exist.
func (v *solve) checkGap(p tourmaline.Problem) error {
	info, err := p.Info()
	if err != nil || slices.Contains([]string{"tsp", "atsp", "path"}, info.Problem) {
		return err
	}
	if _, known := p.BestKnown(); v.request.TargetGap != nil && !known {
		return usageError("--target-gap: no best known cost is on record for %s; use --target COST", info.Name)
	}
	if v.bound {
		return usageError("--bound: only tours have computed lower bounds")
	}
	return nil
}
