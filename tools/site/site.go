package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

var (
	//go:embed assets/*.html
	layouts embed.FS
	//go:embed assets/site.css
	siteStyle []byte
	//go:embed assets/site.js
	siteScript []byte
)

// templates are the frame of all pages, and the pages that are generated from sources.
var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"anchor": anchor, "fields": fieldsOf, "type": typeOf,
}).ParseFS(layouts, "assets/*.html"))

// A page is an HTML file of the site.
type page struct {
	name  string // path in the site, such as adr/index.html
	title string
	body  template.HTML
}

// A site is the set of all files.
type site struct {
	root     string // folder of the project
	sections []section
	pages    []*page
	files    map[string][]byte
}

// newSite returns the site of the project in a folder, with the playground in another folder unless
// its name is empty.
func newSite(root, playground string) (*site, error) {
	s := &site{root: root, sections: sections, files: map[string][]byte{}}
	steps := []func() error{s.texts, s.packages, s.service, s.copies}
	if playground != "" {
		steps = append(steps, func() error { return s.include(playground, "try") })
		s.sections = withPlayground(sections)
	}
	for _, step := range append(steps, s.frames, s.search, s.check) {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// read returns a file of the project.
func (s *site) read(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
}

// texts adds the pages for all Markdown files of the sections and for the decision records.
func (s *site) texts() error {
	records, err := filepath.Glob(filepath.Join(s.root, "docs", "adr", "0*.md"))
	if err != nil {
		return err
	}
	sources := sourcesOf(s.sections)
	for _, r := range records {
		sources = append(sources, "docs/adr/"+filepath.Base(r))
	}
	for _, source := range sources {
		text, err := s.read(source)
		if err != nil {
			return err
		}
		p, err := s.text(source, text)
		if err != nil {
			return fmt.Errorf("%s: %w", source, err)
		}
		s.pages = append(s.pages, p)
	}
	return nil
}

// copies adds the style sheet, the script, the icon, and the files of docs to which pages refer.
func (s *site) copies() error {
	var style bytes.Buffer
	for _, name := range []string{"tokens.css", "base.css"} {
		text, err := s.read("internal/web/app/style/" + name)
		if err != nil {
			return err
		}
		style.Write(text)
	}
	style.Write(siteStyle)
	icon, err := s.read("internal/web/app/favicon.svg")
	if err != nil {
		return err
	}
	s.files["site.css"], s.files["site.js"], s.files["favicon.svg"] = style.Bytes(), siteScript, icon
	return s.include(filepath.Join(s.root, "docs"), "", ".svg", ".png", ".json", ".txt")
}

// include adds the files of a folder whose names end in one of the suffixes, or all files.
func (s *site) include(folder, to string, suffixes ...string) error {
	found := false
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || len(suffixes) > 0 && !slices.Contains(suffixes, filepath.Ext(name)) {
			return err
		}
		found = true
		inside, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		s.files[path.Join(to, filepath.ToSlash(inside))], err = os.ReadFile(name)
		return err
	})
	if err == nil && !found {
		err = errors.New("no files in " + folder)
	}
	return err
}

// frames adds the pages as files, each with the header and the contents of the site.
func (s *site) frames() error {
	for _, p := range s.pages {
		var b bytes.Buffer
		if err := templates.ExecuteTemplate(&b, "frame.html", s.frame(p)); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		s.files[p.name] = b.Bytes()
	}
	return nil
}
