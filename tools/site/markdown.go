package main

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	goldtext "github.com/yuin/goldmark/text"
)

// repository is where links to files lead that are not part of the site.
const repository = "https://github.com/tourmaline-opt/tourmaline/"

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// text returns the page for a Markdown file.
func (s *site) text(source string, text []byte) (*page, error) {
	context := parser.NewContext(parser.WithIDs(ids{}))
	tree := markdown.Parser().Parse(goldtext.NewReader(text), parser.WithContext(context))
	if err := s.rewrite(tree, source); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, text, tree); err != nil {
		return nil, err
	}
	title := titleOf(source)
	if title == "" {
		title = strings.TrimSpace(strings.TrimPrefix(strings.SplitN(string(text), "\n", 2)[0], "#"))
	}
	return &page{name: nameOf(source), title: title, body: template.HTML(scrollable(b.String()))}, nil
}

// scrollable puts tables into boxes that scroll, and makes them and listings reachable by keyboard.
// Empty cells of headers are not headers.
func scrollable(html string) string {
	return strings.NewReplacer("<table>", `<div class="wide" tabindex="0"><table>`, "</table>", "</table></div>",
		"<pre>", `<pre tabindex="0">`, "<th></th>", "<td></td>").Replace(html)
}

// rewrite makes the links of a Markdown file lead to pages of the site, or to the repository.
func (s *site) rewrite(tree ast.Node, source string) error {
	return ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		var err error
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination, err = s.destination(source, string(n.Destination))
		case *ast.Image:
			n.Destination, err = s.destination(source, string(n.Destination))
		}
		return ast.WalkContinue, err
	})
}

// destination returns the address on a page for an address in its source.
func (s *site) destination(source, address string) ([]byte, error) {
	file, fragment, hasFragment := strings.Cut(address, "#")
	if file == "" || strings.Contains(file, "://") {
		return []byte(address), nil
	}
	target := path.Join(path.Dir(source), file)
	info, err := os.Stat(filepath.Join(s.root, target))
	if err != nil {
		return nil, fmt.Errorf("the link to %s leads nowhere: expected a file of the project", address)
	}
	to := inRepository(target, info.IsDir())
	if name := explained[target]; name != "" {
		to = relative(nameOf(source), name)
	} else if contains(target) {
		to = relative(nameOf(source), strings.TrimPrefix(nameOf(target), "docs/"))
	}
	if hasFragment {
		to += "#" + fragment
	}
	return []byte(to), nil
}

// explained maps files for programs to the pages that describe the same to people.
var explained = map[string]string{"docs/api.txt": goPages, "docs/openapi.json": "http.html"}

// contains reports whether a file of the project is part of the site.
func contains(target string) bool {
	inDocs := strings.HasPrefix(target, "docs/") && path.Ext(target) != "" && !strings.HasPrefix(target, "docs/man/")
	return inDocs || titleOf(target) != ""
}

func inRepository(target string, isFolder bool) string {
	if isFolder {
		return repository + "tree/main/" + target
	}
	return repository + "blob/main/" + target
}

// relative returns the address of one file of the site on a page.
func relative(from, to string) string {
	return strings.Repeat("../", strings.Count(from, "/")) + to
}

// ids gives headings the same anchors as the pages of the repository. It counts equal headings.
type ids map[string]int

func (i ids) Generate(value []byte, _ ast.NodeKind) []byte {
	id := anchor(string(value))
	before := i[id]
	i[id]++
	if before > 0 {
		id = fmt.Sprintf("%s-%d", id, before)
	}
	return []byte(id)
}

func (ids) Put([]byte) {}

// anchor returns the id of a heading: its letters and digits in lower case, with hyphens for spaces.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-':
			return '-'
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}
