package cli

import (
	"cmp"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/report"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// picture holds the flags of plot.
type picture struct {
	output, title string
	width         int
	tool          int // tool number in a drill file; 0 for all tools
	measures
	appearance
}

func newPlot(s streams) *cobra.Command {
	var read reading
	var way route
	var p picture
	var convergence bool
	var several vans
	var timing schedule
	c := &cobra.Command{
		Use:   "plot INSTANCE [TOUR] | plot --convergence RESULT...",
		Short: "Draw a tour, or how runs converged",
		Long: `Draw the cities of INSTANCE, and TOUR through them, as SVG or PNG, depending on the
output name. With --convergence, draw cost over time for one or more runs, given as JSON
results or --trace files.

With --vehicles, --capacity or --fleet, TOUR is a plan that 'solve' wrote with the same
flags: a table or a JSON result.

A map shows the details that suit its size: names, stop numbers, arrows and a scale bar.
--show adds details and --hide removes them. A few cities far from all others may lie
outside the frame, in which case the picture contains a note; --frame all includes them.`,
		Example: `  tourmaline plot pr1002.tsp pr1002.tour -o pr1002.png
  tourmaline plot stops.csv route.csv -o route.svg --mono --hide arrows
  tourmaline plot stops.csv plan.csv --fleet vans.csv -o plan.png
  tourmaline plot --convergence a.json b.json -o runs.svg`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			if err := rejectEmpty(c); err != nil {
				return err
			}
			if p.output == "" {
				return usageError("plot needs -o FILE.svg or -o FILE.png")
			}
			if err := p.check(s); err != nil {
				return err
			}
			if convergence {
				return drawConvergence(s, a, p)
			}
			asked, err := several.applies("", a[0])
			switch {
			case err != nil:
				return err
			case asked:
				return dispatch{several, read, way, timing}.draw(s, a, p)
			}
			return drawFiles(s, read, way, a, p)
		},
	}
	read.flags(c)
	read.roads.flags(s, c)
	way.flags(c)
	c.Flags().StringVarP(&p.output, "output", "o", "", "`picture` to write: .svg or .png")
	c.Flags().StringVar(&p.title, "title", "", "title (default: the instance name)")
	p.measures.flags(c)
	p.appearance.flags(c)
	c.Flags().IntVar(&p.tool, "tool", 0, "draw the holes and the path of one drill tool (default: the holes of all tools or, with two files, the paths of all tools)")
	c.Flags().IntVar(&p.width, "width", 0, "width in pixels (default: automatic)")
	several.flags(c)
	timing.flags(c)
	c.Flags().BoolVar(&convergence, "convergence", false, "draw cost over time")
	return c
}

// pictureForm returns the format of a picture according to its file name.
func pictureForm(path string) (output.Form, error) {
	form := output.Form(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
	if !form.IsPicture() {
		return "", usageError("%s: expected a picture name that ends in .svg or .png", path)
	}
	return form, nil
}

// check rejects invalid flags before any work is done.
func (p picture) check(s streams) error {
	if _, err := pictureForm(p.output); err != nil {
		return err
	}
	if p.width != 0 && (p.width < 64 || p.width > 16384) {
		return usageError("--width %d: expected 64 to 16384 pixels", p.width)
	}
	if err := p.appearance.check(); err != nil {
		return err
	}
	return s.canWrite(p.output)
}

func drawFiles(s streams, read reading, way route, a []string, p picture) error {
	if len(a) > 2 {
		return usageError("expected one instance and one tour, got %d files; use --convergence to draw several results", len(a))
	}
	if read.isDrill(a[0]) {
		return drawDrill(s, read, a, p)
	}
	if p.tool != 0 {
		return usageError("--tool applies only to drill files")
	}
	in, err := read.instance(a[0])
	if err != nil {
		return err
	}
	if in, err = way.apply(in); err != nil {
		return err
	}
	var t tsp.Tour
	var ways format.Roads
	if len(a) == 2 {
		tour, err := readTour(a[1], in, way)
		if err != nil {
			return err
		}
		in, t = tour.Instance, tour.Order
		if ways = tour.Stated.Roads; ways == nil {
			ways = read.tourRoads(in, t)
		}
	}
	return drawTour(s, in, t, ways, p)
}

// drawTour draws a tour along its roads, if they are known. Without a tour it draws only the
// cities.
func drawTour(s streams, in *tsp.Instance, t tsp.Tour, ways format.Roads, p picture) error {
	if err := output.Drawable(in); err != nil {
		return inputError(err)
	}
	return p.draw(s, p.style().Map(in, t, ways))
}

// style returns the map style that the flags select.
func (p picture) style() output.Picture {
	return output.Picture{Title: p.title, Width: p.width, Whole: p.frame == "all", Theme: p.theme(), System: p.system(), Details: p.details}
}

func (p picture) draw(s streams, d output.Drawing) error {
	form, err := pictureForm(p.output)
	if err != nil {
		return err
	}
	err = s.create(p.output, func(w io.Writer) error { return output.Draw(w, d, form) })
	if big := (*plot.SizeError)(nil); errors.As(err, &big) {
		return usageError("%s: %d x %d pixels are too many for a PNG: use --width %d or less, or a name that ends in .svg", p.output, big.Width, big.Height, big.Fitting())
	}
	return err
}

// drawConvergence draws a convergence chart for each instance.
func drawConvergence(s streams, paths []string, p picture) error {
	var files []report.RunFile
	for _, path := range paths {
		f, err := report.ReadRun(path)
		if err != nil {
			return inputError(err)
		}
		files = append(files, f)
	}
	charts, err := report.Convergence(files)
	switch {
	case errors.Is(err, report.ErrTooManyInstances):
		return withCode(exitUsage, err)
	case err != nil:
		return inputError(err)
	case len(charts) > 1:
		return p.draw(s, plot.Panels{Title: p.title, Theme: p.theme(), Width: p.width, Charts: charts})
	}
	c := charts[0]
	c.Theme, c.Width, c.Title = p.theme(), p.width, cmp.Or(p.title, c.Title)
	return p.draw(s, c)
}
