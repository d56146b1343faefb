package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"html/template"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const module = "github.com/tourmaline-opt/tourmaline"

// A goPackage is a public package with its declarations.
type goPackage struct {
	*doc.Package
	files   *token.FileSet
	Address string // name of its page in the folder go
}

// packages adds a page for each public Go package, and a list of them.
func (s *site) packages() error {
	names, err := s.public()
	if err != nil {
		return err
	}
	var all []*goPackage
	for _, name := range names {
		p, err := s.parse(name)
		if err != nil {
			return err
		}
		all = append(all, p)
		if err := s.generate("go/"+p.Address, "Package "+p.Name, "package.html", p); err != nil {
			return err
		}
	}
	return s.generate(goPages, "Go packages", "packages.html", all)
}

// public returns the paths of the packages in docs/api.txt, relative to the module.
func (s *site) public() (names []string, err error) {
	text, err := s.read("docs/api.txt")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		name, _, found := strings.Cut(line, ": ")
		if found && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		err = errors.New("docs/api.txt lists no packages: run make api")
	}
	return names, err
}

// parse reads the sources of a package for Linux on amd64. The package of the root has the name of
// the module.
func (s *site) parse(name string) (*goPackage, error) {
	folder, address := name, module+"/"+name
	if name == path.Base(module) {
		folder, address = ".", module
	}
	context := build.Default
	context.GOOS, context.GOARCH = "linux", "amd64"
	found, err := context.ImportDir(filepath.Join(s.root, folder), 0)
	if err != nil {
		return nil, err
	}
	p := &goPackage{files: token.NewFileSet(), Address: name + ".html"}
	var parsed []*ast.File
	for _, file := range found.GoFiles {
		f, err := parser.ParseFile(p.files, filepath.Join(found.Dir, file), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	p.Package, err = doc.NewFromFiles(p.files, parsed, address)
	return p, err
}

// Code returns the source of a declaration, without the bodies of functions.
func (p *goPackage) Code(declaration ast.Decl) (string, error) {
	var b bytes.Buffer
	switch d := declaration.(type) {
	case *ast.GenDecl:
		d.Doc = nil
	case *ast.FuncDecl:
		d.Doc = nil
	}
	err := format.Node(&b, p.files, declaration)
	return b.String(), err
}

// Anchors returns the names of constants, variables and fields in a declaration, to which comments link.
func (p *goPackage) Anchors(declaration *ast.GenDecl) (names []string) {
	for _, spec := range declaration.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				names = append(names, name.Name)
			}
		case *ast.TypeSpec:
			names = append(names, fieldAnchors(spec)...)
		}
	}
	return names
}

func fieldAnchors(spec *ast.TypeSpec) (names []string) {
	structure, ok := spec.Type.(*ast.StructType)
	if !ok {
		return nil
	}
	for _, f := range structure.Fields.List {
		for _, name := range f.Names {
			names = append(names, spec.Name.Name+"."+name.Name)
		}
	}
	return names
}

// Text returns a comment as HTML. Its links to names lead to the pages of the site.
func (p *goPackage) Text(text string) template.HTML {
	printer := p.Printer()
	printer.HeadingLevel = 4
	printer.HeadingID = func(*comment.Heading) string { return "" }
	printer.DocLinkURL = p.address
	return template.HTML(printer.HTML(p.Parser().Parse(text)))
}

// address returns where the link of a comment leads: to a page of the site, or to the standard library.
func (p *goPackage) address(l *comment.DocLink) string {
	to := ""
	inside, isOurs := strings.CutPrefix(l.ImportPath+"/", module+"/")
	switch {
	case isOurs && inside == "":
		to = relative(p.Address, path.Base(module)+".html")
	case isOurs:
		to = relative(p.Address, strings.TrimSuffix(inside, "/")+".html")
	case l.ImportPath != "":
		to = "https://pkg.go.dev/" + l.ImportPath
	}
	if l.Name == "" {
		return to
	}
	return to + "#" + strings.TrimPrefix(fmt.Sprintf("%s.%s", l.Recv, l.Name), ".")
}
