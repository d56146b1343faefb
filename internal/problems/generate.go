package problems

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
)

// PerceptronShape is the shape for which a Name specifies the size as ROWSxCOLS.
const PerceptronShape = "perceptron"

// A Shape generates instance files of any size from a seed.
type Shape struct {
	Name   string
	Fields []string // JSON names of the Request fields that it uses
	// help text for the generate command; empty for cities and for shapes that the command does not
	// offer
	Help string

	generate func(r Request) (File, error)
}

// allShapes returns the generators of all problems.
func allShapes() []Shape {
	var all []Shape
	for _, r := range All() {
		all = append(all, r.shapes...)
	}
	return all
}

// FindShape returns the shape with the given name.
func FindShape(name string) (Shape, bool) {
	for _, s := range allShapes() {
		if s.Name == name {
			return s, true
		}
	}
	return Shape{}, false
}

// CityShapes returns the names of the city shapes.
func CityShapes() []string { return names(cityShapes()) }

// Shapes returns the names of all shapes.
func Shapes() []string { return names(allShapes()) }

func names(shapes []Shape) []string {
	return list.Map(shapes, func(s Shape) string { return s.Name })
}

// OtherShapes returns the shapes of problems other than tours that the generate command offers.
func OtherShapes() []Shape {
	return slices.DeleteFunc(allShapes(), func(s Shape) bool { return s.Help == "" })
}

// A Request describes an instance to generate. Fields that its shape does not use must be zero.
type Request struct {
	Shape    string `json:"shape" needed:"true" choices:"shapes"`
	N        int    `json:"n,omitempty" usage:"number of cities, vertices or dimensions"`
	Seed     uint64 `json:"seed,omitempty" usage:"random seed: the same seed gives the same instance"`
	Rows     int    `json:"rows,omitempty" usage:"number of rows of a perceptron"`
	Cols     int    `json:"cols,omitempty" usage:"number of columns of a perceptron (odd)"`
	Edges    int    `json:"edges,omitempty" usage:"maximum number of edges of a graph to colour"`
	Colours  int    `json:"colours,omitempty" usage:"number of colours that suffice for the graph"`
	Function string `json:"function,omitempty" usage:"function name such as rastrigin, for the shape function"`
}

// A File is a generated instance file.
type File struct {
	Name  string // file name, such as uniform-1000-s7.tsp
	About string // description for users
	Write func(io.Writer) error
}

// A Fault is an error in a field of a request. Field is the JSON name of the field.
type Fault struct {
	Field string
	Err   error
}

func (f *Fault) Error() string { return f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }

// made returns a file or, if err is not nil, a fault in the given field.
func made(field, name, about string, err error, write func(io.Writer) error) (File, error) {
	if err != nil {
		return File{}, &Fault{field, err}
	}
	return File{name, about, write}, nil
}

// Make generates an instance. The same request yields the same file on every machine.
func (r Request) Make() (File, error) {
	if err := r.Check(); err != nil {
		return File{}, err
	}
	shape, _ := FindShape(r.Shape)
	return shape.generate(r)
}

// Check rejects unknown shapes and fields that the shape does not use.
func (r Request) Check() error {
	shape, ok := FindShape(r.Shape)
	if !ok {
		return &Fault{"shape", fmt.Errorf("unknown shape %s: expected one of %s", budget.Quote(r.Shape), strings.Join(Shapes(), ", "))}
	}
	v := reflect.ValueOf(r)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if name != "shape" && !v.Field(i).IsZero() && !slices.Contains(shape.Fields, name) {
			return &Fault{name, fmt.Errorf("the shape %s does not use this field", r.Shape)}
		}
	}
	return nil
}

// cityBytes is the memory that a generated city takes at least.
const cityBytes = 32

// Afford rejects a number of cities that do not fit in half of the memory.
func Afford(n int) error {
	if have := memory.Limit() / 2; int64(n) > have/cityBytes {
		return memory.Errorf("%d cities do not fit in memory: expected at most %d", n, have/cityBytes)
	}
	return nil
}
