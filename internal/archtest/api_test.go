package archtest

import (
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"
)

// apiFile lists the public API, one line for everything that a program can refer to. A program that
// compiles still compiles after lines were added; after a line has changed or disappeared, it may not.
const apiFile = root + "/docs/api.txt"

// TestPublicAPI checks that the listing of the public API is up to date; make api writes it.
func TestPublicAPI(t *testing.T) {
	var now []string
	for _, p := range publicPackages(t) {
		now = append(now, listing(p)...)
	}
	if os.Getenv("TOURMALINE_API") == "write" {
		if err := os.WriteFile(apiFile, []byte(strings.Join(now, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(apiFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range apiFaults(strings.Split(strings.TrimSpace(string(text)), "\n"), now) {
		t.Error(fault)
	}
}

// apiFaults compares two listings.
func apiFaults(before, now []string) (faults []string) {
	for _, line := range before {
		if !slices.Contains(now, line) {
			faults = append(faults, "incompatible: removed or changed: "+line+"\n\tkeep it and deprecate it; docs/stability.md says how")
		}
	}
	for _, line := range now {
		if !slices.Contains(before, line) {
			faults = append(faults, "not in docs/api.txt: "+line+"\n\tif it is meant to stay, run make api")
		}
	}
	return faults
}

// listing returns the lines for a package: functions, variables, constants, types, methods and fields.
func listing(p *types.Package) (lines []string) {
	path := strings.TrimPrefix(strings.TrimPrefix(p.Path(), module), "/")
	if path == "" {
		path = p.Name()
	}
	local := types.RelativeTo(p)
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		for _, line := range lister(local).object(object) {
			lines = append(lines, path+": "+line)
		}
	}
	return lines
}

// A lister writes types with this qualifier.
type lister types.Qualifier

func (l lister) text(t types.Type) string { return types.TypeString(t, types.Qualifier(l)) }

func (l lister) object(object types.Object) []string {
	switch o := object.(type) {
	case *types.Func:
		return []string{"func " + o.Name() + l.signature(o)}
	case *types.Const:
		return []string{fmt.Sprintf("const %s %s = %s", o.Name(), l.text(o.Type()), o.Val())}
	case *types.Var:
		return []string{"var " + o.Name() + " " + l.text(o.Type())}
	default:
		return l.typeName(o.(*types.TypeName))
	}
}

func (l lister) signature(f *types.Func) string {
	s := f.Signature()
	return l.parameters(s.TypeParams()) + strings.TrimPrefix(l.text(withoutNames(s)), "func")
}

// withoutNames returns a signature without the names of its parameters, which callers cannot refer to.
func withoutNames(s *types.Signature) *types.Signature {
	unnamed := func(all *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range all.Variables() {
			vars = append(vars, types.NewParam(0, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, unnamed(s.Params()), unnamed(s.Results()), s.Variadic())
}

// typeName lists a type with its exported methods and fields. The line of an interface contains all its
// methods, because a further method breaks other implementations.
func (l lister) typeName(o *types.TypeName) []string {
	head := "type " + o.Name()
	if o.IsAlias() {
		return []string{head + " = " + l.text(types.Unalias(o.Type()))}
	}
	named := o.Type().(*types.Named)
	head += l.parameters(named.TypeParams())
	var lines []string
	switch under := named.Underlying().(type) {
	case *types.Struct:
		lines = []string{head + " struct"}
		for f := range under.Fields() {
			if f.Exported() {
				lines = append(lines, head+" struct, "+f.Name()+" "+l.text(f.Type()))
			}
		}
	case *types.Interface:
		return []string{head + " " + l.text(under)}
	default:
		lines = []string{head + " " + l.text(under)}
	}
	return append(lines, l.methods(o.Name(), named)...)
}

func (l lister) parameters(all *types.TypeParamList) string {
	var names []string
	for p := range all.TypeParams() {
		names = append(names, p.Obj().Name()+" "+l.text(p.Constraint()))
	}
	if len(names) == 0 {
		return ""
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// methods lists the exported methods of a type, also those of embedded fields.
func (l lister) methods(name string, named *types.Named) (lines []string) {
	byValue := types.NewMethodSet(named)
	for m := range types.NewMethodSet(types.NewPointer(named)).Methods() {
		f := m.Obj().(*types.Func)
		if !f.Exported() {
			continue
		}
		receiver := name
		if byValue.Lookup(f.Pkg(), f.Name()) == nil {
			receiver = "*" + name
		}
		lines = append(lines, "method ("+receiver+") "+f.Name()+l.signature(f))
	}
	return lines
}

// TestIncompatibleChangesAreFound changes a listed package in ways that break programs, and in one that
// does not.
func TestIncompatibleChangesAreFound(t *testing.T) {
	build := func(result types.Type, fields ...string) []string {
		p := types.NewPackage(module+"/shown", "shown")
		signature := types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(types.NewParam(0, p, "r", result)), false)
		p.Scope().Insert(types.NewFunc(0, p, "F", signature))
		var vars []*types.Var
		for _, f := range fields {
			vars = append(vars, types.NewField(0, p, f, types.Typ[types.Int], false))
		}
		named := types.NewNamed(types.NewTypeName(0, p, "S", nil), types.NewStruct(vars, nil), nil)
		p.Scope().Insert(named.Obj())
		return listing(p)
	}
	before := build(types.Typ[types.Int], "A", "B")
	for name, c := range map[string]struct {
		now          []string
		incompatible int
		all          int
	}{
		"nothing":        {before, 0, 0},
		"another result": {build(types.Typ[types.Float64], "A", "B"), 1, 2},
		"a field less":   {build(types.Typ[types.Int], "A"), 1, 1},
		"a field more":   {build(types.Typ[types.Int], "A", "B", "C"), 0, 1},
	} {
		faults := apiFaults(before, c.now)
		incompatible := 0
		for _, f := range faults {
			if strings.HasPrefix(f, "incompatible") {
				incompatible++
			}
		}
		if incompatible != c.incompatible || len(faults) != c.all {
			t.Errorf("%s: %q", name, faults)
		}
	}
}
