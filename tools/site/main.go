// Command site builds the documentation site: static pages from the texts in docs, the reference of
// the commands, the OpenAPI description of the service and the comments of the Go packages. The pages
// load nothing from other hosts, and their search works offline. It fails if a link leads nowhere.
//
//	go run ./site -out ../dist/site
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", "..", "`folder` of the project")
	out := flag.String("out", "../dist/site", "`folder` to write")
	playground := flag.String("playground", "", "`folder` of a built playground to include")
	flag.Parse()
	s, err := newSite(*root, *playground)
	if err == nil {
		err = s.write(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d pages, %d files\n", *out, len(s.pages), len(s.files))
}

// write replaces the folder by the files of the site.
func (s *site) write(out string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for name, data := range s.files {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
