package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// isDrill reports whether a file is a drill file, by its name or, if the name is not conclusive, by
// its first bytes. It returns true for Gerber files as well, because the drill reader rejects them
// with a specific message.
func (r reading) isDrill(path string) bool {
	switch {
	case r.Format != "":
		return r.Format == drill.Format
	case drill.Ending(path) != "":
		return true
	case format.ByExtension(path) != "" || problems.OfFile(path) != problems.Tours || !isFile(path):
		return false
	}
	head, _ := unpack.File(path, 0, drill.Head)
	return drill.Recognise(head) || drill.IsGerber(head)
}

// A board is a drill file and the path it was read from.
type board struct {
	drill.Board
	path string
}

func (r reading) board(path string) (board, error) {
	f, err := unpack.FileUntil(r.until, path, int64(r.maxInput), drill.Parse)
	if err == nil && len(f.Runs) == 0 {
		err = &format.Error{File: path, Msg: "the file contains no holes"}
	}
	if err != nil {
		return board{}, inputError(tooLarge(err))
	}
	motion, err := drill.ParseMotion(r.Metric)
	if err != nil {
		err = usageError("--metric %s", err)
	}
	return board{drill.Board{File: f, Name: experiment.InstanceName(path), Motion: motion}, path}, err
}

// trips reads a board and returns it with the trips of every run.
func (r reading) trips(path string) (board, []drill.Trip, error) {
	b, err := r.board(path)
	if err != nil {
		return b, nil, err
	}
	trips, err := b.Trips()
	if err != nil {
		return b, nil, inputError(fmt.Errorf("%s: %w", b.path, err))
	}
	return b, trips, nil
}

// title returns the first line of a description of the board.
func (b board) title() string {
	return humanize.Printable(filepath.Base(b.path)) + ": " + b.Size()
}

// sameHoles returns a check error unless the two boards have the same holes.
func (b board) sameHoles(other board) error {
	if err := b.SameHoles(other.Board); err != nil {
		return &exitError{exitCheck, fmt.Errorf("%s does not contain the same holes as %s: %w", other.path, b.path, err)}
	}
	return nil
}

// notDrill maps each flag that is meaningless for drill files to a hint, which may be empty.
var notDrill = map[string]string{
	"start": "", "end": "", "init": "", "checkpoint": "", "resume": "", "trace": "", "target": "", "target-gap": "",
}

