// Package playground solves tours for a page that runs in a browser without a server: it receives a
// file and a request, and sends messages that the page draws.
package playground

import (
	"context"
	"encoding/json"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/routepage"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Message has exactly one field that is set. A Drawing comes first, a Route or an Error last.
type Message struct {
	Drawing *Drawing `json:"drawing,omitempty"`
	Tour    *Tour    `json:"tour,omitempty"`
	Route   *Route   `json:"route,omitempty"`
	Error   string   `json:"error,omitempty"`
}

// A Tour is the best tour so far.
type Tour struct {
	Order   []int32 `json:"order,omitempty"` // empty if it has not changed
	Length  string  `json:"length"`
	Seconds float64 `json:"seconds"`
	Steps   int     `json:"steps"`
}

// A Route is the result of a search: the parts of its page.
type Route struct {
	Tour
	Summary string   `json:"summary"`
	Facts   []Fact   `json:"facts"`
	Notes   []string `json:"notes"` // warnings about the file
	Stops   []Stop   `json:"stops"` // in route order
	Files   []File   `json:"files"` // that hold the route
}

// A Fact is a property of the route.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Stop is a row of the list.
type Stop struct {
	Name  string `json:"name"`
	Leg   string `json:"leg"`
	Total string `json:"total"`
}

// A File is offered for download.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Text string `json:"text"`
}

// interval is the time between two messages of a search.
const interval = 100 * time.Millisecond

// Solve reads a file, solves the request and sends messages until the search or the context ends.
func Solve(ctx context.Context, request, file []byte, send func(Message)) error {
	var req Request
	if err := json.Unmarshal(request, &req); err != nil {
		return err
	}
	in, err := req.open(file)
	if err != nil {
		return err
	}
	if err := output.Drawable(in); err != nil {
		return err
	}
	send(Message{Drawing: drawingOf(in)})
	v := view{in, req.system()}
	r, err := v.watch(ctx, req.config(), send)
	if err != nil {
		return err
	}
	route, err := v.route(r)
	if err != nil {
		return err
	}
	send(Message{Route: route})
	return nil
}

// A view formats what is known of the tours of an instance.
type view struct {
	in     *tsp.Instance
	system humanize.System
}

// watch runs the search, and sends the best tour from time to time.
func (v view) watch(ctx context.Context, cfg tourmaline.Config, send func(Message)) (*tourmaline.Result, error) {
	solver, err := tourmaline.New(tourmaline.Tours(v.in), cfg)
	if err != nil {
		return nil, err
	}
	var sent time.Duration
	shown := -1.0
	for p, err := range solver.Steps(ctx) {
		if err != nil {
			return nil, err
		}
		if p.Elapsed-sent < interval {
			continue
		}
		sent = p.Elapsed
		tour := Tour{Length: v.length(p.Cost), Seconds: p.Elapsed.Seconds(), Steps: p.Step}
		if best, isTour := solver.Best().(tsp.Tour); isTour && p.Cost != shown {
			shown, tour.Order = p.Cost, best
		}
		send(Message{Tour: &tour})
	}
	return solver.Result()
}

func (v view) length(cost float64) string {
	return output.Price(cost, v.in.Details().Unit, v.system)
}

// route returns the parts of the route page of a result. It does not write the page itself: the
// templates would make the program larger by a fifth.
func (v view) route(r *tourmaline.Result) (*Route, error) {
	page, err := routepage.Route{Instance: v.in, Tour: r.Order(), Result: r, System: v.system, Date: time.Now()}.Page(nil)
	if err != nil {
		return nil, err
	}
	route := &Route{
		Tour:    Tour{Order: r.Order(), Length: v.length(r.Cost), Seconds: r.Seconds, Steps: r.Steps},
		Summary: page.Summary, Notes: page.Notes,
		Facts: list.Map(append(page.Facts, routepage.Fact{Name: "Ended", Value: output.Ending(r)}), func(f routepage.Fact) Fact { return Fact{f.Name, f.Value} }),
		Stops: list.Map(page.Stops, rowOf),
		Files: list.Map(page.Downloads, func(d routepage.Download) File { return File{d.File, d.Type, d.Text} }),
	}
	if page.Return != nil {
		route.Stops = append(route.Stops, rowOf(*page.Return))
	}
	return route, nil
}

func rowOf(s routepage.Stop) Stop { return Stop{s.Name, s.Leg, s.Total} }
