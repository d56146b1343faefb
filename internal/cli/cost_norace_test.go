//go:build !race

package cli

import (
	"slices"
	"strings"
	"testing"
)

// TestReadersCost runs every reader on valid files of three sizes, on hostile files and on
// decompression bombs. Memory must be at most a multiple of the bytes read, and time must grow
// linearly with the size. TOURMALINE_READ_MB=10 uses files of 1, 10 and 20 MB; go test -v prints
// the table.
func TestReadersCost(t *testing.T) {
	lines := make([][]string, len(allReaders))
	t.Run("of", func(t *testing.T) {
		for i, r := range allReaders {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel() // costs measures processor time
				lines[i] = r.costs(t)
			})
		}
	})
	const head = "\nreader         file                  bytes in   peak memory   time\n"
	t.Log(head + strings.Join(slices.Concat(lines...), "\n"))
}
