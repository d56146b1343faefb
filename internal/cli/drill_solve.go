package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// notDrill are the flags that mean nothing to drill files, with what to do instead.
var notDrill = map[string]string{
	"start": "", "end": "", "metric": "", "init": "", "checkpoint": "", "resume": "", "trace": "", "target": "", "target-gap": "",
	"plot": ": 'tourmaline plot FILE --tool 1' draws the way of a tool",
}

// runDrill finds a short way through the holes of each tool of a drill file.
func (v *solve) runDrill(c *cobra.Command, path string) error {
	for _, name := range slices.Sorted(maps.Keys(notDrill)) {
		if c.Flags().Changed(name) {
			return usageError("--%s is not for drill files, such as %s%s", name, path, notDrill[name])
		}
	}
	one := *v
	v = &one
	if err := v.checkDrillOutput(path); err != nil {
		return err
	}
	cfg, err := v.settings()
	if err != nil {
		return err
	}
	b, err := v.board(path)
	if err != nil {
		return err
	}
	for _, note := range b.Notes {
		v.note("%s: %s\n", path, note)
	}
	ctx, stop := signal.NotifyContext(c.Context(), term.EndSignals()...)
	defer stop()
	d := &drillSearch{board: b, run: v, cfg: cfg, orders: make([][]int32, len(b.Runs))}
	if err := d.search(ctx); err != nil {
		return err
	}
	d.found = d.answer()
	if v.told != nil {
		v.told(d.digest())
	}
	return v.deliver(d.write)
}

// checkDrillOutput decides what is written, and finds faults in it before any work is done.
func (v *solve) checkDrillOutput(path string) error {
	if v.form == "" {
		v.form = v.outputForm()
		if v.form == "" && (drill.Ending(v.output) != "" || sameEnding(v.output, path)) {
			v.form = drill.Format
		}
	}
	if !slices.Contains([]string{"text", "json", drill.Format}, v.form) {
		return usageError("%s is a drill file: expected an output that ends in .drl or .json, or --format text, json or drl", path)
	}
	return v.checkFiles(path)
}

// A drillSearch is the search for the ways of all tools.
type drillSearch struct {
	board
	run    *solve
	cfg    tourmaline.Config
	trips  []trip
	orders [][]int32     // of the holes of each run; nil: as in the file
	early  search.Reason // why some runs were not searched; "": all were
	last   *tourmaline.Result
	found  drilled
}

// search searches for the ways of all tools, the shortest first: what they leave of their
// time is for the others.
func (d *drillSearch) search(ctx context.Context) error {
	var err error
	if d.trips, err = d.board.trips(); err != nil {
		return err
	}
	order := make([]int, len(d.Runs))
	left := 0 // holes
	for i := range d.Runs {
		order[i] = i
		left += len(d.Runs[i].Holes)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(d.Runs[a].Holes), len(d.Runs[b].Holes)) })
	deadline := d.deadline(left)
	for k, i := range order {
		cfg := d.cfg
		n := len(d.Runs[i].Holes)
		if !deadline.IsZero() {
			cfg.Began = time.Now()
			rest := time.Until(deadline)
			if rest <= 0 {
				d.early = search.Time
				d.run.note("time is up: the order of the file stays for %s\n", humanize.Count(len(order)-k, "run"))
				return nil
			}
			share := float64(rest) * float64(n) / float64(left)
			cfg.Limits.Time = max(time.Duration(share), time.Millisecond)
		}
		left -= n
		if err := d.searchRun(ctx, i, cfg); err != nil {
			if ctx.Err() != nil && errors.Is(err, context.Canceled) {
				d.early = search.Interrupted
				d.run.note("interrupted: the other tools keep the order of the file\n")
				return nil
			}
			return err
		}
	}
	return nil
}

// deadline is when the time for all tools is up; zero if there is no limit of time.
func (d *drillSearch) deadline(holes int) time.Time {
	switch {
	case d.cfg.Limits.Time > 0:
		return d.cfg.Began.Add(d.cfg.Limits.Time)
	case d.cfg.Limits.Steps > 0 || d.cfg.Limits.NoImprovement > 0:
		return time.Time{}
	}
	return time.Now().Add(tourmaline.DefaultTimeLimit(holes))
}

// searchRun searches for a way through the holes of a run. The order of the file stays where
// none is shorter; to begin with it would make the search worse.
func (d *drillSearch) searchRun(ctx context.Context, i int, cfg tourmaline.Config) error {
	in, err := d.instanceOf(d.Runs[i])
	if err != nil {
		return err
	}
	one := *d.run
	one.told = nil
	return one.solve(ctx, tourmaline.Tours(in), cfg, func(r *tourmaline.Result) error {
		t := &d.trips[i]
		t.Result, d.last = r, r
		if r.Cost < t.Before {
			t.After, d.orders[i] = r.Cost, r.Order()
			t.Saved = t.saved()
		}
		return nil
	})
}

// answer is all that was found.
func (d *drillSearch) answer() drilled {
	return drilled{
		Schema: "tourmaline/drill/v1", Version: tourmaline.Version(), Name: d.name(), Unit: d.Unit,
		trip: total(d.trips), Tools: d.trips, Seconds: math.Round(time.Since(d.cfg.Began).Seconds()*1e4) / 1e4, Termination: d.termination(),
	}
}

// termination is why the whole search ended: it is optimal if the ways of all tools are.
func (d *drillSearch) termination() search.Reason {
	if d.early != "" {
		return d.early
	}
	why := search.Optimal
	for _, t := range d.trips {
		switch t.Result.Termination {
		case search.Interrupted:
			return search.Interrupted
		case search.Optimal:
		default:
			why = t.Result.Termination
		}
	}
	return why
}

// write writes the answer in a form: for people, for programs, or the drill file itself.
func (d *drillSearch) write(w io.Writer, form string) error {
	switch form {
	case drill.Format:
		return d.Write(w, d.orders)
	case "json":
		return json.NewEncoder(w).Encode(d.found)
	}
	if _, err := fmt.Fprintln(w, d.head(d.trips)); err != nil {
		return err
	}
	if err := d.writeTrips(w, d.trips); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%sin %.2f s: %s\n%s", d.how(), d.found.Seconds, endings[d.found.Termination], d.why())
	return err
}

// how is what searched for the longest way.
func (d *drillSearch) how() string {
	if d.last == nil {
		return ""
	}
	return fmt.Sprintf("%s, seed %d, %s, ", d.last.Algorithm, d.last.Seed, host(d.last))
}

// why is a line with what auto picked for the longest way.
func (d *drillSearch) why() string {
	if d.last == nil {
		return ""
	}
	return picked(d.last)
}

// digest is the answer in short.
func (d *drillSearch) digest() digest {
	return digest{
		size: humanize.Count(d.found.Holes, "hole"), cost: d.travel(d.found.After), note: fmt.Sprintf("saved %.1f %%", d.found.Saved),
		seconds: d.found.Seconds, end: endings[d.found.Termination],
	}
}

// sameEnding tells whether two names end alike.
func sameEnding(a, b string) bool {
	return strings.EqualFold(filepath.Ext(format.UnpackedName(a)), filepath.Ext(format.UnpackedName(b)))
}
