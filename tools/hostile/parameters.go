package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"strconv"
)

// An algorithm as the command lists it.
type algorithm struct {
	Problem string
	Name    string
	Engines []string
	Params  []parameter
}

type parameter struct {
	Name     string
	Type     string
	Min, Max *float64
	Choices  []string
	Default  any
}

// listAlgorithms returns the algorithms of a command.
func listAlgorithms(ctx context.Context, binary string) (all []algorithm, err error) {
	text, err := exec.CommandContext(ctx, binary, "algorithms", "--format", "json").Output()
	if err != nil {
		return nil, fmt.Errorf("%s algorithms: %w", binary, err)
	}
	return all, json.Unmarshal(text, &all)
}

// algorithm returns a random algorithm for a problem.
func (a *attempt) algorithm(problem string) algorithm {
	var all []algorithm
	for _, one := range a.algorithms {
		if one.Problem == problem {
			all = append(all, one)
		}
	}
	return choose(a, all...)
}

// extremes returns parameters with any allowed values, including the smallest and the largest ones,
// and reports whether one of them is not allowed.
func (a *attempt) extremes(from algorithm) (flags []string, invalid bool) {
	for _, p := range from.Params {
		if !a.chance(0.2) {
			continue
		}
		value := a.allowed(p)
		if a.chance(0.03) {
			value, invalid = choose(a, "nonsense", "1e999", "NaN", "--", "-7", "0x"), true
		}
		flags = append(flags, "-p", p.Name+"="+value)
	}
	return flags, invalid
}

// modest returns parameters with values that take little time.
func (a *attempt) modest(from algorithm) (flags []string) {
	for _, p := range from.Params {
		if !a.chance(0.2) {
			continue
		}
		if p.Type == "integer" || p.Type == "number" {
			usual, _ := p.Default.(float64)
			most := 2*math.Abs(usual) + 4
			p.Max = &most
		}
		if value := a.allowed(p); value != "relaxed" { // which gives other tours with more threads
			flags = append(flags, "-p", p.Name+"="+value)
		}
	}
	return flags
}

// allowed returns a value that the parameter allows.
func (a *attempt) allowed(p parameter) string {
	if len(p.Choices) > 0 {
		return choose(a, p.Choices...)
	}
	if p.Type == "string" { // the members of islands
		return choose(a, "ils", "ils,ils", "tabu,ils", "tabu,tabu,climb,anneal", "ils,ils,ils,ils,ils,ils,ils,ils")
	}
	low, high := -1e6, 1e6
	if p.Min != nil {
		low = *p.Min
	}
	if p.Max != nil {
		high = max(low, *p.Max)
	}
	value := low
	switch a.IntN(4) {
	case 0:
	case 1:
		value = high
	default: // near the smallest value more often than near the largest
		value += math.Expm1(a.Float64() * math.Log1p(high-low))
	}
	if p.Type == "integer" {
		return strconv.FormatInt(int64(value), 10)
	}
	return strconv.FormatFloat(min(value, high), 'g', -1, 64)
}
