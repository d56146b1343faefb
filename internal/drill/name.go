package drill

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// Format is the name of the drill file format.
const Format = "drl"

// Endings returns the extensions of drill files.
func Endings() []string { return []string{".drl", ".xln", ".exc", ".drd", ".ncd"} }

// Ending returns the extension of a file name if it is one of Endings, or "" otherwise.
func Ending(name string) string {
	if ext := strings.ToLower(filepath.Ext(unpack.Name(name))); slices.Contains(Endings(), ext) {
		return ext
	}
	return ""
}

// Head reads the part of a file that Recognise and IsGerber need.
func Head(r io.Reader, _ string) ([]byte, error) {
	head := make([]byte, 4096)
	n, _ := io.ReadFull(r, head) // a short file is not an error
	return head[:n], nil
}
