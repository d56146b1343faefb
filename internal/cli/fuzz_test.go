package cli

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// fuzzFile passes arbitrary input to a file reader. The input must never make the reader panic or
// allocate more than the input can need.
func fuzzFile(f *testing.F, read func(path string) error, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		testkit.Frugal(t, len(data), func() { _ = read(path) })
	})
}

func FuzzConfig(f *testing.F) {
	fuzzFile(f, func(path string) error {
		v := &solve{config: path, streams: streams{io.Discard, io.Discard, outfile.OS()}}
		return v.readConfig(newSolve(v.streams))
	}, `{"time-limit": "30s", "seed": 7, "param": {"segment": 30}}`, `{"trace": null}`, `{} {}`, `{"seed": [1]}`, `{"param": [[]]}`)
}

func FuzzTrace(f *testing.F) {
	fuzzFile(f, readATrace, `{"seconds": 1, "cost": 2}`+"\n"+`{"seconds": 2, "cost": 1}`, `{"schema": "x", "trace": [{}]}`, `[`)
}
