package cli

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/routepage"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// outputs returns the values of --format for solve: text, the tour formats, and HTML.
func outputs() []string {
	names := []string{"text"}
	for _, f := range output.Forms() {
		if !f.IsPicture() {
			names = append(names, string(f))
		}
	}
	return append(names, "html")
}

// formatsThat returns the formats that meet a condition.
func formatsThat(fit func(format.Info) bool) []format.Info {
	return slices.DeleteFunc(format.Formats(), func(f format.Info) bool { return !fit(f) })
}

// endingsOf lists the usual extensions of the formats that meet a condition, for error messages.
func endingsOf(fit func(format.Info) bool) string {
	usual := formatsThat(func(f format.Info) bool { return fit(f) && f.Extensions != nil })
	return strings.Join(list.Map(usual, func(f format.Info) string { return f.Extensions[0] }), ", ")
}

func writesTours(f format.Info) bool { return f.Tours }

func writesInstances(f format.Info) bool { return f.Writes }

// instanceFormats returns the names of the formats in which instances can be written.
func instanceFormats() []string {
	name := func(f format.Info) string { return string(f.Format) }
	return list.Map(formatsThat(writesInstances), name)
}

// outputForm returns the format of the result.
func (v *solve) outputForm() string {
	switch {
	case v.form != "":
		return v.form
	case v.output == "" || v.output == "-":
		return "text"
	case isPage(v.output):
		return "html"
	case strings.EqualFold(filepath.Ext(v.output), "."+planForm):
		return planForm
	}
	return string(format.ByExtension(v.output))
}

// checkOutput rejects invalid outputs before any work is done.
func (v *solve) checkOutput(input string) error {
	if err := v.checkOthers(func(one *solve) error { return one.checkOutput(input) }); err != nil {
		return err
	}
	form := v.outputForm()
	if !slices.Contains(outputs(), form) && (form != planForm || problems.OfFile(input) == problems.Tours) {
		if v.form == "" {
			return usageError("%s: expected a name that ends in %s or .html, or --format; pictures go to --plot", v.output, endingsOf(writesTours))
		}
		return usageError("unknown output format %q: expected one of %s", form, strings.Join(outputs(), ", "))
	}
	if err := v.checkTiles(); err != nil {
		return err
	}
	if v.picture != "" {
		if _, err := pictureForm(v.picture); err != nil {
			return err
		}
	}
	if when := []string{routeAuto, routeAlways, routeNever}; !slices.Contains(when, v.listing) {
		return usageError("--route %s: expected one of %s", v.listing, strings.Join(when, ", "))
	}
	for _, f := range []named{{v.trace, "--trace"}, {v.checkpoint, "--checkpoint"}} {
		if f.path == "-" {
			return usageError("%s -: expected a file; standard output is for the result", f.name)
		}
	}
	return v.checkFiles(input)
}

// A named is a file with the flag that names it, or another description for error messages.
type named struct{ path, name string }

// checkFiles rejects outputs that cannot be written and outputs that would overwrite an input or
// another output. Only the result may replace the --init file.
func (v *solve) checkFiles(input string) error {
	taken := []named{{input, "the input"}, {v.config, "--config"}, {v.matrix, "--matrix"}, {v.file, "--fleet"}}
	for _, f := range []named{{v.output, "--output"}, {v.init, "--init"}, {v.picture, "--plot"}, {v.trace, "--trace"}, {v.checkpoint, "--checkpoint"}, {v.save, "--save-matrix"}} {
		if f.path == "" || f.path == "-" {
			continue
		}
		if f.name != "--init" {
			for _, other := range taken {
				if outfile.Same(f.path, other.path) {
					return usageError("%s would overwrite %s: %s", f.name, other.name, f.path)
				}
			}
			if err := v.canWrite(f.path); err != nil {
				return err
			}
		}
		taken = append(taken, f)
	}
	return nil
}

// write writes the result and then its picture.
func (v *solve) write(in *tsp.Instance, r *tourmaline.Result) error {
	var ways format.Roads
	drawn := func(one *solve) bool { return drawsRoads(one.outputForm()) }
	if v.picture != "" || drawn(v) || slices.ContainsFunc(v.others(), drawn) {
		ways = v.tourRoads(in, r.Order())
	}
	fault := v.writeAnswer(func(w io.Writer, form string) error { return v.writeResult(w, in, r, ways, form) })
	if v.picture == "" {
		return fault
	}
	return errors.Join(fault, drawTour(v.streams, in, r.Order(), ways, picture{output: v.picture, measures: v.measures}))
}

// summary is the format of the text on standard error that accompanies a result on standard output,
// or a result that could not be written to its file.
const summary = "summary"

