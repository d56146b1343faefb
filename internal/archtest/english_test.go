package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// banned lists phrases that a native writer would not use here. Only the style page of
// CONTRIBUTING.md may quote them.
var banned = regexp.MustCompile(`(?i)\b(` + strings.Join([]string{
	`tells? whether`, `(that|it|which|this|they|job|file) (is|are|was|were) none`, `such a one`, `how-manieth`, `whom`, `whomever`, `whoever`, `nobody`, `somebody`,
	`by turns`, `what is not so`, `there is no such thing`, `has not been\.`, `take home`, `knobs?`, `front door`, `storeys?`,
	`all whose`, `who does`, `many a`, `so many of`, `at most so many`,
	`the mood`, `wishes`, `what there is`, `whatever that is`,
}, "|") + `)\b`)

// TestBannedPhrases checks comments, messages and documents for banned phrases.
func TestBannedPhrases(t *testing.T) {
	checkFiles(t, func(name string, text []byte) []string {
		switch {
		case name == "CONTRIBUTING.md" || name == "LICENSE" || within(name, "internal/archtest"):
			return nil
		case path.Ext(name) == ".go":
			return phrasesInGo(name, text)
		case slices.Contains([]string{".md", ".ts", ".tsx", ".mjs", ".cl", ".toml", ".yml", ".yaml", ""}, path.Ext(name)):
			return phrases(name, 1, string(text))
		}
		return nil
	})
}

// checkFiles reports the faults that check finds in the files of the module.
func checkFiles(t *testing.T, check func(name string, text []byte) []string) {
	t.Helper()
	seen := 0
	err := eachFile(os.DirFS(root), func(name string, text []byte) error {
		if strings.Contains(name, "node_modules/") || strings.Contains(name, "/dist/") {
			return nil
		}
		seen++
		for _, fault := range check(name, text) {
			t.Error(fault)
		}
		return nil
	})
	if err != nil || seen < 500 {
		t.Errorf("%d files checked: %v", seen, err)
	}
}

// phrasesInGo returns the banned phrases in the comments and strings of a Go file. Strings in tests
// are not checked.
func phrasesInGo(name string, text []byte) (found []string) {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile(name, -1, len(text))
	s.Init(file, text, nil, scanner.ScanComments)
	for {
		pos, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return found
		case tok == token.COMMENT, tok == token.STRING && !strings.HasSuffix(name, "_test.go"):
			found = append(found, phrases(name, file.Line(pos), literal)...)
		}
	}
}

// phrases returns the banned phrases in a text that starts at the given line of a file.
func phrases(name string, line int, text string) (found []string) {
	for i, l := range strings.Split(text, "\n") {
		if p := banned.FindString(l); p != "" {
			found = append(found, fmt.Sprintf("%s:%d: %q in %q", name, line+i, p, strings.TrimSpace(l)))
		}
	}
	return found
}

// stative matches the words after the name in a doc comment that states what a function is rather
// than what it does.
var stative = regexp.MustCompile(`^((is|are|was|were) (the|an?|all|how|what|by|those|that|whether)|tells?) `)

// TestDocComments checks that the doc comments of functions start with the name followed by a verb
// that states what the function does, and that lines are at most 100 characters long.
func TestDocComments(t *testing.T) {
	checkFiles(t, func(name string, text []byte) []string {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			return nil
		}
		return docFaults(name, text)
	})
}

// docFaults returns the faults in the comments of a Go file.
func docFaults(name string, text []byte) (found []string) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return []string{err.Error()}
	}
	report := func(at token.Pos, format string, args ...any) {
		found = append(found, fmt.Sprintf("%s:%d: ", name, files.Position(at).Line)+fmt.Sprintf(format, args...))
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if n := utf8.RuneCountInString(strings.SplitN(c.Text, "\n", 2)[0]); n > 100 && files.Position(c.Pos()).Column == 1 && !strings.HasPrefix(c.Text, "//go:") && !strings.HasPrefix(c.Text, "//\t") && !ast.IsGenerated(file) {
				report(c.Pos(), "a comment of %d characters, at most 100 allowed", n)
			}
		}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Doc == nil {
			continue
		}
		rest, named := strings.CutPrefix(f.Doc.Text(), f.Name.Name+" ")
		switch {
		case !named && !strings.HasPrefix(f.Doc.Text(), "Deprecated:"):
			report(f.Pos(), "the comment of %s does not begin with its name", f.Name.Name)
		case stative.MatchString(rest):
			report(f.Pos(), "%q: say what %s does (returns, reports whether, …)", f.Name.Name+" "+firstWords(rest), f.Name.Name)
		}
	}
	return found
}

// firstWords returns the first words of a comment.
func firstWords(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(len(words), 6)], " ")
}

// TestDocFaults tests the rules on short examples.
func TestDocFaults(t *testing.T) {
	for text, want := range map[string]int{
		"// f returns 1.\nfunc f() {}":         0,
		"// f is the cost.\nfunc f() {}":       1,
		"// f tells whether.\nfunc f() {}":     1,
		"// The cost.\nfunc f() {}":            1,
		"// " + strings.Repeat("x", 100):       1,
		"// T is a type.\ntype T struct{}":     0,
		"func f() {}\n\n// Nothing follows.\n": 0,
	} {
		if got := docFaults("x.go", []byte("package x\n\n"+text+"\n")); len(got) != want {
			t.Errorf("%s: %q, want %d faults", text, got, want)
		}
	}
	if got := phrasesInGo("x.go", []byte("package x\n\n// f tells whether.\nvar a = \"that is none\"\n")); len(got) != 2 {
		t.Errorf("%q, want 2 faults", got)
	}
}
