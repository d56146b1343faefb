package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
)

// A line represents one instance: its runs and the reference cost for their gaps.
type line struct {
	name      string
	runs      []*tourmaline.Result
	reference float64
	expected  bool // whether the reference is an estimate rather than a published cost
}

// read groups the results by instance, in the order of the files.
func read(files []string, estimates map[string]float64) ([]*line, error) {
	if len(files) == 0 {
		return nil, errors.New("no results to draw")
	}
	var lines []*line
	byName := map[string]*line{}
	for _, file := range files {
		r, err := readResult(file)
		if err != nil {
			return nil, err
		}
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		l := byName[name]
		if l == nil {
			l = &line{name: name}
			byName[name], lines = l, append(lines, l)
		}
		switch cost, known := estimates[name]; {
		case r.BestKnown != nil:
			l.reference = *r.BestKnown
		case known:
			l.reference, l.expected = cost, true
		}
		if !(l.reference > 0) {
			return nil, fmt.Errorf("%s: no best known cost to compare with, and no -estimate", file)
		}
		l.runs = append(l.runs, r)
	}
	return lines, nil
}

func readResult(file string) (*tourmaline.Result, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r tourmaline.Result
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if r.Schema != catalog.ResultSchema || len(r.Trace) == 0 {
		return nil, fmt.Errorf("%s: expected a JSON result with a trace", file)
	}
	return &r, nil
}

// gap returns the mean gap of the runs at a given time, in percent. It is undefined until every run
// has a tour.
func (l *line) gap(seconds float64) (percent float64, ok bool) {
	for _, r := range l.runs {
		cost, ok := costAt(r, seconds)
		if !ok {
			return 0, false
		}
		percent += 100 * (cost/l.reference - 1) / float64(len(l.runs))
	}
	return percent, true
}

// end returns the mean final gap of the runs.
func (l *line) end() (percent float64) {
	for _, r := range l.runs {
		percent += 100 * (r.Cost/l.reference - 1) / float64(len(l.runs))
	}
	return percent
}

// costAt returns the cost of a run's best tour at a given time.
func costAt(r *tourmaline.Result, seconds float64) (cost float64, ok bool) {
	for _, t := range r.Trace {
		if t.Seconds > seconds {
			break
		}
		cost, ok = t.Cost, true
	}
	return cost, ok
}
