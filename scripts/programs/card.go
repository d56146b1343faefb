package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/ants"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/genes"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/sweeps"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/walks"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A card is a device.Device that is a graphics card, as far as the host can see, and that no search
// can use: it only collects the programs that it would have to compile.
type card struct {
	name     string // name of the next program
	programs []program
	seen     map[[sha256.Size]byte]bool
}

type program struct{ name, text string }

// errListed ends a search whose programs are listed.
var errListed = errors.New("this device only lists programs")

func newCard() *card { return &card{seen: map[[sha256.Size]byte]bool{}} }

// Info returns the properties of a card with the least local memory of all cards in use.
func (*card) Info() device.Info {
	return device.Info{
		Engine: "opencl", Name: "a graphics card", Kind: "gpu", Units: 128, MaxGroup: 1024,
		Memory: 24 << 30, MaxBuffer: 6 << 30, Local: 48 << 10, Double: true, Rounded: true,
	}
}

// Open fails.
func (*card) Open(context.Context) (device.Opened, error) { return nil, errListed }

// FitsSweeps lists the program of sweeps.
func (c *card) FitsSweeps(in *tsp.Instance) error {
	s, err := sweeps.Source(c.Info(), in)
	return c.list(s, err)
}

// FitsColony lists the program of a colony.
func (c *card) FitsColony(in *tsp.Instance, r aco.Rules) error {
	s, err := ants.Source(c.Info(), in, r)
	return c.list(s, err)
}

// FitsGenes lists the program of a genetic algorithm.
func (c *card) FitsGenes(in *tsp.Instance, p ga.Params) error {
	s, err := genes.Source(c.Info(), in, p)
	return c.list(s, err)
}

// FitsKernels lists the programs of a local search.
func (c *card) FitsKernels(sources []moves.KernelSource) error {
	for _, s := range sources {
		if err := c.list(walks.Source(s), walks.Fits(c.Info(), sources)); !errors.Is(err, errListed) {
			return err
		}
	}
	return errListed
}

// list adds a program unless an equal one is listed.
func (c *card) list(s cl.Source, err error) error {
	if err != nil {
		return err
	}
	text, err := s.Text(true)
	if err != nil {
		return err
	}
	if key := sha256.Sum256([]byte(text)); !c.seen[key] {
		c.seen[key] = true
		c.programs = append(c.programs, program{c.unused(c.name), text})
	}
	return errListed
}

// unused returns the name, or the name with a number if a program already has it.
func (c *card) unused(name string) string {
	tried := name
	for number := 2; slices.ContainsFunc(c.programs, func(p program) bool { return p.name == tried }); number++ {
		tried = fmt.Sprintf("%s-%d", name, number)
	}
	return tried
}
