package job

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A statement is what a result says of itself. Members that are not known are left out, as
// docs/result.schema.json asks of readers.
type statement struct {
	Schema    string
	Instance  tourmaline.InstanceInfo
	Algorithm string
	Seed      uint64

	Cost       float64
	BestKnown  *float64
	GapPercent *float64
	LowerBound *float64

	Termination search.Reason
	Seconds     float64
	Steps       int

	Tour, Codes, Labels, Solution json.RawMessage
	Trace                         []tourmaline.TracePoint
}

// readResult reads a result in JSON.
func readResult(data []byte) (s statement, err error) {
	var reason string
	needed := map[string]setter{
		"schema": to(&s.Schema), "algorithm": to(&s.Algorithm), "seed": to(&s.Seed), "cost": to(&s.Cost),
		"best_known": perhaps(&s.BestKnown), "gap_percent": perhaps(&s.GapPercent), "lower_bound": perhaps(&s.LowerBound),
		"termination": to(&reason), "seconds": to(&s.Seconds), "steps": to(&s.Steps),
		"instance": func(path string, value json.RawMessage) error {
			of := &s.Instance
			return statements(value, path, map[string]setter{
				"name": to(&of.Name), "problem": to(&of.Problem), "n": to(&of.N), "unit": to(&of.Unit), "hash": to(&of.Hash),
			}, nil)
		},
	}
	err = statements(data, "", needed, map[string]setter{
		"tour": raw(&s.Tour), "codes": raw(&s.Codes), "labels": raw(&s.Labels), "solution": raw(&s.Solution),
		"trace": points(&s.Trace),
	})
	s.Termination = search.Reason(reason)
	if err != nil {
		return statement{}, asResult(err)
	}
	return s, nil
}

// statements reads members that must be there and others that may be.
func statements(data []byte, path string, needed, optional map[string]setter) error {
	missing := maps.Clone(needed)
	known := maps.Clone(optional)
	if known == nil {
		known = map[string]setter{}
	}
	for name, set := range needed {
		known[name] = func(path string, value json.RawMessage) error {
			delete(missing, name)
			return set(path, value)
		}
	}
	if err := read(data, path, known, func(string) error { return nil }); err != nil {
		return err
	}
	if len(missing) > 0 {
		return &Fault{BadResult, path, fmt.Sprintf("expected the members %s", strings.Join(slices.Sorted(maps.Keys(missing)), ", "))}
	}
	return nil
}

// asResult says of faults that they are those of a result.
func asResult(err error) error {
	var lines []string
	for _, f := range Faults(err) {
		lines = append(lines, f.Detail)
	}
	return &Fault{BadResult, "", "the result cannot be read: " + strings.Join(lines, "; ")}
}

// perhaps takes a number or null.
func perhaps(target **float64) setter {
	return func(path string, value json.RawMessage) error {
		if isNull(value) {
			return nil
		}
		return to(target)(path, value)
	}
}

// points takes a list of improvements.
func points(target *[]tourmaline.TracePoint) setter {
	return func(path string, value json.RawMessage) error {
		if json.Unmarshal(value, target) != nil {
			return wrongType(path, "a list of points", value)
		}
		return nil
	}
}

// raw takes any value as it is.
func raw(target *json.RawMessage) setter {
	return func(_ string, value json.RawMessage) error {
		*target = value
		return nil
	}
}
