package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// The limits on the code size. They are raised only for a feature that is named here. Before the
// worker protocol, fair shares, webhooks, backups, metrics, traces and the Go client of the service,
// the limits were 80,700 lines of code and 6,000 in internal/cli; before the campaign of random cases,
// the programs of the papers as options, and records with versions, they were 95,200 and 6,780;
// before repeated records and the claims of papers, they were 97,600 and 6,820; before vehicle routing,
// they were 98,500 and 6,860; before proven lower bounds, asymmetric instances in symmetric form, the
// machine code of graphics cards and plans for several vehicles on the command line, 102,300 and 7,060;
// before windows and fleets in the search for several vehicles, 106,000;
// before lanes and asymmetric distances for several vehicles, 109,000;
// before the drill cycles of G-code, pictures of sorted boards and details of uploaded tables, 111,000;
// before reports on devices, 111,800 and 7,400;
// before tables of stops and fleets for several vehicles, and their pictures and pages, 113,000 and 7,600;
// before islands on several machines, 115,500;
// before plans in tables, bounds on fleets, requests of VROOM and generated deliveries, 117,000.
// Before messy tables, several outputs and answers to unknown flags, internal/cli had 6,860 lines.
const (
	mostLines         = 118_700 // lines of Go without tests
	leastTests        = 0.80    // lines of tests per line of code
	mostCLILines      = 8_200   // lines in internal/cli
	mostCLIFileLines  = 300
	mostFunctionLines = 20 // 90th percentile of the function lengths
)

// TestSize counts lines of code and tests, prints the counts, and fails if a limit is exceeded.
func TestSize(t *testing.T) {
	var code, tests, cli int
	var functions []int
	err := eachFile(os.DirFS(root), func(name string, text []byte) error {
		if path.Ext(name) != ".go" {
			return nil
		}
		lines := bytes.Count(text, []byte("\n"))
		if strings.HasSuffix(name, "_test.go") {
			tests += lines
			return nil
		}
		code += lines
		if path.Dir(name) == "internal/cli" {
			cli += lines
			if lines > mostCLIFileLines {
				t.Errorf("%s has %d lines, at most %d allowed", name, lines, mostCLIFileLines)
			}
		}
		lengths, err := functionLengths(name, text)
		functions = append(functions, lengths...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(functions)
	p90 := functions[len(functions)*9/10]
	t.Logf("%d lines of code, %d of tests (%.2f), %d in internal/cli, %d functions, 90th percentile %d lines",
		code, tests, float64(tests)/float64(code), cli, len(functions), p90)
	if code > mostLines || float64(tests) < leastTests*float64(code) || cli > mostCLILines || p90 > mostFunctionLines {
		t.Errorf("at most %d lines of code, at least %.2f lines of tests for each, at most %d lines in internal/cli, 90th percentile of functions at most %d lines",
			mostLines, leastTests, mostCLILines, mostFunctionLines)
	}
}

// functionLengths returns the number of lines of each function in a Go file.
func functionLengths(name string, text []byte) (lengths []int, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			lengths = append(lengths, files.Position(f.End()).Line-files.Position(f.Pos()).Line+1)
		}
	}
	return lengths, nil
}
