package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/device"
)

// programs returns all programs: those of every algorithm with its default parameters and with
// every other choice of each parameter, on one instance of every kind. Choices are changed one at a
// time.
func programs() ([]program, error) {
	all, err := instances()
	if err != nil {
		return nil, err
	}
	c := newCard()
	for _, in := range all {
		algorithms, err := in.problem.Algorithms()
		if err != nil {
			return nil, err
		}
		for _, a := range algorithms {
			if !slices.Contains(a.Engines, "opencl") || !in.uses(a.Name) {
				continue
			}
			if err := c.listAll(in, a); err != nil {
				return nil, err
			}
		}
	}
	return c.programs, nil
}

// listAll lists the programs of an algorithm.
func (c *card) listAll(in instance, a tourmaline.AlgorithmInfo) error {
	settings := []map[string]string{nil}
	if in.choices {
		settings = append(settings, choices(a.Params)...)
	}
	for _, s := range settings {
		// The host rejects some combinations, for which it builds no program.
		if err := c.listOne(in, a.Name, s); s == nil && !errors.Is(err, errListed) && !errors.Is(err, device.ErrNoKernels) {
			return fmt.Errorf("%s with %s: no program was listed: %w", in.name, a.Name, err)
		}
	}
	return nil
}

// listOne lists the programs of an algorithm with some parameters.
func (c *card) listOne(in instance, algorithm string, set map[string]string) error {
	c.name = strings.Join(append([]string{in.name, algorithm}, words(set)...), "-")
	_, err := tourmaline.New(in.problem, tourmaline.Config{Algorithm: algorithm, Params: set, Device: c})
	return err
}

// words returns the settings as words for a file name.
func words(set map[string]string) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(set)) {
		all = append(all, name+"_"+set[name])
	}
	return all
}

// choices returns settings: each choice of each parameter and, for colonies, each again without
// candidate lists.
func choices(params []tourmaline.ParamInfo) (all []map[string]string) {
	lists := slices.ContainsFunc(params, func(p tourmaline.ParamInfo) bool { return p.Name == "pheromone" })
	for _, p := range params {
		for _, choice := range values(p) {
			all = append(all, map[string]string{p.Name: choice})
			if lists && p.Name != "pheromone" {
				all = append(all, map[string]string{p.Name: choice, "candidates": "0", "pheromone": "full"})
			}
		}
	}
	return all
}

// values returns the choices of a parameter, or the values of an integer with only a few.
func values(p tourmaline.ParamInfo) []string {
	const few = 8
	all := slices.Clone(p.Choices)
	if p.Type == "integer" && p.Min != nil && p.Max != nil && *p.Max-*p.Min < few {
		for i := *p.Min; i <= *p.Max; i++ {
			all = append(all, strconv.FormatFloat(i, 'f', 0, 64))
		}
	}
	return all
}
