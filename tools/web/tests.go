package main

import (
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// bundleTests writes the tests of the pages, their PMTiles writer, and the test pages to a
// directory, for Node and browsers.
func bundleTests(folder, to string) error {
	root, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if to, err = filepath.Abs(to); err != nil {
		return err
	}
	for pattern, platform := range map[string]api.Platform{"*.test.ts": api.PlatformNode, "archive.ts": api.PlatformNode, "*.page.tsx": api.PlatformBrowser} {
		entries, err := filepath.Glob(filepath.Join(root, "test", pattern))
		if err != nil {
			return err
		}
		result := api.Build(api.BuildOptions{
			AbsWorkingDir: root, EntryPoints: entries, Outdir: to, OutExtension: map[string]string{".js": ".mjs"}, Write: true,
			Bundle: true, Platform: platform, Format: api.FormatESModule, Target: api.ES2022,
			JSX: api.JSXAutomatic, JSXImportSource: "preact", LogLevel: api.LogLevelWarning,
		})
		if len(result.Errors) > 0 {
			return errBundle
		}
	}
	return nil
}
