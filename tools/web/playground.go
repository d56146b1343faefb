package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// mostPlayground is the maximum compressed size of the playground.
const mostPlayground = 4_000_000

// bundlePlayground adds the page of the playground to a folder that contains its WebAssembly command and
// wasm_exec.js. All its addresses are relative, so that the folder can be served from any path.
func bundlePlayground(folder, to string) error {
	root, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if to, err = filepath.Abs(to); err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: filepath.Join(root, "app", "playground"), EntryPoints: []string{"main.tsx", "worker.ts"}, Outdir: to, Write: true,
		Bundle: true, Format: api.FormatIIFE, Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LegalComments: api.LegalCommentsEndOfFile,
		JSX: api.JSXAutomatic, JSXImportSource: "preact", LogLevel: api.LogLevelWarning,
		Loader: map[string]api.Loader{".glsl": api.LoaderText},
	})
	if len(result.Errors) > 0 {
		return errBundle
	}
	err = errors.Join(copyFile(filepath.Join(root, "app", "playground", "index.html"), to), copyFile(filepath.Join(root, "app", "favicon.svg"), to))
	if err != nil {
		return err
	}
	return checkPlayground(to)
}

// checkPlayground fails if a browser has to download too much.
func checkPlayground(folder string) error {
	files := map[string][]byte{}
	for _, name := range []string{"index.html", "main.js", "main.css", "worker.js", "favicon.svg", "wasm_exec.js", "tourmaline.wasm"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return fmt.Errorf("%w: run scripts/playground", err)
		}
		files[name] = data
	}
	size, err := compressed(files)
	if err != nil {
		return err
	}
	if size > mostPlayground {
		return fmt.Errorf("the compressed playground is %d bytes, expected at most %d", size, mostPlayground)
	}
	fmt.Printf("%s: %d files, %d bytes compressed\n", folder, len(files), size)
	return nil
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, filepath.Base(from)), data, 0o644)
}
