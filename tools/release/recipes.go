package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

const homepage = "https://github.com/tourmaline-opt/tourmaline"

// recipes fills in the templates of deploy/release, such as the Homebrew formula.
func (r *release) recipes() error {
	templates, err := filepath.Glob(filepath.Join(r.root, "deploy", "release", "*.tmpl"))
	if err != nil {
		return err
	}
	values := map[string]string{"Version": r.version, "Homepage": homepage, "Downloads": homepage + "/releases/download/v" + r.version}
	for _, name := range templates {
		if err := r.recipe(name, values); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) recipe(name string, values map[string]string) error {
	base := strings.TrimSuffix(filepath.Base(name), ".tmpl")
	t, err := template.New(filepath.Base(name)).Funcs(template.FuncMap{
		"archive": func(platform string) string { return r.archiveName(platformOf(platform)) },
		"sha256":  func(platform string) (string, error) { return hashFile(r.path(r.archiveName(platformOf(platform)))) },
	}).Option("missingkey=error").ParseFiles(name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, values); err != nil {
		return err
	}
	return os.WriteFile(r.path(base), b.Bytes(), 0o644)
}

// platformOf returns the platform with a name such as linux-amd64.
func platformOf(name string) platform {
	system, processor, _ := strings.Cut(name, "-")
	return platform{system: system, processor: processor}
}

func hashFile(name string) (string, error) {
	data, err := os.ReadFile(name)
	return digest(data), err
}
