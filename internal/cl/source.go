package cl

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// library holds the OpenCL C code that kernels share.
//
//go:embed lib/*.cl
var library embed.FS

// A Define is a program constant: a whole number, a float, a boolean (1 or 0) or literal text.
type Define struct {
	Name  string
	Value any
}

// A Source is the code of a program and its constants.
type Source struct {
	Files   fs.FS // nil if File is part of the shared library
	File    string
	Defines []Define
}

// Text returns the code that a device with or without double precision is asked to compile. It
// replaces each line #include "x.cl" with the contents of that file, from Files or from the shared
// library (lib), and includes each file at most once.
func (s Source) Text(doubles bool) (string, error) {
	return assemble(s.Files, s.File, doubles, s.Defines)
}

// Defines returns constants sorted by name, so that equal constants give the same program text.
func Defines(values map[string]any) []Define {
	names := slices.Sorted(maps.Keys(values))
	return list.Map(names, func(name string) Define { return Define{name, values[name]} })
}

// prelude precedes every program. It turns off fused multiply-adds, because they round once where
// Go rounds twice.
const (
	prelude        = "#pragma OPENCL FP_CONTRACT OFF\n"
	preludeDoubles = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#define HAVE_DOUBLE 1\n"
)

var (
	includeLine = regexp.MustCompile(`^\s*#\s*include\s+"([^"]*)"\s*$`)
	identifier  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// assemble combines a file and its includes into one text, so that drivers need not search for
// files.
func assemble(sources fs.FS, file string, doubles bool, defines []Define) (string, error) {
	a := assembly{sources: sources, seen: map[string]bool{}}
	a.out.WriteString(prelude)
	if doubles {
		a.out.WriteString(preludeDoubles)
	}
	// Constants are #define lines instead of -D options, because drivers disagree on how to quote
	// options.
	for _, d := range defines {
		line, err := d.line()
		if err != nil {
			return "", err
		}
		a.out.WriteString(line)
	}
	err := a.add(file)
	return a.out.String(), err
}

type assembly struct {
	sources fs.FS
	out     strings.Builder
	seen    map[string]bool
}

// add appends a file unless it was already added. A #line directive makes the compiler report the
// original file and line.
func (a *assembly) add(file string) error {
	text, err := a.read(file)
	if a.seen[file] || err != nil {
		return err
	}
	a.seen[file] = true
	fmt.Fprintf(&a.out, "#line 1 %q\n", file)
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		include := includeLine.FindStringSubmatch(strings.TrimSuffix(line, "\r"))
		if include == nil {
			a.out.WriteString(line + "\n")
			continue
		}
		if err := a.add(include[1]); err != nil {
			return fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		fmt.Fprintf(&a.out, "#line %d %q\n", i+2, file)
	}
	return nil
}

// read looks for a file in the program's sources first, then in the shared library.
func (a *assembly) read(file string) (string, error) {
	if a.sources != nil {
		if text, err := fs.ReadFile(a.sources, file); err == nil {
			return string(text), nil
		}
	}
	text, err := fs.ReadFile(library, path.Join("lib", file))
	if err != nil {
		return "", fmt.Errorf("OpenCL source %s is neither in the program's sources nor in the shared library: %w", file, fs.ErrNotExist)
	}
	return string(text), nil
}

// line returns the #define line of a constant.
func (d Define) line() (string, error) {
	if !identifier.MatchString(d.Name) {
		return "", fmt.Errorf("constant %q: expected a name of letters, digits and _ that does not begin with a digit", d.Name)
	}
	value, err := d.literal()
	if err != nil {
		return "", err
	}
	return "#define " + d.Name + " " + value + "\n", nil
}

// literal formats the value in OpenCL C. Floats are hexadecimal and therefore exact.
func (d Define) literal() (string, error) {
	v := reflect.ValueOf(d.Value)
	switch {
	case !v.IsValid():
	case v.CanInt() && v.Int() == math.MinInt64:
		return "(-9223372036854775807L - 1)", nil
	case v.CanInt() && v.Int() < 0:
		return "(" + strconv.FormatInt(v.Int(), 10) + ")", nil
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10), nil
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10) + "u", nil
	case v.Kind() == reflect.Bool:
		return map[bool]string{false: "0", true: "1"}[v.Bool()], nil
	case v.CanFloat() && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)):
	case v.Kind() == reflect.Float32:
		return "(" + strconv.FormatFloat(v.Float(), 'x', -1, 32) + "f)", nil
	case v.Kind() == reflect.Float64:
		return "(" + strconv.FormatFloat(v.Float(), 'x', -1, 64) + ")", nil
	case v.Kind() == reflect.String && !strings.ContainsAny(v.String(), "\r\n\\"):
		return v.String(), nil
	}
	return "", fmt.Errorf("constant %s: got %v (%T), expected a finite number, a boolean or a single line of text", d.Name, d.Value, d.Value)
}