// runDrill sorts the holes of each tool in a drill file.
func (v *solve) runDrill(c *cobra.Command, path string) error {
	for _, name := range slices.Sorted(maps.Keys(notDrill)) {
		if c.Flags().Changed(name) {
			return usageError("--%s does not apply to drill files such as %s%s", name, path, notDrill[name])
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
	b, _, err := v.trips(path) // fails before the search if there is an invalid trip
	if err != nil {
		return err
	}
	for _, note := range b.Notes {
		v.note("%s: %s\n", path, note)
	}
	ctx, stop := signal.NotifyContext(c.Context(), term.EndSignals()...)
	defer stop()
	s, err := drill.Sort(ctx, b.Board, cfg, v.find)
	if err != nil {
		return err
	}
	v.noteUnsorted(s)
	if v.onResult != nil {
		v.onResult(digestOfDrill(s))
	}
	fault := v.writeAnswer(func(w io.Writer, form string) error { return writeSorting(w, b, s, form) })
	if v.picture == "" {
		return fault
	}
	return errors.Join(fault, drawSorting(v.streams, b, board{s.Sorted(), b.path}, picture{output: v.picture, measures: v.measures}))
}

// find runs a search and returns its result.
func (v *solve) find(ctx context.Context, p tourmaline.Problem, cfg tourmaline.Config) (r *tourmaline.Result, err error) {
	one := *v
	one.onResult = nil
	err = one.solve(ctx, p, cfg, func(found *tourmaline.Result) error {
		r = found
		return nil
	})
	return r, err
}

// noteUnsorted prints a note if some runs keep the order of the file.
func (v *solve) noteUnsorted(s *drill.Sorting) {
	switch {
	case s.Left == 0:
	case s.Report.Termination == search.Time:
		v.note("time limit reached: the original order is kept for %s\n", humanize.Count(s.Left, "run"))
	default:
		v.note("interrupted: the original order is kept for the other tools\n")
	}
}

// checkDrillOutput chooses the output format and rejects invalid outputs before any work is done.
func (v *solve) checkDrillOutput(path string) error {
	if len(v.more) > 0 {
		return usageError("a drill file has one --output, got %d", len(v.more)+1)
	}
	if v.form == "" {
		v.form = v.outputForm()
		if v.form == "" && (drill.Ending(v.output) != "" || sameEnding(v.output, path)) {
			v.form = drill.Format
		}
	}
	if !slices.Contains([]string{"text", "json", drill.Format}, v.form) {
		return usageError("%s is a drill file: expected an output that ends in .drl or .json, or --format text, json or drl", path)
	}
	if v.picture != "" {
		if _, err := pictureForm(v.picture); err != nil {
			return err
		}
	}
	return v.checkFiles(path)
}

// sameEnding reports whether two file names have the same extension.
func sameEnding(a, b string) bool {
	return strings.EqualFold(filepath.Ext(unpack.Name(a)), filepath.Ext(unpack.Name(b)))
}

// writeSorting writes a sorted board as text, as JSON, or as a drill file.
func writeSorting(w io.Writer, b board, s *drill.Sorting, form string) error {
	switch form {
	case drill.Format:
		return s.WriteSorted(w)
	case "json":
		return json.NewEncoder(w).Encode(s.Report)
	}
	if _, err := fmt.Fprintf(w, "%s\n", sortedTitle(b, s.Report)); err != nil {
		return err
	}
	if err := b.WriteTrips(w, drill.ByTool(s.Report.Tools)); err != nil {
		return err
	}
	by := "Method: none"
	if s.Last != nil {
		by = output.How(s.Last, "the holes of each tool")
	}
	_, err := fmt.Fprintf(w, "%s; %s\n", by, output.Reason(s.Report.Termination))
	return err
}

// sortedTitle describes the outcome of sorting a board in one line.
func sortedTitle(b board, r drill.Report) string {
	return fmt.Sprintf("travel %s instead of %s, %.1f %% saved in %.2f s: %s", b.Travel(r.After), b.Travel(r.Before), r.Saved, r.Seconds, b.Size())
}

func digestOfDrill(s *drill.Sorting) digest {
	r := s.Report
	return digest{
		size: humanize.Count(r.Holes, "hole"), cost: s.Travel(r.After), note: fmt.Sprintf("saved %.1f %%", r.Saved),
		seconds: r.Seconds, end: output.Reason(r.Termination),
	}
}

// checkDrill checks that two drill files have the same holes and shows the travel of both.
func checkDrill(s streams, read reading, form textOrJSON, original, sorted string) error {
	before, trips, err := read.trips(original)
	if err != nil {
		return err
	}
	after, others, err := read.trips(sorted)
	if err == nil {
		err = before.sameHoles(after)
	}
	if err != nil {
		return err
	}
	tools, others := drill.ByTool(trips), drill.ByTool(others)
	for i := range tools {
		tools[i].SetAfter(others[i].After)
	}
	report := drill.Report{Name: after.Name, Unit: after.Unit, Metric: after.Motion.String(), Trip: drill.Total(tools), Tools: tools}
	return form.write(s, report, func(s streams) error {
		if _, err := fmt.Fprintf(s.out, "%s, the same holes as in %s\n", after.title(), humanize.Printable(original)); err != nil {
			return err
		}
		return after.WriteTrips(s.out, tools)
	})
}

func infoDrill(s streams, read reading, path string, form textOrJSON) error {
	b, trips, err := read.trips(path)
	if err != nil {
		return err
	}
	facts := b.Facts(trips)
	return form.write(s, facts, func(s streams) error {
		_, err := fmt.Fprintln(s.out, b.title())
		return errors.Join(err, b.WriteInfo(s.out, trips))
	})
}

// convertDrill writes the holes of a drill file as a table.
func convertDrill(s streams, read reading, path, out, form string) error {
	if cmp.Or(form, string(format.ByExtension(out))) != string(format.CSV) {
		return usageError("%s: a drill file can only be converted to a table of holes: expected a name that ends in .csv, or --format csv", out)
	}
	b, err := read.board(path)
	if err != nil {
		return err
	}
	return s.createFile(out, b.WriteCSV, b.Name, b.Holes(), "hole")
}
