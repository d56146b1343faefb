//go:build !race

package job

import (
	"bytes"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A small upload that unpacks to a large file is rejected before it uses the memory.
func TestBombs(t *testing.T) {
	const size = 64 << 20
	row, text := []byte("<row/>"), bytes.Repeat([]byte("0,1\n"), size/4)
	book := workbookOf(t, string(bytes.Repeat(row, size/len(row))))
	for name, data := range map[string][]byte{"a.csv.gz": gzipped(t, text), "a.csv.zst": zstandard(t, text), "a.mc.gz": gzipped(t, text), "a.xlsx": book} {
		if len(data) > size/20 {
			t.Errorf("%s: %d bytes are no bomb", name, len(data))
		}
		testkit.Frugal(t, 1<<20, func() {
			_, err := Spec{File: name}.Open(data, Limits{Bytes: 1 << 20})
			if name == "a.mc.gz" { // its first row is invalid
				failed(t, name, err, BadInstance, "instance")
				return
			}
			failed(t, name, err, TooLarge, "instance")
		})
	}
}
