package archtest

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the module directory, relative to this package.
const root = "../.."

const module = "github.com/tourmaline-opt/tourmaline"

// A layer is a group of packages with the same permitted dependencies.
type layer struct {
	name     string
	packages []string // relative to the module; "" is the root package
	never    []string // packages outside the module that the layer must not import
}

// layers lists every package of the module. A package may import the packages of lower layers and
// the packages listed before it in its own layer, but no other package of the module.
var layers = []layer{
	{
		// Packages that do not depend on any problem or algorithm.
		name: "0 ground",
		packages: []string{
			"device",
			"rng",
			"moves",
			"internal/testkit",
			"internal/list",
			"internal/humanize",
			"internal/term/termtest",
			"internal/term",
			"internal/budget",
			"internal/unpack",
			"internal/memory",
			"search/state",
			"search",
			"internal/contract",
			"search/searchtest",
			"internal/anneal",
			"internal/incumbent",
			"internal/params",
			"internal/checkpoint",
			"internal/outfile",
			"internal/outfile/outtest",
			"internal/secretfile",
			"internal/portable",
			"internal/geom",
			"internal/permutation",
			"internal/parallel",
			"internal/sheet",
			"internal/heading",
			"internal/daytime",
			"internal/lru",
			"internal/diskcache",
			"internal/suggest",
			"internal/retry",
			"internal/loopback",
			"internal/certs",
			"internal/metrics",
			"internal/tracing",
			"internal/vec",
			"internal/cl",
			"internal/cl/cltest",
		},
	},
	{
		// The problems: instance, solution, cost, check, files, moves.
		name: "1 problems",
		packages: []string{
			"tsp",
			"internal/places",
			"internal/tours",
			"internal/tours/certificate",
			"internal/tours/near",
			"internal/tours/start",
			"internal/tours/pack",
			"internal/tours/lk",
			"internal/tours/record",
			"internal/tours/sweep",
			"internal/gpu/distances",
			"internal/tours/swap",
			"tsp/format",
			"tsp/lk",
			"qap",
			"perceptron",
			"continuous",
			"maxcut",
			"colouring",
			"vrp",
			"vrp/format",
			"internal/fleet",
			"internal/routes/routestest",
			"internal/routes/sums",
			"internal/routes/board",
		},
	},
	{
		// The reference implementation of the algorithms in plain Go. These packages use no clock,
		// log or file, so that the result is the same everywhere.
		name: "2 algorithms",
		packages: []string{
			"internal/tours/prepare",
			"internal/tours/bound",
			"internal/tours/ils",
			"internal/tours/exact",
			"internal/tours/branch",
			"internal/tours/aco",
			"internal/tours/ga",
			"internal/tours/eax",
			"internal/routes/ils",
			"internal/local",
			"internal/islands",
		},
		never: []string{"log/slog", "net", "os", "time"},
	},
	{
		// The same algorithms on an OpenCL device.
		name: "3 devices",
		packages: []string{
			"internal/gpu/sweeps", "internal/gpu/ants", "internal/gpu/genes", "internal/gpu/walks", "internal/gpu/gputest",
			"opencl",
		},
	},
	{
		// Packages that combine many algorithms, and the root package, which exposes them.
		name: "4 orchestration",
		packages: []string{
			"internal/experiment/stats",
			"internal/stopwatch",
			"internal/catalog",
			"",
			"internal/drill",
			"internal/problems",
			"internal/job",
			"internal/inputs",
			"internal/experiment",
			"internal/access",
			"internal/protocol",
			"internal/worker",
			"internal/pipe",
			"internal/pools",
			"internal/cluster",
			"internal/api",
		},
	},
	{
		// Interfaces for people and other programs.
		name: "5 faces",
		packages: []string{
			"internal/plot",
			"internal/progress",
			"internal/manual",
			"internal/completion",
			"internal/runner",
			"internal/output",
			"internal/verify",
			"internal/flagvalue",
			"internal/gauge",
			"internal/experiment/report",
			"internal/osrm",
			"internal/osrm/osrmtest",
			"internal/routepage",
			"internal/playground",
			"internal/broker",
			"internal/cluster/outage",
			"internal/web",
			"internal/webhook",
			"internal/server",
			"internal/client",
			"client",
			"internal/service",
			"internal/cli",
			"cmd/tourmaline",
			"cmd/playground",
			"internal/archtest",
			"scripts", // tests of the shell scripts
			"scripts/chartdraw",
			"scripts/readme",
			"scripts/results",
			"scripts/docs",
			"scripts/programs",
		},
	},
}

