package archtest

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// A citation is a key in square brackets in a comment, optionally followed by a location in the
	// paper.
	citation = regexp.MustCompile(`\[([A-Z]{2,8}[0-9]{2})\b`)
	// In a row of docs/papers.md, the key is the first cell and the status the last.
	paperRow = regexp.MustCompile(`(?m)^\| \[([A-Z]{2,8}[0-9]{2})\] \|.*\| *(\S*) *\|$`)
)

func TestCitations(t *testing.T) {
	papers, err := os.ReadFile(root + "/docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	cited := map[string][]string{}
	err = eachFile(os.DirFS(root), func(name string, text []byte) error {
		if slices.Contains([]string{".go", ".cl", ".s"}, path.Ext(name)) {
			for _, key := range citationsIn(text) {
				cited[key] = append(cited[key], name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range citationFaults(cited, string(papers)) {
		t.Error(fault)
	}
}

// citationsIn returns the keys cited in the comments of a source file. Go, OpenCL C and Go assembly
// have the same comment syntax, and the scanner skips other tokens that it does not recognise.
func citationsIn(text []byte) []string {
	var keys []string
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(text)), text, nil, scanner.ScanComments)
	for {
		_, tok, literal := s.Scan()
		if tok == token.EOF {
			return keys
		}
		if tok != token.COMMENT {
			continue
		}
		for _, match := range citation.FindAllStringSubmatch(literal, -1) {
			keys = append(keys, match[1])
		}
	}
}

// citationFaults compares the cited keys, each with its files, with the table of papers. Every key
// must be in the table, and every paper must be cited or planned.
func citationFaults(cited map[string][]string, papers string) []string {
	var faults []string
	report := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }

	known := map[string]bool{}
	for _, row := range paperRow.FindAllStringSubmatch(papers, -1) {
		key, status := row[1], row[2]
		if known[key] {
			report("[%s] has two rows", key)
		}
		known[key] = true
		switch {
		case status != "cited" && status != "planned":
			report("[%s] has the status %q, want cited or planned", key, status)
		case status == "cited" && cited[key] == nil:
			report("[%s] is marked cited, but no code cites it", key)
		}
	}
	for key, files := range cited {
		if !known[key] {
			report("[%s] is cited in %s, but has no row", key, strings.Join(slices.Compact(files), ", "))
		}
	}
	slices.Sort(faults)
	return faults
}

func TestCitationsIn(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"Go", "package p\n\n// As in [AB12 §2.1, eq. 3] and [CD34].\nvar x = y[EF56] /* [GH78\n Table 1] */", []string{"AB12", "CD34", "GH78"}},
		{"a string", "package p\nvar x = `// [AB12]`", nil},
		{"OpenCL C", "#define N 8\n__kernel void f(__global float *x) { x[WG32] = 'a'; // [AB12 §1]\n}", []string{"AB12"}},
		{"assembly", "TEXT ·f(SB), NOSPLIT, $0-8 // [AB12]\n\tMOVQ x+0(FP), AX\n\tRET\n", []string{"AB12"}},
		{"no keys", "package p // [Steps] [x] [A12] [AB123] [AB1]", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := citationsIn([]byte(c.text)); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestCitationFaults(t *testing.T) {
	const papers = `
| key | title | status |
|---|---|---|
| [AB12] | A, with a mention of [ZZ99] | cited |
| [CD34] | C | planned |
`
	for _, c := range []struct {
		name   string
		cited  map[string][]string
		papers string
		want   []string
	}{
		{"sound", map[string][]string{"AB12": {"a.go"}}, papers, nil},
		{"planned, yet cited", map[string][]string{"AB12": {"a.go"}, "CD34": {"a.go"}}, papers, nil},
		{"no row", map[string][]string{"AB12": {"a.go"}, "ZZ99": {"a.go", "a.go", "b.cl"}}, papers, []string{"[ZZ99] is cited in a.go, b.cl, but has no row"}},
		{"not cited", nil, papers, []string{"[AB12] is marked cited, but no code cites it"}},
		{"two rows", map[string][]string{"AB12": {"a.go"}}, papers + "| [CD34] | C | planned |\n", []string{"[CD34] has two rows"}},
		{"no status", nil, "| [AB12] | A | |\n", []string{`[AB12] has the status "", want cited or planned`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := citationFaults(c.cited, c.papers); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
