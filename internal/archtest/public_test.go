package archtest

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestPublicPackagesShowNoInternalTypes checks that no exported function, method, field, variable
// or type of a public package uses a type of an internal package.
func TestPublicPackagesShowNoInternalTypes(t *testing.T) {
	for _, p := range publicPackages(t) {
		for _, leak := range leaks(p) {
			t.Error(leak)
		}
	}
}

// publicPackages returns the types of all public packages, sorted by path.
func publicPackages(t *testing.T) (all []*types.Package) {
	t.Helper()
	files := map[string]string{} // export data file of each package
	for line := range strings.Lines(goTool(t, nil, "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./...")) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	for _, path := range slices.Sorted(maps.Keys(files)) {
		pkg, inside := relative(path)
		if !inside || isInternal(path) || within(pkg, "cmd") || within(pkg, "scripts") {
			continue
		}
		p, err := imports.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 17 {
		t.Errorf("only %d public packages were found", len(all))
	}
	return all
}

// isInternal reports whether a package is internal to the module.
func isInternal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

// leaks returns the internal types that the exported names of a package use.
func leaks(p *types.Package) []string {
	var found []string
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		look := func(what string, t types.Type) {
			if internal := internalIn(t); internal != nil {
				found = append(found, fmt.Sprintf("%s.%s: %s shows %s", p.Path(), name, what, internal))
			}
		}
		named, ok := object.Type().(*types.Named)
		if _, isType := object.(*types.TypeName); !isType || !ok || named.Obj() != object {
			look("its type", object.Type()) // for a function, a variable, a constant or an alias
			continue
		}
		look("its type", named.Underlying())
		all := types.NewMethodSet(types.NewPointer(named))
		for i := range all.Len() {
			if m := all.At(i).Obj(); m.Exported() {
				look("method "+m.Name(), m.Type())
			}
		}
	}
	return found
}

// internalIn returns an internal type that a user of t has to name, or nil. It does not look into
// the named types of public packages, which leaks checks separately.
func internalIn(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && within(p.Path(), module) && isInternal(p.Path()) {
			return t
		}
		return internalAmong(t.TypeArgs().Types())
	case *types.Signature:
		return internalAmong(func(yield func(types.Type) bool) {
			for v := range t.Params().Variables() {
				if !yield(v.Type()) {
					return
				}
			}
			for v := range t.Results().Variables() {
				if !yield(v.Type()) {
					return
				}
			}
			for p := range t.TypeParams().TypeParams() {
				if !yield(p.Constraint()) {
					return
				}
			}
		})
	case *types.Struct:
		return internalAmong(func(yield func(types.Type) bool) {
			for f := range t.Fields() {
				if f.Exported() && !yield(f.Type()) {
					return
				}
			}
		})
	case *types.Interface:
		return internalAmong(func(yield func(types.Type) bool) {
			for m := range t.Methods() {
				if m.Exported() && !yield(m.Type()) {
					return
				}
			}
		})
	case *types.Map:
		if found := internalIn(t.Key()); found != nil {
			return found
		}
		return internalIn(t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return internalIn(t.Elem())
	}
	return nil
}

// internalAmong returns the first internal type that some types use, or nil.
func internalAmong(all func(yield func(types.Type) bool)) types.Type {
	for t := range all {
		if found := internalIn(t); found != nil {
			return found
		}
	}
	return nil
}

// TestLeaks tests leaks on a package of four types.
func TestLeaks(t *testing.T) {
	hidden := types.NewPackage(module+"/internal/hidden", "hidden")
	secret := types.NewNamed(types.NewTypeName(0, hidden, "Secret", nil), types.Typ[types.Int], nil)
	for name, c := range map[string]struct {
		object func(p *types.Package) types.Object
		want   int
	}{
		"plain": {func(p *types.Package) types.Object { return types.NewVar(0, p, "X", types.Typ[types.Int]) }, 0},
		"slice": {func(p *types.Package) types.Object { return types.NewVar(0, p, "X", types.NewSlice(secret)) }, 1},
		"map": {func(p *types.Package) types.Object {
			return types.NewVar(0, p, "X", types.NewMap(secret, types.Typ[types.Int]))
		}, 1},
		"not exported": {func(p *types.Package) types.Object { return types.NewVar(0, p, "x", secret) }, 0},
		"alias":        {func(p *types.Package) types.Object { return types.NewTypeName(0, p, "X", secret) }, 1},
		"parameter":    {func(p *types.Package) types.Object { return types.NewFunc(0, p, "X", takes(secret)) }, 1},
		"field":        {func(p *types.Package) types.Object { return holds(p, "Field", secret) }, 1},
		"hidden field": {func(p *types.Package) types.Object { return holds(p, "field", secret) }, 0},
		"method": {func(p *types.Package) types.Object {
			n := types.NewNamed(types.NewTypeName(0, p, "X", nil), types.Typ[types.Int], nil)
			n.AddMethod(types.NewFunc(0, p, "M", types.NewSignatureType(types.NewVar(0, p, "", n), nil, nil, takes(secret).Params(), nil, false)))
			return n.Obj()
		}, 1},
	} {
		p := types.NewPackage(module+"/shown", "shown")
		p.Scope().Insert(c.object(p))
		if got := leaks(p); len(got) != c.want {
			t.Errorf("%s: %q, want %d", name, got, c.want)
		}
	}
}

// takes returns the type of a function with one parameter of type t.
func takes(t types.Type) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewVar(0, nil, "", t)), nil, false)
}

// holds returns a struct type X with one field.
func holds(p *types.Package, field string, t types.Type) types.Object {
	s := types.NewStruct([]*types.Var{types.NewField(0, p, field, t, false)}, nil)
	return types.NewNamed(types.NewTypeName(0, p, "X", nil), s, nil).Obj()
}
