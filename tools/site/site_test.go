package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// project returns the site of this project.
func project(t *testing.T, playground string) *site {
	t.Helper()
	s, err := newSite(root, playground)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The build checks all links of the project's documentation, and the site has a page for every text.
func TestProject(t *testing.T) {
	s := project(t, "")
	for _, name := range []string{
		"index.html", "overview.html", "cookbook.html", "python.html", "adr/index.html", "adr/0001-integer-distances.html",
		"http.html", "go/index.html", "go/tourmaline.html", "go/tsp/format.html", "site.css", "site.js", "search.js", "pictures/stops.png", "openapi.json",
	} {
		if len(s.files[name]) == 0 {
			t.Errorf("%s is missing", name)
		}
	}
	if s.files[playgroundPage] != nil || strings.Contains(string(s.files["index.html"]), playgroundPage) {
		t.Error("the site without a playground refers to it")
	}
}

// Every text in docs is in the contents.
func TestContentsAreComplete(t *testing.T) {
	names, err := filepath.Glob(root + "/docs/*.md")
	if err != nil || len(names) < 25 {
		t.Fatalf("%d texts in docs: %v", len(names), err)
	}
	listed := sourcesOf(sections)
	for _, name := range names {
		if source := "docs/" + filepath.Base(name); !slices.Contains(listed, source) {
			t.Errorf("%s is missing in the contents: add it to sections.go", source)
		}
	}
}

// Pages show the headings of the commands, the operations of the service and the declarations of Go.
func TestReference(t *testing.T) {
	s := project(t, "")
	for name, wants := range map[string][]string{
		"reference.html":     {`<h2 id="tourmaline-solve">`},
		"http.html":          {`<h3 id="post-v1jobs"><code>POST /v1/jobs</code></h3>`, "<code>settings.time_limit</code>", `<h3 id="schema-job">`},
		"go/tourmaline.html": {`<h4 id="Solve">func Solve</h4>`, `<h4 id="Solver.Steps">`, `id="Config.Seed"`, "func Solve(ctx context.Context, p Problem, cfg Config) (*Result, error)"},
		"go/tsp/format.html": {`href="../tsp.html#`},
		"cookbook.html":      {`href="command-line.html"`, `<pre tabindex="0">`},
		"vehicles.html":      {`<div class="wide" tabindex="0"><table>`},
		"adr/index.html":     {`href="../adr/0001-integer-distances.html"`},
		"results.html":       {`href="https://github.com/tourmaline-opt/tourmaline/blob/main/plans/`},
	} {
		for _, want := range wants {
			if !strings.Contains(string(s.files[name]), want) {
				t.Errorf("%s: %q is missing", name, want)
			}
		}
	}
}

// The index of the search contains the headings of all pages with their text.
func TestSearchIndex(t *testing.T) {
	s := project(t, "")
	text, found := strings.CutPrefix(string(s.files["search.js"]), "window.tourmalineIndex = ")
	var index [][4]string
	if err := json.Unmarshal([]byte(strings.TrimSuffix(text, ";\n")), &index); err != nil || !found {
		t.Fatal("the index is not a script with JSON: ", err)
	}
	at := slices.IndexFunc(index, func(e [4]string) bool { return e[0] == "cookbook.html#4-times-from-a-matrix" })
	if at < 0 || index[at][1] != "Cookbook" || index[at][2] != "4. Times from a matrix" || !strings.Contains(index[at][3], "square table") {
		t.Errorf("the entry of a heading is missing or wrong among %d", len(index))
	}
}

// A playground is part of the site, and the contents refer to it.
func TestPlayground(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "index.html"), []byte("play"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := project(t, folder)
	if string(s.files[playgroundPage]) != "play" || !strings.Contains(string(s.files["adr/index.html"]), `href="../try/index.html"`) {
		t.Error("the playground is missing")
	}
	if _, err := newSite(root, t.TempDir()); err == nil || !strings.Contains(err.Error(), "no files in") {
		t.Errorf("an empty playground: %v", err)
	}
}

// Writing replaces a folder.
func TestWrite(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	for _, files := range []map[string][]byte{{"old/page.html": []byte("old")}, {"new/page.html": []byte("new")}} {
		if err := (&site{files: files}).write(out); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(out, "new", "page.html"))
	if err != nil || string(text) != "new" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(out, "old")); !os.IsNotExist(err) {
		t.Errorf("the old files are still there: %v", err)
	}
}
