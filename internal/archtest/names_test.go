package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// mostNames is the maximum number of names that each public package may export. Raise a number only
// for a name that the project will support for years.
//
// Package client was added deliberately, with 35 names: teams that put the service behind their own
// product need a client with retries, idempotency keys and resumed streams. A public package shows no
// internal types, so 20 of the names are the types of a job and of its events, and their values.
//
// Five names of tsp convert asymmetric instances to symmetric form, for algorithms that need it.
//
// Packages vrp and vrp/format were added for vehicle routing, with 41 names: the data of an instance,
// the judgement of a plan, and the files of published sets.
//
// Four names of tsp/format write the routes of several vehicles and read tables of vehicles.
//
// vrp.BestKnown returns the published cost of an instance, as in tsp and qap.
//
// Four names were added for lower bounds: certificates and their check, and two properties of
// distances.
var mostNames = map[string]int{
	"": 63, "client": 39, "colouring": 16, "continuous": 18, "device": 5, "maxcut": 13, "moves": 35, "opencl": 6, "perceptron": 15, "qap": 22, "rng": 11,
	"search": 41, "search/searchtest": 4, "search/state": 28, "tsp": 91, "tsp/format": 39, "tsp/lk": 6, "vrp": 33, "vrp/format": 9,
}

// Limits for all public packages together.
const (
	mostPublicPackages = 19
	mostPublicNames    = 494
)

// TestExportedNames counts the package-level identifiers of every public package and the methods of
// its exported types. It prints the counts and fails if one exceeds its limit.
func TestExportedNames(t *testing.T) {
	names := map[string][]string{}
	err := eachFile(os.DirFS(root), func(name string, text []byte) error {
		pkg := strings.TrimSuffix(path.Dir(name), ".")
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || !isPublic(pkg) {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err == nil {
			names[pkg] = append(names[pkg], exported(file)...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, pkg := range slices.Sorted(maps.Keys(names)) {
		n, most := len(names[pkg]), mostNames[pkg]
		total += n
		t.Logf("%3d of %3d  %s", n, most, title(pkg))
		if n > most {
			t.Errorf("%s exports %d names, at most %d allowed: %s", title(pkg), n, most, strings.Join(names[pkg], " "))
		}
	}
	t.Logf("%3d of %3d  in %d packages", total, mostPublicNames, len(names))
	if total > mostPublicNames || len(names) > mostPublicPackages {
		t.Errorf("%d names in %d public packages: at most %d in %d allowed", total, len(names), mostPublicNames, mostPublicPackages)
	}
}

// isPublic reports whether other modules can import a package, which is named relative to the
// module.
func isPublic(pkg string) bool {
	return !isInternal(pkg) && !within(pkg, "cmd") && !within(pkg, "scripts")
}

// exported returns the exported package-level identifiers of a file, and the exported methods of
// exported types as Type.Method.
func exported(file *ast.File) (names []string) {
	add := func(prefix string, id *ast.Ident) {
		if id.IsExported() {
			names = append(names, prefix+id.Name)
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add("", d.Name)
			} else if on := receiver(d.Recv.List[0].Type); ast.IsExported(on) {
				add(on+".", d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add("", s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add("", id)
					}
				}
			}
		}
	}
	return names
}

// receiver returns the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// TestExported tests the counting function on a small file.
func TestExported(t *testing.T) {
	const text = `package x
const A, b = 1, 2
var C int
type D[T any] struct{ Field int }
type e struct{}
func F() {}
func g() {}
func (D[T]) H() {}
func (*D[T]) i() {}
func (e) J() {}
type K interface{ L() }`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"A", "C", "D", "F", "D.H", "K"}
	if got := exported(file); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
