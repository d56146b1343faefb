// Package generate generates instances of any size from a seed, as files.
package generate

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// Shapes other than those of cities.
const (
	Perceptron = "perceptron"
	Colouring  = "colouring"
	Function   = "function" // without a seed: its file is one line
)

// CityShapes returns the shapes of cities.
func CityShapes() []string {
	var shapes []string
	for _, shape := range tsp.Shapes() {
		shapes = append(shapes, string(shape))
	}
	return shapes
}

// Shapes returns all shapes.
func Shapes() []string { return append(CityShapes(), Perceptron, Colouring, Function) }

// A Request describes an instance. Fields that its shape does not use must be zero.
type Request struct {
	Shape    string `json:"shape" needed:"true" choices:"shapes"`
	N        int    `json:"n,omitempty" usage:"cities, vertices or dimensions"`
	Seed     uint64 `json:"seed,omitempty" usage:"the same seed gives the same instance"`
	Rows     int    `json:"rows,omitempty" usage:"of a perceptron"`
	Cols     int    `json:"cols,omitempty" usage:"of a perceptron, an odd number"`
	Edges    int    `json:"edges,omitempty" usage:"of a graph to be coloured, at most"`
	Colours  int    `json:"colours,omitempty" usage:"that are enough for the graph"`
	Function string `json:"function,omitempty" usage:"such as rastrigin, for the shape function"`
}

// A File is a generated instance.
type File struct {
	Name  string // such as uniform-1000-s7.tsp
	Write func(io.Writer) error
}

// A Fault is an error in a field of a request, by its name in JSON.
type Fault struct {
	Field string
	Err   error
}

func (f *Fault) Error() string { return f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }

// made returns a file, or the fault of the field that decides.
func made(field, name string, err error, write func(io.Writer) error) (File, error) {
	if err != nil {
		return File{}, &Fault{field, err}
	}
	return File{name, write}, nil
}

// Make generates an instance. The same request gives the same file on every machine.
func (r Request) Make() (File, error) {
	if err := r.Check(); err != nil {
		return File{}, err
	}
	switch r.Shape {
	case Perceptron:
		in, _, err := perceptron.Generate(r.Rows, r.Cols, r.Seed)
		return made("cols", fmt.Sprintf("%s-%dx%d-s%d.ppp", r.Shape, r.Rows, r.Cols, r.Seed), err, func(w io.Writer) error { return perceptron.Write(w, in) })
	case Colouring:
		in, err := colouring.Generate(r.N, r.Edges, r.Colours, r.Seed)
		return made("n", fmt.Sprintf("%s-%d-%d-%d-s%d.col", r.Shape, r.N, r.Edges, r.Colours, r.Seed), err, func(w io.Writer) error { return colouring.Write(w, in) })
	case Function:
		return r.line()
	}
	in, err := tsp.Generate(tsp.Shape(r.Shape), r.N, r.Seed)
	return made("n", fmt.Sprintf("%s-%d-s%d.tsp", r.Shape, r.N, r.Seed), err, func(w io.Writer) error { return format.Write(w, in, format.TSPLIB) })
}

// line returns the file of a function.
func (r Request) line() (File, error) {
	f, err := continuous.Find(r.Function)
	if err != nil {
		return File{}, &Fault{"function", err}
	}
	_, err = continuous.New(f, r.N)
	return made("n", fmt.Sprintf("%s-%d.fun", f.Name, r.N), err, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, f.Name, r.N)
		return err
	})
}

// Check rejects unknown shapes and fields that the shape does not use.
func (r Request) Check() error {
	if !slices.Contains(Shapes(), r.Shape) {
		return &Fault{"shape", fmt.Errorf("unknown shape %s: expected one of %s", budget.Quote(r.Shape), strings.Join(Shapes(), ", "))}
	}
	for _, f := range []struct {
		name  string
		fits  bool
		given bool
	}{
		{"n", r.Shape != Perceptron, r.N != 0},
		{"seed", r.Shape != Function, r.Seed != 0},
		{"rows", r.Shape == Perceptron, r.Rows != 0},
		{"cols", r.Shape == Perceptron, r.Cols != 0},
		{"edges", r.Shape == Colouring, r.Edges != 0},
		{"colours", r.Shape == Colouring, r.Colours != 0},
		{"function", r.Shape == Function, r.Function != ""},
	} {
		if f.given && !f.fits {
			return &Fault{f.name, fmt.Errorf("not used by the shape %s", r.Shape)}
		}
	}
	return nil
}
