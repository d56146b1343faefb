//go:build !race

package cli

import (
	"strings"
	"testing"
)

// TestReadersCost runs every reader on valid files of three sizes, on hostile files and on
// decompression bombs. Memory must be at most a multiple of the bytes read, and time must grow
// linearly with the size. TOURMALINE_READ_MB=10 uses files of 1, 10 and 20 MB; go test -v prints
// the table.
func TestReadersCost(t *testing.T) {
	lines := []string{"reader         file                  bytes in   peak memory   time"}
	t.Run("of", func(t *testing.T) {
		for _, r := range allReaders {
			t.Run(r.name, func(t *testing.T) { lines = append(lines, r.costs(t)...) })
		}
	})
	t.Log("\n" + strings.Join(lines, "\n"))
}
