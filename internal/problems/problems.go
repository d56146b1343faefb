// Package problems is the table of the built-in problems. Each row contains the file extensions,
// the typical size, the generators and the kind of drawing of a problem. To add a problem, add a
// row.
package problems

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// Tours is the name of the default problem. A file belongs to it unless the file's extension
// belongs to a different problem.
const Tours = "tsp"

// Vehicles is the name of vehicle routing, which has algorithms of its own.
const Vehicles = "vehicles"

// A Row describes a built-in problem.
type Row struct {
	Name    string
	Plural  string // plural noun for its instances
	Summary string // one line that helps users to choose
	// Variants lists further names of the problem, which InstanceInfo.Problem may contain.
	Variants []string
	Endings  []string // file extensions; those of tours are in package tsp/format
	Drawing  Drawing

	typical func() (tourmaline.Problem, error) // returns the instance whose defaults Offers shows
	size    string                             // size of the typical instance, as text
	read    reader                             // nil for tours, which package tsp/format reads
	shapes  []Shape                            // generators of its instances
}

type reader func(r io.Reader, name string) (tourmaline.Problem, error)

// reads returns a reader that names the instance after the file, without the extensions.
func reads[I any](
	read func(io.Reader, string) (*I, error), problem func(*I) tourmaline.Problem, rename func(*I, string),
) reader {
	return func(r io.Reader, name string) (tourmaline.Problem, error) {
		in, err := read(r, name)
		if err != nil {
			return tourmaline.Problem{}, err
		}
		base := filepath.Base(unpack.Name(name))
		rename(in, strings.TrimSuffix(base, filepath.Ext(base)))
		return problem(in), nil
	}
}

// Drawing is the kind of drawing of an instance.
type Drawing string

// The kinds of drawings.
const (
	Places   Drawing = "places"
	Matrix   Drawing = "matrix"
	Graph    Drawing = "graph"
	Signs    Drawing = "signs"
	Function Drawing = "function"
	None     Drawing = "none"
)

// Names returns the names of all problems, tours first.
func Names() []string {
	return list.Map(All(), func(r Row) string { return r.Name })
}

// Find returns the problem with the given name or variant.
func Find(name string) (Row, bool) {
	for _, r := range All() {
		if r.Name == name || slices.Contains(r.Variants, name) {
			return r, true
		}
	}
	return Row{}, false
}

// OfFile returns the problem of a file according to its name. It returns Tours unless a different
// problem has the file's extension.
func OfFile(path string) string {
	ending := strings.ToLower(filepath.Ext(unpack.Name(path)))
	for _, r := range All() {
		if slices.Contains(r.Endings, ending) {
			return r.Name
		}
	}
	return Tours
}

// Endings returns the file extensions of all problems except tours.
func Endings() []string {
	var all []string
	for _, r := range All() {
		all = append(all, r.Endings...)
	}
	return all
}

// Read reads an instance of a problem other than Tours, which package tsp/format reads. The file
// name appears in error messages and names the instance.
func Read(r io.Reader, problem, name string) (tourmaline.Problem, error) {
	var names []string
	for _, row := range All() {
		if row.read == nil {
			continue
		}
		if row.Name == problem {
			return row.read(r, name)
		}
		names = append(names, row.Name)
	}
	return tourmaline.Problem{}, fmt.Errorf("unknown problem %q: expected one of %s", problem, strings.Join(names, ", "))
}

// An Offer is an algorithm for a built-in problem, with its defaults for an instance of typical
// size.
type Offer struct {
	Problem string `json:"problem"`
	Typical string `json:"typical"` // size to which the defaults apply
	tourmaline.AlgorithmInfo
}

// Offers returns the algorithms of all problems. Forms, flags and schemas are derived from them.
// For the defaults for a particular instance, see Problem.Algorithms.
func Offers() []Offer {
	var all []Offer
	for _, r := range All() {
		p, err := r.typical()
		algorithms, none := p.Algorithms()
		if err := cmp.Or(err, none); err != nil {
			panic(err) // cannot happen, because a test calls Offers
		}
		for _, a := range algorithms {
			all = append(all, Offer{r.Name, r.size, a})
		}
	}
	return all
}