func TestImportsPointDownward(t *testing.T) {
	imports, err := readImports(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations(layers, imports) {
		t.Error(v)
	}
}

// violations returns the imports that violate the layer rule. imports maps every package, named
// relative to the module, to the full paths that it imports.
func violations(layers []layer, imports map[string][]string) []string {
	var found []string
	report := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }

	rank, never := map[string]int{}, map[string][]string{}
	for _, l := range layers {
		for _, pkg := range l.packages {
			if _, twice := rank[pkg]; twice {
				report("%s: listed twice", title(pkg))
			}
			if _, exists := imports[pkg]; !exists {
				report("%s: in layer %q, but the package does not exist", title(pkg), l.name)
			}
			rank[pkg], never[pkg] = len(rank), l.never
		}
	}
	for pkg, paths := range imports {
		if _, listed := rank[pkg]; !listed {
			report("%s: the package is in no layer", title(pkg))
			continue
		}
		for _, imported := range paths {
			other, inside := relative(imported)
			switch r, listed := rank[other]; {
			case !inside && slices.ContainsFunc(never[pkg], func(p string) bool { return within(imported, p) }):
				report("%s: imports %s, which its layer must not import", title(pkg), imported)
			case inside && !listed:
				report("%s: imports %s, which is in no layer", title(pkg), title(other))
			case inside && r >= rank[pkg]:
				report("%s: imports %s, which is not below it", title(pkg), title(other))
			}
		}
	}
	slices.Sort(found)
	return found
}

// relative returns the path of a package relative to this module, and whether the module contains
// it.
func relative(imported string) (pkg string, inside bool) {
	return strings.TrimPrefix(strings.TrimPrefix(imported, module), "/"), within(imported, module)
}

// within reports whether an import path equals root or lies below it.
func within(imported, root string) bool {
	return imported == root || strings.HasPrefix(imported, root+"/")
}

func title(pkg string) string {
	if pkg == "" {
		return "the root package"
	}
	return pkg
}

// readImports returns every package of the module with the imports of its files, except test files.
func readImports(tree fs.FS) (map[string][]string, error) {
	imports := map[string][]string{}
	err := eachFile(tree, func(name string, text []byte) error {
		if path.Ext(name) != ".go" {
			return nil
		}
		pkg := strings.TrimSuffix(path.Dir(name), ".")
		if _, seen := imports[pkg]; !seen {
			imports[pkg] = nil
		}
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[pkg] = append(imports[pkg], imported)
		}
		return nil
	})
	return imports, err
}

// eachFile visits the files of the module. It skips hidden directories, testdata, build products
// and nested modules such as tools.
func eachFile(tree fs.FS, visit func(name string, text []byte) error) error {
	return fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case entry.IsDir():
			base := entry.Name()
			_, err := fs.Stat(tree, name+"/go.mod")
			if err == nil || base[0] == '.' || base[0] == '_' || base == "testdata" || name == "bin" || name == "dist" {
				return fs.SkipDir
			}
			return nil
		case !entry.Type().IsRegular():
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		return visit(name, text)
	})
}

// TestViolations tests the layer rule on four packages.
func TestViolations(t *testing.T) {
	layers := []layer{
		{name: "low", packages: []string{"a", "b"}, never: []string{"net"}},
		{name: "high", packages: []string{"c", ""}},
	}
	in := func(pkg string) string { return module + "/" + pkg }
	sound := func() map[string][]string {
		return map[string][]string{"a": {"sort", "network"}, "b": {in("a")}, "c": {in("a"), in("b"), "net"}, "": {in("c")}}
	}
	for _, c := range []struct {
		name   string
		change func(imports map[string][]string)
		want   []string
	}{
		{"sound", func(map[string][]string) {}, nil},
		{"upward", func(m map[string][]string) { m["a"] = []string{in("c")} }, []string{"a: imports c, which is not below it"}},
		{"to the root package", func(m map[string][]string) { m["c"] = []string{module} }, []string{"c: imports the root package, which is not below it"}},
		{"sideways", func(m map[string][]string) { m["a"] = []string{in("b")} }, []string{"a: imports b, which is not below it"}},
		{"in no layer", func(m map[string][]string) { m["d"] = nil }, []string{"d: the package is in no layer"}},
		{"from no layer", func(m map[string][]string) { m["c"] = []string{in("e")} }, []string{"c: imports e, which is in no layer"}},
		{"no such package", func(m map[string][]string) { delete(m, "b") }, []string{`b: in layer "low", but the package does not exist`}},
		{"never", func(m map[string][]string) { m["b"] = []string{"net/http"} }, []string{"b: imports net/http, which its layer must not import"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			imports := sound()
			c.change(imports)
			if got := violations(layers, imports); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
