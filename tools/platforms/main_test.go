package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheck checks a module whose test does not compile on 32-bit platforms.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":     "module example.com/x\n\ngo 1.26\n",
		"x.go":       "package x\n\nimport \"strings\"\n\nvar X = strings.ToUpper(\"x\")\n",
		"x_test.go":  "package x\n\nvar big int = 1 << 40\n",
		"tagged.go":  "//go:build broken\n\npackage x\n\nvar y = missing\n",
		"windows.go": "package x\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for platform, want := range map[string]string{
		"linux/amd64": "", "windows/arm64": "", "linux/386": "(overflows)", "linux/amd64,broken": "undefined: missing", "linux": "expected a platform",
	} {
		n, err := check(dir, platform)
		switch {
		case want == "" && (err != nil || n != 2):
			t.Errorf("%s: %d packages, %v", platform, n, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", platform, err, want)
		}
	}
	if err := run(dir, []string{"linux/386", "linux/amd64"}); err == nil || !strings.HasPrefix(err.Error(), "linux/386:") {
		t.Errorf("run: %v", err)
	}
}
