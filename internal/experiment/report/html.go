package report

import (
	"bytes"
	_ "embed" // for the page template and its style
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

//go:embed page.html
var pageText string

//go:embed style.css
var styleText string

// A page holds the data for the HTML template.
type page struct {
	*Comparison
	Style    template.CSS
	When     string
	Overview []Picture
	Summary  table
	Tests    string
	Sections []section
}

// A section of the page shows one instance.
type section struct {
	Name, ID string
	Pictures []Picture
	Table    table
	Runs     table
}

// HTML writes a comparison as one self-contained page without scripts.
func HTML(w io.Writer, c *Comparison) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	p, err := c.page()
	if err != nil {
		return err
	}
	var out bytes.Buffer // so that nothing is written on failure
	if err := t.Execute(&out, p); err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

func (c *Comparison) page() (*page, error) {
	p := &page{Comparison: c, Style: style(), When: c.when()}
	if c.Overall != nil {
		p.Summary, p.Tests = c.overallTable(), c.overallLine()
		p.Overview = append(p.Overview, c.ranks())
	}
	if times := c.expectedTimes(); len(c.Contestants) > 1 && len(times[0]) > 1 {
		p.Overview = append(p.Overview, c.profiles(times))
	}
	pictures := p.Overview
	for i := range c.Instances {
		s := c.section(i)
		p.Sections = append(p.Sections, s)
		pictures = slices.Concat(pictures, s.Pictures)
	}
	if i := slices.IndexFunc(pictures, func(p Picture) bool { return p.err != nil }); i >= 0 {
		return nil, pictures[i].err
	}
	return p, nil
}

// style returns the style sheet of the page, with the picture colours of both themes.
func style() template.CSS {
	return template.CSS(strings.NewReplacer(
		"/*light*/", plot.Variables(plot.Light),
		"/*dark*/", plot.Variables(plot.Dark),
	).Replace(styleText))
}

func (c *Comparison) when() string {
	const day, minute = "2 January 2006", "15:04"
	from, to := c.From.UTC(), c.To.UTC()
	switch {
	case from.IsZero():
		return ""
	case from.Format(time.DateOnly) == to.Format(time.DateOnly):
		return fmt.Sprintf("%s, %s to %s UTC", from.Format(day), from.Format(minute), to.Format(minute))
	}
	return fmt.Sprintf("%s to %s UTC", from.Format(day+" "+minute), to.Format(day+" "+minute))
}

func (c *Comparison) section(i int) section {
	in := &c.Instances[i]
	s := section{Name: in.Name, ID: fmt.Sprintf("instance-%d", i+1), Table: c.cellTable([]Instance{*in}), Runs: c.runTable(in)}
	s.Table.Head = s.Table.Head[1:] // without the instance
	for i, row := range s.Table.Rows {
		s.Table.Rows[i] = row[1:]
	}
	if len(in.Targets) == 0 { // no run has a result
		return s
	}
	s.Pictures = []Picture{
		c.convergence(in, in.canvas("time", " s"), bySeconds(), "Convergence: median and quartiles of the runs over time."),
		c.convergence(in, in.canvas("steps", ""), bySteps(), "Convergence over steps, whose duration differs between algorithms."),
		c.boxes(in),
	}
	for _, t := range in.Targets {
		s.Pictures = append(s.Pictures, c.toTarget(in, t))
	}
	s.Pictures = append(s.Pictures, c.scatter(in))
	return s
}

// runTable lists every run of an instance with the command that repeats it.
func (c *Comparison) runTable(in *Instance) table {
	t := table{Head: []column{
		words("contestant"), numbers("seed"), numbers("cost"), numbers("gap %"), numbers("seconds"), numbers("steps"), words("remark"), words("command"),
	}}
	for i, cell := range in.Cells {
		for _, r := range cell.Records {
			row := []string{c.Contestants[i], fmt.Sprint(r.Seed), "–", "–", "–", "–", remark(r), humanize.Printable(r.Command)}
			if r.Result != nil {
				row[2], row[4], row[5] = humanize.Figure(r.Result.Cost), seconds(r.Result.Seconds), fmt.Sprint(r.Result.Steps)
				if r.Result.GapPercent != nil {
					row[3] = percent(*r.Result.GapPercent)
				}
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

func remark(r experiment.Record) string {
	switch {
	case r.Result == nil:
		return "failed: " + humanize.Printable(r.Error)
	case r.Busy:
		return "busy"
	}
	return ""
}
