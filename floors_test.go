package tourmaline_test

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

const module = "github.com/tourmaline-opt/tourmaline"

// A floor is one storey of the house: packages that know about the same things.
type floor struct {
	name  string
	rooms []string // packages, relative to the module; "" is the front door
	never []string // packages outside the module that no room may import
}

// house is the architecture. A room may import the rooms of lower floors and
// those listed before it on its own floor; nothing else of the module.
var house = []floor{
	{
		// Knows no problem and no algorithm.
		name:  "0 ground",
		rooms: []string{"device", "rng", "moves", "internal/testkit", "internal/budget", "internal/memory", "search/state", "search", "search/searchtest", "internal/anneal", "internal/params", "internal/checkpoint", "internal/outfile", "internal/outfile/outtest", "internal/portable", "internal/parallel", "internal/humanize", "internal/sheet", "internal/lru", "internal/vec", "internal/cl", "internal/cl/cltest"},
	},
	{
		// What is solved: instance, solution, cost, check, files, moves.
		name: "1 problems",
		rooms: []string{
			"tsp",
			"internal/tours/near",
			"internal/tours/start",
			"internal/tours/lk",
			"internal/tours/sweep",
			"internal/tours/swap",
			"tsp/format",
			"internal/drill",
			"qap",
			"perceptron",
			"continuous",
			"maxcut",
			"colouring",
		},
	},
	{
		// How it is solved, in plain Go: the reference. Without a clock, a log
		// or a file, so that the answer is the same everywhere.
		name: "2 algorithms",
		rooms: []string{
			"internal/tours/prepare",
			"internal/tours/exact",
			"internal/tours/ils",
			"internal/tours/aco",
			"internal/tours/ga",
			"internal/tours/eax",
			"internal/local",
			"internal/islands",
		},
		never: []string{"log/slog", "net", "os", "time"},
	},
	{
		// The same work on a device: a folder called gpu under what it
		// accelerates.
		name: "3 devices",
		rooms: []string{
			"internal/gpu/distances", "internal/gpu/sweeps", "internal/gpu/ants", "internal/gpu/genes", "internal/gpu/walks", "internal/gpu/gputest",
			"opencl",
			"qap/gpu", "perceptron/gpu", "continuous/gpu", "maxcut/gpu", "colouring/gpu", "internal/tours/swap/gpu",
		},
	},
	{
		// Where many algorithms meet, and the front door to them.
		name: "4 orchestration",
		rooms: []string{
			"internal/experiment/stats",
			"internal/stopwatch",
			"internal/catalog",
			"",
			"internal/experiment",
			"internal/generate",
			"internal/job",
			"internal/access",
			"internal/cluster",
		},
	},
	{
		// What a person or another program sees.
		name: "5 faces",
		rooms: []string{
			"internal/plot",
			"internal/output",
			"internal/experiment/report",
			"internal/osrm",
			"internal/osrm/osrmtest",
			"internal/routepage",
			"internal/broker",
			"internal/cluster/outage",
			"internal/web",
			"internal/server",
			"internal/client",
			"internal/service",
			"internal/cli",
			"cmd/tourmaline",
			"scripts", // tests of the shell scripts
			"scripts/chartdraw",
			"scripts/results",
			"scripts/docs",
		},
	},
}

func TestImportsPointDownward(t *testing.T) {
	imports, err := readImports(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations(house, imports) {
		t.Error(v)
	}
}

// violations says where the packages break the law of the floors. imports holds
// the imports of every package; a package is named relative to the module, an
// import by its full path.
func violations(floors []floor, imports map[string][]string) []string {
	var found []string
	report := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }

	rank, never := map[string]int{}, map[string][]string{}
	for _, f := range floors {
		for _, room := range f.rooms {
			if _, twice := rank[room]; twice {
				report("%s: listed twice", title(room))
			}
			if _, exists := imports[room]; !exists {
				report("%s: on floor %q, but there is no such package", title(room), f.name)
			}
			rank[room], never[room] = len(rank), f.never
		}
	}
	for room, paths := range imports {
		if _, listed := rank[room]; !listed {
			report("%s: the package is on no floor", title(room))
			continue
		}
		for _, imported := range paths {
			other, inside := relative(imported)
			switch r, listed := rank[other]; {
			case !inside && slices.ContainsFunc(never[room], func(p string) bool { return within(imported, p) }):
				report("%s: imports %s, which its floor never does", title(room), imported)
			case inside && !listed:
				report("%s: imports %s, which is on no floor", title(room), title(other))
			case inside && r >= rank[room]:
				report("%s: imports %s, which is not below it", title(room), title(other))
			}
		}
	}
	slices.Sort(found)
	return found
}

// relative names a package of this module relative to it.
func relative(imported string) (room string, inside bool) {
	return strings.TrimPrefix(strings.TrimPrefix(imported, module), "/"), within(imported, module)
}

// within tells whether an import path is root or lies under it.
func within(imported, root string) bool {
	return imported == root || strings.HasPrefix(imported, root+"/")
}

func title(room string) string {
	if room == "" {
		return "the front door"
	}
	return room
}

// readImports finds every package of the module and what its files import. Test
// files make a package, but may import what they like.
func readImports(tree fs.FS) (map[string][]string, error) {
	imports := map[string][]string{}
	err := eachFile(tree, func(name string, text []byte) error {
		if path.Ext(name) != ".go" {
			return nil
		}
		room := strings.TrimSuffix(path.Dir(name), ".")
		if _, seen := imports[room]; !seen {
			imports[room] = nil
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
			imports[room] = append(imports[room], imported)
		}
		return nil
	})
	return imports, err
}

// eachFile visits the files of the module: not hidden folders, testdata, built
// files, nor other modules inside it, such as tools.
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

// The law itself is tested on a house of four rooms.
func TestViolations(t *testing.T) {
	floors := []floor{
		{name: "low", rooms: []string{"a", "b"}, never: []string{"net"}},
		{name: "high", rooms: []string{"c", ""}},
	}
	in := func(room string) string { return module + "/" + room }
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
		{"to the front door", func(m map[string][]string) { m["c"] = []string{module} }, []string{"c: imports the front door, which is not below it"}},
		{"sideways", func(m map[string][]string) { m["a"] = []string{in("b")} }, []string{"a: imports b, which is not below it"}},
		{"on no floor", func(m map[string][]string) { m["d"] = nil }, []string{"d: the package is on no floor"}},
		{"from no floor", func(m map[string][]string) { m["c"] = []string{in("e")} }, []string{"c: imports e, which is on no floor"}},
		{"no such package", func(m map[string][]string) { delete(m, "b") }, []string{`b: on floor "low", but there is no such package`}},
		{"never", func(m map[string][]string) { m["b"] = []string{"net/http"} }, []string{"b: imports net/http, which its floor never does"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			imports := sound()
			c.change(imports)
			if got := violations(floors, imports); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
