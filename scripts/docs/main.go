// Command docs generates the reference and the manual pages from the commands, and the OpenAPI
// description and its TypeScript types from the server. With -check it writes nothing, and fails if
// a file is out of date.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tourmaline-opt/tourmaline/internal/cli"
	"github.com/tourmaline-opt/tourmaline/internal/manual"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "only compare")
	flag.Parse()
	if err := run(*check); err != nil {
		log.Fatal(err)
	}
}

func run(check bool) error {
	all, err := pages()
	if err != nil {
		return err
	}
	for path, text := range all {
		if check {
			if old, err := os.ReadFile(path); err != nil || !bytes.Equal(old, []byte(text)) {
				return fmt.Errorf("%s is out of date: run make docs", path)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pages returns the contents of all generated files, keyed by path.
func pages() (map[string]string, error) {
	root := cli.Command()
	openAPI, err := server.OpenAPI()
	if err != nil {
		return nil, err
	}
	types, err := typeScript(openAPI)
	if err != nil {
		return nil, err
	}
	solve, _, err := root.Find([]string{"solve"})
	if err != nil {
		return nil, err
	}
	all := map[string]string{
		"docs/reference.md": manual.Layout(cli.Layout).Reference(root), "docs/openapi.json": string(openAPI),
		"internal/web/app/api/types.ts": types, "internal/web/app/api/fields.ts": fieldTable(solve),
	}
	for name, text := range manual.Layout(cli.Layout).Pages(root) {
		all[filepath.Join("docs", "man", name)] = text
	}
	return all, nil
}
