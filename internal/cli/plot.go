package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// picture is what the flags of plot say.
type picture struct {
	output, title string
	dark          bool
	width         int
}

func newPlot(s streams) *cobra.Command {
	var read reading
	var way route
	var p picture
	var convergence bool
	c := &cobra.Command{
		Use:   "plot INSTANCE [TOUR] | plot --convergence RESULT...",
		Short: "Draw a tour, or how runs converged",
		Long: `Draw the cities of INSTANCE, and TOUR through them, as SVG or PNG by the name of
the output. With --convergence draw cost against time for one or more runs: JSON
results or --trace files.`,
		Example: `  tourmaline plot pr1002.tsp pr1002.tour -o pr1002.png
  tourmaline plot --convergence a.json b.json -o runs.svg`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			if p.output == "" {
				return usageError("plot needs -o FILE.svg or -o FILE.png")
			}
			if err := p.check(s); err != nil {
				return err
			}
			if convergence {
				return drawCurves(s, a, p)
			}
			return drawFiles(s, read, way, a, p)
		},
	}
	read.flags(c)
	way.flags(c)
	c.Flags().StringVarP(&p.output, "output", "o", "", "picture to write: .svg or .png")
	c.Flags().StringVar(&p.title, "title", "", "title (default: the instance's name)")
	c.Flags().BoolVar(&p.dark, "dark", false, "dark background")
	c.Flags().IntVar(&p.width, "width", 0, "width in pixels (default: chosen)")
	c.Flags().BoolVar(&convergence, "convergence", false, "draw cost against time")
	return c
}

func pictureFormat(path string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".svg", ".png":
		return ext[1:], nil
	}
	return "", usageError("%s: a picture ends in .svg or .png", path)
}

// check finds faults before any work is done.
func (p picture) check(s streams) error {
	if _, err := pictureFormat(p.output); err != nil {
		return err
	}
	if p.width != 0 && (p.width < 64 || p.width > 16384) {
		return usageError("--width %d: expected 64 to 16384 pixels", p.width)
	}
	return s.canWrite(p.output)
}

func drawFiles(s streams, read reading, way route, a []string, p picture) error {
	if len(a) > 2 {
		return usageError("plot draws one instance and one tour, got %d files; --convergence draws several results", len(a))
	}
	in, err := read.instance(a[0])
	if err != nil {
		return err
	}
	if in, err = way.apply(in); err != nil {
		return err
	}
	var t tsp.Tour
	if len(a) == 2 {
		claim, err := readClaim(a[1], in, way)
		if err != nil {
			return err
		}
		in, t = claim.in, claim.tour
	}
	return drawTour(s, in, t, p)
}

func drawable(in *tsp.Instance) error {
	if in.Dims() == 0 && !in.HasDisplay() {
		return inputError(fmt.Errorf("%s has no coordinates to draw: its distances are a matrix without display data", in.Name))
	}
	return nil
}

// drawTour draws a tour, or the cities only where it is nil.
func drawTour(s streams, in *tsp.Instance, t tsp.Tour, p picture) error {
	if err := drawable(in); err != nil {
		return err
	}
	xy := in.Picture()
	start, _ := in.Ends()
	m := plot.Map{
		XY: xy, Labels: in.Labels(), Tour: t, Open: in.Open(), Mark: start >= 0,
		Title: p.title, Theme: p.theme(), Width: p.width,
	}
	if t != nil {
		m.Tour = in.Canonical(t) // from the start that was asked for
	}
	if m.Title == "" {
		m.Title = in.Name
	}
	m.Note = count(in.N(), "city")
	if t != nil {
		m.Note += " · cost " + price(in, in.Cost(t)) + strings.Replace(quality(in, in.Cost(t)), ", ", " · ", 1)
	}
	return p.draw(s, m)
}

func (p picture) theme() plot.Theme {
	if p.dark {
		return plot.Dark
	}
	return plot.Light
}

// drawing is a map or curves.
type drawing interface {
	SVG(io.Writer) error
	PNG(io.Writer) error
}

func (p picture) draw(s streams, d drawing) error {
	form, err := pictureFormat(p.output)
	if err != nil {
		return err
	}
	if form == "png" {
		return s.create(p.output, d.PNG)
	}
	return s.create(p.output, d.SVG)
}

func drawCurves(s streams, files []string, p picture) error {
	c := plot.Curves{Title: p.title, XLabel: "seconds", YLabel: "cost", LogX: true, Theme: p.theme(), Width: p.width}
	for _, path := range files {
		r, err := readTrace(path)
		if err != nil {
			return err
		}
		c.Series = append(c.Series, series(path, r))
		if r.BestKnown != nil {
			c.Reference = *r.BestKnown
		}
		if c.Title == "" {
			c.Title = r.Instance.Name
		}
	}
	return p.draw(s, c)
}

// series is a run's cost against time, from where it came within a tenth of its
// end: the random tour that every search begins with would leave no room on the
// page for what matters.
func series(path string, r *traced) plot.Series {
	s := plot.Series{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))}
	last := r.Trace[len(r.Trace)-1]
	for _, t := range r.Trace {
		if t.Cost <= 1.1*last.Cost || last.Cost < 0 {
			s.X = append(s.X, t.Seconds)
			s.Y = append(s.Y, t.Cost)
		}
	}
	if r.Seconds > last.Seconds {
		s.X, s.Y = append(s.X, r.Seconds), append(s.Y, last.Cost)
	}
	return s
}

// A traced run has what is drawn of a result, or of a point of a trace.
type traced struct {
	Schema   string `json:"schema"` // of a result; a point has none
	Instance struct {
		Name string `json:"name"`
	} `json:"instance"`
	BestKnown *float64 `json:"best_known"`
	tracePoint
	Trace []tracePoint `json:"trace"`
}

// A tracePoint is a cost and when it was reached.
type tracePoint struct {
	Seconds float64 `json:"seconds"`
	Cost    float64 `json:"cost"`
}

// readTrace reads a JSON result or a trace of one point a line.
func readTrace(path string) (*traced, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, inputError(err)
	}
	defer f.Close()
	var r traced
	d := json.NewDecoder(budget.New(f, 0))
	for {
		var item traced
		err := d.Decode(&item)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, inputError(fmt.Errorf("%s: expected a JSON result or a trace: %w", path, err))
		}
		if item.Schema != "" {
			r = item
			break
		}
		r.Trace = append(r.Trace, item.tracePoint)
	}
	if len(r.Trace) == 0 {
		return nil, inputError(fmt.Errorf("%s: there is no trace in it", path))
	}
	return &r, nil
}
