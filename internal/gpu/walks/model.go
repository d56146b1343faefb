// Package walks implements the template of local search on an OpenCL device [LSM13 Algorithm 2].
// The inputs of a problem are sent to the device once. At every turn, the solutions of all walks
// are sent to the device, which generates, scores and compares their neighbourhoods and returns one
// move for each walk.
//
// A problem provides a [moves.Kernel]: one .cl file that computes the change caused by a move, and
// a few lines of Go that encode the state of a walk as ints. An [Engine] picks the same moves as
// local.Threads, bit for bit.
package walks

import (
	"bytes"
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

// A model is a neighbourhood on a device.
type model struct{ moves.KernelSource }

// unit returns the delta type of the model.
func (m *model) unit() unit { return unit{m.Delta} }

// memory returns the number of attributes that a walk remembers.
func (m *model) memory() int {
	if m.Attributes > 0 {
		return m.Attributes
	}
	return m.Moves
}

// Fits returns an error if a device cannot run the kernels.
func Fits(d cl.Info, sources []moves.KernelSource) error {
	for _, s := range sources {
		if err := fits(d, s); err != nil {
			return fmt.Errorf("neighbourhood %s: %w", s.File, err)
		}
	}
	return nil
}

func fits(d cl.Info, s moves.KernelSource) error {
	switch {
	case s.Delta < moves.Int || s.Delta > moves.Double:
		return fmt.Errorf("got cost changes of type %d, expected Int, Long or Double", s.Delta)
	case s.Delta == moves.Double && !d.Double:
		return errors.New("it needs double precision, which the device does not support: use a different device or the CPU")
	case s.Moves < 1:
		return fmt.Errorf("got %d moves, expected 1 or more", s.Moves)
	}
	if _, err := template.ReadFile(s.File); err == nil {
		return errors.New("the template already has a file with that name: rename yours")
	}
	return nil
}

// defines returns the constants for the template.
func (m *model) defines() []cl.Define {
	return append([]cl.Define{
		{Name: "DELTA", Value: int(m.Delta)},
		{Name: "delta_t", Value: m.unit().name()},
		{Name: "STATE", Value: m.State},
	}, cl.Defines(m.Defines)...)
}

// put copies the inputs to the device.
func (m *model) put(ctx context.Context, w *cl.Scope) []any {
	if m.Inputs == nil || w.Err() != nil {
		return nil
	}
	inputs, err := m.Inputs(ctx)
	w.Fail(err)
	args := make([]any, len(inputs))
	for i, v := range inputs {
		args[i] = w.Put(fmt.Sprintf("input %d of %s", i, m.File), v)
	}
	return args
}

// joined is the template together with the files of a problem. The template includes the problem's
// file by its real name, so that compilers report that name.
type joined struct {
	fs.FS // files of the problem
	model string
}

// ReadFile returns a file of the template, or else of the problem.
func (j joined) ReadFile(name string) ([]byte, error) {
	text, err := template.ReadFile(name)
	if err != nil {
		return fs.ReadFile(j.FS, name)
	}
	return bytes.ReplaceAll(text, []byte("#include \"model.cl\""), fmt.Appendf(nil, "#include %q", j.model)), nil
}
