package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/flagvalue"
)

func (v *solve) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	v.settingFlags(c)
	f.Lookup("time-limit").Usage = "total time, including reading the file"
	f.IntVarP(&v.threads, "threads", "j", 0, "threads; changes the speed, never the result (default: all cores)")
	v.engine.flags(c)
	f.StringVar(&v.init, "init", "", "`file` with a tour or another solution to start from; the result is never worse (ignored with a checkpoint)")
	v.roads.flags(v.streams, c)
	f.StringVar(&v.config, "config", "", "JSON `file` with flags by their long names; the command line wins")
	f.StringVar(&v.checkpoint, "checkpoint", "", "`file` to save the search to, periodically and at the end")
	v.every = flagvalue.Duration(5 * time.Second)
	f.Var(&v.every, "checkpoint-every", "time between two checkpoints")
	f.BoolVar(&v.resume, "resume", false, "resume from the checkpoint, if there is one, exactly as if the search had never stopped")
	v.outputFlags(c)
	f.StringVar(&v.trace, "trace", "", "`file` for improvements, one JSON object per line")
	v.page.flags(c)
	v.progressFlags(c)
	f.BoolVarP(&v.verbose, "verbose", "v", false, "show the parameters and the instance's hash, too")
	v.connection.flags(c, "`URL` of a service that solves instead of this machine: see 'tourmaline serve'")
}

// settingFlags defines the flags for the problem and the search.
func (v *solve) settingFlags(c *cobra.Command) {
	addFlags(c, &v.request)
	v.problemFlags.flags(c)
	v.route.flags(c)
	v.reading.flags(c)
}

// outputFlags defines the flags for the output.
func (v *solve) outputFlags(c *cobra.Command) {
	f := c.Flags()
	v.measures.flags(c)
	f.StringVarP(&v.output, "output", "o", "", "`file` for the tour: "+endingsOf(writesTours)+", .html, .drl (default: standard output)")
	f.StringVar(&v.form, "format", "", strings.Join(outputs(), ", ")+"; drl for drill files (default: by the output's name, else text)")
	f.StringVar(&v.listing, "route", routeAuto, fmt.Sprintf("show the route as a table: %s (up to %d cities), %s or %s", routeAuto, shortRoute, routeAlways, routeNever))
	f.StringVar(&v.picture, "plot", "", "`file` for a picture of the tour: .svg or .png")
	f.StringVar(&v.tiles, "tiles", "", "`address` of the map tiles that a page of HTML offers, with {z}, {x} and {y}; none for no map (default: OpenStreetMap's)")
}

// progressFlags defines the flags for the progress display.
func (v *solve) progressFlags(c *cobra.Command) {
	c.Flags().StringVar(&v.progress, "progress", "auto", "auto, plain, json or none")
	c.Flags().BoolVarP(&v.quiet, "quiet", "q", false, "print only the result")
}
