// Web bundles the pages of internal/web into its directory dist. It uses esbuild as a library, so
// it does not need Node. The packages must be installed with npm ci.
//
//	web [-check] [-tests folder] [-playground folder] [-folder ../internal/web]
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// mostBytes is the maximum compressed size of the bundle.
const mostBytes = 200_000

func main() {
	check := flag.Bool("check", false, "only check that dist is up to date")
	folder := flag.String("folder", "../internal/web", "`folder` with app, dist and node_modules")
	tests := flag.String("tests", "", "only bundle the tests of the pages into this `folder`")
	playground := flag.String("playground", "", "only bundle the playground into this `folder`")
	flag.Parse()
	if err := run(*folder, *check, *tests, *playground); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

func run(folder string, check bool, tests, playground string) error {
	if err := pinned(folder); err != nil {
		return err
	}
	if tests != "" {
		return bundleTests(folder, tests)
	}
	if playground != "" {
		return bundlePlayground(folder, playground)
	}
	files, err := bundle(folder)
	if err != nil {
		return err
	}
	size, err := compressed(files)
	if err != nil {
		return err
	}
	if size > mostBytes {
		return fmt.Errorf("the compressed bundle is %d bytes, expected at most %d", size, mostBytes)
	}
	dist := filepath.Join(folder, "dist")
	if check {
		return compare(dist, files)
	}
	fmt.Printf("%d files, %d bytes compressed\n", len(files), size)
	return write(dist, files)
}

var errBundle = errors.New("esbuild failed: see the messages above; 'npm ci' in internal/web installs the packages")

// bundle returns the files of dist by name.
func bundle(folder string) (map[string][]byte, error) {
	root, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: root, EntryPoints: []string{"app/main.tsx"}, Outdir: "dist/assets", EntryNames: "[name]-[hash]",
		Bundle: true, Format: api.FormatESModule, Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LegalComments: api.LegalCommentsEndOfFile,
		JSX: api.JSXAutomatic, JSXImportSource: "preact", TreeShaking: api.TreeShakingTrue,
		Loader: map[string]api.Loader{".glsl": api.LoaderText}, LogLevel: api.LogLevelWarning, Metafile: true,
	})
	if len(result.Errors) > 0 {
		return nil, errBundle
	}
	files := map[string][]byte{}
	for _, f := range result.OutputFiles {
		files["assets/"+filepath.Base(f.Path)] = f.Contents
	}
	if files["index.html"], err = page(filepath.Join(root, "app", "index.html"), files); err != nil {
		return nil, err
	}
	if files[licencesFile], err = licences(filepath.Join(root, "node_modules"), result.Metafile); err != nil {
		return nil, err
	}
	files["favicon.svg"], err = os.ReadFile(filepath.Join(root, "app", "favicon.svg"))
	return files, err
}

// page returns the HTML page with the asset names inserted.
func page(path string, assets map[string][]byte) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for name := range assets {
		text = bytes.ReplaceAll(text, []byte("main"+filepath.Ext(name)), []byte("/"+name))
	}
	return text, nil
}

// compressed returns the number of bytes that a browser downloads if the files are compressed well.
func compressed(files map[string][]byte) (int, error) {
	var to bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		z, err := gzip.NewWriterLevel(&to, gzip.BestCompression)
		if err != nil {
			return 0, err
		}
		_, err = z.Write(files[name])
		if err := errors.Join(err, z.Close()); err != nil {
			return 0, err
		}
	}
	return to.Len(), nil
}

// write replaces the contents of dist.
func write(dist string, files map[string][]byte) error {
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	for name, data := range files {
		path := filepath.Join(dist, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// compare returns an error that lists the files in dist that are out of date.
func compare(dist string, files map[string][]byte) error {
	var wrong []string
	for name, data := range files {
		have, err := os.ReadFile(filepath.Join(dist, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(have, data) {
			wrong = append(wrong, name)
		}
	}
	err := filepath.WalkDir(dist, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dist, path)
		if files[filepath.ToSlash(name)] == nil {
			wrong = append(wrong, name+" (left over)")
		}
		return err
	})
	if len(wrong) > 0 {
		slices.Sort(wrong)
		err = errors.Join(err, fmt.Errorf("dist is out of date (%s): run 'make web'", strings.Join(wrong, ", ")))
	}
	return err
}
