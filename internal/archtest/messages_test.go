package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// commandLine lists the packages and files that write text for users of the command line, or that
// contain commands.
var commandLine = []string{
	"cmd", "scripts", "internal/cli", "internal/manual", "internal/output", "internal/verify", "internal/plot",
	"internal/experiment/command.go", "internal/problems/name.go",
}

// TestTheLibraryKnowsNoFlags checks that messages of the library name fields and values. Only the
// command line names flags.
func TestTheLibraryKnowsNoFlags(t *testing.T) {
	seen := 0
	err := eachFile(os.DirFS(root), func(name string, text []byte) error {
		face := slices.ContainsFunc(commandLine, func(f string) bool { return within(name, f) })
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || face {
			return nil
		}
		seen++
		found, err := flagsIn(name, text)
		for _, f := range found {
			t.Error(f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 100 {
		t.Errorf("only %d files were checked", seen)
	}
}

// flag matches a command-line flag in a sentence. It ignores options of OpenCL compilers, which
// start with a single hyphen.
var flag = regexp.MustCompile(`(^|[^-\w])--[a-z]|(^|\s)-p\s`)

// flagsIn returns the strings of a Go file that mention flags.
func flagsIn(name string, source []byte) (found []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			if flag.MatchString(text) {
				found = append(found, fmt.Sprintf("%s: %q speaks of a flag: name the field", files.Position(n.Pos()), text))
			}
		}
		return true
	})
	return found, nil
}

// TestFlagsIn tests flagsIn on a few strings.
func TestFlagsIn(t *testing.T) {
	for text, want := range map[string]int{
		`"use --engine cpu"`: 1, "`--limit`": 1, `"a", "set -p ants=5", "(--start)"`: 2,
		`"a -- b", "-cl-std=CL1.2", "x-p y", "a---b"`: 0, `/* --engine */ "2-opt"`: 0,
	} {
		got, err := flagsIn("x.go", []byte("package x\nvar x = []string{"+text+"}"))
		if err != nil || len(got) != want {
			t.Errorf("%s: %q %v, want %d", text, got, err, want)
		}
	}
}
