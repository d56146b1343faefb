// Package walks is the template of local search on an OpenCL device [LSM13 Algorithm 2]:
// the inputs of a problem are put there once, and at every turn the solutions of all
// walks go there, their neighbourhoods are generated, scored and compared there, and
// one move for each walk comes back.
//
// A problem adds a [Model]: one .cl file that says what a move changes, and a few
// lines of Go that say what a walk's state looks like in ints. What an [Engine] picks
// equals what local.Threads picks, bit for bit.
package walks

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var template embed.FS

// A Model is a neighbourhood on a device.
type Model[S any] struct {
	Sources fs.FS  // holds …
	File    string // … the problem's side of moves_of_walk.cl
	Defines []cl.Define
	Delta   Delta

	// Inputs puts what does not change on the device: the arguments that the file
	// calls INPUTS.
	Inputs func(ctx context.Context, w *cl.Scope) []any

	State      int                                           // ints of the state of a walk
	Encode     func(h moves.Neighbourhood[S], state []int32) // writes it
	Moves      int
	Attributes int // 0: each move is its own
}

// A Delta is what changes are counted in.
type Delta int

// The types of changes. Double needs a device with double precision.
const (
	Int Delta = iota
	Long
	Double
)

var deltaNames = [...]string{"int", "long", "double"}

// memory is how many attributes a walk remembers.
func (m *Model[S]) memory() int {
	if m.Attributes > 0 {
		return m.Attributes
	}
	return m.Moves
}

// fits tells why the model cannot be on a device.
func (m *Model[S]) fits(d cl.Info) error {
	if m.Delta == Double && !d.Double {
		return errors.New("it needs double precision, which the device does not have: use another --device or --engine cpu")
	}
	if m.Moves < 1 {
		return fmt.Errorf("%d moves, expected 1 or more", m.Moves)
	}
	return nil
}

// defines are the constants of the template.
func (m *Model[S]) defines() []cl.Define {
	return append([]cl.Define{
		{Name: "DELTA", Value: int(m.Delta)},
		{Name: "delta_t", Value: deltaNames[m.Delta]},
		{Name: "STATE", Value: m.State},
	}, m.Defines...)
}

// joined are the files of the template, and those of the problem, one of which is
// model.cl.
type joined struct {
	sources fs.FS
	model   string
}

func (j joined) Open(name string) (fs.File, error) {
	if name == "model.cl" {
		return j.sources.Open(j.model)
	}
	if f, err := template.Open(name); err == nil {
		return f, nil
	}
	return j.sources.Open(name)
}
