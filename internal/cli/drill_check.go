package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/search"
)

// checkDrill checks that a drill file has the holes of another, tool by tool, and tells how
// far both travel.
func checkDrill(s streams, read reading, form textOrJSON, original, sorted string) error {
	before, err := read.board(original)
	if err != nil {
		return err
	}
	after, err := read.board(sorted)
	if err != nil {
		return err
	}
	if err := before.same(after); err != nil {
		return err
	}
	trips, err := before.trips()
	if err != nil {
		return err
	}
	others, err := after.trips()
	if err != nil {
		return err
	}
	tools, others := byTool(trips), byTool(others)
	for i := range tools {
		tools[i].After = others[i].After
		tools[i].Saved = tools[i].saved()
	}
	answer := drilled{Name: after.name(), Unit: after.Unit, trip: total(tools), Tools: tools}
	return form.write(s, answer, func(s streams) error {
		if _, err := fmt.Fprintf(s.out, "%s, the same as in %s\n", after.head(tools), humanize.Printable(original)); err != nil {
			return err
		}
		return after.writeTrips(s.out, tools)
	})
}

// same tells whether each tool of another file has the same holes.
func (b board) same(other board) error {
	fault := func(format string, a ...any) error {
		return &exitError{exitCheck, fmt.Errorf("%s does not have the holes of %s: %s", other.path, b.path, fmt.Sprintf(format, a...))}
	}
	if b.Unit != other.Unit {
		return fault("its unit is %s, not %s", other.Unit, b.Unit)
	}
	mine, theirs := b.hits(), other.hits()
	for i := range min(len(mine), len(theirs)) {
		switch order := compareHits(mine[i], theirs[i]); {
		case order < 0:
			return fault("%v is missing", mine[i])
		case order > 0:
			return fault("%v is too many", theirs[i])
		}
	}
	switch {
	case len(mine) > len(theirs):
		return fault("%v is missing", mine[len(theirs)])
	case len(mine) < len(theirs):
		return fault("%v is too many", theirs[len(mine)])
	}
	return nil
}

// A hit is what a tool makes at a place.
type hit struct {
	tool drill.Tool
	x, y float64
	what string // of a slot or of repeats, its text
}

func (h hit) String() string {
	return fmt.Sprintf("T%d at X%s Y%s", h.tool.Number, digitsOf(h.x), digitsOf(h.y))
}

func compareHits(a, b hit) int {
	return cmp.Or(cmp.Compare(a.tool.Number, b.tool.Number), cmp.Compare(a.tool.Diameter, b.tool.Diameter),
		cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y), strings.Compare(a.what, b.what))
}

// hits are those of all tools, in an order that does not depend on that of the file.
func (b board) hits() []hit {
	var all []hit
	for _, run := range b.Runs {
		for _, h := range run.Holes {
			one := hit{tool: run.Tool, x: h.X, y: h.Y}
			if h.Kind != drill.Drilled {
				one.what = h.Text
			}
			all = append(all, one)
		}
	}
	slices.SortFunc(all, compareHits)
	return all
}

// drilled is the answer of solve and check for a drill file, in JSON.
type drilled struct {
	Schema  string `json:"schema,omitempty"`
	Version string `json:"version,omitempty"`
	Name    string `json:"name"`
	Unit    string `json:"unit"`
	trip
	Seconds     float64       `json:"seconds,omitempty"`
	Termination search.Reason `json:"termination,omitempty"`
	Tools       []trip        `json:"tools"`
}
