// Package problems is the table of the built-in problems: one row each, with its files,
// its typical size, its generators and how it is drawn. A new problem is a row here.
package problems

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// Tours is the name of the default problem: files that are not of another problem.
const Tours = "tsp"

// A Row is a built-in problem.
type Row struct {
	Name    string
	Plural  string // what its instances are, for people
	Summary string // one line for people who choose
	// Variants are further names of the problem: InstanceInfo.Problem of its instances.
	Variants []string
	Endings  []string // of the names of its files; package tsp/format has those of tours
	Drawing  Drawing

	typical func() (tourmaline.Problem, error) // an instance whose defaults Offers shows …
	size    string                             // … and its size for people
	read    reader                             // nil: package tsp/format reads tours
	shapes  []Shape                            // its generators
}

type reader func(r io.Reader, name string) (tourmaline.Problem, error)

// Drawing is the way to draw an instance.
type Drawing string

// The ways to draw an instance.
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
	var names []string
	for _, r := range All() {
		names = append(names, r.Name)
	}
	return names
}

// Find returns the problem with a name or variant.
func Find(name string) (Row, bool) {
	for _, r := range All() {
		if r.Name == name || slices.Contains(r.Variants, name) {
			return r, true
		}
	}
	return Row{}, false
}

// OfFile returns the name of the problem of a file by the file's name. It is Tours unless
// another problem has the ending.
func OfFile(path string) string {
	ending := strings.ToLower(filepath.Ext(unpack.Name(path)))
	for _, r := range All() {
		if slices.Contains(r.Endings, ending) {
			return r.Name
		}
	}
	return Tours
}

// Endings returns the endings of all files but those of tours.
func Endings() []string {
	var all []string
	for _, r := range All() {
		all = append(all, r.Endings...)
	}
	return all
}

// Read reads an instance of a problem other than Tours, which package tsp/format reads. The
// name of the file appears in messages and names the instance.
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

// stem returns the name of the instance in a file.
func stem(path string) string {
	base := filepath.Base(unpack.Name(path))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// An Offer is an algorithm for a built-in problem of a typical size.
type Offer struct {
	Problem string `json:"problem"`
	Typical string `json:"typical"` // the size whose defaults are shown
	tourmaline.AlgorithmInfo
}

// Offers returns the algorithms of all problems, from which forms, flags and schemas are
// made. The defaults for a particular instance are in Problem.Algorithms.
func Offers() []Offer {
	var all []Offer
	for _, r := range All() {
		p, err := r.typical()
		if err != nil {
			panic(err) // a test calls Offers
		}
		algorithms, err := p.Algorithms()
		if err != nil {
			panic(err)
		}
		for _, a := range algorithms {
			all = append(all, Offer{r.Name, r.size, a})
		}
	}
	return all
}
