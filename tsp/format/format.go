package format

import (
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Format is a file format for instances or tours.
type Format string

// Options controls how an instance is read.
type Options struct {
	Format Format // "": by extension, then by content
	Metric string // "": what the file says, or the default of its format

	// Columns maps "lat", "lon", "x", "y", "z", "id" and "name" to columns of a table, each
	// given by its title or its number from 1. The others are found by their titles.
	Columns map[string]string

	// SkipInvalid skips rows and features without a valid place instead of failing.
	// [Document.Skipped] lists them.
	SkipInvalid bool

	// MaxBytes limits what is read, after decompression. 0 means 4 GiB, and at most
	// 200 bytes from each byte of a compressed file; any other value lifts that
	// ratio. A JSON document, which is held in memory as a whole, may have a quarter
	// of it.
	MaxBytes int64

	// Count, if not nil, is set to the bytes read so far, before decompression. Another
	// goroutine may watch it.
	Count *atomic.Int64
}

// ByExtension returns the format of a file by the extension of its name, or "". Extensions
// of compressed files are ignored.
func ByExtension(path string) Format {
	_, ext := splitName(path)
	return byExtension(ext)
}

func byExtension(ext string) Format {
	for _, r := range rows() {
		if slices.Contains(r.Extensions, ext) {
			return r.Format
		}
	}
	return ""
}

// splitName returns a file name without folder and extensions, and the extension that
// determines the format.
func splitName(path string) (stem, ext string) {
	stem = unpack.Name(filepath.Base(path))
	ext = filepath.Ext(stem)
	if lower := strings.ToLower(ext); byExtension(lower) != "" || foreignNames[lower] != "" {
		stem = stem[:len(stem)-len(ext)]
	}
	return stem, strings.ToLower(ext)
}

// Read reads an instance. The name appears in errors, and its extension determines the
// format. The instance is named after it if the file holds no name. See [Load] for what the
// reader noticed.
func Read(r io.Reader, name string, opt Options) (*tsp.Instance, error) {
	doc, err := Load(r, name, opt)
	if err != nil {
		return nil, err
	}
	return doc.Instance, nil
}

// ReadFile reads an instance from a file; "-" is standard input.
func ReadFile(path string, opt Options) (*tsp.Instance, error) {
	return budget.File(path, func(r io.Reader, name string) (*tsp.Instance, error) { return Read(r, name, opt) })
}
