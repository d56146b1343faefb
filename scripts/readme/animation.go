package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const (
	cities = 300
	steps  = 60
	side   = 1000 // of the map, in the unit of its paths
)

// A recording is a run with the tours that it found.
type recording struct {
	places []string // coordinates of each city on the map
	frames []frame
}

// A frame is the best tour after a step.
type frame struct {
	step int
	cost float64
	tour tsp.Tour
}

// record runs a search and returns its start tour and its improvements. It depends on neither time
// nor the number of threads.
func record(ctx context.Context) (*recording, error) {
	in, err := tsp.Generate(tsp.Uniform, cities, 1)
	if err != nil {
		return nil, err
	}
	s, err := tourmaline.New(tourmaline.Tours(in), tourmaline.Config{
		Algorithm: "ils", Seed: 1, Limits: tourmaline.Limits{Steps: steps},
	})
	if err != nil {
		return nil, err
	}
	r := &recording{places: places(in)}
	for p, err := range s.Steps(ctx) {
		if err != nil {
			return nil, err
		}
		r.add(frame{p.Step, p.Cost, slices.Clone(s.Best().(tsp.Tour))})
	}
	if len(r.frames) < 3 {
		return nil, fmt.Errorf("the run has only %d improvements", len(r.frames))
	}
	return r, nil
}

// add adds a frame if its tour is better than the last one. It keeps the best of several tours of
// one step.
func (r *recording) add(f frame) {
	switch last := len(r.frames) - 1; {
	case last < 0 || f.cost < r.frames[last].cost && f.step > r.frames[last].step:
		r.frames = append(r.frames, f)
	case f.cost < r.frames[last].cost:
		r.frames[last] = f
	}
}

// places returns the coordinates of the cities on the map, as in a path.
func places(in *tsp.Instance) []string {
	all := make([]string, in.N())
	for i := range all {
		x, y := in.Coords()[2*i], in.Coords()[2*i+1]
		all[i] = fmt.Sprintf("%.0f %.0f", x/1e6*side, side-y/1e6*side)
	}
	return all
}

const (
	perFrame = 0.7 // seconds
	atEnd    = 4   // seconds for which the last tour is shown
)

// svg writes an animation that shows one tour after another, and a line of text for each. Pictures
// without animation show the last tour.
func (r *recording) svg(w *bytes.Buffer) {
	last := len(r.frames) - 1
	whole := perFrame*float64(last) + atEnd
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 420" role="img" aria-label="%s: the route through %d places becomes shorter %d times"><style>%s`,
		commands()[1], cities, last, style)
	fmt.Fprint(w, `.f{opacity:0}.end{opacity:1}@media(prefers-reduced-motion:no-preference){`)
	for i := range r.frames {
		from, to := 100*perFrame*float64(i)/whole, 100*perFrame*float64(i+1)/whole
		if i == last {
			to = 100
		}
		fmt.Fprintf(w, "@keyframes f%d{0%%{opacity:0}%.2f%%{opacity:1}%.2f%%{opacity:0}}", i, from, to)
		fmt.Fprintf(w, "@keyframes t%d{0%%{opacity:0}%.2f%%,100%%{opacity:1}}", i, from)
		fmt.Fprintf(w, ".f%d{animation:f%d %.1fs step-end infinite}.t%d{animation:t%d %.1fs step-end infinite}", i, i, whole, i, i, whole)
	}
	fmt.Fprint(w, "}</style>\n", `<g transform="translate(10 10) scale(.4)">`)
	fmt.Fprintf(w, `<path class="city" d="%s"/>`, r.dots())
	for i := range r.frames {
		class := fmt.Sprintf("f f%d", i)
		if i == last {
			class += " end"
		}
		kept, fresh := r.edges(i)
		fmt.Fprintf(w, "\n"+`<g class="%s"><path class="route" d="%s"/><path class="route new" d="%s"/></g>`, class, r.path(kept), r.path(fresh))
	}
	fmt.Fprint(w, "</g>\n")
	r.text(w)
	fmt.Fprint(w, "</svg>\n")
}

// dots returns a path with a dot at every city.
func (r *recording) dots() string {
	var b strings.Builder
	for _, place := range r.places {
		fmt.Fprintf(&b, "M%sh0", place)
	}
	return b.String()
}

// edges returns the edges of frame i that the previous frame has, and those that are new. The first
// frame has no new edges.
func (r *recording) edges(i int) (kept, fresh [][2]int32) {
	before := edgesOf(r.frames[max(i-1, 0)].tour)
	tour := r.frames[i].tour
	for k, from := range tour {
		to := tour[(k+1)%len(tour)]
		if before[ordered(from, to)] {
			kept = append(kept, [2]int32{from, to})
		} else {
			fresh = append(fresh, [2]int32{from, to})
		}
	}
	return kept, fresh
}

func edgesOf(tour tsp.Tour) map[[2]int32]bool {
	edges := map[[2]int32]bool{}
	for k, from := range tour {
		edges[ordered(from, tour[(k+1)%len(tour)])] = true
	}
	return edges
}

func ordered(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }

// path returns a path along edges. Edges that follow each other form one line.
func (r *recording) path(edges [][2]int32) string {
	var b strings.Builder
	at := int32(-1)
	for _, e := range edges {
		if e[0] != at {
			fmt.Fprintf(&b, "M%s", r.places[e[0]])
		}
		fmt.Fprintf(&b, "L%s", r.places[e[1]])
		at = e[1]
	}
	return cmp.Or(b.String(), "M0 0")
}

// commands returns the commands of the run.
func commands() [2]string {
	return [2]string{
		fmt.Sprintf("tourmaline generate uniform %d -o places.tsp", cities),
		fmt.Sprintf("tourmaline solve places.tsp -a ils --max-steps %d", steps),
	}
}

// text writes the commands, and a line for each tour.
func (r *recording) text(w *bytes.Buffer) {
	fmt.Fprint(w, `<rect class="panel" x="430" y="10" width="420" height="400" rx="6"/>`)
	for i, command := range commands() {
		fmt.Fprintf(w, `<text x="446" y="%d" style="font-size:12px">$ %s</text>`, 38+20*i, command)
	}
	best := r.frames[len(r.frames)-1].cost
	for i, f := range r.frames {
		name := fmt.Sprintf("step %d", f.step)
		if f.step == 0 {
			name = "start tour"
		}
		gap := "the best found"
		if f.cost > best {
			gap = fmt.Sprintf("+%.2f %%", 100*(f.cost/best-1))
		}
		y := 96 + 24*i
		fmt.Fprintf(w, "\n"+`<g class="t%d"><text class="q" x="446" y="%d">%s</text><text x="620" y="%d" text-anchor="end">%s</text><text class="q" x="640" y="%d">%s</text></g>`,
			i, y, name, y, humanize.Exact(f.cost), y, gap)
	}
	fmt.Fprint(w, "\n"+`<rect class="fresh" x="446" y="387" width="18" height="4"/><text class="q" x="472" y="394" style="font-size:12px">edges that are new in this step</text>`)
}
