// Package walks implements the template of local search on an OpenCL device [LSM13 Algorithm 2].
// The inputs of a problem are sent to the device once. At every turn, the solutions of all walks
// are sent to the device, which generates, scores and compares their neighbourhoods and returns one
// move for each walk. In tabu search, walks stay on the device for many turns if the problem's
// kernel can make moves, and the device returns the moves of all turns.
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
	"math"

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

// Source returns the code that a device is asked to compile.
func Source(s moves.KernelSource) cl.Source {
	m := model{s}
	return m.source()
}

// source returns the template with the kernel of the problem, and its constants.
func (m *model) source() cl.Source {
	defines := append([]cl.Define{
		{Name: "DELTA", Value: int(m.Delta)},
		{Name: "delta_t", Value: m.unit().name()},
		{Name: "STATE", Value: m.State},
		{Name: "APPLIES", Value: m.Applies},
	}, cl.Defines(m.Defines)...)
	return cl.Source{Files: joined{m.Sources, m.File}, File: "template.cl", Defines: defines}
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

// ReadFile returns a file of the template or, if the template has no such file, of the problem.
func (j joined) ReadFile(name string) ([]byte, error) {
	text, err := template.ReadFile(name)
	if err != nil {
		return fs.ReadFile(j.FS, name)
	}
	return bytes.ReplaceAll(text, []byte("#include \"model.cl\""), fmt.Appendf(nil, "#include %q", j.model)), nil
}

// A unit is the delta type in the template.
type unit struct{ moves.Delta }

// name returns the name of the type in OpenCL C.
func (u unit) name() string { return [...]string{"int", "long", "double"}[u.Delta] }

// bytes returns the size of the type.
func (u unit) bytes() int {
	if u.Delta == moves.Int {
		return 4
	}
	return 8
}

// bits returns the bits of a limit in this type, chosen so that d < limit has the same result for
// every d.
func (u unit) bits(limit float64) uint64 {
	if u.Delta == moves.Double {
		return math.Float64bits(limit)
	}
	least, most := float64(math.MinInt32), float64(math.MaxInt32)
	if u.Delta == moves.Long {
		least, most = -1<<62, 1<<62
	}
	return uint64(int64(max(least, min(math.Ceil(limit), most))))
}

// number returns the delta with the given bits.
func (u unit) number(bits uint64) float64 {
	switch {
	case u.Delta == moves.Double:
		return math.Float64frombits(bits)
	case int64(bits) == u.impossible():
		return moves.Impossible()
	}
	return float64(int64(bits))
}

// impossible returns IMPOSSIBLE from moves_of_walk.cl for whole numbers.
func (u unit) impossible() int64 {
	if u.Delta == moves.Int {
		return math.MaxInt32
	}
	return math.MaxInt64
}