func (v *solve) writeResult(w io.Writer, in *tsp.Instance, r *tourmaline.Result, ways format.Roads, form string) error {
	switch form {
	case "text", summary:
		return output.WriteSummary(w, in, r, v.system(), v.table(in, r.Order(), form))
	case "json":
		return v.writeJSON(w, in, r)
	case "html":
		tiles, err := v.tileServer()
		if err != nil {
			return err
		}
		page, err := routepage.Route{Instance: in, Tour: r.Order(), Result: r, Roads: ways, System: v.system(), Date: time.Now()}.Page(tiles)
		if err != nil {
			return err
		}
		return page.Write(w)
	}
	return output.WriteTour(w, in, r.Order(), ways, output.Form(form))
}

// textOrJSON holds the flags of commands that print text or JSON.
type textOrJSON struct{ format, output string }

func (r *textOrJSON) flags(c *cobra.Command) {
	c.Flags().StringVar(&r.format, "format", "", "text or json (default: by output name, else text)")
	c.Flags().StringVarP(&r.output, "output", "o", "-", "`file` to write; a name that ends in .json is written as JSON")
}

// form returns the output format.
func (r textOrJSON) form() string {
	switch {
	case r.format != "":
		return r.format
	case format.ByExtension(r.output) == format.JSON:
		return "json"
	}
	return "text"
}

// checkOverwrite rejects an output that is also an input.
func (r textOrJSON) checkOverwrite(inputs ...string) error {
	for _, path := range inputs {
		if r.output != "-" && outfile.Same(r.output, path) {
			return usageError("--output would overwrite the input: %s", r.output)
		}
	}
	return nil
}

// write writes value as JSON, or calls text.
func (r textOrJSON) write(s streams, value any, text func(streams) error) error {
	if form := r.form(); form != "text" && form != "json" {
		return usageError("unknown format %q: expected text or json", form)
	}
	return r.send(s, func(w io.Writer) error {
		if r.form() == "text" {
			return text(streams{out: w, err: s.err, files: s.files})
		}
		return writeIndented(w, value)
	})
}

// send writes a report to the output.
func (r textOrJSON) send(s streams, write func(io.Writer) error) error {
	if r.output == "-" {
		return s.print(write) // a report can be printed again, and the exit code often suffices
	}
	return s.create(r.output, write)
}

// writeIndented writes value as indented JSON.
func writeIndented(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// The values of --route, which control whether text output shows the route as a table.
const (
	routeAuto   = "auto" // if the route is short
	routeAlways = "always"
	routeNever  = "never"
)

// shortRoute is the maximum number of cities in a route that routeAuto shows.
const shortRoute = 60

// table returns the route, a hint on how to get it, or "". With routeAuto, a summary contains
// neither the route nor the hint.
func (v *solve) table(in *tsp.Instance, t tsp.Tour, form string) string {
	switch {
	case v.listing == routeAlways, v.listing == routeAuto && form != summary && len(t) <= shortRoute:
		return output.Itinerary(in, t, v.system(), term.Columns(v.out, 120))
	case v.listing == routeAuto && form != summary && v.outputForm() == "text":
		return "the route is too long to show: -o route.csv writes it to a file, --route always shows it\n"
	}
	return ""
}

// noTiles is the value of --tiles for pages without a map.
const noTiles = "none"

// isPage reports whether path is the name of an HTML file.
func isPage(path string) bool {
	return strings.EqualFold(filepath.Ext(unpack.Name(path)), ".html")
}

// checkTiles rejects an invalid --tiles before the search.
func (v *solve) checkTiles() error {
	if v.tiles != "" && v.outputForm() != "html" && len(v.pages) == 0 {
		return usageError("--tiles applies only to HTML pages: expected -o FILE.html or --format html")
	}
	_, err := v.tileServer()
	return err
}

// tileServer returns the map tile server, or nil if there is no map.
func (v *solve) tileServer() (*routepage.Tiles, error) {
	address := v.tiles
	switch address {
	case noTiles:
		return nil, nil
	case "":
		address = routepage.OpenStreetMap
	}
	tiles, err := routepage.ParseTiles(address)
	if err != nil {
		return nil, usageError("--tiles: %w, or none", err)
	}
	return tiles, nil
}

// measures holds the flag for the unit system.
type measures struct{ miles bool }

func (m *measures) flags(c *cobra.Command) {
	c.Flags().BoolVar(&m.miles, "miles", false, "show miles and feet instead of kilometres and metres; data files keep their unit")
}

func (m measures) system() humanize.System {
	if m.miles {
		return humanize.Imperial
	}
	return humanize.Metric
}
