package playground

import (
	"bytes"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A Request states how a file is read and how long the search takes.
type Request struct {
	File     string            `json:"file"`     // name, which determines the format
	Columns  map[string]string `json:"columns"`  // as in format.Options
	Open     bool              `json:"open"`     // a path instead of a round trip
	Imperial bool              `json:"imperial"` // lengths in miles
	Seconds  float64           `json:"seconds"`  // time limit; 0 means no limit if there are steps
	Steps    int               `json:"steps"`
	Seed     uint64            `json:"seed"`
}

// mostCities limits what a page can draw and hold in the memory of a browser.
const mostCities = 200_000

// open reads the instance, with the warnings of its reader as notes.
func (r Request) open(file []byte) (*tsp.Instance, error) {
	doc, err := format.Load(bytes.NewReader(file), r.File, format.Options{Columns: r.Columns, MaxCities: mostCities})
	if err != nil {
		return nil, err
	}
	details := doc.Instance.Details()
	details.Notes = append(details.Notes, list.Map(doc.Doubts, (*format.Error).Error)...)
	in, err := doc.Instance.With(details)
	if err != nil || !r.Open {
		return in, err
	}
	return in.Path(-1, -1)
}

func (r Request) system() humanize.System {
	if r.Imperial {
		return humanize.Imperial
	}
	return humanize.Metric
}

// config returns the settings of the search. A page has one thread.
func (r Request) config() tourmaline.Config {
	limits := tourmaline.Limits{Time: time.Duration(r.Seconds * float64(time.Second)), Steps: r.Steps}
	return tourmaline.Config{Seed: r.Seed, Threads: 1, Limits: limits}
}
