package catalog

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// everyParams returns the defaults of all rows for a size.
func everyParams(n int) map[string]params.Group {
	all := map[string]params.Group{}
	for _, r := range Table() {
		all[r.Problem+": "+r.Name] = r.Params(Size{N: n, Attributes: n * n})
	}
	return all
}

// Defaults are valid for small and large instances, and parameters can be set to the values that
// are shown.
func TestDefaultsAreValid(t *testing.T) {
	for _, n := range []int{1, 5, 100, 1000, 200_000, 10_000_000} {
		for name, p := range everyParams(n) {
			if err := p.Validate(); err != nil {
				t.Errorf("%s for %d: %v", name, n, err)
			}
			for _, q := range params.Describe(p) {
				if err := params.Set(p, map[string]string{q.Name: fmt.Sprint(q.Default)}); err != nil {
					t.Errorf("%s for %d: %s cannot be set to its default: %v", name, n, q.Name, err)
				}
			}
		}
	}
}

// Each parameter has a unique name, a usage, and a range or choices.
func TestParametersAreDescribed(t *testing.T) {
	for name, p := range everyParams(100) {
		seen := map[string]bool{}
		for _, q := range params.Describe(p) {
			limited := q.Min != nil || q.Max != nil || len(q.Choices) > 0 || q.Text != "" || q.Type == "boolean"
			if q.Name == "" || q.Usage == "" || seen[q.Name] || !limited {
				t.Errorf("%s: parameter %+v", name, q)
			}
			seen[q.Name] = true
		}
	}
}

// The ends of a range are accepted, and values just outside it are rejected, both by the tags and
// by the struct's Validate method, which might not check them.
func TestRangesHold(t *testing.T) {
	for name := range everyParams(100) {
		for _, q := range params.Describe(everyParams(100)[name]) {
			inside, outside := probes(q)
			for _, value := range slices.Concat(inside, outside) {
				p := everyParams(100)[name]
				whole := params.Set(p, map[string]string{q.Name: value})
				tags := params.Validate(p)
				if slices.Contains(inside, value) != (tags == nil) {
					t.Errorf("%s: %s = %s: %v", name, q.Name, value, tags)
				}
				if tags != nil && (whole == nil || !strings.Contains(whole.Error(), tags.Error())) {
					t.Errorf("%s: Validate says %v, the tags %v", name, whole, tags)
				}
			}
		}
	}
}

// probes returns values at the ends of a parameter's range, and values just outside.
func probes(q params.Param) (inside, outside []string) {
	end := func(x, to float64, excluded bool) {
		next := x + math.Copysign(1, to)
		if q.Type == "number" {
			next = math.Nextafter(x, to)
		}
		outside = append(outside, written(next))
		if excluded {
			outside = append(outside, written(x))
		} else {
			inside = append(inside, written(x))
		}
	}
	if q.Min != nil {
		end(*q.Min, math.Inf(-1), q.ExclusiveMin)
	}
	if q.Max != nil {
		end(*q.Max, math.Inf(1), q.ExclusiveMax)
	}
	switch q.Type {
	case "number":
		outside = append(outside, "NaN", "Inf", "-Inf")
	case "string":
		if q.Text != "" {
			return []string{fmt.Sprint(q.Default)}, []string{""}
		}
		inside, outside = q.Choices, []string{"", "no " + q.Choices[0], strings.Join(q.Choices, ",")}
	case "boolean":
		inside = []string{"true", "false"}
	}
	return inside, outside
}

func written(x float64) string {
	if x == math.Trunc(x) {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprint(x)
}

// These tests cover every struct in the module that has parameters.
func TestNoParamsAreForgotten(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range everyParams(100) {
		for _, member := range p {
			see(reflect.TypeOf(member).Elem(), seen)
		}
	}
	// tested in their packages
	for _, elsewhere := range []string{"continuous.Params", "tourmaline.distance", "job.Reading", "job.Spec"} {
		seen[elsewhere] = true
	}
	found := structsWithUsage(t, "../..")
	for _, name := range found {
		if !seen[name] {
			t.Errorf("%s has parameters, but no algorithm or neighbourhood of the catalog has it", name)
		}
	}
	if len(found) < 10 {
		t.Errorf("only %v have parameters", found)
	}
}

// see marks a struct and its embedded structs as seen.
func see(s reflect.Type, seen map[string]bool) {
	seen[path.Base(s.PkgPath())+"."+s.Name()] = true
	for i := range s.NumField() {
		if f := s.Field(i); f.Anonymous {
			see(f.Type, seen)
		}
	}
}

// structsWithUsage returns the structs with parameters in a directory, excluding tests.
func structsWithUsage(t *testing.T, root string) []string {
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/examples/") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok && slices.ContainsFunc(s.Fields.List, isParam) {
				found[file.Name.Name+"."+spec.Name.Name] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(found))
}

// isParam reports whether a field has the tags of a parameter with a range or choices.
func isParam(f *ast.Field) bool {
	return f.Tag != nil && strings.Contains(f.Tag.Value, `usage:"`) &&
		(strings.Contains(f.Tag.Value, `range:"`) || strings.Contains(f.Tag.Value, `choices:"`))
}
