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

// unlimited lists the functions and fields that open or read input without a limit. Only package
// budget may use them, and the places in otherReaders.
var unlimited = []string{
	"os.Open", "os.OpenFile", "os.ReadFile", "os.Stdin", "os.OpenInRoot", "io.ReadAll", "ioutil.ReadAll", "ioutil.ReadFile",
	"bufio.NewScanner", "tls.LoadX509KeyPair", "csv.NewReader", "xml.NewDecoder", "json.NewDecoder", ".Body",
}

// otherReaders lists every other place that opens or reads input, with the reason why it needs no
// limit or which limit it has.
var otherReaders = map[string]string{
	"internal/broker/folder.go os.OpenFile":              "a lock",
	"internal/checkpoint/read.go io.ReadAll":             "the limit of checkpoint.Read",
	"internal/cli/backup.go os.Open":                     "random access to an archive; budget.ReadAll reads its parts",
	"internal/cli/view.go os.Stdin":                      "a key press on a terminal",
	"internal/client/client.go .Body":                    "budget.ReadAll",
	"internal/client/watch.go .Body":                     "budget.NewLines",
	"internal/diskcache/diskcache.go os.Open":            "a file that this program wrote, mapped within the cache's limit",
	"internal/diskcache/diskcache.go os.OpenFile":        "a lock",
	"internal/diskcache/map_other.go io.ReadAll":         "a file that this program wrote, within the cache's limit",
	"internal/diskcache/spool.go os.Open":                "a file that this program wrote",
	"internal/experiment/log.go os.OpenFile":             "budget.New in readRecords",
	"internal/experiment/machine_linux.go os.ReadFile":   "a file of the kernel",
	"internal/experiment/report/runs.go json.NewDecoder": "budget.New",
	"internal/fleet/request.go json.NewDecoder":          "mostRequest, by io.LimitReader and budget.ReadAll",
	"internal/memory/installed_linux.go os.ReadFile":     "a file of the kernel",
	"internal/osrm/client.go .Body":                      "budget.New",
	"internal/osrm/client.go json.NewDecoder":            "budget.New",
	"internal/outfile/outfile.go os.Open":                "a folder, for a sync",
	"internal/outfile/outfile.go os.OpenFile":            "for writing",
	"internal/outfile/own.go os.OpenFile":                "a lock",
	"internal/outfile/temporary.go os.Open":              "a folder, for a list",
	"internal/secretfile/secretfile.go os.Open":          "budget.ReadAll in Parse and in the callers of Open",
	"internal/secretfile/secretfile.go os.OpenFile":      "a lock",
	"internal/server/basemap.go os.Open":                 "a map that is served by ranges",
	"internal/server/call.go .Body":                      "pacedReader, with the limit of the request",
	"internal/server/reports.go os.OpenInRoot":           "a report that is served by ranges",
	"internal/sheet/sheet.go xml.NewDecoder":             "budget.UnpackedSheet",
	"internal/tours/lk/generate.go os.ReadFile":          "go generate",
	"internal/tracing/export.go .Body":                   "64 KiB, discarded",
	"internal/webhook/send.go .Body":                     "maxResponse, discarded",
	"tsp/format/gpx.go xml.NewDecoder":                   "the budget of the source",
	"tsp/format/json.go io.ReadAll":                      "the budget of the source",
	"tsp/format/table.go csv.NewReader":                  "the budget of the source",
	"tsp/format/xlsx_tour.go csv.NewReader":              "a table that this package wrote",
}

// TestEveryReaderHasALimit checks that the program reads files, standard input and HTTP bodies only
// through package budget.
func TestEveryReaderHasALimit(t *testing.T) {
	linked := map[string]bool{}
	for path := range strings.FieldsSeq(goTool(t, nil, "list", "-deps", "./cmd/tourmaline")) {
		if pkg, inside := relative(path); inside {
			linked[pkg] = true
		}
	}
	found := map[string]bool{}
	err := eachFile(os.DirFS(root), func(name string, text []byte) error {
		pkg := strings.TrimSuffix(path.Dir(name), ".")
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || !linked[pkg] || pkg == "internal/budget" {
			return nil
		}
		places, err := readersIn(name, text)
		for _, place := range places {
			found[name+" "+place] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range slices.Sorted(maps.Keys(found)) {
		if otherReaders[place] == "" {
			t.Errorf("%s: read through package budget, or add the place with its limit to otherReaders", place)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(otherReaders)) {
		if !found[place] {
			t.Errorf("otherReaders: %s is not in the program", place)
		}
	}
}

// readersIn returns the unlimited readers that a Go file uses. A decoder of bytes in memory is not a
// reader of input, and a body may be closed or set.
func readersIn(name string, source []byte) (found []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	allowed := map[ast.Node]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if inMemory(n) {
				allowed[n.Fun] = true
			}
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				allowed[left] = true
			}
		case *ast.SelectorExpr:
			if inner, ok := n.X.(*ast.SelectorExpr); ok && n.Sel.Name != "Read" {
				allowed[inner] = true
			}
			if use := unlimitedUse(n); use != "" && !allowed[n] && !slices.Contains(found, use) {
				found = append(found, use)
			}
		}
		return true
	})
	return found, nil
}

// unlimitedUse returns the entry of unlimited that a selector names, or "".
func unlimitedUse(n *ast.SelectorExpr) string {
	if x, ok := n.X.(*ast.Ident); ok && slices.Contains(unlimited, x.Name+"."+n.Sel.Name) {
		return x.Name + "." + n.Sel.Name
	}
	if slices.Contains(unlimited, "."+n.Sel.Name) {
		return "." + n.Sel.Name
	}
	return ""
}

// inMemory reports whether a call reads from bytes or text in memory.
func inMemory(call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	from, ok := call.Args[0].(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := from.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := f.X.(*ast.Ident)
	return ok && (x.Name == "bytes" || x.Name == "strings") && f.Sel.Name == "NewReader"
}

func TestReadersIn(t *testing.T) {
	found, err := readersIn("a.go", []byte(`package a
func f() {
	defer a.Body.Close()
	reply.Body = nil
	m.Body.Secret = ""
	json.NewDecoder(bytes.NewReader(data)).Decode(&v)
	data, _ := io.ReadAll(r)
	f, err := os.Open(os.Args[1])
	json.NewDecoder(f).Decode(&v)
	n, err := a.request.Body.Read(b)
	read(os.Stdin)
}`))
	if want := []string{"io.ReadAll", "os.Open", "json.NewDecoder", ".Body", "os.Stdin"}; err != nil || !slices.Equal(found, want) {
		t.Errorf("%v, %v, want %v", found, err, want)
	}
}
